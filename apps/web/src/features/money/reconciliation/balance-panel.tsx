import { badge } from "@manilla/contract/badges";
import { counted, day, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Notice, Skeleton } from "../../../shared/ui/kit.tsx";
import styles from "./reconciliation.module.css";

type Balance = NonNullable<Answer<typeof calls.reconciliation.balance>["balance"]>;

/** What the bank says, what the books say, and what explains the difference, to the kobo. @param on a chosen day, by default the last one that is known */
export function BalancePanel({ on }: { on: string | undefined }): ReactNode {
  const { data } = useRecord(calls.reconciliation.balance, { query: on ? { on } : {} });
  if (!data) return <Skeleton height={60} />;
  return (
    <>
      {data.waiting.map(({ id, statement_on, status, reason }) => (
        <Notice
          key={id}
          tone={status === "refused" ? "danger" : "warning"}
          action={<Link to={`/admin/reconciliation/statements/${id}`}>Look at it</Link>}
        >
          Statement of {day(statement_on)}, {badge("bank_statement", status).label.toLowerCase()}: {reason}
        </Notice>
      ))}
      {data.balance && <Comparison balance={data.balance} />}
    </>
  );
}

function Comparison({ balance }: { balance: Balance }): ReactNode {
  const { on, bank_kobo, books_kobo, difference_kobo, explained, unexplained_kobo, owner } = balance;
  return (
    <section className={styles.balance} aria-label="Bank and books">
      <p>
        On {day(on)} the bank says <strong>{naira(bank_kobo)}</strong>, our books say{" "}
        <strong>{naira(books_kobo)}</strong>
        {difference_kobo === 0 ? ". They agree." : `: ${naira(difference_kobo)} apart.`}
      </p>
      {explained.length > 0 && (
        <ul className="list">
          {explained.map(({ words, count, amount_kobo, items }) => (
            <li key={words}>
              <details>
                <summary>
                  {words}: {counted(count, "row")}, <strong>{naira(amount_kobo)}</strong>
                </summary>
                <ul className="list">
                  {items.map(({ id, reference, amount_kobo: part }) => (
                    <li key={id}>
                      <Link to={`/admin/reconciliation/${id}`}>{reference}</Link> {naira(part)}
                    </li>
                  ))}
                </ul>
              </details>
            </li>
          ))}
        </ul>
      )}
      {difference_kobo !== 0 && (
        <p data-tone={unexplained_kobo === 0 ? "success" : "danger"}>
          {unexplained_kobo === 0
            ? "Explained to the kobo."
            : `Not explained: ${naira(unexplained_kobo)}. ${owner ? `${owner} sees to it.` : "Not assigned yet."}`}
        </p>
      )}
    </section>
  );
}
