import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { FieldRow, TextField } from "../../../shared/form/fields.tsx";
import { TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { LinkButton, Notice, Panel, Skeleton } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { RolesField, useRoles } from "./access-fields.tsx";

/** R048: a new colleague is proposed; a second person decides, then they get a link by mail. */
export default function NewAdminScreen(): ReactNode {
  const [approval_id, setAsked] = useState<string>();
  return (
    <Page
      width="form"
      lead="A second person decides. Then a link to choose a password is mailed to them; it works for seven days."
      actions={<Link to="/admin/admins">All admins</Link>}
    >
      {approval_id ? (
        <Panel title="Proposed">
          <Notice tone="success">
            It waits for a second person: <Link to={`/admin/approvals/${approval_id}`}>see the request</Link>.
          </Notice>
          <LinkButton onClick={() => setAsked(undefined)}>Invite somebody else</LinkButton>
        </Panel>
      ) : (
        <Invitation onDone={setAsked} />
      )}
    </Page>
  );
}

function Invitation({ onDone }: { onDone: (approval_id: string) => void }): ReactNode {
  const roles = useRoles();
  const form = useCallForm(calls.colleagues.invite, {
    initial: { name: "", last_name: "", email: "", roles: [] as readonly string[], reason: "" },
    onDone: (answer) => onDone(answer.approval_id),
  });
  if (!roles) return <Skeleton height={240} />;
  return (
    <Form form={form}>
      <Panel>
        <FieldRow>
          <TextField name="name" label="First name" autoComplete="off" />
          <TextField name="last_name" label="Last name" autoComplete="off" />
        </FieldRow>
        <TextField name="email" label="E-mail" type="email" autoComplete="off" />
        <RolesField roles={roles} />
        <TextAreaField name="reason" label="Reason" hint="For example which post they take" />
      </Panel>
      <SubmitButton>Propose</SubmitButton>
    </Form>
  );
}
