import { askedBeside } from "../../../shared/decisions/colleague-asked.ts";
import { roleName } from "@manilla/contract/role-names";
import type { ReactNode } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { PlaceFields } from "./place-fields.tsx";
import { Seats } from "./seats.tsx";

const ROLES = [
  "company_staff",
  "company_hr",
  "company_finance_manager",
  "company_audit",
  "company_super_admin",
] as const;

/** R044: an employee is registered and mailed a link. The provider's staff do it for a company, which the address names. */
export default function NewEmployeeScreen(): ReactNode {
  const [search] = useSearchParams();
  const company_id = search.get("company") ?? undefined;
  const isOwn = useSession().user.company_id !== null && !company_id;
  return (
    <Page
      width="form"
      lead="They get a mail with a link on which they choose their own password; it works for seven days."
      actions={
        <>
          {isOwn && <Link to="/corporate/staff/file">From a file</Link>}
          <Link to={company_id ? `/admin/companies/users/${company_id}` : "/corporate/staff"}>All employees</Link>
        </>
      }
    >
      {isOwn || company_id ? (
        <Invitation company_id={company_id} />
      ) : (
        <Notice>
          Choose the company first, under <Link to="/admin/companies">Companies</Link>: its people have the button.
        </Notice>
      )}
    </Page>
  );
}

function Invitation({ company_id }: { company_id?: string | undefined }): ReactNode {
  const navigate = useNavigate();
  const session = useSession();
  const form = useCallForm(calls.team.invite, {
    initial: {
      name: "",
      email: "",
      phone: "",
      role: "company_staff",
      position: "",
      staff_number: "",
      department_id: "",
      manager_id: "",
    },
    isGuarded: "draft",
    toBody: ({ department_id, manager_id, ...body }) => ({
      ...body,
      ...(company_id && { company_id }),
      department_id: department_id || undefined,
      manager_id: manager_id || undefined,
    }),
    onDone: async ({ employee_id, approval_id }) => {
      form.discardDraft();
      toast(approval_id ? askedBeside : "Registered. The link is on its way.");
      await navigate(company_id ? `/admin/companies/users/${company_id}` : `/corporate/users/${employee_id}`);
    },
  });
  const mayMakeAdministrators = Boolean(company_id) || session.user.permissions.includes("company:can_create_admins");
  return (
    <Form form={form}>
      <Seats company_id={company_id} />
      <Panel title="Person">
        <TextField name="name" label="Full name" autoComplete="off" />
        <FieldRow>
          <TextField
            name="email"
            label="E-mail"
            hint="The link goes there"
            type="email"
            inputMode="email"
            autoComplete="off"
          />
          <PhoneField name="phone" label="Phone" />
        </FieldRow>
        {mayMakeAdministrators && (
          <SelectField
            name="role"
            label="Role"
            hint="Heads are chosen on the page of their department"
            choices={ROLES.map((value) => ({ value, label: roleName(value) }))}
          />
        )}
      </Panel>
      <Panel title="At work">
        <PlaceFields {...(company_id && { company_id })} />
      </Panel>
      <SubmitButton>Register and invite</SubmitButton>
    </Form>
  );
}
