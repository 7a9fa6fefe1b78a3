import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PasswordField, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form } from "../../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { TermsField } from "./terms-field.tsx";
import { useRegistration } from "./use-registration.tsx";

/** R004: a company and its first administrator. */
export default function BusinessScreen(): ReactNode {
  const { details, codePage } = useRegistration(calls.registration.registerBusiness, {
    company_name: "",
    rc_number: "",
    name: "",
    email: "",
    phone: "",
    password: "",
    accepts_terms: false,
  });
  if (codePage) return codePage;
  return (
    <AuthLayout
      title="Register your business"
      lead="You become the company's first administrator and invite the others."
      aside={
        <span>
          For yourself? <Link to="/register">Create a personal account</Link>
        </span>
      }
    >
      <Form form={details}>
        <TextField name="company_name" label="Company name" autoComplete="organization" autoFocus />
        <TextField
          name="rc_number"
          label="Registration number"
          hint="As on the certificate of incorporation, for example RC123456"
          autoComplete="off"
        />
        <TextField name="name" label="Your full name" autoComplete="name" />
        <TextField name="email" label="Work e-mail" type="email" inputMode="email" autoComplete="email" />
        <PhoneField name="phone" label="Phone" />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters with letters, digits and punctuation"
        />
        <TermsField />
        <SubmitButton fullWidth>Continue</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
