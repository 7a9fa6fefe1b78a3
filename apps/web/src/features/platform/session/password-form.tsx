import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PasswordField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../../shared/session/session.ts";

/** The signed-in person's password: the current one, and the new one twice. */
export function PasswordForm({ onDone }: { onDone: () => void | Promise<void> }): ReactNode {
  const form = useCallForm(calls.session.updatePassword, {
    initial: { current_password: "", password: "", password_confirmation: "" },
    rules: {
      current_password: "required|max:200",
      password: "required|min:8|max:200|alphaNumPunct",
      password_confirmation: "required|same:password",
    },
    isGuarded: false,
    onDone: async () => {
      form.setMany({ current_password: "", password: "", password_confirmation: "" });
      await reloadSession();
      await onDone();
    },
  });
  return (
    <Form form={form}>
      <PasswordField name="current_password" label="Current password" autoComplete="current-password" />
      <PasswordField
        name="password"
        label="New password"
        hint="At least 8 characters with letters, digits and punctuation"
        autoComplete="new-password"
      />
      <PasswordField name="password_confirmation" label="New password again" autoComplete="new-password" />
      <SubmitButton>Change the password</SubmitButton>
    </Form>
  );
}
