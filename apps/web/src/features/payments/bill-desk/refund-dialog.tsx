import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Bill } from "./bill-work.ts";

/** Asks a second person to pay a delivered bill back, and says who bears it. */
export default function RefundDialog({ record: bill, onClose }: { record: Bill; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.billDesk.refund, {
    initial: { fault: "", reason: "" },
    params: { id: bill.id },
    isGuarded: false,
    toBody: ({ fault, reason }) => ({ fault: fault as "provider" | "goodwill", reason }),
    onDone: () => (toast("Requested. A second person decides; nothing has changed yet."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Refund ${naira(bill.total_kobo)} to ${bill.person}?`}>
      <Form form={form}>
        <SelectField
          name="fault"
          label="Because"
          choices={[
            { value: "provider", label: "The provider's fault: claimed from them" },
            { value: "goodwill", label: "Goodwill: our loss" },
          ]}
        />
        <TextAreaField name="reason" label="Reason" hint="The person and the second colleague read it" rows={2} />
        <SubmitButton onCancel={onClose}>Ask to refund it</SubmitButton>
      </Form>
    </Dialog>
  );
}
