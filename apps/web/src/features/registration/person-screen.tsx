import type { ReactNode } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { PasswordField, PhoneField, TextField } from "../../shared/form/fields.tsx";
import { SubmitButton } from "../../shared/form/submit-button.tsx";
import { Form } from "../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../shared/ui/auth-layout.tsx";
import { useRegistration } from "./use-registration.tsx";

/** R005: a person's account in two steps, the second with the code sent to the phone. */
export default function PersonScreen(): ReactNode {
  const { source = "" } = useParams();
  const [query] = useSearchParams();
  const initial = { name: "", email: "", phone: "", password: "", referral_code: query.get("referral_code") ?? "" };
  const { details, codePage } = useRegistration(calls.registration.register, initial, (values) => ({ ...values, referral_code: values.referral_code || undefined, source: source || undefined }));
  if (codePage) return codePage;
  return (
    <AuthLayout
      title="Create your account"
      lead="It takes two minutes. You will want your phone at hand."
      aside={
        <span>
          Already have one? <Link to="/login">Sign in</Link>
        </span>
      }
    >
      <Form form={details}>
        <TextField name="name" label="Full name" autoComplete="name" hint="As in your bank's records" autoFocus />
        <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="email" />
        <PhoneField name="phone" label="Phone" />
        <PasswordField name="password" label="Password" autoComplete="new-password" hint="At least 8 characters with letters, digits and punctuation" />
        <TextField name="referral_code" label="Referral code" autoComplete="off" />
        <SubmitButton fullWidth>Continue</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
