import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { type Receipt, receiptWords } from "../../../shared/expenses/receipt-list.tsx";
import { SendReceiptDialog } from "../../../shared/expenses/send-receipt-dialog.tsx";
import type { Line } from "./line.ts";

/** The receipts of a line: those that were sent before, and new ones; what is on one fills what is still empty. */
export function LineReceipts({
  line,
  taken,
  change,
}: {
  line: Line;
  taken: Line["receipts"];
  change: (values: Partial<Line>) => void;
}): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(calls.expenseReceipts.listOwn, { query: { limit: 100 } });
  const free = (data?.items ?? []).filter(({ id }) => !taken.some((each) => each.id === id));
  const add = (receipt: Receipt): void =>
    change({
      receipts: [...line.receipts, { id: receipt.id, name: receiptWords(receipt) }],
      ...(line.merchant === "" && receipt.merchant && { merchant: receipt.merchant }),
      ...(line.amount_kobo === null && { amount_kobo: receipt.amount_kobo }),
      ...(line.spent_on === "" && receipt.spent_on && { spent_on: receipt.spent_on }),
    });
  return (
    <>
      {line.receipts.length > 0 && (
        <ul className="list">
          {line.receipts.map(({ id, name }) => (
            <li key={id}>
              {name}{" "}
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Leave out ${name}`}
                onClick={() => change({ receipts: line.receipts.filter((each) => each.id !== id) })}
              >
                Leave out
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="buttons">
        <Button variant="default" size="sm" onClick={() => setOpen(true)}>
          Add a receipt…
        </Button>
        {free.length > 0 && (
          <NativeSelect
            aria-label="A receipt that was sent before"
            value=""
            data={[
              { value: "", label: "Or one that was sent before…" },
              ...free.map((each) => ({ value: each.id, label: receiptWords(each) })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              const found = free.find(({ id }) => id === value);
              if (found) add(found);
            }}
          />
        )}
      </div>
      {isOpen && <SendReceiptDialog isForRequest onSent={add} onClose={() => setOpen(false)} />}
    </>
  );
}
