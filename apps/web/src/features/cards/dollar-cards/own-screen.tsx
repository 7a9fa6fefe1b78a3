import { exchangeWords } from "@manilla/contract/cards/dollar-words";
import { day, dollars, naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { RadioField } from "../../../shared/form/choices.tsx";
import { MoneyField } from "../../../shared/form/more-fields.tsx";
import { SubmitButton } from "../../../shared/form/submit-button.tsx";
import { Form, useCallForm } from "../../../shared/form/use-call-form.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { QuoteDialog } from "./quote-dialog.tsx";

type Found = Answer<typeof calls.dollarCards.find>;
export type Quote = Answer<typeof calls.dollarCards.quote>["quote"];

/** The dollars of one's cards: what is there, and naira that become dollars and back, at a quote. */
export default function CardDollarsScreen(): ReactNode {
  const answer = useRecord(calls.dollarCards.find, {});
  return (
    <Page
      width="form"
      lead="Dollars that your dollar cards spend. You buy them with your cash wallet, and take them back to it."
      actions={<Link to="/customer/cards">Your cards</Link>}
    >
      <Answered of={answer} height={300}>
        {(found) => (
          <>
            <Panel title="Your dollars">
              <Facts
                items={[
                  { label: "Can be spent now", value: dollars(found.free_cents), figure: true },
                  found.balance_cents > found.free_cents && {
                    label: "Held for payments",
                    value: dollars(found.balance_cents - found.free_cents),
                    figure: true,
                  },
                  found.owed_cents > 0 && {
                    label: "Taken beyond them, still to be paid",
                    value: dollars(found.owed_cents),
                    figure: true,
                  },
                  { label: "Free in your cash wallet", value: naira(found.cash_kobo), figure: true },
                  found.is_offered && {
                    label: "May still be bought this month",
                    value: dollars(found.month_left_cents),
                    figure: true,
                  },
                ]}
              />
            </Panel>
            <Exchange found={found} />
            {found.exchanges.length > 0 && <Exchanges found={found} />}
          </>
        )}
      </Answered>
    </Page>
  );
}

function Exchange({ found }: { found: Found }): ReactNode {
  const canBuy = found.is_offered && found.has_card;
  const left_cents = Math.max(0, found.free_cents - found.owed_cents);
  const canSell = left_cents > 0;
  const due_cents = Math.max(0, found.owed_cents - found.free_cents);
  const [quoted, setQuoted] = useState<Quote>();
  const form = useCallForm(calls.dollarCards.quote, {
    initial: { kind: canBuy || due_cents > 0 ? "buy" : "sell", amount_cents: due_cents > 0 ? due_cents : null },
    isGuarded: false,
    onDone: ({ quote }) => setQuoted(quote),
  });
  const why_not = found.is_offered
    ? "You have no dollar card. Ask for a virtual card in dollars first."
    : "Dollars are not offered at the moment.";
  if (!canBuy && !canSell && due_cents === 0) return <Notice>{why_not}</Notice>;
  return (
    <Panel title={canBuy ? "Buy or take back" : due_cents > 0 ? "Pay what is owed" : "Take back"}>
      {due_cents > 0 && (
        <Notice tone="warning">
          Your card took {dollars(due_cents)} more than was there. What you buy pays it first, at the rate of today.
        </Notice>
      )}
      {!canBuy && due_cents === 0 && <Notice>{why_not}</Notice>}
      <Form form={form}>
        {canBuy && canSell && (
          <RadioField
            name="kind"
            legend="What"
            choices={[
              { value: "buy", label: "Buy dollars", hint: "From your cash wallet" },
              { value: "sell", label: "Take dollars back", hint: "To your cash wallet" },
            ]}
          />
        )}
        <MoneyField
          name="amount_cents"
          label="Dollars"
          symbol="$"
          hint={
            form.values.kind === "sell"
              ? `Up to ${dollars(left_cents)}`
              : due_cents > 0
                ? `${dollars(due_cents)} is owed`
                : `At least ${dollars(found.least_cents)}`
          }
        />
        <SubmitButton>See the rate</SubmitButton>
      </Form>
      {quoted && (
        <QuoteDialog
          key={quoted.id}
          quote={quoted}
          onClose={() => setQuoted(undefined)}
          onDone={() => (setQuoted(undefined), form.set("amount_cents", null))}
        />
      )}
    </Panel>
  );
}

const Exchanges = ({ found }: { found: Found }): ReactNode => (
  <Panel title="The newest" flush>
    <PlainTable
      caption="Dollars bought and taken back"
      rows={found.exchanges}
      columns={[
        { key: "_what", header: "What", card: "title", render: ({ kind }) => exchangeWords[kind] },
        { key: "amount_cents", header: "Dollars", card: "field" },
        { key: "amount_kobo", header: "Naira", card: "field" },
        {
          key: "_rate",
          header: "Rate",
          card: "field",
          render: ({ rate, rated_on }) => <span title={`Published on ${day(rated_on)}`}>₦{rate}</span>,
        },
        { key: "_when", header: "When", render: ({ used_at }) => <When at={used_at} /> },
      ]}
    />
  </Panel>
);
