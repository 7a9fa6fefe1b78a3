import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";

/** Asks for a link that sets a new password. Says the same whether the address or phone is known or not. */
export default function ForgottenScreen(): ReactNode {
  const [sentTo, setSentTo] = useState<string>();
  const form = useCallForm(calls.session.requestPasswordReset, {
    initial: { email: "" },
    isGuarded: false,
    onDone: (_, { email }) => setSentTo(email),
  });
  const back = <Link to="/login">Back to signing in</Link>;
  if (sentTo) {
    return (
      <AuthLayout title="Check your messages" aside={back}>
        <p>
          If there is an account for <strong>{sentTo}</strong>, a link is on its way. It works for one hour and once.
        </p>
      </AuthLayout>
    );
  }
  return (
    <AuthLayout
      title="Forgotten password"
      lead="We send you a link to set a new one, by e-mail or by text message."
      aside={back}
    >
      <Form form={form}>
        <TextField name="email" label="E-mail or phone" autoComplete="username" inputMode="email" autoFocus />
        <SubmitButton fullWidth>Send the link</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
