import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Choices, RadioField } from "../../../shared/form/choices.tsx";
import { TextField } from "../../../shared/form/fields.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { EmployeeField } from "../../../shared/people/employee-field.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { CardFee } from "./card-fee.tsx";
import { WhatFields, forms } from "./what-fields.tsx";

const { requestCredit, requestDebit } = calls.cards;
const moneys = [
  { value: "debit", label: "Debit", hint: "Spends what you put into the holder's purse" },
  { value: "credit", label: "Credit", hint: "Spends the holder's part of your company's line" },
] as const;
const initial = {
  user_id: "",
  form: "virtual",
  label: "",
  limit_kobo: null as number | null,
  merchant_lock: "",
  is_single_use: false,
  delivery_address: "",
  delivery_state: "",
};

/** R127: a company asks for a card for one of its people (C249, C251). */
export default function NewCardScreen(): ReactNode {
  const navigate = useNavigate();
  const [money, setMoney] = useState<"debit" | "credit">("debit");
  const isCredit = money === "credit";
  const form = useCallForm(isCredit ? requestCredit : requestDebit, {
    initial,
    isGuarded: "draft",
    toBody: ({
      form: made,
      limit_kobo,
      merchant_lock,
      is_single_use,
      delivery_address,
      delivery_state,
      label,
      user_id,
    }) => ({
      user_id,
      form: made as "virtual",
      ...(label && { label }),
      ...(isCredit && { limit_kobo: limit_kobo ?? 0 }),
      ...(made === "physical"
        ? { ...(delivery_address && { delivery_address }), ...(delivery_state && { delivery_state }) }
        : { is_single_use, ...(merchant_lock && { merchant_lock }) }),
    }),
    onDone: async ({ card }) => {
      toast(
        card.waits_for === "company"
          ? "Asked. Your company's own people decide first."
          : "Asked. You hear from us when it is decided.",
      );
      await navigate(`/corporate/cards/${card.id}`);
    },
  });
  return (
    <Page width="form" lead="We decide about it; then it is made. Its holder activates it.">
      <Form form={form}>
        <Panel>
          <div className="stack">
            <EmployeeField name="user_id" />
            <Choices legend="Money" choices={moneys} value={money} onChange={setMoney} />
            {isCredit && <MoneyField name="limit_kobo" label="Credit" hint="The most that it draws in a month" />}
            <RadioField name="form" legend="Card" choices={forms} />
            <WhatFields isPhysical={form.values.form === "physical"} />
            <TextField name="label" label="What is it for?" hint="As Travel, or Advertising" />
            <CardFee isPhysical={form.values.form === "physical"} isCompany />
          </div>
        </Panel>
        <SubmitButton>Ask for the card</SubmitButton>
      </Form>
    </Page>
  );
}
