import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";

export type Company = Answer<typeof calls.companies.findOwn>["company"];

/** The company's own details: filled in once, changed later; the same form for both. */
export function CompanyForm({
  company,
  submit,
  onDone,
}: {
  company: Company;
  submit: string;
  onDone: () => void | Promise<void>;
}): ReactNode {
  const form = useCallForm(calls.companies.updateOwn, {
    initial: {
      name: company.name,
      industry: company.industry ?? "",
      address: company.address ?? "",
      phone: company.phone?.replace(/^\+234/, "0") ?? "",
      email: company.email ?? "",
    },
    onDone,
  });
  return (
    <Form form={form}>
      <TextField name="name" label="Company name" autoComplete="organization" />
      <TextField name="industry" label="Industry" hint="For example: food and beverages" />
      <TextAreaField name="address" label="Address" rows={2} />
      <FieldRow>
        <PhoneField name="phone" label="Phone" />
        <TextField name="email" label="E-mail" type="email" inputMode="email" autoComplete="email" />
      </FieldRow>
      <SubmitButton>{submit}</SubmitButton>
    </Form>
  );
}
