import { captureWords, paymentWords } from "@manilla/contract/cards/card-payment-kinds";
import { channelWords, declineTitles } from "@manilla/contract/cards/decline-reasons";
import { merchantCategories } from "@manilla/contract/cards/merchant-categories";
import { cardEnding, counted, date, money, sentence } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { AskForMore } from "./ask-for-more.tsx";
import styles from "./payment.module.css";

const { find, wasMe, askCompany } = calls.cardAuthorisations;
export type Payment = Answer<typeof find>;

/** What was requested: an amount, or to be told what there is. */
const askedFor = ({ kind, amount_kobo, card_currency }: Payment): string =>
  kind === "enquiry" ? paymentWords.enquiry : money(amount_kobo, card_currency);

/** One payment: why it was declined and what to do, what every rule said, and what was taken. */
export default function PaymentScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      width="text"
      title={(payment) => `${askedFor(payment)} at ${payment.merchant}`}
      actions={(payment) => payment && <StatusBadge kind="card_payment" status={payment.status} />}
    >
      {(payment) => (
        <>
          {payment.says && payment.status === "declined" && <Declined payment={payment} />}
          <Details payment={payment} />
          <Taken payment={payment} />
          <Rules payment={payment} />
        </>
      )}
    </RecordPage>
  );
}

/** Where the holder does what is next; ids are the card's. */
const WAYS: Partial<Record<NonNullable<Payment["next"]>, { label: string; to: (card: string) => string }>> = {
  add_money: { label: "Add money", to: () => "/customer/wallets" },
  pay_bill: { label: "See your bill", to: () => "/customer/cards/bills" },
  change_controls: { label: "Change the controls", to: (id) => `/customer/cards/${id}/controls` },
  unfreeze: { label: "Unfreeze the card", to: (id) => `/customer/cards/${id}` },
  activate: { label: "Activate the card", to: (id) => `/customer/cards/${id}` },
  replace: { label: "Your cards", to: () => "/customer/cards" },
  unlock_pin: { label: "Unlock the PIN", to: (id) => `/customer/cards/${id}` },
  add_receipt: { label: "Add the receipt", to: () => "/customer/expenses?f.has_receipt=false" },
  ask_us: { label: "Write to us", to: () => "/customer/help" },
};

function Declined({ payment }: { payment: Payment }): ReactNode {
  const { id, card, next, is_own, period, asks_was_me, asked_company_at, says, person } = payment;
  const way = is_own && next ? WAYS[next] : undefined;
  return (
    <>
      <Notice tone="warning">{says}</Notice>
      {asked_company_at && (
        <Notice>
          {is_own ? "You have asked your company" : `${person.name} asks to let it through`},{" "}
          <When at={asked_company_at} />.
        </Notice>
      )}
      <div className={styles.buttons}>
        {way && (
          <Button component={Link} to={way.to(card.id)}>
            {way.label}
          </Button>
        )}
        {is_own && next === "ask_company" && !asked_company_at && (
          <ActionButton
            call={askCompany}
            params={{ id }}
            variant="primary"
            done="Asked. Your company sees this payment."
          >
            Ask your company
          </ActionButton>
        )}
        {is_own && next === "ask_for_more" && period && <AskForMore payment={{ ...payment, period }} />}
        {asks_was_me && (
          <>
            <ActionButton
              call={wasMe}
              params={{ id }}
              body={{ was_me: true }}
              variant="primary"
              done="Thank you. The card works again."
            >
              It was me
            </ActionButton>
            <ActionButton
              call={wasMe}
              params={{ id }}
              body={{ was_me: false }}
              variant="danger"
              done="The card stays frozen."
            >
              It was not me
            </ActionButton>
          </>
        )}
      </div>
    </>
  );
}

const Details = ({ payment }: { payment: Payment }): ReactNode => (
  <Panel title="Payment">
    <Facts
      items={[
        { label: payment.kind === "refund" ? "Announced to come back" : "Asked for", value: askedFor(payment) },
        payment.approved_kobo > 0 && {
          label: "Let through",
          value: money(payment.approved_kobo, payment.card_currency),
        },
        payment.captured_kobo > 0 && { label: "Taken", value: money(payment.captured_kobo, payment.card_currency) },
        payment.reversed_kobo > 0 && {
          label: "Given back",
          value: money(payment.reversed_kobo, payment.card_currency),
        },
        payment.shop_currency !== null && {
          label: "In the shop's money",
          value: `${payment.shop_currency} ${payment.shop_amount ?? ""}`,
        },
        {
          label: "Card",
          value: (
            <Link to={`/${accountTypeOf(location.pathname) ?? "customer"}/cards/${payment.card.id}`}>
              {`${cardEnding(payment.card.last4)} ${payment.card.label ?? ""}`.trim()}
            </Link>
          ),
        },
        { label: "Holder", value: payment.person.name },
        { label: "Category", value: merchantCategories[payment.category].words },
        { label: "Where", value: [payment.city, payment.country].filter(Boolean).join(", ") },
        { label: "How", value: sentence(channelWords[payment.channel]) },
        { label: "When", value: date(payment.created_at) },
        { label: "Reference", value: payment.reference },
        payment.is_stand_in && { label: "Decided by", value: "The issuer, without asking us" },
      ]}
    />
  </Panel>
);

function Taken({ payment: { captures, is_own } }: { payment: Payment }): ReactNode {
  if (captures.length === 0) return null;
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <Panel title="What was taken">
      <ul className="list">
        {captures.map(({ id, kind, amount_kobo, card_currency, happened_at, expense_id }) => (
          <li key={id}>
            {captureWords[kind]} <strong>{money(amount_kobo, card_currency)}</strong> <When at={happened_at} />{" "}
            {expense_id && type !== "admin" && <Link to={`/${type}/expenses/${expense_id}`}>the expense</Link>}
            {is_own && kind === "capture" && (
              <div className="small">
                <Link to={`/customer/dispute-payment/${id}`}>Something is wrong with it</Link>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const BY = { company: "the company's control", holder: "the holder's control" } as const;

function Rules({ payment: { checks } }: { payment: Payment }): ReactNode {
  if (checks.length === 0) return null;
  const unmet = checks.filter(({ is_met }) => !is_met);
  const met = [...new Set(checks.filter(({ is_met }) => is_met).map(({ reason }) => declineTitles[reason]))];
  return (
    <Panel title="What the rules said">
      {unmet.length > 0 && (
        <ul className="list">
          {unmet.map(({ reason, by, says }, at) => (
            // The same rule of the company and of the holder: their order is what they are.
            // oxlint-disable-next-line no-array-index-key
            <li key={`${reason}-${at}`}>
              <strong>{declineTitles[reason]}</strong> {by && <span className="muted">({BY[by]})</span>}
              <div className="small muted">{says}</div>
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>{counted(met.length, "rule")} had no objection</summary>
        <p className="small muted">They would have said: {met.join(", ")}.</p>
      </details>
    </Panel>
  );
}
