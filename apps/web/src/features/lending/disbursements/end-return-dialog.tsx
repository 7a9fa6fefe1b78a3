import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { RadioField } from "../../../shared/form/choices.tsx";
import { SlipField, slipAt } from "../../../shared/form/evidence-fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { PayoutDetail } from "./payout-work.tsx";

/** Two persons say how a payout ends that is on its way back and does not come. */
export default function EndReturnDialog({ record, onClose }: { record: PayoutDetail; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.repayments.endReturn, {
    initial: { outcome: "kept" as "kept" | "lost", reason: "", slip: null as File | null, slip_id: "" },
    params: { id: record.loan?.id ?? "" },
    isGuarded: false,
    rules: { reason: "required|min:3|max:500", slip: "required" },
    fieldOf: slipAt,
    toBody: ({ outcome, reason, slip_id }) => ({ outcome, reason, ...(slip_id !== "" && { slip_id }) }),
    onDone: () => (toast("A second person has to agree."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="The money does not come back">
      <Form form={form}>
        <RadioField
          name="outcome"
          legend="What happened"
          choices={[
            {
              value: "kept",
              label: "The borrower kept it",
              hint: "The loan runs again from its first day; credit that its payments became pays it again.",
            },
            {
              value: "lost",
              label: "It is lost",
              hint: "The amount is booked as a loss; the loan stays accepted and can be paid out.",
            },
          ]}
        />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SlipField label="Paper" hint="The bank's letter or the borrower's word in writing" />
        <Notice tone="info">A second person confirms this. Nothing is booked before that.</Notice>
        <SubmitButton onCancel={onClose}>Ask a second person</SubmitButton>
      </Form>
    </Dialog>
  );
}
