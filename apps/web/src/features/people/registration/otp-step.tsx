import type { ReactNode } from "react";
import { Link } from "react-router";
import { CodeField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { type CallForm, Form } from "../../../shared/form/use-call-form.tsx";
import { LinkButton } from "../../../shared/ui/kit.tsx";

/** The second step of both registrations: the code that was sent. */
export function OtpStep({ form, onBack }: { form: CallForm; onBack: () => void }): ReactNode {
  return (
    <Form form={form}>
      <CodeField name="otp" label="Six-digit code" autoFocus onComplete={() => undefined} />
      <SubmitButton fullWidth>Finish</SubmitButton>
      <p className="small">
        It works for ten minutes. Nothing came? <LinkButton onClick={onBack}>Go back and send it again</LinkButton>
      </p>
      <p className="small">
        You may have an account already: then no code comes, and we have written to your e-mail.{" "}
        <Link to="/login">Sign in</Link> or <Link to="/password/forgotten">set a new password</Link>.
      </p>
    </Form>
  );
}
