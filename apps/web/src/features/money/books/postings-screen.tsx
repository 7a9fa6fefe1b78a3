import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { TransactionCard } from "./transaction-card.tsx";

const subjects = {
  loan: { title: "What was booked for this loan", record: (id: string) => `/admin/loans/${id}`, link: "Open the loan" },
  receipt: { title: "What was booked for this receipt", record: undefined, link: "" },
  payout: {
    title: "What was booked for this payout",
    record: (id: string) => `/admin/payments/${id}`,
    link: "Open the payout",
  },
  repayment: { title: "What was booked for this instalment", record: undefined, link: "" },
  user: {
    title: "What was booked for this person",
    record: (id: string) => `/admin/repayments/wallet/${id}`,
    link: "Open their wallet",
  },
} as const;
type Subject = keyof typeof subjects;
const isSubject = (text: string): text is Subject => text in subjects;

/** What a figure on a screen is made of: the transactions behind a loan, receipt, payout, instalment or person. */
export default function PostingsScreen(): ReactNode {
  const { subject = "", id = "" } = useParams();
  if (!isSubject(subject))
    return (
      <Page title="Books">
        <Empty
          title="There are no postings of this kind"
          action={<Link to="/admin/books/trial-balance">Trial balance</Link>}
        />
      </Page>
    );
  return <Postings subject={subject} id={id} />;
}

const MAX_TRANSACTIONS = 100;

function Postings({ subject, id }: { subject: Subject; id: string }): ReactNode {
  const answer = useRecord(calls.books.postings, {
    query: { subject_type: subject, subject_id: id, limit: MAX_TRANSACTIONS },
  });
  const { title, record, link } = subjects[subject];
  return (
    <Page
      width="text"
      title={title}
      lead="The newest first. Debits and credits of every transaction are equal."
      actions={record && <Link to={record(id)}>{link}</Link>}
    >
      <Answered of={answer} height={240}>
        {(data) => (
          <>
            {data.balances.length > 0 && (
              <Panel title="Balances now" flush>
                <PlainTable
                  caption="Balances now"
                  rows={data.balances}
                  keyOf={({ code }) => code}
                  columns={[{ key: "name", header: "Account", card: "title" }, { key: "balance_kobo" }]}
                />
              </Panel>
            )}
            {data.transactions.length === 0 && (
              <Empty title="Nothing was booked yet">
                Postings appear as soon as money has moved or interest was earned.
              </Empty>
            )}
            <div className="stack">
              {data.transactions.map((transaction) => (
                <TransactionCard key={transaction.id} transaction={transaction} />
              ))}
            </div>
            {data.transactions.length === MAX_TRANSACTIONS && (
              <p className="muted">
                These are the newest {MAX_TRANSACTIONS}. The statements of the accounts have everything.
              </p>
            )}
          </>
        )}
      </Answered>
    </Page>
  );
}
