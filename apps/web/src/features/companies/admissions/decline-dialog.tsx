import { type DeclineReason, declineReasons, declineWords } from "@manilla/contract/companies/decline-reasons";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Company } from "./company-work.ts";

/** An application is declined for one of the reasons that there are. */
export default function DeclineDialog({ record, onClose }: { record: Company; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.admissions.decline, {
    initial: { because: "", note: "" },
    params: { id: record.id },
    isGuarded: false,
    toBody: ({ because, note }) => ({ because: because as DeclineReason, ...(note !== "" && { note }) }),
    onDone: () => (toast("Declined. Its owners get a message."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`Decline ${record.name}?`}>
      <Form form={form}>
        <SelectField
          name="because"
          label="Reason"
          choices={declineReasons.map((value) => ({ value, label: sentence(value) }))}
        />
        <p className="small muted">
          {form.values.because
            ? `Its owners read: because ${declineWords[form.values.because as DeclineReason]}.`
            : "Its owners read the reason in words."}
        </p>
        <TextAreaField name="note" label="Note for colleagues" hint="The owners do not see it" rows={2} />
        <SubmitButton onCancel={onClose}>Decline</SubmitButton>
      </Form>
    </Dialog>
  );
}
