import type { ReactNode } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { FoundField } from "../../../shared/form/found-field.tsx";
import { PasswordField, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form } from "../../../shared/form/use-call-form.tsx";
import { AuthLayout } from "../../../shared/ui/auth-layout.tsx";
import { TermsField } from "./terms-field.tsx";
import { useRegistration } from "./use-registration.tsx";

/** C010. */
function useCompanies(search: string) {
  const { data, isFetching } = useCall(
    calls.registration.companies,
    { query: { search } },
    { enabled: search !== "", keep: true },
  );
  return { items: (data?.companies ?? []).map(({ id, name }) => ({ id, label: name })), isFetching };
}

/** R005: a person's account in two steps, the second with the code sent to the phone. */
export default function PersonScreen(): ReactNode {
  const { source = "" } = useParams();
  const [query] = useSearchParams();
  const initial = {
    name: "",
    email: "",
    phone: "",
    password: "",
    company_id: "",
    referral_code: query.get("referral_code") ?? "",
    accepts_terms: false,
  };
  const { details, codePage } = useRegistration(calls.registration.register, initial, (values) => ({
    ...values,
    referral_code: values.referral_code || undefined,
    company_id: values.company_id || undefined,
    source: source || undefined,
  }));
  if (codePage) return codePage;
  return (
    <AuthLayout
      title="Create your account"
      lead="It takes two minutes. You will want your phone at hand."
      aside={
        <span>
          Already have one? <Link to="/login">Sign in</Link> · <Link to="/borrow">What could I borrow?</Link>
        </span>
      }
    >
      <Form form={details}>
        <TextField name="name" label="Full name" autoComplete="name" hint="As in your bank's records" autoFocus />
        <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="email" />
        <PhoneField name="phone" label="Phone" />
        <PasswordField
          name="password"
          label="Password"
          autoComplete="new-password"
          hint="At least 8 characters with letters, digits and punctuation"
        />
        <FoundField
          name="company_id"
          label="Where you work"
          hint="If your employer uses Manilla: three letters of its name"
          least={3}
          useFound={useCompanies}
          none="No such company here. Leave it empty: you can say where you work later."
        />
        <TextField name="referral_code" label="Referral code" autoComplete="off" />
        <TermsField />
        <SubmitButton fullWidth>Continue</SubmitButton>
      </Form>
    </AuthLayout>
  );
}
