import { count, counted, day, naira, sentence } from "@manilla/contract/formats";
import { moneyPurposes } from "@manilla/contract/payments/money-event-kinds";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel, When } from "../../../shared/ui/kit.tsx";

const SHOWN = 5;
const inputOf = (user_id: string) => ({ query: { limit: SHOWN, filter: JSON.stringify({ user_id }) } });

/** What a colleague looks up while answering a complaint: the customer's loans and latest payments. */
export function CustomerBeside({ user_id }: { user_id: string }): ReactNode {
  return (
    <aside className="stack" aria-label="The customer">
      {useMay(calls.loans.listAll) && <Loans user_id={user_id} />}
      {useMay(calls.moneyEvents.listAll) && <Movements user_id={user_id} />}
    </aside>
  );
}

const Loans = ({ user_id }: { user_id: string }): ReactNode => (
  <Newest
    title="Their loans"
    answer={useRecord(calls.loans.listAll, inputOf(user_id))}
    all={`/admin/loans?f.user_id=${user_id}`}
    empty="No loan"
    row={(loan) => (
      <>
        <div>
          <Link to={`/admin/loans/${loan.id}`}>{loan.reference}</Link> <StatusBadge kind="loan" status={loan.status} />
          <div className="small muted">
            {loan.days_past_due > 0
              ? `${naira(loan.overdue_kobo)} overdue, ${counted(loan.days_past_due, "day")}`
              : loan.next_due_on
                ? `Next due ${day(loan.next_due_on)}`
                : `Requested ${day(loan.created_at)}`}
          </div>
        </div>
        <div>
          <strong>{naira(loan.outstanding_principal_kobo)}</strong>
          <div className="small muted">principal owed</div>
        </div>
      </>
    )}
  />
);

const Movements = ({ user_id }: { user_id: string }): ReactNode => (
  <Newest
    title="What moved last"
    answer={useRecord(calls.moneyEvents.listAll, inputOf(user_id))}
    all={`/admin/transactions?f.user_id=${user_id}`}
    empty="Nothing moved yet"
    row={({ id, purpose, status, amount_kobo, direction, happened_at }) => (
      <>
        <div>
          <Link to={`/admin/transactions/${id}`}>{moneyPurposes[purpose] ?? sentence(purpose)}</Link>{" "}
          {status !== "success" && <StatusBadge kind="transaction" status={status} />}
          <div className="small muted">
            <When at={happened_at} />
          </div>
        </div>
        <strong>
          {direction === "out" ? "−" : ""}
          {naira(amount_kobo)}
        </strong>
      </>
    )}
  />
);

interface NewestProps<Row> {
  title: string;
  answer: UseQueryResult<{ items: readonly Row[]; total_count: number }>;
  /** The whole list. */
  all: string;
  empty: string;
  row: (row: Row) => ReactNode;
}

/** The newest rows of a list, and the way to all of them where there are more. */
function Newest<Row extends { id: string }>({ title, answer, all, empty, row }: NewestProps<Row>): ReactNode {
  const total = answer.data?.total_count ?? 0;
  return (
    <Panel title={title} actions={total > SHOWN && <Link to={all}>All {count(total)}</Link>} flush>
      <Answered of={answer} height={72}>
        {({ items }) => (
          <ul className="rows">
            {items.length === 0 && <li className="muted">{empty}</li>}
            {items.map((one) => (
              <li key={one.id}>{row(one)}</li>
            ))}
          </ul>
        )}
      </Answered>
    </Panel>
  );
}
