import { type ReactNode, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { askedBeside } from "../../../shared/decisions/colleague-asked.ts";
import { type Role, RolesField, useRoles } from "./access-fields.tsx";

/** R048: a new colleague is proposed, and a second person decides; an administrator of a company is invited at once, and another one agrees to the rights. */
export default function NewAdminScreen(): ReactNode {
  const isOurs = accountTypeOf(useLocation().pathname) === "admin";
  const navigate = useNavigate();
  const [approval_id, setAsked] = useState<string>();
  const roles = useRoles();
  const onDone = (answer: Answer<typeof calls.colleagues.invite>): void => {
    if ("approval_id" in answer && isOurs) return setAsked(answer.approval_id);
    toast("approval_id" in answer ? askedBeside : "Invited. The link is on its way.");
    void navigate("/corporate/admins");
  };
  return (
    <Page
      width="form"
      lead={
        isOurs
          ? "A second person decides. Then a link to choose a password is mailed to them; it works for seven days."
          : "A link to choose a password is mailed to them; it works for seven days. You give only rights that you have; another administrator agrees to them first, where there is one."
      }
      actions={<Link to={isOurs ? "/admin/admins" : "/corporate/admins"}>All admins</Link>}
    >
      {approval_id ? (
        <Panel title="Proposed">
          <Notice tone="success">
            It waits for a second person: <Link to={`/admin/approvals/${approval_id}`}>see the request</Link>.
          </Notice>
          <LinkButton onClick={() => setAsked(undefined)}>Invite somebody else</LinkButton>
        </Panel>
      ) : (
        roles && <Invitation roles={roles} isOurs={isOurs} onDone={onDone} />
      )}
    </Page>
  );
}

interface Props {
  roles: readonly Role[];
  isOurs: boolean;
  onDone: (answer: Answer<typeof calls.colleagues.invite>) => void;
}

function Invitation({ roles, isOurs, onDone }: Props): ReactNode {
  const form = useCallForm(calls.colleagues.invite, {
    initial: { name: "", last_name: "", email: "", phone: "", roles: [] as readonly string[], reason: "" },
    onDone,
  });
  return (
    <Form form={form}>
      <Panel>
        <FieldRow>
          <TextField name="name" label="First name" autoComplete="off" />
          <TextField name="last_name" label="Last name" autoComplete="off" />
        </FieldRow>
        <FieldRow>
          <TextField name="email" label="E-mail" type="email" autoComplete="off" />
          {!isOurs && <PhoneField name="phone" label="Phone" />}
        </FieldRow>
        <RolesField roles={roles} />
        <TextAreaField name="reason" label="Reason" hint="For example which post they take" />
      </Panel>
      <SubmitButton>{isOurs ? "Propose" : "Invite"}</SubmitButton>
    </Form>
  );
}
