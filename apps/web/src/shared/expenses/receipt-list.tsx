import { day, naira } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Answer, fetchFile } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { Picture } from "../documents/picture.tsx";
import { FileButton } from "../form/file-button.tsx";
import { ToneBadge } from "../ui/badge.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Failure, Skeleton, When } from "../ui/kit.tsx";

const { file, ofRequest } = calls.expenseReceipts;
export type Receipt = Answer<typeof ofRequest>["receipts"][number];

/** What is known of a receipt before it is opened. */
export const receiptWords = ({ merchant, amount_kobo, spent_on, name }: Receipt): string =>
  [merchant, amount_kobo !== null && naira(amount_kobo), spent_on && day(spent_on)].filter(Boolean).join(", ") || name;

/** Receipts, each with a way to look at it. @param beside what else can be done with one */
export function ReceiptList({
  receipts,
  none,
  beside,
}: {
  receipts: readonly Receipt[];
  none: string;
  beside?: (receipt: Receipt) => ReactNode;
}): ReactNode {
  const [shown, setShown] = useState<Receipt>();
  if (receipts.length === 0) return <p className="muted">{none}</p>;
  return (
    <>
      <ul className="list">
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            {receipt.line_number !== null && `Line ${receipt.line_number}: `}
            {receiptWords(receipt)} {receipt.is_twice && <ToneBadge tone="warning">There twice</ToneBadge>}
            <div className="small muted">
              {receipt.person.name}, <When at={receipt.created_at} />
            </div>
            <div className="buttons" style={{ margin: "8px 0 12px" }}>
              {receipt.media_type.startsWith("image/") ? (
                <Button size="sm" variant="default" onClick={() => setShown(receipt)}>
                  Look at it
                </Button>
              ) : (
                <FileButton call={file} input={{ params: { id: receipt.id } }} name={receipt.name}>
                  Download
                </FileButton>
              )}
              {beside?.(receipt)}
            </div>
          </li>
        ))}
      </ul>
      {shown && <Look receipt={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function Look({ receipt, onClose }: { receipt: Receipt; onClose: () => void }): ReactNode {
  const { data, error } = useQuery({
    queryKey: ["receipt", receipt.id],
    queryFn: ({ signal }) => fetchFile(file, { params: { id: receipt.id } }, { signal }),
    staleTime: Infinity,
  });
  return (
    <Dialog opened onClose={onClose} title={receiptWords(receipt)}>
      {data ? (
        <Picture blob={data.blob} name={receipt.name} />
      ) : error ? (
        <Failure error={error} />
      ) : (
        <Skeleton height={240} />
      )}
    </Dialog>
  );
}
