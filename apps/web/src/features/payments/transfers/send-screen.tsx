import { count, day, naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { TextField } from "../../../shared/form/fields.tsx";
import { DateField, MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Figures } from "../../../shared/figures/figures.tsx";
import { BanksNotice } from "../../../shared/payments/banks-notice.tsx";
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

const { initiate, quote: quoteCall, payees: payeesCall } = calls.transfers;
type Quote = Answer<typeof quoteCall>;

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
              limits.transfers_left !== null && {
                label: "Transfers left today",
                value: count(limits.transfers_left),
                href: "/customer/wallets/limits",
              },
            ]}
          />
        )}
      </Answered>
      <BanksNotice />
      <Answered of={payees} height={320}>
        {({ payees: kept }) => <SendForm kept={kept} />}
      </Answered>
    </Page>
  );
}

/** For each kind of payee. */
const ALWAYS = { amount_kobo: "required", narration: "nullable|max:60", due_on: "nullable" } as const;

function SendForm({ kept }: { kept: readonly KeptPayee[] }): ReactNode {
  const navigate = useNavigate();
  const [quote, setQuote] = useState<Quote>();
  const [way, setWay] = useState<keyof typeof PAYEE_RULES>(kept.length > 0 ? "kept" : "bank");
  const form = useCallForm(quoteCall, {
    rules: { ...PAYEE_RULES[way], ...ALWAYS },
    initial: { ...noPayee(kept), amount_kobo: null as number | null, narration: "", due_on: "", is_saved: false },
    isGuarded: "draft",
    keepsDraft: true,
    toBody: (values) => ({ ...toPayee(values), ...(values.due_on !== "" && { due_on: values.due_on }) }),
    onDone: setQuote,
  });
  const { to, kind } = form.values as { to: string; kind: string };
  const isNew = to === NEW_PAYEE;
  const chosen = isNew ? (kind as keyof typeof PAYEE_RULES) : "kept";
  if (chosen !== way) setWay(chosen);
  const values = form.values as Parameters<typeof toPayee>[0] & { narration: string; is_saved: boolean };
  return (
    <>
      <Form form={form}>
        <PayeeFields kept={kept} canKeep />
        <Panel title="How much">
          <MoneyField name="amount_kobo" label="Amount" />
          <TextField name="narration" label="For" hint="Shown to the recipient" maxLength={60} />
          <DateField name="due_on" label="On a later day" hint="Empty: now" />
        </Panel>
        <SubmitButton>Continue</SubmitButton>
      </Form>
      {quote && (
        <ConfirmTransfer
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
