import type { ReactNode } from "react";
import { calls } from "../../api/calls.gen.ts";
import { RadioField } from "../../form/choices.tsx";
import { SlipField, noEvidence, slipAt } from "../../form/evidence-fields.tsx";
import { TextField } from "../../form/fields.tsx";
import { DateField, MoneyField, TextAreaField } from "../../form/more-fields.tsx";
import { SubmitButton } from "../../form/submit-button.tsx";
import { Form, useCallForm } from "../../form/use-call-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts, Notice } from "../../ui/kit.tsx";
import { toast } from "../../ui/toasts.tsx";
import { type Excess, excessChoices } from "./excess.tsx";
import type { Receivable } from "./receivable.ts";

/** Asks that money of an earlier day be recorded with that day; a second person decides. */
export function BackDateDialog({ row, onClose }: { row: Receivable; onClose: () => void }): ReactNode {
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
