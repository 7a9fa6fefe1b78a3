import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PasswordField } from "../../../shared/form/fields.tsx";
import { FileField } from "../../../shared/form/file-field.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

type Uploads =
  | typeof calls.onboarding.uploadGovernmentId
  | typeof calls.onboarding.uploadWorkId
  | typeof calls.onboarding.uploadBankStatement;

/** One file to one call; the password is requested only where a PDF can have one. */
export function UploadForm({
  call,
  label,
  hint,
  onDone,
}: {
  call: Uploads;
  label: string;
  hint?: string;
  onDone?: () => void;
}): ReactNode {
  const form = useCallForm(call as typeof calls.onboarding.uploadGovernmentId, {
    initial: { document: null as File | null, password: "" },
    rules: { document: "required", password: "nullable|max:100" },
    toBody: ({ password }) => ({ ...(password !== "" && { password }) }),
    onDone: () => {
      form.setMany({ document: null, password: "" });
      form.discardDraft();
      toast("Received. Thank you.");
      onDone?.();
    },
  });
  const isPdf = form.values.document instanceof File && /\.pdf$/i.test(form.values.document.name);
  return (
    <Form form={form}>
      <FileField name="document" label={label} hint={hint} of={call} />
      {isPdf && (
        <PasswordField
          name="password"
          label="Password of the PDF"
          hint="Only if it asks for one. It is used once and not kept."
          autoComplete="current-password"
        />
      )}
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
}
