import { day, dollars, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { maySend, useMaybeSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { find, topUp } = calls.issuerFloat;
type Float = Answer<typeof find>;

/** Our account with the issuer now, and what tops it up. */
export default function TopUpsScreen(): ReactNode {
  const answer = useRecord(find, {});
  return (
    <Page width="text" lead="Money that left the bank for the issuer. Two people agree which line of the bank it was.">
      <Answered of={answer} height={240}>
        {(float) => <Account float={float} />}
      </Answered>
    </Page>
  );
}

function Account({ float }: { float: Float }): ReactNode {
  const isAllowed = maySend(useMaybeSession(), topUp);
  return (
    <>
      <Panel title="Now">
        <Facts
          items={[
            { label: "Our books say", value: naira(float.books_kobo) },
            { label: "Not settled yet", value: naira(float.owed_kobo) },
            { label: "Our books say, in dollars", value: dollars(float.books_cents) },
            { label: "Dollars not settled yet", value: dollars(float.owed_cents) },
          ]}
        />
      </Panel>
      {isAllowed && <TopUp float={float} />}
      <Panel title="Topped up" flush={float.top_ups.length > 0}>
        {float.top_ups.length === 0 ? (
          <p className="muted">It has not been topped up yet.</p>
        ) : (
          <PlainTable
            caption="Topped up"
            rows={float.top_ups}
            columns={[
              { key: "booked_on", header: "Day", card: "title" },
              { key: "amount_kobo", header: "Paid" },
              {
                key: "_dollars",
                header: "Became",
                render: ({ amount_cents }) => (amount_cents === null ? "naira" : dollars(amount_cents)),
              },
              { key: "reference", header: "Reference" },
              { key: "by", header: "Agreed by" },
            ]}
          />
        )}
      </Panel>
    </>
  );
}

function TopUp({ float: { lines } }: { float: Float }): ReactNode {
  const form = useCallForm(topUp, {
    initial: { item_id: lines[0]?.item_id ?? "", amount_cents: null as number | null, reason: "" },
    isGuarded: false,
    onDone: () => toast("Requested. A second person decides."),
  });
  if (lines.length === 0)
    return (
      <Notice>
        No money left the bank that is not explained. <Link to="/admin/reconciliation">Reconciliation</Link>
      </Notice>
    );
  return (
    <Panel title="Top it up">
      <Form form={form}>
        <SelectField
          name="item_id"
          label="The bank’s line"
          choices={lines.map(({ item_id, amount_kobo, booked_on, reference, narration }) => ({
            value: item_id,
            label: `${naira(amount_kobo)}, ${day(booked_on)}, ${narration || reference}`,
          }))}
        />
        <MoneyField name="amount_cents" label="Dollars credited" symbol="$" hint="Leave it empty for naira" />
        <TextAreaField name="reason" label="Reason" hint="The second person reads it" rows={2} />
        <SubmitButton>Ask for it</SubmitButton>
      </Form>
    </Panel>
  );
}
