import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../api/calls.gen.ts";
import { RadioField } from "../../form/choices.tsx";
import { SlipField, slipAt } from "../../form/evidence-fields.tsx";
import { MoneyField, TextAreaField } from "../../form/more-fields.tsx";
import { SubmitButton } from "../../form/submit-button.tsx";
import { Form, useCallForm } from "../../form/use-call-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts, Notice } from "../../ui/kit.tsx";
import { toast } from "../../ui/toasts.tsx";
import type { Receivable } from "./receivable.ts";

/** Asks that a penalty or a fee of an instalment be waived; a second person decides. */
export function WaiveDialog({ row, onClose }: { row: Receivable; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.repayments.waive, {
    initial: {
      component: (row.penalty_kobo > 0 ? "penalty" : "fees") as "penalty" | "fees",
      amount_kobo: null as number | null,
      reason: "",
      slip: null as File | null,
      slip_id: "",
    },
    params: { id: row.id },
    isGuarded: false,
    onDone: () => (toast("A second person has to agree."), onClose()),
    rules: { amount_kobo: "required", reason: "required|min:3|max:500", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ slip: _, slip_id, ...body }) => ({
      ...body,
      amount_kobo: body.amount_kobo ?? 0,
      ...(slip_id !== "" && { slip_id }),
    }),
  });
  return (
    <Dialog opened onClose={onClose} title="Waive a charge" size="md">
      <Form form={form}>
        <Facts
          items={[
            { label: "Customer", value: row.customer.name },
            { label: "Loan", value: `${row.loan.reference} · ${row.number}` },
          ]}
        />
        <RadioField
          name="component"
          legend="What"
          choices={[
            { value: "penalty", label: "Penalty", figure: naira(row.penalty_kobo), disabled: row.penalty_kobo === 0 },
            { value: "fees", label: "Fee", figure: naira(row.fees_kobo), disabled: row.fees_kobo === 0 },
          ]}
        />
        <MoneyField name="amount_kobo" label="Amount to waive" />
        <SlipField label="Paper" hint="What the waiver rests on: a letter, an agreement" />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <Notice tone="info">
          The customer owes so much less, and its income goes. What was paid already stays paid.
        </Notice>
        <SubmitButton>Ask to waive</SubmitButton>
      </Form>
    </Dialog>
  );
}
