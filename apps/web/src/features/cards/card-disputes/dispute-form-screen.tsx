import { type DisputeReason, disputeReasons } from "@manilla/contract/cards/card-dispute-words";
import { counted, day, money } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { FileField } from "../../../shared/form/file-field.tsx";
import { MoneyField, SelectField, TextAreaField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";

const { open, terms } = calls.cardDisputes;
type Terms = Answer<typeof terms>;

/** The holder disputes what a shop took. */
export default function DisputeFormScreen(): ReactNode {
  return (
    <RecordPage
      call={terms}
      width="form"
      title={({ merchant }) => `Dispute ${merchant}`}
      lead={() => "We ask the issuer of the card, and the issuer asks the shop."}
    >
      {(found, id) => (
        <>
          <Panel title="Payment">
            <Facts
              items={[
                { label: "Shop", value: found.merchant },
                { label: "Taken", value: money(found.captured_kobo, found.card_currency) },
                { label: "When", value: <When at={found.captured_at} /> },
                { label: "Can be disputed until", value: day(found.until) },
              ]}
            />
          </Panel>
          {found.why_not ? <WhyNot terms={found} /> : <DisputeForm id={id} terms={found} />}
        </>
      )}
    </RecordPage>
  );
}

const WhyNot = ({ terms: { why_not, dispute_id } }: { terms: Terms }): ReactNode => (
  <Notice
    tone="warning"
    action={
      dispute_id && (
        <Button component={Link} to={`/customer/cards/disputes/${dispute_id}`} size="sm">
          See the dispute
        </Button>
      )
    }
  >
    {why_not}
  </Notice>
);

function DisputeForm({ id, terms: { most_kobo, hours, card_currency } }: { id: string; terms: Terms }): ReactNode {
  const navigate = useNavigate();
  const form = useCallForm(open, {
    initial: { reason: "", amount_kobo: most_kobo as number | null, text: "", document: null as File | null },
    params: { id },
    toBody: ({ reason, amount_kobo, text }) => ({
      reason: reason as DisputeReason,
      amount_kobo: String(amount_kobo ?? ""),
      text,
    }),
    onDone: async ({ dispute_id }) => {
      toast("We have your dispute. You hear from us.");
      await navigate(`/customer/cards/disputes/${dispute_id}`);
    },
  });
  return (
    <Form form={form}>
      <Panel>
        <div className="stack">
          <SelectField
            name="reason"
            label="What is wrong?"
            choices={Object.entries(disputeReasons).map(([value, label]) => ({ value, label }))}
          />
          <MoneyField
            name="amount_kobo"
            label="How much"
            symbol={card_currency === "USD" ? "$" : "₦"}
            hint={`At most ${money(most_kobo, card_currency)}`}
          />
          <TextAreaField
            name="text"
            label="What happened"
            hint="With days, and what you have said to the shop"
            rows={5}
          />
          <FileField name="document" label="A picture or paper, if you have one" of={open} />
        </div>
      </Panel>
      <p className="muted">You have the money or an answer within {counted(hours, "hour")}.</p>
      <SubmitButton>Dispute the payment</SubmitButton>
    </Form>
  );
}
