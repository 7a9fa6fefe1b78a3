import { counted, day, naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm, useForm } from "../../../shared/form/use-call-form.tsx";
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
import { LinkButton, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { RuleFields, type TypedRule, noRule, ruleInWords, rulesOf, toRule, useDates } from "./rule-fields.tsx";

const { quote: quoteCall, payees: payeesCall } = calls.transfers;
const { create, recurring: recurringCall } = calls.standingOrders;
type Recurring = Answer<typeof recurringCall>["recurring"][number];

/** Whom the form offers: those who were kept, and those who are paid each month. */
const offered = (kept: readonly KeptPayee[], recurring: readonly Recurring[]): KeptPayee[] => {
  const more = recurring.map(({ payee_id: id, payee: name, ...account }) => ({ ...account, id, name }));
  // A map keeps the place of what it knows.
  return [...new Map([...kept, ...more].map((payee) => [payee.id, payee])).values()];
};

/** Money of the cash wallet that is sent again and again: to whom, how much, how often, then everything once more. */
export default function NewStandingOrderScreen(): ReactNode {
  const payees = useRecord(payeesCall, {});
  const found = useRecord(recurringCall, {});
  return (
    <Page
      width="form"
      lead="Regular payments from your cash wallet to one account. You see the dates before you save it, and can end it on any day."
      actions={<Link to="/customer/standing-orders">Your standing orders</Link>}
    >
      <Answered of={payees} height={320}>
        {({ payees: kept }) => (
          <Answered of={found} height={320}>
            {({ recurring }) => <OrderForm kept={kept} recurring={recurring} />}
          </Answered>
        )}
      </Answered>
    </Page>
  );
}

/** What was sent by hand each month: one press fills the form. */
function RecurringPayments({ recurring }: { recurring: readonly Recurring[] }): ReactNode {
  const form = useForm();
  if (recurring.length === 0) return null;
  return (
    <Panel title="You send this each month">
      {recurring.map(({ payee_id, payee, amount_kobo, on_day, times, last_on, next_on }) => (
        <p key={`${payee_id} ${amount_kobo} ${last_on}`}>
          {naira(amount_kobo)} to {payee}: {counted(times, "month")} in a row, the last time on {day(last_on)}.{" "}
          <LinkButton
            label={`Use this: ${naira(amount_kobo)} to ${payee}`}
            onClick={() =>
              form.setMany({ to: payee_id, amount_kobo, repeat: "month", month_day: String(on_day), first_on: next_on })
            }
          >
            Use this
          </LinkButton>
        </p>
      ))}
    </Panel>
  );
}

interface Offered {
  kept: readonly KeptPayee[];
  recurring: readonly Recurring[];
}
function OrderForm({ kept, recurring }: Offered): ReactNode {
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
  const { data: profile } = useCall(calls.onboarding.find, {});
  const { found, isWrong } = useDates(values);
  // What is confirmed has its dates in sight; without them its fields say why.
  if (quote && isWrong) setQuote(undefined);
  const way = values.to === NEW_PAYEE ? values.kind : "kept";
  const { repeat, ends } = values;
  if (way !== chosen.way || repeat !== chosen.repeat || ends !== chosen.ends) setChosen({ way, repeat, ends });
  return (
    <>
      <Form form={form}>
        <RecurringPayments recurring={recurring} />
        <PayeeFields kept={offered(kept, recurring)} />
        <Panel title="How much">
          <MoneyField name="amount_kobo" label="Each time" />
          <TextField name="narration" label="For" hint="Shown to the recipient" maxLength={60} />
        </Panel>
        <RuleFields salary_day={profile?.profile.salary_day} />
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
