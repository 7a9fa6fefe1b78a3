import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { useRecord } from "../api/use-call.ts";
import { ActionButton } from "../form/action-button.tsx";
import { Answered } from "../ui/answered.tsx";
import { Panel } from "../ui/kit.tsx";
import { ReceiptList } from "./receipt-list.tsx";
import { SendReceiptDialog } from "./send-receipt-dialog.tsx";

const { attach, detach, ofExpense, ofRequest } = calls.expenseReceipts;

/** The receipts of a request, for its approver and its requester. */
export const ReceiptsOfRequest = ({ id }: { id: string }): ReactNode => (
  <Panel title="Receipts">
    <Answered of={useRecord(ofRequest, { params: { id } })} height={80}>
      {({ receipts }) => <ReceiptList receipts={receipts} none="No receipt has come with it." />}
    </Answered>
  </Panel>
);

/** The receipts of an expense; its owner sends more, and merges those that arrived alone. */
export function ReceiptsOfExpense({ id, isOwn, none }: { id: string; isOwn: boolean; none: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel
      title="Receipts"
      actions={
        isOwn && (
          <Button size="sm" variant="default" onClick={() => setOpen(true)}>
            Send a receipt…
          </Button>
        )
      }
    >
      <Answered of={useRecord(ofExpense, { params: { id } })} height={80}>
        {({ receipts, candidates }) => (
          <>
            <ReceiptList
              receipts={receipts}
              none={none}
              beside={(receipt) =>
                isOwn &&
                receipt.request_id === null && (
                  <ActionButton call={detach} params={{ id: receipt.id }} done="Taken out.">
                    Take it out
                  </ActionButton>
                )
              }
            />
            {receipts.length === 0 && candidates.length > 0 && (
              <>
                <h3>Is one of these its receipt?</h3>
                <ReceiptList
                  receipts={candidates}
                  none=""
                  beside={(receipt) => (
                    <ActionButton
                      call={attach}
                      params={{ id: receipt.id }}
                      body={{ expense_id: id }}
                      done="Merged."
                      undo={() => ({ call: detach, input: { params: { id: receipt.id } } })}
                    >
                      Yes, merge them
                    </ActionButton>
                  )}
                />
              </>
            )}
          </>
        )}
      </Answered>
      {isOpen && <SendReceiptDialog expense_id={id} onClose={() => setOpen(false)} />}
    </Panel>
  );
}
