import { day, naira } from "@manilla/contract/formats";
import { type ReactNode, useState } from "react";
import { calls } from "../../api/calls.gen.ts";
import { useRecord } from "../../api/use-call.ts";
import type { Answer } from "../../api/call.ts";
import { RadioField } from "../../form/choices.tsx";
import { TextField } from "../../form/fields.tsx";
import { EvidenceFields, evidenceOf, evidenceRules, noEvidence, slipAt } from "../../form/evidence-fields.tsx";
import { MoneyField, TextAreaField } from "../../form/more-fields.tsx";
import { SubmitButton } from "../../form/submit-button.tsx";
import { Form, useCallForm } from "../../form/use-call-form.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Answered } from "../../ui/answered.tsx";
import { Facts, Notice } from "../../ui/kit.tsx";
import { type Excess, excessChoices } from "./excess.tsx";
import { useQuoteOfDay } from "./quote-of-day.ts";
import { AskedFor, Outcome } from "./outcome.tsx";
import type { Receivable } from "./receivable.ts";

type Done = Answer<typeof calls.repayments.settle>;
type Quote = Answer<typeof calls.repayments.settlementQuote>;
type Scope = "due" | "loan";
type Source = "received_outside" | "credit_balance";
/** What has to come in to end the loan; the quote's own total has the credit balance taken off already. */
const wholeOf = (quote: Quote): number => quote.total_kobo + quote.credit_used_kobo;
interface Props {
  row: Receivable;
  onClose: () => void;
}

const who = (row: Receivable): { label: string; value: string }[] => [
  { label: "Customer", value: row.customer.name },
  { label: "Loan", value: row.loan.reference },
];
const REFERENCE_HINT = "As on the slip, transfer or salary list. The same reference is received only once.";

const CONFIRMED =
  "A second person confirms this, unless it is below the sums that one person may record within 30 days.";

/** Fetches what the loan takes today and shows the form, then what the payment did. */
function WithQuote({
  row,
  title,
  onClose,
  children,
}: Props & { title: string; children: (quote: Quote, onReceived: (answer: Done) => void) => ReactNode }): ReactNode {
  const [answer, setAnswer] = useState<Done>();
  const quote = useRecord(calls.repayments.settlementQuote, { params: { id: row.loan.id } }, { enabled: !answer });
  return (
    <Dialog
      opened
      onClose={onClose}
      title={!answer ? title : "approval_id" in answer ? "Requested" : "Received"}
      size="lg"
    >
      {answer && "approval_id" in answer ? (
        <AskedFor approval_id={answer.approval_id} onClose={onClose} />
      ) : answer ? (
        <Outcome answer={answer} onClose={onClose} />
      ) : (
        <Answered of={quote} height={240}>
          {(found) => children(found, setAnswer)}
        </Answered>
      )}
    </Dialog>
  );
}

/** C105: everything due on the loan, or the whole loan with its early settlement figures. */
export const SettleDialog = ({ row, onClose }: Props): ReactNode => (
  <WithQuote row={row} onClose={onClose} title="Settle">
    {(quote, onReceived) => <SettleForm row={row} quote={quote} onReceived={onReceived} onCancel={onClose} />}
  </WithQuote>
);

function SettleForm({
  row,
  quote: now,
  onReceived,
  onCancel,
}: {
  row: Receivable;
  quote: Quote;
  onReceived: (answer: Done) => void;
  onCancel: () => void;
}): ReactNode {
  const [isOutside, setOutside] = useState(true);
  /** Credit that is held pays its part of a whole loan by itself. */
  const figureOf = (scope: Scope, isNew: boolean): number =>
    scope === "due" ? quote.due_kobo : isNew ? quote.total_kobo : wholeOf(quote);
  const form = useCallForm(calls.repayments.settle, {
    initial: {
      scope: (now.due_kobo > 0 ? "due" : "loan") as Scope,
      source: "received_outside" as Source,
      reference: "",
      note: "",
      ...noEvidence,
    },
    params: { id: row.id },
    isGuarded: false,
    onDone: onReceived,
    rules: {
      reference: isOutside ? "required|min:3|max:60" : "nullable",
      note: "nullable|max:500",
      ...(isOutside && evidenceRules),
    },
    fieldOf: slipAt,
    toBody: ({ scope, source, reference, note, ...evidence }) => ({
      scope,
      source,
      amount_kobo: figureOf(scope, source === "received_outside"),
      ...(source === "received_outside" && { ...(reference !== "" && { reference }), ...evidenceOf(evidence) }),
      ...(note !== "" && { note }),
    }),
  });
  // Money of an earlier day takes the figures of that day.
  const then = useQuoteOfDay(form, row.loan.id);
  const quote = (isOutside && then) || now;
  const isWhole = form.values.scope === "loan";
  const amount = naira(figureOf(form.values.scope, isOutside));
  return (
    <Form form={form}>
      <Facts items={who(row)} />
      <RadioField
        name="scope"
        legend="How much"
        choices={[
          {
            value: "due",
            label: "What is due today",
            figure: naira(quote.due_kobo),
            disabled: quote.due_kobo === 0,
            ...(quote.due_kobo === 0 && { hint: "Nothing is due on this loan today." }),
          },
          {
            value: "loan",
            label: "The whole loan",
            figure: naira(wholeOf(quote)),
            hint: `Ends the loan. Holds until ${day(quote.valid_until)}; saves ${naira(quote.interest_saved_kobo)} of interest.`,
          },
        ]}
      />
      {isWhole && <SettlementFigures quote={quote} />}
      <RadioField
        name="source"
        legend="Where the money is"
        onChoose={(source) => setOutside(source === "received_outside")}
        choices={[
          { value: "received_outside", label: "Received outside: cash, transfer, salary" },
          { value: "credit_balance", label: "The customer's credit balance with us" },
        ]}
      />
      {isOutside && (
        <>
          <TextField name="reference" label="Reference" hint={REFERENCE_HINT} autoComplete="off" />
          <EvidenceFields />
        </>
      )}
      <TextAreaField name="note" label="Note" rows={2} />
      <Notice tone="info">
        {isOutside && `${isWhole ? "A second person confirms this." : CONFIRMED} `}
        Records {amount} as paid by {row.customer.name}. It moves no money by itself: record only what has arrived.
      </Notice>
      <SubmitButton onCancel={onCancel}>Record {amount} as paid</SubmitButton>
    </Form>
  );
}

/** What it takes to end a loan today, part by part. */
export const SettlementFigures = ({ quote }: { quote: Quote }): ReactNode => (
  <Facts
    items={[
      { label: "Principal", value: naira(quote.principal_kobo), figure: true },
      {
        label: quote.interest_rule === "to_date" ? "Interest to today" : "Interest to the end of the period",
        value: naira(quote.interest_kobo),
        figure: true,
      },
      { label: "Fees", value: naira(quote.fees_kobo), figure: true },
      { label: "Penalties", value: naira(quote.penalty_kobo), figure: true },
      { label: "In all", value: naira(wholeOf(quote)), figure: true },
      quote.credit_used_kobo > 0 && {
        label: "Their credit balance could cover",
        value: naira(quote.credit_used_kobo),
        figure: true,
      },
    ]}
  />
);

/** C106: a part that was received. */
export const PartDialog = ({ row, onClose }: Props): ReactNode => (
  <WithQuote row={row} onClose={onClose} title="Record a part payment">
    {(quote, onReceived) => <PartForm row={row} quote={quote} onReceived={onReceived} onCancel={onClose} />}
  </WithQuote>
);

function PartForm({
  row,
  quote,
  onReceived,
  onCancel,
}: {
  row: Receivable;
  quote: Quote;
  onReceived: (answer: Done) => void;
  onCancel: () => void;
}): ReactNode {
  const asked = quote.due_kobo + (quote.next?.amount_kobo ?? wholeOf(quote));
  const form = useCallForm(calls.repayments.payFraction, {
    initial: {
      amount_kobo: (quote.due_kobo === 0 ? (quote.next?.amount_kobo ?? null) : null) as number | null,
      excess: "following" as Excess,
      reference: "",
      note: "",
      ...noEvidence,
    },
    params: { id: row.id },
    isGuarded: false,
    onDone: onReceived,
    rules: { amount_kobo: "required", reference: "required|min:3|max:60", note: "nullable|max:500", ...evidenceRules },
    fieldOf: slipAt,
    toBody: ({ amount_kobo, excess, reference, note, ...evidence }) => ({
      ...evidenceOf(evidence),
      amount_kobo: amount_kobo ?? 0,
      reference,
      ...(note !== "" && { note }),
      ...((amount_kobo ?? 0) > asked && { excess }),
    }),
  });
  const amount = typeof form.values.amount_kobo === "number" ? form.values.amount_kobo : undefined;
  return (
    <Form form={form}>
      <Facts
        items={[
          ...who(row),
          { label: "This instalment still owes", value: naira(row.outstanding_kobo), figure: true },
          { label: "Due on the loan today", value: naira(quote.due_kobo), figure: true },
          quote.next && {
            label: `Next instalment, due ${day(quote.next.due_on)}`,
            value: naira(quote.next.amount_kobo),
            figure: true,
          },
          { label: "The whole loan takes", value: naira(wholeOf(quote)), figure: true },
        ]}
      />
      <MoneyField name="amount_kobo" label="Amount received" autoFocus />
      {amount !== undefined && amount > wholeOf(quote) && (
        <Notice tone="warning">This is more than the whole loan takes today.</Notice>
      )}
      {amount !== undefined && amount > asked && amount < wholeOf(quote) && (
        <RadioField name="excess" legend="What is beyond the next instalment" choices={excessChoices} />
      )}
      <TextField name="reference" label="Reference" hint={REFERENCE_HINT} autoComplete="off" />
      <EvidenceFields />
      <TextAreaField name="note" label="Note" rows={2} />
      <Notice tone="info">
        {CONFIRMED} It pays the oldest due first: penalty, fees, interest, then principal. What is not due pays the next
        instalment: the card is then debited only for what is left of it.
      </Notice>
      <SubmitButton onCancel={onCancel}>{amount ? `Record ${naira(amount)}` : "Record"}</SubmitButton>
    </Form>
  );
}

type Charge = Answer<typeof calls.repayments.partialDebit>;

/** C107: take from the card what it gives. */
export function CardDialog({ row, onClose }: Props): ReactNode {
  const [answer, setAnswer] = useState<Charge>();
  const quote = useRecord(calls.repayments.settlementQuote, { params: { id: row.loan.id } }, { enabled: !answer });
  return (
    <Dialog opened onClose={onClose} title={answer ? "What the card gave" : "Try the card"} size="md">
      {answer ? (
        <ChargeOutcome charge={answer} />
      ) : (
        <Answered of={quote} height={180}>
          {({ due_kobo }) => <CardForm row={row} due={due_kobo} onDone={setAnswer} />}
        </Answered>
      )}
    </Dialog>
  );
}

function CardForm({ row, due, onDone }: { row: Receivable; due: number; onDone: (charge: Charge) => void }): ReactNode {
  const form = useCallForm(calls.repayments.partialDebit, {
    initial: { amount_kobo: null as number | null },
    params: { id: row.id },
    isGuarded: false,
    onDone,
    rules: { amount_kobo: "nullable" },
    toBody: ({ amount_kobo }) => (typeof amount_kobo === "number" ? { amount_kobo } : {}),
  });
  if (due === 0)
    return (
      <Notice tone="warning">Nothing is due on this loan today. The card is tried by itself on the due date.</Notice>
    );
  const asked = typeof form.values.amount_kobo === "number" ? form.values.amount_kobo : due;
  return (
    <Form form={form}>
      <Facts items={[...who(row), { label: "Due on the loan today", value: naira(due), figure: true }]} />
      <MoneyField name="amount_kobo" label="At most" hint={`Empty: everything that is due, ${naira(due)}`} />
      <Notice tone="info">
        The default card is asked for up to {naira(asked)}; a card that has less gives what it has. This takes money
        from the customer now.
      </Notice>
      {form.isPending && (
        <p className="small muted" role="status">
          Asking the card. Please wait for the answer…
        </p>
      )}
      <SubmitButton>Try to take {naira(asked)}</SubmitButton>
    </Form>
  );
}

/** How a charge ended, or that nobody knows yet. */
export function ChargeOutcome({ charge }: { charge: Charge }): ReactNode {
  const tone = charge.status === "success" ? "success" : charge.status === "failed" ? "danger" : "warning";
  return (
    <>
      <Notice tone={tone}>
        {charge.status === "success" && (
          <strong>
            {naira(charge.received_kobo ?? 0)} taken
            {charge.received_kobo !== null && charge.received_kobo < charge.requested_kobo
              ? ` of ${naira(charge.requested_kobo)}`
              : ""}
            .{" "}
          </strong>
        )}
        {charge.status === "failed" && <strong>Nothing was taken. </strong>}
        {charge.status === "unknown" && <strong>It is not known yet whether money was taken. </strong>}
        {charge.status !== "success" && charge.message}
        {charge.status === "unknown" &&
          " The provider is asked until it answers; the card is not charged again before that."}
      </Notice>
      <p className="small muted" style={{ marginTop: 8 }}>
        Charge {charge.reference}
      </p>
    </>
  );
}
