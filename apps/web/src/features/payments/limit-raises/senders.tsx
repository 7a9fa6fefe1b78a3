import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { colleagueAsked } from "../../../shared/decisions/colleague-asked.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { EmployeeField } from "../../../shared/people/employee-field.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

/** What single people of the company may send, and setting it. */
export function Senders(): ReactNode {
  const { data } = useCall(calls.wallets.senders, {});
  const maySet = useMay(calls.wallets.setSenderLimit);
  if (!maySet && !data?.senders.length) return null;
  return (
    <Panel title="What one person may send">
      <div className="stack">
        {data && data.senders.length > 0 && (
          <PlainTable
            caption="What one person may send"
            rows={data.senders.map((each) => ({ ...each, id: each.user_id }))}
            columns={[
              { key: "name", header: "Person", kind: "text", card: "title" },
              { key: "single_kobo", header: "In one payment", card: "field" },
              { key: "daily_kobo", header: "In a day", card: "field" },
            ]}
          />
        )}
        {maySet && <SetLimit />}
      </div>
    </Panel>
  );
}

function SetLimit(): ReactNode {
  const form = useCallForm(calls.wallets.setSenderLimit, {
    initial: { user_id: "", kind: "daily" as "single" | "daily", limit_kobo: null as number | null },
    isGuarded: false,
    onDone: ({ approval_id }) => toast(approval_id ? colleagueAsked : "The limit is set."),
  });
  return (
    <Form form={form}>
      <EmployeeField name="user_id" />
      <SelectField
        name="kind"
        label="Limit"
        choices={[
          { value: "single", label: "In one payment" },
          { value: "daily", label: "In a day" },
        ]}
      />
      <MoneyField name="limit_kobo" label="At most" hint="Empty: no limit. A colleague agrees to a higher one." />
      <SubmitButton>Set the limit</SubmitButton>
    </Form>
  );
}
