import { count, counted, day, naira, sentence } from "@manilla/contract/formats";
import { moneyPurposes } from "@manilla/contract/payments/money-event-kinds";
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

/** What is looked up while a complaint is answered: the customer's loans, and what moved last. */
export function CustomerBeside({ user_id }: { user_id: string }): ReactNode {
  return (
    <aside className="stack" aria-label="The customer">
      {useMay(calls.loans.listAll) && <Loans user_id={user_id} />}
      {useMay(calls.moneyEvents.listAll) && <Movements user_id={user_id} />}
    </aside>
  );
}

function Loans({ user_id }: { user_id: string }): ReactNode {
  const answer = useRecord(calls.loans.listAll, inputOf(user_id));
  return (
    <Panel
      title="Their loans"
      actions={<All of={answer.data?.total_count} to={`/admin/loans?f.user_id=${user_id}`} />}
      flush
    >
      <Answered of={answer} height={72}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing>No loan</Nothing>
          ) : (
            <ul className="rows">
              {items.map((loan) => (
                <li key={loan.id}>
                  <div>
                    <Link to={`/admin/loans/${loan.id}`}>{loan.reference}</Link>{" "}
                    <StatusBadge kind="loan" status={loan.status} />
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
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}

function Movements({ user_id }: { user_id: string }): ReactNode {
  const answer = useRecord(calls.moneyEvents.listAll, inputOf(user_id));
  return (
    <Panel
      title="What moved last"
      actions={<All of={answer.data?.total_count} to={`/admin/transactions?f.user_id=${user_id}`} />}
      flush
    >
      <Answered of={answer} height={72}>
        {({ items }) =>
          items.length === 0 ? (
            <Nothing>Nothing moved yet</Nothing>
          ) : (
            <ul className="rows">
              {items.map(({ id, purpose, status, amount_kobo, direction, happened_at }) => (
                <li key={id}>
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
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}

const All = ({ of, to }: { of: number | undefined; to: string }): ReactNode =>
  of !== undefined && of > SHOWN && <Link to={to}>All {count(of)}</Link>;

const Nothing = ({ children }: { children: string }): ReactNode => (
  <ul className="rows">
    <li className="muted">{children}</li>
  </ul>
);
