import { counted, day, naira, percent, rateInWords } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import type { calls } from "../api/calls.gen.ts";
import type { Answer, CallInput } from "../api/call.ts";
import { accountTypeOf } from "../session/session.ts";
import { PlainTable } from "../figures/figures.tsx";
import styles from "./quote.module.css";

export type Quote = Answer<typeof calls.loans.quote>;
export type QuoteTerms = CallInput<typeof calls.loans.quote>["body"];

const methodWords = {
  flat: "flat on the amount borrowed",
  declining: "on what is still owed",
  equal_principal: "on what is still owed, equal principal",
} as const;

/** How interest is counted, in words. */
export const methodInWords = (method: QuoteTerms["method"]): string => methodWords[method];

/** Kobo taken from the amount when it is paid out. */
const upfrontOf = (terms: QuoteTerms): number =>
  (terms.fees ?? []).filter(({ when }) => when === "upfront").reduce((sum, { kobo }) => sum + kobo, 0);

/**
 * What a loan costs: naira first, every fee by its name, percent last. The figures are those of the offer letter.
 * @param props.penalty what being late costs, in words
 */
export function QuoteCost({ quote, terms, penalty }: { quote: Quote; terms: QuoteTerms; penalty?: string }): ReactNode {
  const { totals, instalments } = quote;
  const first = instalments[0];
  const [last] = instalments.slice(-1);
  const upfront = upfrontOf(terms);
  // Staff read what the customer pays, the customer what they pay.
  const isStaff = accountTypeOf(useLocation().pathname) === "admin";
  const who = isStaff ? "The customer" : "You";
  const verb = (plain: string): string => `${who} ${plain}${isStaff ? "s" : ""}`;
  const isLastOther = first && last && instalments.length > 1 && first.total_kobo !== last.total_kobo;
  return (
    <div className="stack">
      <div className={styles.main}>
        <span className="muted">{verb("pay")}</span>
        <strong className={styles.figure}>{first ? naira(first.total_kobo) : "–"}</strong>
        <span className="muted">
          {instalments.length === 1
            ? "once"
            : `${terms.frequency === "weekly" ? "a week" : terms.frequency === "biweekly" ? "every two weeks" : "a month"}, ${counted(instalments.length, "time")}`}
          {first && `, first on ${day(first.due_on)}`}
          {isLastOther && `; the last is ${naira(last.total_kobo)}`}
        </span>
      </div>
      <dl className={styles.lines}>
        <Line
          label={verb("receive")}
          hint={upfront > 0 ? `${naira(terms.principal_kobo)} less the fees taken at once` : undefined}
          kobo={totals.received_kobo}
        />
        <Line label="Interest" kobo={totals.interest_kobo} />
        {(terms.fees ?? []).map((fee) => (
          <Line
            key={`${fee.name}-${fee.when}`}
            label={fee.name}
            hint={`${fee.when === "upfront" ? "once, taken from the amount" : "with each instalment"}${fee.vat_kobo ? `, VAT of ${naira(fee.vat_kobo)} included` : ""}`}
            kobo={fee.when === "upfront" ? fee.kobo : fee.kobo * instalments.length}
          />
        ))}
        {(terms.fees ?? []).length === 0 && <Line label="Fees" kobo={0} />}
        <Line
          label={isStaff ? "The loan costs" : "The loan costs you"}
          hint="interest and fees together"
          kobo={totals.interest_kobo + totals.fees_kobo}
          isTotal
        />
        <Line
          label={isStaff ? "The customer pays back" : "You pay back"}
          hint={upfront > 0 ? "all instalments; the fees above are taken first" : "all instalments"}
          kobo={totals.repaid_kobo}
          isTotal
        />
      </dl>
      <p className="small muted">
        Interest of {rateInWords(terms.annual_rate_percent)} {methodInWords(terms.method)}; {percent(quote.irr_percent)}{" "}
        a year with every cost counted.{penalty && ` If ${isStaff ? "they pay" : "you pay"} late: ${penalty}`}
      </p>
    </div>
  );
}

function Line({
  label,
  hint,
  kobo,
  isTotal,
}: {
  label: string;
  hint?: string | undefined;
  kobo: number;
  isTotal?: boolean;
}): ReactNode {
  return (
    <div data-total={isTotal ?? false}>
      <dt>
        {label}
        {hint && <span className="small muted"> {hint}</span>}
      </dt>
      <dd>{naira(kobo)}</dd>
    </div>
  );
}

export const QuoteSchedule = ({ instalments }: { instalments: Quote["instalments"] }): ReactNode => (
  <PlainTable
    caption="Planned instalments"
    rows={instalments}
    isNarrow
    columns={[
      { key: "number", header: "No.", align: "left" },
      { key: "due_on", header: "Due", card: "title" },
      { key: "principal_kobo", header: "Principal" },
      { key: "interest_kobo", header: "Interest" },
      instalments.some(({ fees_kobo }) => fees_kobo > 0) && { key: "fees_kobo", header: "Fees" },
      { key: "total_kobo", header: "Instalment", card: "field" },
      { key: "balance_kobo", header: "Left after", card: "field" },
    ]}
  />
);
