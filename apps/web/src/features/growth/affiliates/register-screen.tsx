import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Copyable, Facts, LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

/** R089: a new affiliate; the code's link is sent to them. */
export default function RegisterAffiliateScreen(): ReactNode {
  const [made, setMade] = useState<Answer<typeof calls.affiliates.create>>();
  return (
    <Page
      width="form"
      lead="They are written to, with the link that counts whom they bring."
      actions={<Link to="/admin/affiliate/all">All affiliates</Link>}
    >
      {made ? (
        <Panel title="Registered">
          <Notice tone="success">The link was sent to them.</Notice>
          <Facts
            items={[
              { label: "Code", value: <code>{made.code}</code> },
              {
                label: "Link",
                value: (
                  <Copyable text={made.link} label="registration link">
                    {made.link}
                  </Copyable>
                ),
              },
            ]}
          />
          <LinkButton onClick={() => setMade(undefined)}>Register another one</LinkButton>
        </Panel>
      ) : (
        <AffiliateForm onDone={setMade} />
      )}
    </Page>
  );
}

function AffiliateForm({ onDone }: { onDone: (made: Answer<typeof calls.affiliates.create>) => void }): ReactNode {
  const form = useCallForm(calls.affiliates.create, {
    initial: { name: "", email: "", phone: "", code: "", commission_percent: "" },
    onDone,
  });
  return (
    <Form form={form}>
      <Panel>
        <TextField name="name" label="Name" />
        <FieldRow>
          <TextField name="email" label="E-mail" />
          <PhoneField name="phone" label="Phone" />
        </FieldRow>
        <FieldRow>
          <TextField name="commission_percent" label="Commission in percent" hint="At most two decimals, such as 2.5" />
          <TextField name="code" label="Code" hint="Made from the name unless you choose one" />
        </FieldRow>
      </Panel>
      <SubmitButton>Register</SubmitButton>
    </Form>
  );
}
