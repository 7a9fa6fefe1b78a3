import { naira } from "@manilla/contract/formats";
import { type CashDebit, cashDebits } from "@manilla/contract/people/wallet-kinds";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SlipField, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { CashRow } from "./transactions-screen.tsx";

interface Props {
  row: CashRow;
  onClose: () => void;
}
const noSlip = { slip: null as File | null, slip_id: "" };
const asked = "Requested. A second person decides; nothing has changed yet.";

/** C179. */
export function DebitDialog({ row, onClose }: Props): ReactNode {
  const form = useCallForm(calls.cashTransactions.debit, {
    initial: { amount_kobo: null as number | null, cause: "", reason: "", ...noSlip },
    isGuarded: false,
    rules: { amount_kobo: "required", cause: "required", reason: "required|min:3|max:500", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ slip: _, cause, amount_kobo, ...body }) => ({
      ...body,
      user_id: row.user_id,
      amount_kobo: amount_kobo ?? 0,
      cause: cause as CashDebit,
    }),
    onDone: () => (toast(asked), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Take money back from ${row.person}`}>
      <Form form={form}>
        <MoneyField name="amount_kobo" label="Amount" autoFocus />
        <SelectField
          name="cause"
          label="Because"
          choices={Object.entries(cashDebits).map(([value, label]) => ({ value, label }))}
        />
        <SlipField label="Evidence" hint="What shows that it was not theirs" />
        <TextAreaField name="reason" label="Reason" hint="The second person reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Ask to take it back</SubmitButton>
      </Form>
    </Dialog>
  );
}

/** C183. */
export function MarkDialog({ row, onClose }: Props): ReactNode {
  const form = useCallForm(calls.cashTransactions.markSuccess, {
    initial: { reason: "", ...noSlip },
    params: { id: row.payout_id ?? "" },
    isGuarded: false,
    rules: { reason: "required|min:3|max:500", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ slip: _, ...body }) => body,
    onDone: () => (toast(asked), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Did this transfer arrive?">
      <Form form={form}>
        <Facts
          items={[
            { label: "Sent by", value: row.person },
            { label: "To", value: [row.payee, row.bank_name, row.account_no].filter(Boolean).join(", ") },
            { label: "Amount", value: naira(Math.abs(Number(row.amount_kobo))), figure: true },
            { label: "Reference", value: row.reference },
          ]}
        />
        <p className="muted">
          The provider has not answered. Say so only with the bank’s own evidence: the statement, or its advice.
        </p>
        <SlipField label="Evidence" hint="The bank’s statement or advice that shows it" />
        <TextAreaField name="reason" label="Reason" hint="The second person reads it" rows={2} />
        <SubmitButton onCancel={onClose}>Ask to mark it as arrived</SubmitButton>
      </Form>
    </Dialog>
  );
}
