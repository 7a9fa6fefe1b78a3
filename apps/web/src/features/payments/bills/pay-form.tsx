import { naira } from "@manilla/contract/formats";
import { type BillKind, billKinds, customerLabels, isOfItems, isVerified } from "@manilla/contract/payments/bill-kinds";
import { type BillSource, billSources } from "@manilla/contract/payments/bill-states";
import { checkForm } from "@manilla/contract/form-rules";
import { Button, NativeSelect } from "@mantine/core";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { CallError, errorText } from "../../../shared/api/errors.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { fieldId } from "../../../shared/form/error-summary.tsx";
import { asText, useField } from "../../../shared/form/field.ts";
import { PhoneField } from "../../../shared/form/fields.tsx";
import { MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { type CallForm, Form, type Values, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Dialog } from "../../../shared/ui/dialog.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import styles from "./bills.module.css";
import { foundFor, lacking, tooDear, withWhatFollows } from "./form-facts.ts";
import type { Again } from "../../../shared/payments/again.ts";
import { type Owner, OwnerFields } from "./owner-fields.tsx";
import type { Sold } from "./pay-screen.tsx";

type Offer = Sold["kinds"][number];
interface Props {
  offer: Offer;
  sources: Sold["sources"];
  /** What was paid before, to be paid again. */
  again?: Again | undefined;
}

/** Each kind is paid by its own call; what they answer is the same. */
const CALLS = {
  airtime: calls.bills.buyAirtime,
  data: calls.bills.buyData,
  electricity: calls.bills.buyPower,
  television: calls.bills.buyTelevision,
  internet: calls.bills.payBill,
  betting: calls.bills.payBill,
  education: calls.bills.payBill,
  tax: calls.bills.payBill,
  tolls: calls.bills.payBill,
} as const;

const ITEM: Partial<Record<BillKind, string>> = { education: "PIN", television: "Bouquet, with what is added to it" };

/** Bundles, bouquets or plans of a service; nothing where the amount is free. */
function useItems(kind: BillKind, service: string) {
  const call = kind === "television" ? calls.bills.bouquets : calls.bills.bundles;
  const { data } = useCall(call, { params: { id: service } }, { enabled: isOfItems(kind) && service !== "" });
  return data?.service === service ? data.items : [];
}

/** What is paid: for whom, how much, from which money; restated with every charge before it is done. */
export function PayForm({ offer, sources, again }: Props): ReactNode {
  const { kind, fee_kobo, vat_kobo, minimum_kobo, maximum_kobo } = offer;
  const navigate = useNavigate();
  const [found, setFound] = useState<Owner>();
  const [question, setQuestion] = useState<"pay" | "again">();
  const [why, setWhy] = useState("");
  const [timesChanged, setTimesChanged] = useState(0);
  const isAgain = useRef(false);
  const [hasOwner, hasItems] = [isVerified(kind), isOfItems(kind)];
  const isCompany = sources[0]?.paid_from === "company";
  const rules = {
    ...(hasOwner ? { customer_no: "required" } : { phone: "required|phone" }),
    service: "required",
    ...(hasItems ? { item: "required" } : { amount_kobo: "required" }),
  };
  const form = useCallForm((isCompany ? calls.billOrders.request : CALLS[kind]) as typeof calls.bills.payBill, {
    initial: {
      phone: again && !hasOwner ? again.customer_no : "",
      service: again?.service ?? "",
      customer_no: again && hasOwner ? again.customer_no : "",
      item: again && hasItems ? again.item : "",
      amount_kobo: (again && !hasItems ? again.amount_kobo : null) as number | null,
      paid_from: "cash",
    },
    isGuarded: false,
    rules,
    toBody: ({ phone, service, paid_from }) => {
      const money = { amount_kobo: price ?? 0, is_again: isAgain.current };
      const from = isCompany ? { kind } : { paid_from: paid_from as BillSource };
      const what = chosen ? { item: chosen.item } : {};
      // The calls differ in who is paid for: a phone of a network, or what was verified.
      const whom = hasOwner ? { verified_id: owner?.id ?? "" } : { phone, service };
      return { ...whom, ...what, ...from, ...money } as { verified_id: string; amount_kobo: number };
    },
    onDone: async (done) => {
      if (!isCompany) return void (await navigate(`/customer/bills/${done.id}`));
      // The form was made for a person's call; a company's answers with its order.
      const { order, approval_id } = done as unknown as Answer<typeof calls.billOrders.request>;
      toast(
        approval_id
          ? "Asked. The money is held; it is paid when somebody else has agreed."
          : "Being paid. Nobody else of your company could agree; its other administrators were told.",
      );
      await navigate(`/corporate/bills/orders/${order.id}`);
    },
    onError: (error) => {
      const isSame = error instanceof CallError && error.code === "just_paid";
      setWhy(isSame ? errorText(error) : "");
      setQuestion(isSame ? "again" : undefined);
    },
  });
  const { phone, service, amount_kobo, item } = form.values;
  const owner: Owner | undefined = foundFor(found, form.values);
  const items = useItems(kind, service);
  const chosen: SoldItem | undefined = items.find((each) => each.item === item);
  const price: number | null = hasItems
    ? (chosen?.price_kobo ?? null)
    : typeof amount_kobo === "number"
      ? amount_kobo
      : null;
  const name = offer.services.find((each) => each.service === service)?.name ?? "";
  const total = (price ?? 0) + fee_kobo + vat_kobo;

  const services = offer.services.map((each) => each.service);
  const change = (some: Values) => form.setMany(withWhatFollows(form.values, some, services));
  /** Asks whether to pay: nothing is sent before the answer, whatever sends the form. */
  const ask = async (): Promise<void> => {
    // With a field that is wrong nothing is sent: the form says which.
    if (Object.keys(checkForm(rules, form.values)).length > 0 || (!hasItems && price === null)) return form.submit();
    const lack = lacking({
      hasOwner,
      isChecked: owner !== undefined,
      hasItems,
      isChosen: chosen !== undefined,
      tooDear: tooDear(chosen, maximum_kobo),
    });
    if (!lack) return setQuestion("pay");
    form.refuse(lack.field, lack.message);
    document.getElementById(fieldId(form, lack.field))?.focus();
  };
  // What the dialog asks is no failure of the form.
  const failure = form.failure?.text === why ? undefined : form.failure;
  const asking: CallForm = {
    ...form,
    failure,
    submit: ask,
    setMany: change,
    set: (field, value) => change({ [field]: value }),
  };
  const keepOwner = (is: Owner | undefined) => {
    setFound(is);
    // Another number is another bill. What was said of the number as it was is over.
    // What runs is renewed, unless another bouquet is chosen.
    form.setMany(
      is
        ? { customer_no: is.customer_no, ...(is.current && { item: is.current.item }) }
        : { item: "", amount_kobo: null },
    );
    if (!is) setTimesChanged(timesChanged + 1);
  };
  const pay = async (again: boolean) => {
    setQuestion(undefined);
    isAgain.current = again;
    await form.submit();
    isAgain.current = false;
  };
  return (
    <Form form={asking}>
      <Panel>
        <div className="stack">
          {hasOwner ? (
            <OwnerFields kind={kind} services={offer.services} owner={owner} onOwner={keepOwner} />
          ) : (
            <>
              <PhoneField name="phone" label="Phone number" />
              <SelectField
                name="service"
                label={kind === "education" ? "Examination" : "Network"}
                hint={
                  kind === "education"
                    ? "The PIN is shown here, and sent to you"
                    : "Guessed from the number; choose another one if it was ported"
                }
                choices={offer.services.map((each) => ({ value: each.service, label: each.name }))}
              />
            </>
          )}
          {hasItems ? (
            <ItemField
              label={ITEM[kind] ?? "Bundle or plan"}
              items={items}
              most_kobo={maximum_kobo}
              isKnown={service !== ""}
            />
          ) : (
            <MoneyField
              key={timesChanged}
              name="amount_kobo"
              label="Amount"
              hint={`${naira(Math.max(minimum_kobo, owner?.minimum_kobo ?? 0))} to ${naira(maximum_kobo)}`}
            />
          )}
          {sources.length > 1 && kind !== "betting" && (
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
      {price !== null && <Price offer={offer} amount_kobo={price} total={total} isCompany={isCompany} />}
      <SubmitButton>Continue</SubmitButton>
      <Dialog opened={question === "pay"} onClose={() => setQuestion(undefined)} title={`Pay ${naira(total)}?`}>
        <div className="stack">
          <Facts
            items={[
              { label: billKinds[kind], value: chosen ? `${name}, ${chosen.name}` : name },
              { label: customerLabels[kind], value: owner?.customer_no ?? phone },
              owner?.name && { label: "In the name of", value: owner.name },
              { label: "Price", value: naira(price ?? 0), figure: true },
              fee_kobo > 0 && { label: "Fee and VAT", value: naira(fee_kobo + vat_kobo), figure: true },
              { label: "In all", value: naira(total), figure: true },
            ]}
          />
          <p className="buttons">
            <Button type="button" loading={form.isPending} onClick={() => void pay(false)}>
              {isCompany ? "Ask to pay" : "Pay"} {naira(total)}
            </Button>
          </p>
        </div>
      </Dialog>
      <Dialog opened={question === "again"} onClose={() => setQuestion(undefined)} title="Pay the same again?">
        <div className="stack">
          <Notice tone="warning">{why}</Notice>
          <p className="buttons">
            <Button type="button" onClick={() => void pay(true)}>
              Pay again
            </Button>
            <Button type="button" variant="default" onClick={() => setQuestion(undefined)}>
              No, leave it
            </Button>
          </p>
        </div>
      </Dialog>
    </Form>
  );
}

interface PriceProps {
  offer: Offer;
  amount_kobo: number;
  total: number;
  isCompany: boolean;
}
function Price({ offer, amount_kobo, total, isCompany }: PriceProps): ReactNode {
  const { fee_kobo, vat_kobo, cashback_percent } = offer;
  return (
    <div className={styles.price}>
      <Facts
        items={[
          { label: "Price", value: naira(amount_kobo), figure: true },
          { label: "Fee", value: naira(fee_kobo), figure: true },
          vat_kobo > 0 && { label: "VAT on the fee", value: naira(vat_kobo), figure: true },
          { label: isCompany ? "The company pays" : "You pay", value: naira(total), figure: true },
          !isCompany &&
            cashback_percent !== "0" && { label: "Cashback", value: `${cashback_percent} %, once it is delivered` },
        ]}
      />
    </div>
  );
}

type SoldItem = { item: string; name: string; price_kobo: number };

/** One of what the service sells, with its price; choosing it sets the amount that is paid. */
interface ItemProps {
  label: string;
  items: readonly SoldItem[];
  /** For one bill. */
  most_kobo: number;
  isKnown: boolean;
}
function ItemField({ label, items, most_kobo, isKnown }: ItemProps): ReactNode {
  const field = useField({ name: "item", label });
  const choose = (item: string) => {
    // What was said of the amount was said of the other one's price.
    field.form.setMany({ item, amount_kobo: null });
  };
  return (
    <NativeSelect
      id={field.id}
      name="item"
      label={label}
      description={isKnown ? undefined : "Choose above what it is of"}
      data={[
        { value: "", label: "Choose…" },
        ...items.map((each) => {
          const why = tooDear(each, most_kobo);
          const label = `${each.name}: ${naira(each.price_kobo)}${why ? `, ${why}` : ""}`;
          return { value: each.item, label, disabled: why !== undefined };
        }),
      ]}
      value={asText(field.value)}
      error={field.error ?? field.form.messageOf("amount_kobo")}
      onChange={(event) => choose(event.currentTarget.value)}
      onBlur={field.leave}
    />
  );
}
