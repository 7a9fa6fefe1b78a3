import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { useCall } from "../../shared/api/use-call.ts";
import { RecordQueue } from "../../shared/list/record-queue.tsx";
import { Failure, Skeleton } from "../../shared/ui/kit.tsx";
import { Page } from "../../shared/ui/page.tsx";
import { TransactionCard } from "./transaction-card.tsx";

/** One transaction with its postings. It can never be changed; a mistake is answered by its mirror image. */
export default function TransactionScreen(): ReactNode {
  const { id = "" } = useParams();
  const { data, error, refetch } = useCall(calls.books.transaction, { params: { id } });
  return (
    <Page width="text" {...(data && { title: data.transaction.description })} lead={<RecordQueue />}>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={200} />}
      {data && <TransactionCard transaction={data.transaction} isWhole />}
    </Page>
  );
}
