import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { AccountFields } from "./account-fields.tsx";

/** R052: somebody whom the company wants to pay. */
export default function NewBeneficiaryScreen(): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(calls.beneficiaries.create, {
    initial: { name: "", bank_code: "", account_no: "", email: "", name_confirmed: false, is_own: false },
    onDone: async ({ beneficiary }) => {
      form.discardDraft();
      toast("Asked for. It can be paid when the chain of your company has agreed.");
      await navigate(`/corporate/beneficiaries/${beneficiary.id}`);
    },
  });
  return (
    <Page
      width="form"
      lead="The bank confirms the account holder. Somebody else in your company agrees before it can be paid."
      actions={<Link to="/corporate/beneficiaries/files">Bring a file</Link>}
    >
      <Form form={form}>
        <Panel>
          <AccountFields />
        </Panel>
        <SubmitButton>Ask for it</SubmitButton>
      </Form>
    </Page>
  );
}
