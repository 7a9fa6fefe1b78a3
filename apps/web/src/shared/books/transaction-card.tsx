import { date, day, money, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { calls } from "../api/calls.gen.ts";
import type { Answer } from "../api/call.ts";
import { ToneBadge } from "../ui/badge.tsx";
import { Copyable, Panel } from "../ui/kit.tsx";
import styles from "./books.module.css";

export type Transaction = Answer<typeof calls.books.transaction>["transaction"];
type Posting = Transaction["postings"][number];

function Line({ posting, amount }: { posting: Posting; amount: string }): ReactNode {
  return (
    <div className={styles.line}>
      <Link to={`/admin/books/accounts/${posting.account_id}`} title={posting.account_code}>
        {posting.account_name}
      </Link>
      <strong>{amount}</strong>
    </div>
  );
}

const sum = (postings: readonly Posting[], side: "debit_kobo" | "credit_kobo"): number =>
  postings.reduce((total, posting) => total + posting[side], 0);

/** Both sides in one currency. */
function Sides({ postings }: { postings: readonly Posting[] }): ReactNode {
  const debits = postings.filter(({ debit_kobo }) => debit_kobo > 0);
  const credits = postings.filter(({ credit_kobo }) => credit_kobo > 0);
  const currency = postings[0]?.currency === "USD" ? "USD" : "NGN";
  return (
    <>
      <tbody>
        {Array.from({ length: Math.max(debits.length, credits.length) }, (_, index) => {
          const [debit, credit] = [debits[index], credits[index]];
          return (
            <tr key={index}>
              <td>{debit && <Line posting={debit} amount={money(debit.debit_kobo, currency)} />}</td>
              <td>{credit && <Line posting={credit} amount={money(credit.credit_kobo, currency)} />}</td>
            </tr>
          );
        })}
      </tbody>
      <tbody data-sums>
        <tr>
          <td>{money(sum(debits, "debit_kobo"), currency)}</td>
          <td>{money(sum(credits, "credit_kobo"), currency)}</td>
        </tr>
      </tbody>
    </>
  );
}

/** A transaction as a T-account: debits left, credits right, equal sums in each currency. */
export function TwoSides({ transaction: { description, postings } }: { transaction: Transaction }): ReactNode {
  const currencies = [...new Set(postings.map(({ currency }) => currency))];
  return (
    <table className={styles.t}>
      <caption className="visually-hidden">Debits and credits of {description}</caption>
      <thead>
        <tr>
          <th scope="col">Debit</th>
          <th scope="col">Credit</th>
        </tr>
      </thead>
      {currencies.map((each) => (
        <Sides key={each} postings={postings.filter(({ currency }) => currency === each)} />
      ))}
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
