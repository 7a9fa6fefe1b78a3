import { day, naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { FieldRow, PhoneField, TextField } from "../../../shared/form/fields.tsx";
import { BankField, CheckboxField, DateField, MoneyField, SelectField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Figures } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { toast } from "../../../shared/ui/toasts.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const { initiate, quote: quoteCall, payees: payeesCall } = calls.transfers;
type Quote = Answer<typeof quoteCall>;
type Payee = Answer<typeof payeesCall>["payees"][number];

const NEW = "new";
const called = ({ name, bank_name, account_no }: Payee): string =>
  bank_name ? `${name}, ${bank_name} ${account_no}` : `${name}, a wallet of ours`;

/** Sends money of the cash wallet: who, how much, then everything once more. */
export default function SendScreen(): ReactNode {
  const payees = useRecord(payeesCall, {});
  const snapshot = useRecord(calls.personalWallets.snapshot, {});
  return (
    <Page
      width="form"
      lead="To a bank account, or to the wallet of somebody who is with us too."
      actions={<Link to="/customer/transfers">What you have sent</Link>}
    >
      <Answered of={snapshot} height={90}>
        {({ cash_kobo, limits }) => (
          <Figures
            items={[
              { label: "Cash wallet", value: naira(cash_kobo), href: "/customer/wallets" },
              limits.left_today_kobo !== null && {
                label: "May still leave today",
                value: naira(limits.left_today_kobo),
                href: "/customer/wallets/limits",
              },
            ]}
          />
        )}
      </Answered>
      <Answered of={payees} height={320}>
        {({ payees: kept }) => <SendForm kept={kept} />}
      </Answered>
    </Page>
  );
}

/** What has to be typed, by who is paid. */
const RULES = {
  kept: { amount_kobo: "required" },
  bank: { bank_code: "required|max:10", account_no: "required|numeric|length:10", amount_kobo: "required" },
  wallet: { phone: "required|phone", amount_kobo: "required" },
} as const;
const OPTIONAL = { narration: "nullable|max:60", due_on: "nullable" } as const;

function SendForm({ kept }: { kept: readonly Payee[] }): ReactNode {
  const navigate = useNavigate();
  const [quote, setQuote] = useState<Quote>();
  const [way, setWay] = useState<keyof typeof RULES>(kept.length > 0 ? "kept" : "bank");
  const form = useCallForm(quoteCall, {
    rules: { ...RULES[way], ...OPTIONAL },
    initial: {
      to: kept[0]?.id ?? NEW,
      kind: "bank" as "bank" | "wallet",
      bank_code: "",
      account_no: "",
      phone: "",
      amount_kobo: null as number | null,
      narration: "",
      due_on: "",
      is_saved: false,
    },
    isGuarded: "draft",
    keepsDraft: true,
    toBody: (values) => ({ ...toPayee(values), ...(values.due_on !== "" && { due_on: values.due_on }) }),
    onDone: setQuote,
  });
  const { to, kind } = form.values as { to: string; kind: string };
  const isNew = to === NEW;
  const chosen = isNew ? (kind as "bank" | "wallet") : "kept";
  if (chosen !== way) setWay(chosen);
  const values = form.values as Parameters<typeof toPayee>[0] & { narration: string; is_saved: boolean };
  return (
    <>
      <Form form={form}>
        <Panel title="To whom">
          {kept.length > 0 && (
            <SelectField
              name="to"
              label="To"
              choices={[
                ...kept.map((payee) => ({ value: payee.id, label: called(payee) })),
                { value: NEW, label: "Somebody else" },
              ]}
            />
          )}
          {isNew && (
            <SelectField
              name="kind"
              label="Where to"
              choices={[
                { value: "bank", label: "A bank account" },
                { value: "wallet", label: "A wallet with us, by phone" },
              ]}
            />
          )}
          {isNew && kind === "bank" && (
            <FieldRow>
              <BankField name="bank_code" label="Bank" />
              <TextField
                name="account_no"
                label="Account number"
                inputMode="numeric"
                maxLength={10}
                autoComplete="off"
                hint="10 digits; the bank says whose it is"
              />
            </FieldRow>
          )}
          {isNew && kind === "wallet" && <PhoneField name="phone" label="Their phone" />}
          {isNew && <CheckboxField name="is_saved" label="Keep for the next time" />}
        </Panel>
        <Panel title="How much">
          <MoneyField name="amount_kobo" label="Amount" />
          <TextField name="narration" label="For" hint="They read it beside the money" maxLength={60} />
          <DateField name="due_on" label="On a later day" hint="Empty: now" />
        </Panel>
        <SubmitButton>Continue</SubmitButton>
      </Form>
      {quote && (
        <ConfirmDialog
          call={initiate}
          quote={quote}
          body={(is_repeat) => ({
            ...toPayee(values),
            payee_name: quote.payee,
            is_repeat,
            is_saved: values.is_saved,
            ...(values.narration !== "" && { narration: values.narration }),
            ...(quote.due_on && { due_on: quote.due_on }),
          })}
          yes={quote.due_on ? "Plan it" : `Send ${naira(quote.total_kobo)}`}
          later={quote.due_on && day(quote.due_on)}
          onClose={() => setQuote(undefined)}
          onDone={async ({ transfer }) => {
            form.discardDraft();
            toast(SAYS[transfer.status] ?? "Accepted. You hear from us when it has arrived.");
            await navigate(`/customer/transfers/${transfer.id}`);
          }}
        />
      )}
    </>
  );
}

const SAYS: Readonly<Record<string, string>> = {
  success: "It is there.",
  scheduled: "Planned. It leaves on its day.",
  in_review: "We look at it before it is sent.",
  awaiting_approval: "We look at it before it is sent.",
};

/** What names the payee, as the calls take it. */
function toPayee(values: {
  to: string;
  kind: "bank" | "wallet";
  bank_code: string;
  account_no: string;
  phone: string;
  amount_kobo: number | null;
}) {
  const { to, kind, bank_code, account_no, phone } = values;
  const amount_kobo = values.amount_kobo ?? 0;
  if (to !== NEW) return { kind, payee_id: to, amount_kobo };
  return kind === "bank" ? { kind, bank_code, account_no, amount_kobo } : { kind, phone, amount_kobo };
}
