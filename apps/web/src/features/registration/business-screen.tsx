import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { PasswordField, PhoneField, TextField } from "../../shared/form/fields.tsx";
import { SubmitButton } from "../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../shared/session/session.ts";
import { AuthLayout } from "../../shared/ui/auth-layout.tsx";
import { OtpStep } from "./otp-step.tsx";

/** R004: a company and its first administrator. */
export default function BusinessScreen(): ReactNode {
  const navigate = useNavigate();
  const [sent, setSent] = useState<{ registration_token: string; sent_to: string }>();
  const details = useCallForm(calls.registration.registerBusiness, {
    initial: { company_name: "", rc_number: "", name: "", email: "", phone: "", password: "" },
    onDone: ({ registration_token = "", sent_to = "" }) => setSent({ registration_token, sent_to }),
  });
  const code = useCallForm(calls.registration.registerBusiness, {
    initial: { otp: "" },
    rules: { otp: "required|number|length:6" },
    isGuarded: false,
    toBody: ({ otp }) => ({ ...details.values, registration_token: sent?.registration_token, otp }),
    onDone: async () => {
      await reloadSession();
      await navigate("/", { replace: true });
    },
  });
  if (sent) {
    return (
      <AuthLayout title="Enter the code" lead={`We sent it to ${sent.sent_to}.`}>
        <OtpStep form={code} onBack={() => setSent(undefined)} />
      </AuthLayout>
    );
  }
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
        <TextField name="rc_number" label="Registration number" hint="As on the certificate of incorporation, for example RC123456" autoComplete="off" />
        <TextField name="name" label="Your full name" autoComplete="name" />
        <TextField name="email" label="Work e-mail" type="email" inputMode="email" autoComplete="email" />
        <PhoneField name="phone" label="Phone" />
        <PasswordField name="password" label="Password" autoComplete="new-password" hint="At least 8 characters with letters, digits and punctuation" />
        <SubmitButton fullWidth>Continue</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
