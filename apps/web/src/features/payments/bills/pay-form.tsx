import { naira } from "@manilla/contract/formats";
import { billKinds, customerLabels, guessNetwork, isVerified } from "@manilla/contract/payments/bill-kinds";
import { type BillSource, billSources } from "@manilla/contract/payments/bill-states";
import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { asText, useField } from "../../../shared/form/field.ts";
import { PhoneField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import styles from "./bills.module.css";
import { type Owner, OwnerFields } from "./owner-fields.tsx";
import type { Sold } from "./pay-screen.tsx";

type Offer = Sold["kinds"][number];
interface Props {
  offer: Offer;
  sources: Sold["sources"];
}

/** Each kind is paid by its own call; what they answer is the same. */
const CALLS = {
  airtime: calls.bills.buyAirtime,
  data: calls.bills.buyData,
  electricity: calls.bills.buyPower,
  television: calls.bills.buyTelevision,
  internet: calls.bills.payBill,
} as const;

/** Bundles, bouquets or plans of a service; nothing where the amount is free. */
function useItems(kind: Offer["kind"], service: string) {
  const hasItems = kind === "data" || kind === "internet" || kind === "television";
  const call = kind === "television" ? calls.bills.bouquets : calls.bills.bundles;
  const { data } = useCall(call, { params: { id: service } }, { enabled: hasItems && service !== "" });
  return { hasItems, items: data?.service === service ? data.items : [] };
}

/** What is paid: for whom, how much, from which money; restated with every charge before it is done. */
export function PayForm({ offer, sources }: Props): ReactNode {
  const { kind, fee_kobo, vat_kobo, minimum_kobo, maximum_kobo } = offer;
  const navigate = useNavigate();
  const [owner, setOwner] = useState<Owner>();
  const [question, setQuestion] = useState<"pay" | "again">();
  const [why, setWhy] = useState("");
  const isAgain = useRef(false);
  const hasOwner = isVerified(kind);
  const form = useCallForm(CALLS[kind] as typeof calls.bills.payBill, {
    initial: {
      phone: "",
      service: "",
      customer_no: "",
      item: "",
      amount_kobo: null as number | null,
      paid_from: "cash",
    },
    isGuarded: false,
    rules: {
      ...(hasOwner ? { customer_no: "required" } : { phone: "required|phone" }),
      service: "required",
      amount_kobo: "required",
    },
    toBody: ({ phone, service, item, amount_kobo, paid_from }) => {
      const money = { amount_kobo: amount_kobo ?? 0, paid_from: paid_from as BillSource, is_again: isAgain.current };
      const what = item ? { item } : {};
      // The calls differ in who is paid for: a phone of a network, or what was verified.
      const whom = hasOwner ? { verified_id: owner?.id ?? "" } : { phone, service };
      return { ...whom, ...what, ...money } as { verified_id: string; amount_kobo: number };
    },
    onDone: async ({ id }) => void (await navigate(`/customer/bills/${id}`)),
    onError: (error) => {
      const isSame = error instanceof CallError && error.code === "just_paid";
      setWhy(errorText(error));
      setQuestion(isSame ? "again" : undefined);
    },
  });
  const { phone, service, amount_kobo, item, customer_no } = form.values;
  const { hasItems, items } = useItems(kind, service);
  const chosen = items.find((each) => each.item === item);
  const name = offer.services.find((each) => each.service === service)?.name ?? "";
  const total = (amount_kobo ?? 0) + fee_kobo + vat_kobo;
  const isReady = service !== "" && amount_kobo !== null && (hasOwner ? owner !== undefined : phone !== "");

  const choosePhone = () => {
    const network = guessNetwork(form.values.phone);
    if (network && !form.values.service && offer.services.some((each) => each.service === network))
      form.setMany({ service: network, item: "" });
  };
  const pay = (again: boolean) => {
    isAgain.current = again;
    void form.submit();
  };
  return (
    <Form form={form}>
      <Panel>
        <div className="stack">
          {hasOwner ? (
            <OwnerFields kind={kind} services={offer.services} owner={owner} onOwner={setOwner} />
          ) : (
            <>
              <div onBlur={choosePhone}>
                <PhoneField name="phone" label="Phone number" />
              </div>
              <SelectField
                name="service"
                label="Network"
                hint="Guessed from the number; choose another one if it was ported"
                choices={offer.services.map((each) => ({ value: each.service, label: each.name }))}
              />
            </>
          )}
          {hasItems ? (
            <ItemField items={items} isKnown={service !== ""} />
          ) : (
            <MoneyField
              name="amount_kobo"
              label="Amount"
              hint={`${naira(Math.max(minimum_kobo, owner?.minimum_kobo ?? 0))} to ${naira(maximum_kobo)}`}
            />
          )}
          {sources.length > 1 && (
            <SelectField
              name="paid_from"
              label="Paid from"
              choices={sources.map(({ paid_from, available_kobo }) => ({
                value: paid_from,
                label: `${billSources[paid_from]}: ${naira(available_kobo)}`,
              }))}
            />
          )}
        </div>
      </Panel>
      {amount_kobo !== null && <Price offer={offer} amount_kobo={amount_kobo} total={total} />}
      {isReady ? (
        <div>
          <Button type="button" loading={form.isPending} onClick={() => setQuestion("pay")}>
            Continue
          </Button>
        </div>
      ) : (
        <SubmitButton>Continue</SubmitButton>
      )}
      <Dialog opened={question === "pay"} onClose={() => setQuestion(undefined)} title={`Pay ${naira(total)}?`}>
        <Facts
          items={[
            { label: billKinds[kind], value: chosen ? `${name}, ${chosen.name}` : name },
            { label: customerLabels[kind], value: hasOwner ? customer_no : phone },
            owner?.name && { label: "In the name of", value: owner.name },
            { label: "Price", value: naira(amount_kobo ?? 0), figure: true },
            fee_kobo > 0 && { label: "Fee and VAT", value: naira(fee_kobo + vat_kobo), figure: true },
            { label: "In all", value: naira(total), figure: true },
          ]}
        />
        <p className="buttons">
          <Button type="button" loading={form.isPending} onClick={() => (setQuestion(undefined), pay(false))}>
            Pay {naira(total)}
          </Button>
        </p>
      </Dialog>
      <Dialog opened={question === "again"} onClose={() => setQuestion(undefined)} title="Pay the same again?">
        <Notice tone="warning">{why}</Notice>
        <p className="buttons">
          <Button type="button" onClick={() => (setQuestion(undefined), pay(true))}>
            Pay again
          </Button>
          <Button type="button" variant="default" onClick={() => setQuestion(undefined)}>
            No, leave it
          </Button>
        </p>
      </Dialog>
    </Form>
  );
}

function Price({ offer, amount_kobo, total }: { offer: Offer; amount_kobo: number; total: number }): ReactNode {
  const { fee_kobo, vat_kobo, cashback_percent } = offer;
  return (
    <div className={styles.price}>
      <Facts
        items={[
          { label: "Price", value: naira(amount_kobo), figure: true },
          { label: "Fee", value: naira(fee_kobo), figure: true },
          vat_kobo > 0 && { label: "VAT on the fee", value: naira(vat_kobo), figure: true },
          { label: "You pay", value: naira(total), figure: true },
          cashback_percent !== "0" && { label: "Cashback", value: `${cashback_percent} %, once it is delivered` },
        ]}
      />
    </div>
  );
}

type SoldItem = { item: string; name: string; price_kobo: number };

/** One of what the service sells, with its price; choosing it sets the amount that is paid. */
function ItemField({ items, isKnown }: { items: readonly SoldItem[]; isKnown: boolean }): ReactNode {
  const field = useField({ name: "item", label: "Bundle or plan" });
  const choose = (item: string) => {
    const price = items.find((each) => each.item === item)?.price_kobo ?? null;
    field.form.setMany({ item, amount_kobo: price });
  };
  return (
    <NativeSelect
      id={field.id}
      name="item"
      label="Bundle or plan"
      description={isKnown ? undefined : "Choose the network or the service first"}
      data={[
        { value: "", label: "Choose…" },
        ...items.map(({ item, name, price_kobo }) => ({ value: item, label: `${name}: ${naira(price_kobo)}` })),
      ]}
      value={asText(field.value)}
      error={field.error ?? field.form.messageOf("amount_kobo")}
      onChange={(event) => choose(event.currentTarget.value)}
      onBlur={field.leave}
    />
  );
}
