import { naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { ConfirmTransfer } from "../../../shared/payments/confirm-transfer.tsx";
import {
  type KeptPayee,
  NEW_PAYEE,
  PAYEE_RULES,
  PayeeFields,
  noPayee,
  toPayee,
} from "../../../shared/payments/payee-fields.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RuleFields, type TypedRule, noRule, ruleInWords, rulesOf, toRule, useDates } from "./rule-fields.tsx";

const { quote: quoteCall, payees: payeesCall } = calls.transfers;
const { create } = calls.standingOrders;

/** Money of the cash wallet that is sent again and again: to whom, how much, how often, then everything once more. */
export default function NewStandingOrderScreen(): ReactNode {
  const payees = useRecord(payeesCall, {});
  return (
    <Page
      width="form"
      lead="Regular payments from your cash wallet to one account. You see the dates before you save it, and can end it on any day."
      actions={<Link to="/customer/standing-orders">Your standing orders</Link>}
    >
      <Answered of={payees} height={320}>
        {({ payees: kept }) => <OrderForm kept={kept} />}
      </Answered>
    </Page>
  );
}

function OrderForm({ kept }: { kept: readonly KeptPayee[] }): ReactNode {
  const navigate = useNavigate();
  const [quote, setQuote] = useState<Answer<typeof quoteCall>>();
  const [chosen, setChosen] = useState({ way: kept.length > 0 ? "kept" : "bank", repeat: "month", ends: "never" });
  const form = useCallForm(quoteCall, {
    rules: {
      ...PAYEE_RULES[chosen.way as keyof typeof PAYEE_RULES],
      amount_kobo: "required",
      narration: "nullable|max:60",
      ...rulesOf(chosen),
    },
    initial: { ...noPayee(kept), amount_kobo: null as number | null, narration: "", ...noRule },
    isGuarded: "draft",
    keepsDraft: true,
    toBody: (values) => toPayee(values),
    onDone: setQuote,
  });
  const values = form.values as ReturnType<typeof noPayee> &
    TypedRule & { amount_kobo: number | null; narration: string };
  const { found, isWrong } = useDates(values);
  // What is confirmed has its dates in sight; without them its fields say why.
  if (quote && isWrong) setQuote(undefined);
  const way = values.to === NEW_PAYEE ? values.kind : "kept";
  const { repeat, ends } = values;
  if (way !== chosen.way || repeat !== chosen.repeat || ends !== chosen.ends) setChosen({ way, repeat, ends });
  return (
    <>
      <Form form={form}>
        <PayeeFields kept={kept} />
        <Panel title="How much">
          <MoneyField name="amount_kobo" label="Each time" />
          <TextField name="narration" label="For" hint="Shown to the recipient" maxLength={60} />
        </Panel>
        <RuleFields />
        <SubmitButton>Continue</SubmitButton>
      </Form>
      {quote && found && (
        <ConfirmTransfer
          call={create}
          quote={{ ...quote, is_repeat: false }}
          body={() => ({
            ...toPayee(values),
            payee_name: quote.payee,
            ...(values.narration !== "" && { narration: values.narration }),
            ...toRule(values),
          })}
          yes={`Send ${naira(quote.amount_kobo)} each time`}
          later={ruleInWords(values, found.dates)}
          onClose={() => setQuote(undefined)}
          onDone={async ({ order }) => {
            form.discardDraft();
            toast("Saved. Nothing has left the wallet yet; it is sent on its dates.");
            await navigate(`/customer/standing-orders/${order.id}`);
          }}
        />
      )}
    </>
  );
}
