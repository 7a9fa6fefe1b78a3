import { day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useMay } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import styles from "./loans.module.css";

type Row = Answer<typeof calls.loans.listOwn>["loans"][number];
const isClosed = ({ status }: Row): boolean =>
  ["settled", "declined", "pre_declined", "withdrawn", "rejected", "reimbursed", "terminated", "written_off"].includes(
    status,
  );

/** R095 of customers: what is open first, then what is over. */
export default function OwnLoansScreen(): ReactNode {
  const answer = useRecord(calls.loans.listOwn, {});
  const { data } = answer;
  const mayLook = useMay(calls.disbursements.listOwn);
  const apply = <Way to="/customer/credit-application">Apply for a loan</Way>;
  const open = data?.loans.filter((loan) => !isClosed(loan)) ?? [];
  const closed = data?.loans.filter(isClosed) ?? [];
  return (
    <Page
      width="text"
      actions={
        data &&
        data.loans.length > 0 && (
          <>
            {mayLook && (
              <Way to="/customer/disbursement/personal/loans" isQuiet>
                Disbursements
              </Way>
            )}
            {apply}
          </>
        )
      }
    >
      <Answered of={answer} height={120}>
        {(data) => (
          <>
            {data.loans.length === 0 && (
              <Panel>
                <Empty title="No loan yet" action={apply}>
                  You see the whole cost in naira before you ask for anything.
                </Empty>
              </Panel>
            )}
            {open.length > 0 && <Loans rows={open} label="Open loans" />}
            {closed.length > 0 && (
              <>
                <h2>Past</h2>
                <Loans rows={closed} label="Past loans" />
              </>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}

function Loans({ rows, label }: { rows: readonly Row[]; label: string }): ReactNode {
  return (
    <ul className={`list stack-8 ${styles.own}`} aria-label={label}>
      {rows.map((loan) => (
        <li key={loan.id}>
          <Link to={`/customer/loans/${loan.id}`} className="covering">
            {loan.product}
          </Link>
          <span className={styles.sum}>{naira(loan.principal_kobo)}</span>
          <span className="small muted">{nextOf(loan)}</span>
          <span>
            <StatusBadge kind="loan" status={loan.status} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The one thing to know about a loan. */
function nextOf(loan: Row): ReactNode {
  if (loan.overdue_kobo > 0) return `${naira(loan.overdue_kobo)} overdue`;
  if (loan.status === "offered") return "Your offer waits for your answer";
  if (loan.next_due_on && loan.outstanding_principal_kobo > 0)
    return `${naira(loan.instalment_kobo)} due ${day(loan.next_due_on)}`;
  return (
    <>
      Requested <When at={loan.created_at} /> · {loan.reference}
    </>
  );
}
