import type { ReactNode } from "react";
import { calls } from "../api/calls.gen.ts";
import { TextField } from "../form/fields.tsx";
import { FileField } from "../form/file-field.tsx";
import { DateField, MoneyField } from "../form/more-fields.tsx";
import { SubmitButton } from "../form/submit-button.tsx";
import { Form, useCallForm } from "../form/use-call-form.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { toast } from "../ui/toasts.tsx";
import type { Receipt } from "./receipt-list.tsx";

const { upload } = calls.expenseReceipts;

/** A receipt is photographed or chosen. @param expense_id whose it is; without one it arrives alone, and says what is on it */
export function SendReceiptDialog({
  expense_id,
  onSent,
  onClose,
}: {
  expense_id?: string;
  onSent?: (receipt: Receipt) => void;
  onClose: () => void;
}): ReactNode {
  const form = useCallForm(upload, {
    initial: { receipt: null, merchant: "", amount_kobo: null as number | null, spent_on: "" },
    isGuarded: false,
    toBody: ({ merchant, amount_kobo, spent_on }) =>
      ({
        ...(expense_id && { expense_id }),
        ...(merchant !== "" && { merchant }),
        ...(amount_kobo !== null && { amount_kobo: String(amount_kobo) }),
        ...(spent_on !== "" && { spent_on }),
      }) as never,
    onDone: ({ receipt }) => {
      toast(receipt.is_twice ? "Kept. The same file was sent before." : "Kept.");
      onSent?.(receipt);
      onClose();
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Send a receipt">
      <Form form={form}>
        <FileField name="receipt" label="Receipt" of={upload} />
        {!expense_id && (
          <>
            <MoneyField name="amount_kobo" label="Amount" hint="With it the receipt finds its expense" />
            <TextField name="merchant" label="Where" />
            <DateField name="spent_on" label="Day" />
          </>
        )}
        <SubmitButton onCancel={onClose}>Send</SubmitButton>
      </Form>
    </Dialog>
  );
}
