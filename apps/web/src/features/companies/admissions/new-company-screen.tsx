import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

/** R040: a company that the desk registers, with its owner. */
export default function NewCompanyScreen(): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.admissions.create, {
    initial: { company_name: "", rc_number: "", name: "", email: "", phone: "" },
    isGuarded: "draft",
    onDone: async ({ company_id }) => {
      form.discardDraft();
      toast("Registered. Its owner is invited by mail.");
      await navigate(`/admin/companies/${company_id}`);
    },
  });
  return (
    <Page
      width="form"
      lead="The owner gets a link to choose a password; it works for seven days. A colleague decides about the application."
      actions={<Link to="/admin/companies">All companies</Link>}
    >
      <Form form={form}>
        <Panel title="Company">
          <TextField name="company_name" label="Company name" autoComplete="off" />
          <TextField
            name="rc_number"
            label="Registration number"
            hint="As on the certificate: RC and digits"
            autoComplete="off"
          />
        </Panel>
        <Panel title="Owner">
          <TextField name="name" label="Name" autoComplete="off" />
          <FieldRow>
            <TextField name="email" label="E-mail at the company" type="email" inputMode="email" autoComplete="off" />
            <PhoneField name="phone" label="Phone" />
          </FieldRow>
        </Panel>
        <SubmitButton>Register and invite</SubmitButton>
      </Form>
    </Page>
  );
}
