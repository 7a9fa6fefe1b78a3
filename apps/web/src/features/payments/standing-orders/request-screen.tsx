import { naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { BeneficiaryField } from "../../../shared/payments/beneficiary-field.tsx";
import { ConfirmTransfer } from "../../../shared/payments/confirm-transfer.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RuleFields, type TypedRule, noRule, ruleInWords, rulesOf, toRule, useDates } from "./rule-fields.tsx";

const { quoteOfCompany } = calls.transfers;
const { request } = calls.standingOrders;

/** Money of the company's wallet that is sent again and again; its chain agrees once. */
export default function RequestStandingOrderScreen(): ReactNode {
  const navigate = useNavigate();
  const [quote, setQuote] = useState<Answer<typeof quoteOfCompany>>();
  const [chosen, setChosen] = useState({ repeat: "month", ends: "never" });
  const form = useCallForm(quoteOfCompany, {
    rules: { beneficiary_id: "required", amount_kobo: "required", narration: "nullable|max:60", ...rulesOf(chosen) },
    initial: { beneficiary_id: "", amount_kobo: null as number | null, narration: "", ...noRule },
    isGuarded: "draft",
    keepsDraft: true,
    toBody: ({ beneficiary_id, amount_kobo }) => ({ beneficiary_id, amount_kobo: amount_kobo ?? 0 }),
    onDone: setQuote,
  });
  const values = form.values as TypedRule & { beneficiary_id: string; amount_kobo: number | null; narration: string };
  const { found, isWrong } = useDates(values);
  // What is confirmed has its dates in sight; without them its fields say why.
  if (quote && isWrong) setQuote(undefined);
  const { repeat, ends } = values;
  if (repeat !== chosen.repeat || ends !== chosen.ends) setChosen({ repeat, ends });
  return (
    <Page
      width="form"
      lead="To a beneficiary that your company has agreed to. Somebody else agrees once; each date is then sent without asking again."
      actions={<Link to="/corporate/standing-orders">Standing orders</Link>}
    >
      <Form form={form}>
        <Panel title="To whom, and how much">
          <BeneficiaryField />
          <MoneyField name="amount_kobo" label="Each time" />
          <TextField name="narration" label="For" hint="Shown to the recipient" maxLength={60} />
        </Panel>
        <RuleFields />
        <SubmitButton>Continue</SubmitButton>
      </Form>
      {quote && found && (
        <ConfirmTransfer
          call={request}
          quote={{ ...quote, is_repeat: false }}
          body={() => ({
            beneficiary_id: values.beneficiary_id,
            amount_kobo: values.amount_kobo ?? 0,
            ...(values.narration !== "" && { narration: values.narration }),
            ...toRule(values),
          })}
          yes={`Ask to send ${naira(quote.amount_kobo)} each time`}
          later={ruleInWords(values, found.dates)}
          onClose={() => setQuote(undefined)}
          onDone={async ({ order, approval_id }) => {
            form.discardDraft();
            toast(
              approval_id
                ? "Asked. Nothing is sent before somebody else has agreed."
                : "Saved. Nobody else of your company could agree; its other administrators were told.",
            );
            await navigate(`/corporate/standing-orders/${order.id}`);
          }}
        />
      )}
    </Page>
  );
}
