import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { RecordQueue } from "../../../shared/list/record-queue.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { TransactionCard } from "./transaction-card.tsx";

/** One transaction with its postings. It can never be changed; a mistake is answered by its mirror image. */
export default function TransactionScreen(): ReactNode {
  const { id = "" } = useParams();
  const answer = useCall(calls.books.transaction, { params: { id } });
  const { data } = answer;
  return (
    <Page width="text" {...(data && { title: data.transaction.description })} lead={<RecordQueue />}>
      <Answered of={answer} height={200}>
        {(data) => <TransactionCard transaction={data.transaction} isWhole />}
      </Answered>
    </Page>
  );
}
