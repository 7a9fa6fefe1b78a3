import { type ReactNode, useState } from "react";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { PasswordField, PhoneField, TextField } from "../../shared/form/fields.tsx";
import { SubmitButton } from "../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../shared/form/use-call-form.tsx";
import { reloadSession } from "../../shared/session/session.ts";
import { AuthLayout } from "../../shared/ui/auth-layout.tsx";
import { OtpStep } from "./otp-step.tsx";

interface Sent {
  registration_token: string;
  sent_to: string;
}

/** R005: a person's account in two steps, the second with the code sent to the phone. */
export default function PersonScreen(): ReactNode {
  const { source = "" } = useParams();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [sent, setSent] = useState<Sent>();
  const initial = { name: "", email: "", phone: "", password: "", referral_code: query.get("referral_code") ?? "" };
  const details = useCallForm(calls.registration.register, {
    initial,
    toBody: (values) => ({ ...values, referral_code: values.referral_code || undefined, source: source || undefined }),
    onDone: ({ registration_token = "", sent_to = "" }) => setSent({ registration_token, sent_to }),
  });
  const code = useCallForm(calls.registration.register, {
    initial: { otp: "" },
    rules: { otp: "required|number|length:6" },
    isGuarded: false,
    toBody: ({ otp }) => ({ ...details.values, referral_code: details.values.referral_code || undefined, source: source || undefined, registration_token: sent?.registration_token, otp }),
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
