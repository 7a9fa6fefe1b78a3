import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import type { CallInput } from "../api/call.ts";
import { useRecord } from "../api/use-call.ts";
import { PlainTable } from "../figures/figures.tsx";
import { Answered } from "../ui/answered.tsx";
import { Empty, Panel } from "../ui/kit.tsx";
import { TransactionCard } from "./transaction-card.tsx";

const MAX_TRANSACTIONS = 100;
type Subject = CallInput<typeof calls.books.postings>["query"]["subject_type"];

/** What was booked for a record: its balances now, and its transactions, the newest first. */
export function Booked({ subject, id }: { subject: Subject; id: string }): ReactNode {
  const answer = useRecord(calls.books.postings, {
    query: { subject_type: subject, subject_id: id, limit: MAX_TRANSACTIONS },
  });
  return (
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
  );
}
