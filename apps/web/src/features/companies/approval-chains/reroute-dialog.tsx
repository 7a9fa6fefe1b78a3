import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Request } from "./request-screen.tsx";

/** Hands a request on to somebody else, whom everybody sees. */
export default function RerouteDialog({ record, onClose }: { record: Request; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.approvalChains.reroute, {
    initial: { to_id: "", reason: "" },
    params: { id: record.id },
    isGuarded: false,
    onDone: () => (toast("Handed on."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title="Hand this request on">
      <Form form={form}>
        <SelectField
          name="to_id"
          label="To"
          choices={record.others
            .filter(({ id }) => id !== record.requester.id)
            .map(({ id, name }) => ({ value: id, label: name }))}
        />
        <TextAreaField name="reason" label="Why" />
        <SubmitButton onCancel={onClose}>Hand on</SubmitButton>
      </Form>
    </Dialog>
  );
}
