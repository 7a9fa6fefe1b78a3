import { date, day, naira, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { ToneBadge } from "../ui/badge.tsx";
import { Copyable, Panel } from "../ui/kit.tsx";
import styles from "./books.module.css";

export type Transaction = Answer<typeof calls.books.transaction>["transaction"];
type Posting = Transaction["postings"][number];

function Line({ posting, kobo }: { posting: Posting; kobo: number }): ReactNode {
  return (
    <div className={styles.line}>
      <Link to={`/admin/books/accounts/${posting.account_id}`} title={posting.account_code}>
        {posting.account_name}
      </Link>
      <strong>{naira(kobo)}</strong>
    </div>
  );
}

/** A transaction as a T-account: debits left, credits right, equal sums. */
export function TwoSides({ transaction }: { transaction: Transaction }): ReactNode {
  const debits = transaction.postings.filter(({ debit_kobo }) => debit_kobo > 0);
  const credits = transaction.postings.filter(({ credit_kobo }) => credit_kobo > 0);
  const lines = Array.from({ length: Math.max(debits.length, credits.length) }, (_, index) => ({
    debit: debits[index],
    credit: credits[index],
  }));
  return (
    <table className={styles.t}>
      <caption className="visually-hidden">Debits and credits of {transaction.description}</caption>
      <thead>
        <tr>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ debit, credit }, index) => (
          <tr key={index}>
            <td>{debit && <Line posting={debit} kobo={debit.debit_kobo} />}</td>
            <td>{credit && <Line posting={credit} kobo={credit.credit_kobo} />}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <td>{naira(debits.reduce((sum, { debit_kobo }) => sum + debit_kobo, 0))}</td>
          <td>{naira(credits.reduce((sum, { credit_kobo }) => sum + credit_kobo, 0))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** A transaction: purpose, time, actor, and both sides. @param props.isWhole on its own page: no link to itself */
export function TransactionCard({ transaction, isWhole }: { transaction: Transaction; isWhole?: boolean }): ReactNode {
  return (
    <Panel
      title={
        isWhole ? (
          sentence(transaction.kind)
        ) : (
          <Link to={`/admin/books/transactions/${transaction.id}`}>{transaction.description}</Link>
        )
      }
      actions={<ReversalMark transaction={transaction} />}
      flush
    >
      <div className={styles.facts}>
        {!isWhole && <span>{sentence(transaction.kind)}</span>}
        <span>Business day {day(transaction.effective_on)}</span>
        <span>Recorded {date(transaction.recorded_at)}</span>
        <span>By {transaction.actor}</span>
        {isWhole && (
          <Copyable text={transaction.key} label="key">
            <code>{transaction.key}</code>
          </Copyable>
        )}
      </div>
      <TwoSides transaction={transaction} />
    </Panel>
  );
}

function ReversalMark({ transaction }: { transaction: Transaction }): ReactNode {
  if (transaction.reversed_by_id) {
    return (
      <>
        <ToneBadge tone="neutral">Reversed</ToneBadge>{" "}
        <Link to={`/admin/books/transactions/${transaction.reversed_by_id}`}>By which</Link>
      </>
    );
  }
  if (!transaction.reverses_id) return null;
  return (
    <>
      <ToneBadge tone="warning">Reversal</ToneBadge>{" "}
      <Link to={`/admin/books/transactions/${transaction.reverses_id}`}>Of which</Link>
    </>
  );
}
