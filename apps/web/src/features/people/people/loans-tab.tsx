import { count, counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Empty, Panel, When } from "../../../shared/ui/kit.tsx";
import type { Person } from "./parts.tsx";
import styles from "./person.module.css";

/** The person's loans; each leads to its own page. */
export function LoansTab({ person }: { person: Person }): ReactNode {
  const { loans } = person;
  return (
    <Panel
      title={loans.count > 0 ? `Loans (${count(loans.count)})` : "Loans"}
      actions={loans.count > 0 && <Link to={`/admin/loans?f.user_id=${person.id}`}>In the list of loans</Link>}
      flush
    >
      {loans.count === 0 ? (
        <Empty title="No loan yet">Once the person is activated they may ask for one.</Empty>
      ) : (
        <ul className="rows">
          {loans.items.map((loan) => (
            <li key={loan.id}>
              <div>
                <Link to={`/admin/loans/${loan.id}`}>{loan.reference}</Link>{" "}
                <StatusBadge kind="loan" status={loan.status} />
                <div className="small muted">
                  {loan.product} · asked <When at={loan.created_at} />
                  {loan.days_past_due > 0 && (
                    <strong className={styles.wrong}> · {counted(loan.days_past_due, "day")} past due</strong>
                  )}
                </div>
              </div>
              <div className={styles.amounts}>
                <Link to={`/admin/loans/${loan.id}`}>{naira(loan.principal_kobo)}</Link>
                <div className="small muted">{naira(loan.outstanding_principal_kobo)} outstanding</div>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
