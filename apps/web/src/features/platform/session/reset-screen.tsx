import { type ReactNode, useEffect, useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { send } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PasswordField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

/** R007: a new password with the mailed token. */
export default function ResetScreen(): ReactNode {
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const form = useCallForm(calls.session.updatePassword, {
    initial: { password: "", password_confirmation: "" },
    isGuarded: false,
    toBody: (values) => ({ ...values, token }),
    onDone: async () => {
      toast("Your new password is set. Sign in with it.");
      await navigate("/login", { replace: true });
    },
  });
  // Where the answer does not come, the form says it when it is sent.
  const [isDead, setDead] = useState(false);
  useEffect(() => {
    send(calls.session.checkPasswordReset, { body: { token } }).then(
      ({ is_good }) => setDead(!is_good),
      () => undefined,
    );
  }, [token]);
  return (
    <AuthLayout
      title="Set a new password"
      lead="Every other place where you are signed in is signed out."
      aside={<Link to="/password/forgotten">Ask for another link</Link>}
    >
      {isDead && (
        <Notice tone="warning" action={<Link to="/password/forgotten">Ask for another link</Link>}>
          This link was used already, has ended, or a newer one was sent.
        </Notice>
      )}
      {!isDead && (
        <Form form={form}>
          <PasswordField
            name="password"
            label="New password"
            hint="At least 8 characters with letters, digits and punctuation"
            autoComplete="new-password"
            autoFocus
          />
          <PasswordField name="password_confirmation" label="New password again" autoComplete="new-password" />
          <SubmitButton fullWidth>Set the password</SubmitButton>
        </Form>
      )}
    </AuthLayout>
  );
}
