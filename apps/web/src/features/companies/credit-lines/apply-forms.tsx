import { naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import type { Found } from "./credit-screen.tsx";

/** C257: what the company wants. */
export function ApplyForm({ onDone }: { onDone: () => void }): ReactNode {
  const form = useCallForm(calls.creditLines.request, {
    initial: { amount_kobo: null as number | null, monthly_turnover_kobo: null as number | null, purpose: "" },
    onDone,
  });
  return (
    <Form form={form}>
      <Panel title="Ask for a credit line">
        <MoneyField name="amount_kobo" label="Line that you want" />
        <MoneyField name="monthly_turnover_kobo" label="What you sell in a month" hint="On average over the last six" />
        <TextAreaField name="purpose" label="What it is for" rows={2} />
        <p className="small muted">Nothing is sent yet: next you name the two who sign for the company.</p>
        <SubmitButton>Go on</SubmitButton>
      </Panel>
    </Form>
  );
}

/** C258: who signs, and off it goes. */
export function SubmitForm({
  application,
  found,
}: {
  application: NonNullable<Found["application"]>;
  found: Found;
}): ReactNode {
  const form = useCallForm(calls.creditLines.submit, {
    initial: { application_id: application.id, first_signatory_id: "", second_signatory_id: "" },
    onDone: () => toast("Sent. You hear from us when it is decided."),
  });
  const choices = found.may_sign.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Form form={form}>
      <Panel title="Who signs for the company">
        <Facts
          items={[
            { label: "Asked for", value: naira(application.amount_kobo), figure: true },
            { label: "For", value: application.purpose },
          ]}
        />
        <SelectField name="first_signatory_id" label="First signatory" choices={choices} />
        <SelectField
          name="second_signatory_id"
          label="Second signatory"
          hint="Somebody else"
          choices={choices.filter(({ value }) => value !== form.values.first_signatory_id)}
        />
        <SubmitButton>Send the application</SubmitButton>
      </Panel>
    </Form>
  );
}
