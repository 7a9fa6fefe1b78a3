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

/** How it was taken: merged by itself, there twice, or kept. */
const keptWords = ({ expense_id, is_twice }: Receipt, isOwn: boolean): string =>
  expense_id !== null && !isOwn
    ? "Kept, and merged into its expense."
    : is_twice
      ? "Kept. The same file was sent before."
      : "Kept.";

/**
 * A receipt is photographed or chosen.
 * @param expense_id whose it is; without one it arrives alone, and says what is on it
 * @param isForRequest it is for a line of a request: no expense takes it by itself
 */
export function SendReceiptDialog({
  expense_id,
  isForRequest = false,
  onSent,
  onClose,
}: {
  expense_id?: string;
  isForRequest?: boolean;
  onSent?: (receipt: Receipt) => void;
  onClose: () => void;
}): ReactNode {
  const form = useCallForm(upload, {
    initial: { receipt: null, merchant: "", amount_kobo: null as number | null, spent_on: "" },
    isGuarded: false,
    toBody: ({ merchant, amount_kobo, spent_on }) => ({
      ...(expense_id && { expense_id }),
      ...(isForRequest && { stays_alone: "yes" }),
      ...(merchant !== "" && { merchant }),
      ...(amount_kobo !== null && { amount_kobo: String(amount_kobo) }),
      ...(spent_on !== "" && { spent_on }),
    }),
    onDone: ({ receipt }) => {
      toast(keptWords(receipt, expense_id !== undefined));
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
