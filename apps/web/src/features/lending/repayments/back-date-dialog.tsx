import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RadioField } from "../../../shared/form/choices.tsx";
import { SlipField, noEvidence, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { type Excess, excessChoices } from "./excess.tsx";
import type { Repayment } from "./repayment-columns.tsx";

/** Asks that money of an earlier day be recorded with that day; a second person decides. */
export function BackDateDialog({ row, onClose }: { row: Repayment; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.repayments.backDate, {
    initial: {
      ...noEvidence,
      amount_kobo: null as number | null,
      excess: "following" as Excess,
      reference: "",
      reason: "",
    },
    params: { id: row.id },
    isGuarded: false,
    onDone: () => (toast("A second person has to agree."), onClose()),
    fieldOf: slipAt,
    toBody: ({ slip: _, ...body }) => ({ ...body, amount_kobo: body.amount_kobo ?? 0 }),
    rules: {
      received_on: "required",
      slip: "required",
      amount_kobo: "required",
      reference: "required|min:3|max:60",
      reason: "required|min:3|max:500",
    },
  });
  return (
    <Dialog opened onClose={onClose} title="Record money of an earlier day" size="md">
      <Form form={form}>
        <Facts
          items={[
            { label: "Customer", value: row.customer.name },
            { label: "Loan", value: row.loan.reference },
          ]}
        />
        <DateField name="received_on" label="Received on" />
        <MoneyField name="amount_kobo" label="Amount received" />
        <TextField name="reference" label="Reference" autoComplete="off" />
        <SlipField />
        <RadioField name="excess" legend="What is beyond the next instalment of that day" choices={excessChoices} />
        <TextAreaField name="reason" label="Why it was not recorded then" rows={2} />
        <Notice tone="info">
          A second person confirms this. The loan is worked out again from that day: interest, penalties and what later
          money paid. Nothing changes before that.
        </Notice>
        <SubmitButton onCancel={onClose}>Ask to record</SubmitButton>
      </Form>
    </Dialog>
  );
}
