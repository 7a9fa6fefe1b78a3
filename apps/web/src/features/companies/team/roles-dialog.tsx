import { roleName } from "@manilla/contract/role-names";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { colleagueAsked } from "../../../shared/decisions/colleague-asked.ts";
import { fullName } from "../../../shared/people/names.ts";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Employee } from "./employee-work.ts";

const ROLES = ["company_hr", "company_finance_manager", "company_audit", "company_super_admin"] as const;

/** An employee becomes an administrator of the company, or another one. */
export default function RolesDialog({ record, onClose }: { record: Employee; onClose: () => void }): ReactNode {
  const form = useCallForm(calls.colleagues.update, {
    initial: { role: record.roles.find(({ slug }) => ROLES.includes(slug as never))?.slug ?? "", reason: "" },
    rules: { role: "required", reason: "required|min:3|max:500" },
    params: { id: record.id },
    isGuarded: false,
    toBody: ({ role, reason }) => ({ roles: [role], withheld: [], reason }),
    onDone: (answer) => (toast("approval_id" in answer ? colleagueAsked : "Changed. They sign in again."), onClose()),
  });
  return (
    <Dialog opened onClose={onClose} title={`${fullName(record)} as an administrator`}>
      <Form form={form}>
        <SelectField
          name="role"
          label="Role"
          hint="You give only rights that you have yourself. It is ended in the list of administrators"
          choices={ROLES.map((value) => ({ value, label: roleName(value) }))}
        />
        <TextAreaField name="reason" label="Reason" rows={2} />
        <SubmitButton onCancel={onClose}>Save</SubmitButton>
      </Form>
    </Dialog>
  );
}
