import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { TransactionCard } from "../../../shared/books/transaction-card.tsx";

/** One transaction with its postings. It can never be changed; a mistake is answered by its mirror image. */
export default function TransactionScreen(): ReactNode {
  return (
    <RecordPage call={calls.books.transaction} width="text" title={({ transaction }) => transaction.description}>
      {({ transaction }) => <TransactionCard transaction={transaction} isWhole />}
    </RecordPage>
  );
}
