import {
  type LineDeclineReason,
  lineDeclineReasons,
  lineDeclineWords,
} from "@manilla/contract/companies/line-application-states";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Application } from "./application-screen.tsx";

/** An application is declined for one of the reasons that there are. */
export default function DeclineDialog({ record, onClose }: { record: Application; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.creditLines.decline, {
    initial: { because: "", note: "" },
    params: { id: record.id },
    isGuarded: false,
    toBody: ({ because, note }) => ({ because: because as LineDeclineReason, ...(note !== "" && { note }) }),
    onDone: () => (toast("Declined. The company gets a message."), onClose()),
  });
  const chosen = form.values.because as LineDeclineReason | "";
  return (
    <Dialog opened onClose={onClose} title={`Decline the line of ${record.company}?`}>
      <Form form={form}>
        <SelectField
          name="because"
          label="Reason"
          choices={lineDeclineReasons.map((value) => ({ value, label: sentence(value) }))}
        />
        <p className="small muted">
          {chosen ? `It reads: because ${lineDeclineWords[chosen]}.` : "The company reads the reason in words."}
        </p>
        <TextAreaField name="note" label="Note for colleagues" hint="The company does not see it" rows={2} />
        <SubmitButton onCancel={onClose}>Decline</SubmitButton>
      </Form>
    </Dialog>
  );
}
