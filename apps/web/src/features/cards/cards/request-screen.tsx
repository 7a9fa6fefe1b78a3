import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { errorText } from "../../../shared/api/errors.ts";
import { useAction, useCall } from "../../../shared/api/use-call.ts";
import { Choices, RadioField } from "../../../shared/form/choices.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { LinkButton, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { CardFee } from "./card-fee.tsx";
import { WhatFields, forms } from "./what-fields.tsx";

const moneys = [
  { value: "debit", label: "Debit", hint: "Spends what is in your cash wallet" },
  { value: "credit", label: "Credit", hint: "Spends up to a limit, and is paid back each month" },
] as const;
const currencies = [
  { value: "NGN", label: "Naira", hint: "Spends what is in your cash wallet" },
  { value: "USD", label: "Dollars", hint: "Spends dollars that you buy with your cash wallet, in shops abroad" },
] as const;
type Form = "virtual" | "physical";

/** R128 for a customer: which card (C297), then on what money and where to (C298). */
export default function CardRequestScreen(): ReactNode {
  const [form, setForm] = useState<Form>("virtual");
  const [isBegun, setBegun] = useState(false);
  const begin = useAction(calls.cards.begin);
  if (isBegun) return <Rest form={form} onBack={() => setBegun(false)} />;
  return (
    <Page width="form" lead="We decide about it, and write to you.">
      <Panel>
        <div className="stack">
          <Choices legend="Which card would you like?" choices={forms} value={form} onChange={setForm} />
          {begin.error !== undefined && <Notice tone="danger">{errorText(begin.error)}</Notice>}
          <div>
            <Button
              loading={begin.isPending}
              onClick={() =>
                void begin
                  .run({ body: { card_type: form } })
                  .then(() => setBegun(true))
                  .catch(() => undefined)
              }
            >
              Continue
            </Button>
          </div>
        </div>
      </Panel>
    </Page>
  );
}

function Rest({ form: made, onBack }: { form: Form; onBack: () => void }): ReactNode {
  const navigate = useNavigate();
  const [money, setMoney] = useState<"debit" | "credit">("debit");
  const isCredit = money === "credit";
  const isPhysical = made === "physical";
  const { data: dollars } = useCall(calls.dollarCards.find, {});
  const offersDollars = dollars?.is_offered === true && !isPhysical && !isCredit;
  const form = useCallForm(calls.cards.finish, {
    initial: {
      limit_kobo: null as number | null,
      currency: "NGN",
      label: "",
      merchant_lock: "",
      is_single_use: false,
      delivery_address: "",
      delivery_state: "",
    },
    isGuarded: "draft",
    rules: {
      label: "nullable|max:60",
      limit_kobo: isCredit ? "required" : "nullable",
      delivery_address: isPhysical ? "required|min:5|max:200" : "nullable",
      delivery_state: isPhysical ? "required|max:40" : "nullable",
      merchant_lock: "nullable|min:2|max:80",
    },
    toBody: ({ limit_kobo, currency, label, merchant_lock, is_single_use, delivery_address, delivery_state }) => ({
      ...(label ? { label } : {}),
      ...(isCredit ? { is_credit: true, limit_kobo } : offersDollars ? { currency } : {}),
      ...(isPhysical
        ? { delivery_address, delivery_state }
        : { is_single_use, ...(merchant_lock ? { merchant_lock } : {}) }),
    }),
    onDone: async ({ card_id }) => {
      toast("Asked. You hear from us when it is decided.");
      await navigate(`/customer/cards/${card_id}`);
    },
  });
  return (
    <Page width="form" lead="We decide about it, and write to you.">
      <Form form={form}>
        <Panel>
          <div className="stack">
            <p>
              {isPhysical ? "A physical card." : "A virtual card."}{" "}
              <LinkButton onClick={onBack}>Choose the other</LinkButton>
            </p>
            <Choices legend="Money" choices={moneys} value={money} onChange={setMoney} />
            {isCredit && <MoneyField name="limit_kobo" label="Credit that you ask for" />}
            {offersDollars && <RadioField name="currency" legend="Currency" choices={currencies} />}
            <WhatFields isPhysical={isPhysical} />
            <TextField name="label" label="What is it for?" hint="As Shopping, or Subscriptions" />
            <CardFee isPhysical={isPhysical} isCompany={false} />
          </div>
        </Panel>
        <SubmitButton>Ask for the card</SubmitButton>
      </Form>
    </Page>
  );
}
