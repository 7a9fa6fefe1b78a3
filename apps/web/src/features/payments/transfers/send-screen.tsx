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

function SendForm({ kept }: { kept: readonly Payee[] }): ReactNode {
  const navigate = useNavigate();
  const [quote, setQuote] = useState<Quote>();
  const form = useCallForm(quoteCall, {
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
    toBody: (values) => toPayee(values),
    onDone: setQuote,
  });
  const { to, kind, due_on } = form.values as { to: string; kind: string; due_on: string };
  const isNew = to === NEW;
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
          body={{
            ...toPayee(values),
            payee_name: quote.payee,
            is_repeat: quote.is_repeat,
            is_saved: values.is_saved,
            ...(values.narration !== "" && { narration: values.narration }),
            ...(due_on !== "" && { due_on }),
          }}
          yes={due_on === "" ? `Send ${naira(quote.total_kobo)}` : "Plan it"}
          later={due_on === "" ? null : day(due_on)}
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
