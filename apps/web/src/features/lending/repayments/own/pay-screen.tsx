import { day, naira, sentence } from "@manilla/contract/formats";
import { REQUIRED_MESSAGE } from "@manilla/contract/form-rules";
import { type ReactNode, useRef, useState } from "react";
import { Link, useParams, useSearchParams } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../../shared/api/call.ts";
import { useCall, useRecord } from "../../../../shared/api/use-call.ts";
import { lateWords, owingOf, type Owing } from "../../../../shared/loans/owing.ts";
import { useSession } from "../../../../shared/session/session.ts";
import { IconChevronLeft } from "../../../../shared/ui/icons.ts";
import { Empty, Facts, Failure, Notice, Panel, Skeleton } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";
import { AmountInput } from "./amount-input.tsx";
import { Choices } from "../../../../shared/form/choices.tsx";
import { type Excess, ExcessChoice, nextHint } from "../../../../shared/loans/receiving/excess.tsx";
import { Outcome } from "./outcome.tsx";
import { CardPayment } from "./card-payment.tsx";
import styles from "./repayments.module.css";
import { TransferPayment } from "./transfer-payment.tsx";
import { type Pending, receiptOf, usePayment } from "./pending.ts";

type Quote = Answer<typeof calls.repayments.settlementQuote>;
type What = "due" | "next" | "all" | "other";

/** Paying one loan: how much, by what, and the truth about its outcome. */
export default function PayScreen(): ReactNode {
  const { loanId = "" } = useParams();
  const session = useSession();
  const today = String(session.configuration["business_date"] ?? "");
  const own = useRecord(calls.repayments.listOwn, {});
  const cards = useCall(calls.charges.listOwn, { params: { id: session.user.id } });
  const quote = useRecord(calls.repayments.settlementQuote, { params: { id: loanId } });
  const payment = usePayment(session.user.id, loanId);
  const [isUnderWay, setUnderWay] = useState(false);
  const failure = own.error ?? cards.error;
  const owing = own.data && owingOf(own.data.repayments, today).find((each) => each.loan.id === loanId);
  const { pending } = payment;
  // The dialog stays while the bank is asked, unless the receipt is there before its answer.
  const shown = pending && (!isUnderWay || receiptOf(pending, own.data?.receipts ?? [])) ? pending : undefined;
  const pay = async (body: Pending["body"]): Promise<void> => {
    setUnderWay(true);
    await payment.pay(body, own.data?.receipts.map(({ id }) => id) ?? []).finally(() => setUnderWay(false));
  };

  let body: ReactNode;
  if (failure && (!own.data || !cards.data))
    body = <Failure error={failure} onRetry={() => (void own.refetch(), void cards.refetch())} />;
  else if (!own.data || !cards.data || (quote.isPending && !quote.error)) body = <Skeleton height={240} />;
  else if (shown) body = <Outcome pending={shown} payment={payment} receipts={own.data.receipts} />;
  else if (!owing || owing.open.length === 0)
    body = (
      <Empty title="Nothing to pay on this loan" action={<Link to="/customer/repayments">To your repayments</Link>} />
    );
  else body = <Ways owing={owing} quote={quote.data} cards={cards.data.cards} onPay={pay} />;
  return (
    <Page title="Pay" lead={owing && !shown ? `Loan ${owing.loan.reference}` : undefined} width="form">
      {body}
      <Link className={styles.back} to="/customer/repayments">
        <IconChevronLeft size={16} aria-hidden="true" />
        Repayments
      </Link>
    </Page>
  );
}

interface WaysProps {
  owing: Owing;
  quote: Quote | undefined;
  cards: Answer<typeof calls.charges.listOwn>["cards"];
  onPay: (body: Pending["body"]) => Promise<unknown>;
}

const TRANSFER = "transfer";

function Ways({ owing, quote, cards, onPay }: WaysProps): ReactNode {
  const [query] = useSearchParams();
  const usable = cards.filter(({ is_expired }) => !is_expired);
  const amounts = amountsOf(
    owing,
    quote,
    usable.some(({ is_default }) => is_default),
  );
  const isDue = owing.due_kobo > 0;
  const wanted = amounts.find(({ value }) => value === query.get("what"));
  const [what, setWhat] = useState<What>((wanted ?? amounts[0])?.value ?? "other");
  const [excess, setExcess] = useState<Excess>("following");
  const [other, setOther] = useState<number | null>(null);
  const [way, setWay] = useState(usable.find(({ is_default }) => is_default)?.id ?? usable[0]?.id ?? TRANSFER);
  const amount = what === "other" ? other : (amounts.find(({ value }) => value === what)?.kobo ?? null);
  const most = quote?.total_kobo ?? owing.left_kobo;
  const [isTried, setTried] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const wrong =
    what !== "other"
      ? undefined
      : other === null
        ? isTried
          ? REQUIRED_MESSAGE
          : undefined
        : other <= 0
          ? "this field has to be at least ₦0.01"
          : other > most
            ? `this is more than the ${naira(most)} that end the loan today`
            : undefined;
  const card = usable.find(({ id }) => id === way);
  const isBeyond =
    what === "other" && !wrong && other !== null && other > owing.due_kobo + (quote?.next?.amount_kobo ?? other);
  return (
    <div className={styles.split}>
      {!isDue && owing.next && (
        <Notice tone="info">Nothing is due now. What you pay today pays your next instalment.</Notice>
      )}
      <Choices
        legend="How much?"
        value={what}
        onChange={setWhat}
        choices={[
          ...amounts.map(({ value, label, hint, kobo }) => ({ value, label, hint, figure: naira(kobo) })),
          {
            value: "other" as const,
            label: "Another amount",
            hint: isDue ? "It pays what is oldest first" : "It pays the next instalment, then the following ones",
          },
        ]}
      />
      {what === "other" && (
        <div ref={field}>
          <AmountInput value={other} onChange={setOther} error={wrong} />
        </div>
      )}
      {what === "all" && quote && <Settlement quote={quote} />}
      {isBeyond && card && <ExcessChoice value={excess} onChange={setExcess} />}
      {isBeyond && !card && (
        <Notice tone="info">
          What is beyond the next instalment pays the following ones in turn. Once it has arrived you can choose smaller
          or fewer instalments instead, until the next due date.
        </Notice>
      )}
      <Choices
        legend="How?"
        value={way}
        onChange={setWay}
        choices={[
          ...usable.map((each) => ({
            value: each.id,
            label: `${sentence(each.brand)} •••• ${each.last4}`,
            hint: [each.bank, each.is_default && "default"].filter(Boolean).join(" · "),
          })),
          { value: TRANSFER, label: "Bank transfer", hint: "From your bank’s app to an account of your own with us" },
        ]}
      />
      {usable.length === 0 && (
        <p className="small">
          <Link to="/customer/repayment-cards">Add a card</Link> <span className="muted">to pay with one tap.</span>
        </p>
      )}
      {card ? (
        <CardPayment
          loan={owing.loan}
          card={card}
          amount={wrong ? null : amount}
          wholeLoan={what === "all"}
          excess={isBeyond ? excess : undefined}
          onPay={onPay}
          onMissing={() => (setTried(true), field.current?.querySelector("input")?.focus())}
        />
      ) : (
        <TransferPayment loan={owing.loan} amount={wrong ? null : amount} />
      )}
    </div>
  );
}

/** What can be paid with one tap, the most sensible first. */
function amountsOf(
  owing: Owing,
  quote: Quote | undefined,
  hasCard: boolean,
): { value: Exclude<What, "other">; label: string; hint: string; kobo: number }[] {
  return [
    ...(owing.due_kobo > 0
      ? [
          {
            value: "due" as const,
            label: "What is due",
            hint: owing.days_late > 0 ? lateWords(owing.days_late) : "Due today",
            kobo: owing.due_kobo,
          },
        ]
      : []),
    ...(owing.due_kobo === 0 && quote?.next
      ? [
          {
            value: "next" as const,
            label: "The next instalment",
            hint: nextHint(quote.next.due_on, hasCard),
            kobo: quote.next.amount_kobo,
          },
        ]
      : []),
    ...(quote
      ? [
          {
            value: "all" as const,
            label: "The whole loan",
            hint:
              quote.interest_saved_kobo > 0
                ? `Ends it today and saves ${naira(quote.interest_saved_kobo)} of interest`
                : "Ends it today",
            kobo: quote.total_kobo,
          },
        ]
      : []),
  ];
}

/** What ending the loan today takes, and what it saves. */
function Settlement({ quote }: { quote: Quote }): ReactNode {
  const lines = [
    { label: "Principal", kobo: quote.principal_kobo },
    { label: "Interest until today", kobo: quote.interest_kobo },
    { label: "Fees", kobo: quote.fees_kobo },
    { label: "Late charges", kobo: quote.penalty_kobo },
    { label: "Your credit", kobo: -quote.credit_used_kobo },
  ].filter(({ kobo }) => kobo !== 0);
  return (
    <Panel title="Ending the loan today">
      <Facts
        items={[
          ...lines.map(({ label, kobo }) => ({ label, value: naira(kobo), figure: true })),
          { label: "Together", value: naira(quote.total_kobo), figure: true },
        ]}
      />
      {quote.interest_saved_kobo > 0 && (
        <div style={{ marginTop: 12 }}>
          <Notice tone="success">
            You save {naira(quote.interest_saved_kobo)} of interest that you would pay otherwise.
          </Notice>
        </div>
      )}
      <p className="muted small" style={{ marginTop: 8 }}>
        {quote.interest_rule === "to_date"
          ? "Interest is counted to the day."
          : "Interest is counted to the end of this period."}{" "}
        The figure holds until {day(quote.valid_until)}.
      </p>
    </Panel>
  );
}
