/** The verdict of each row, and what the loan would be here on a day: nothing is written. */
import { setImmediate } from "node:timers/promises";
import { count, counted, naira } from "@manilla/contract/formats";
import { QuoteError, addDays, quote } from "@manilla/credit";
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";
import { type Cells, type Verdict, refused } from "../../people/imports/index.ts";
import { normalPhone } from "../../people/people/index.ts";
import { type Terms, firstDueDate } from "../loan-products/index.ts";
import type { RunningLoan } from "../schedules/index.ts";
import { type Person, type Version, folded, peopleOf, productsOn } from "./named.ts";
import { type Brought, bringIn } from "./plan.ts";
import { type BookLoan, loanOfRow } from "./rows.ts";

const NON_PERFORMING_DAYS = 91;

/** A row that can be brought in. */
export interface ReadyLoan {
  number: number;
  user_id: string;
  /** Of the borrower. */
  name: string;
  loan: BookLoan;
  terms: Terms;
  product: Pick<Version, "product_id" | "version_id" | "grace_days">;
  brought: Brought;
  irr_percent: string;
  warnings: string[];
}
export interface Judged {
  verdicts: Verdict[];
  ready: ReadyLoan[];
}

/** What the rows of one file are judged by beside the database, filled in as rows are accepted: the row of each reference, and of each person. */
export interface Earlier {
  references: Map<string, number>;
  people: Map<string, number>;
  instalments: number;
}
export const nothingEarlier = (): Earlier => ({ references: new Map(), people: new Map(), instalments: 0 });

/** Of all loans of a file: each is a row of a schedule, made and lived while somebody waits. */
const MAX_INSTALMENTS = 300_000;

const DAYS = { weekly: 7, biweekly: 14 } as const;

/** The terms in the calculators' shape: the loan's own, and how its product counts days and rounds. No fees: what was charged was charged there. */
function termsOf(loan: BookLoan, version: Version): Terms {
  const method = loan.method ?? version.method;
  const { principal_kobo, annual_rate_percent, instalments, frequency, disbursed_on } = loan;
  return {
    principal_kobo,
    annual_rate_percent,
    instalments,
    frequency,
    method,
    interest: method === "declining" ? version.interest : "per_period",
    day_count: version.day_count,
    rounding_multiple_kobo: version.rounding_multiple_kobo,
    rounding_mode: version.rounding_mode,
    principal_grace: 0,
    disbursed_on,
    first_due_on:
      loan.first_due_on ??
      (frequency === "monthly" ? firstDueDate(disbursed_on, null) : addDays(disbursed_on, DAYS[frequency])),
    fees: [],
  };
}

/** The loan as one that runs, before anything is on it. */
const runningOf = (loan: BookLoan, terms: Terms, version: Version, on: string): RunningLoan => ({
  id: "",
  reference: loan.reference,
  user_id: "",
  status: "running",
  // The loan keeps them as JSON; the calculators read them back by the schema of a quote.
  terms: terms as unknown as Record<string, unknown>,
  principal_kobo: loan.principal_kobo,
  disbursed_on: loan.disbursed_on,
  brought_in_on: on,
  outstanding_principal_kobo: loan.outstanding_principal_kobo,
  accrued_interest_kobo: 0n,
  suspended_interest_kobo: 0n,
  credit_balance_kobo: 0n,
  upfront_fees_kobo: 0n,
  is_non_performing: false,
  grace_days: version.grace_days,
  materiality: version.materiality,
  allocation_order: version.allocation_order,
  settlement_interest: version.settlement_interest,
  interest_on_overdue: version.interest_on_overdue,
  flat_prepayment: version.flat_prepayment,
  penalty: version.penalty,
  claim_kobo: 0n,
  recovered_kobo: 0n,
  rescheduled_rate_percent: null,
  kept_days_past_due: 0,
  performs_on: null,
  days_past_due: 0,
});

/** Our names of what the calculators refuse, as the file calls them. */
const COLUMN: Readonly<Record<string, string>> = {
  annual_rate_percent: "rate",
  principal_kobo: "principal",
  method: "interest_kind",
};

function why(
  person: Person | undefined,
  version: Version | undefined,
  { person: named, product }: BookLoan,
  maker_id: string | null,
): string[] {
  const reasons = version ? [] : [`product: there is no product ${product}`];
  if (!person?.is_customer) return [...reasons, `person: nobody here has ${named}`];
  if (person.id === maker_id) return [...reasons, "person: nobody brings in a loan of their own"];
  if (person.is_blacklisted) return [...reasons, "person: this person is blacklisted"];
  if (["declined", "deactivated"].includes(person.profile_status))
    return [...reasons, `person: this person's profile is ${person.profile_status}`];
  return reasons;
}

/** What somebody should look at before it is agreed to. */
function warningsOf(loan: BookLoan, terms: Terms, version: Version, brought: Brought, others: string[]): string[] {
  const { accrued_interest_kobo: ours, surplus_interest_kobo: surplus, ahead_kobo: ahead, figures } = brought;
  const claimed = loan.interest_due_kobo ?? ours;
  const isBeyond =
    loan.principal_kobo < version.minimum_principal_kobo || loan.principal_kobo > version.maximum_principal_kobo;
  return [
    claimed !== ours &&
      `interest_due: the book says ${naira(claimed)}, these terms make ${naira(ours)}, which is what will be owed`,
    surplus > 0n &&
      `paid_interest: ${naira(surplus)} more than these terms have made until today; it stays with the past`,
    ahead > 0n &&
      `paid_principal: ${naira(ahead)} was paid ahead; it shortens the loan, and the next instalment is asked as agreed`,
    terms.method !== version.method && `interest_kind: ${version.name} is lent otherwise (${version.method})`,
    isBeyond && `principal: outside of what ${version.name} lends`,
    figures.matures_on !== null && figures.next_due_on !== null && figures.matures_on < figures.next_due_on
      ? "it has ended by its terms"
      : false,
    figures.days_past_due >= NON_PERFORMING_DAYS && `${counted(figures.days_past_due, "day")} past due: not performing`,
    ...others,
  ].filter((words) => typeof words === "string");
}

interface Known {
  people: Map<string, Person>;
  products: Map<string, Version>;
  /** References that are here. */
  here: Set<string>;
  earlier: Earlier;
  maker_id: string | null;
}

function judge(number: number, loan: BookLoan, known: Known, on: string): Verdict | ReadyLoan {
  const { references, people } = known.earlier;
  const reference = folded(loan.reference);
  const before = references.get(reference);
  if (before !== undefined) return refused(number, `Row ${before} of this file has the same reference.`);
  const person = known.people.get(folded(loan.person)) ?? known.people.get(normalPhone(loan.person));
  const version = known.products.get(folded(loan.product));
  if (known.here.has(reference))
    return { number, verdict: "already", reasons: ["This loan is here already."], user_id: person?.id ?? null };
  const reasons = why(person, version, loan, known.maker_id);
  // Whose row it is, is kept also where it is refused: it is erased with the person.
  const whose = { user_id: person?.id ?? null };
  if (reasons.length > 0 || !person || !version) return { ...refused(number, ...reasons), ...whose };
  const terms = termsOf(loan, version);
  try {
    const { instalments, irr_percent } = quote(terms);
    const interest = instalments.reduce((sum, row) => sum + row.interest_kobo, 0n);
    if (loan.paid_interest_kobo > 2n * interest)
      return { ...refused(number, `paid_interest: these terms make ${naira(interest)} of interest in all`), ...whose };
    const running = runningOf(loan, terms, version, on);
    const paid = { principal_kobo: loan.paid_principal_kobo, interest_kobo: loan.paid_interest_kobo };
    const brought = bringIn(running, instalments, paid, on);
    const twin = people.get(person.id);
    const others = [
      person.other_loan === null ? "" : `person: has ${person.other_loan} here already`,
      person.is_colleague ? "person: is a colleague of ours" : "",
      twin === undefined ? "" : `person: row ${twin} of this file is a loan of the same person`,
    ].filter((words) => words !== "");
    references.set(reference, number);
    people.set(person.id, number);
    const warnings = warningsOf(loan, terms, version, brought, others);
    return {
      number,
      user_id: person.id,
      name: person.name,
      loan,
      terms,
      product: version,
      brought,
      irr_percent,
      warnings,
    };
  } catch (error) {
    if (!(error instanceof QuoteError)) throw error;
    return { ...refused(number, `${COLUMN[error.field] ?? error.field}: ${error.message}`), ...whose };
  }
}

const SLICE = 500;
/** Then other requests have their turn. */
const MILLISECONDS_A_TURN = 10;

/**
 * Judges rows in slices.
 * @param on the business date on which they would be brought in
 * @param maker_id who asks for it @param keepsRows false where the figures are enough, not each instalment
 * @throws InvalidFields for more instalments than a file may have
 */
export async function judgeLoans(
  db: Database | Tx,
  rows: readonly { number: number; data: Cells }[],
  on: string,
  maker_id: string | null,
  keepsRows = true,
  earlier: Earlier = nothingEarlier(),
): Promise<Judged> {
  const judged: Judged = { verdicts: [], ready: [] };
  const products = await productsOn(db, on);
  for (let start = 0; start < rows.length; start += SLICE) {
    const slice = rows.slice(start, start + SLICE);
    // Spelled as the file has it, and in either case: one loan is one loan.
    const references = slice.flatMap(({ data: { reference: as = "" } }) => [as, as.toLowerCase(), as.toUpperCase()]);
    const { rows: here } = await sql<{ reference: string }>`
      select imported_reference as reference from loans where imported_reference = any(${references}::text[])
    `.execute(db);
    const people = await peopleOf(
      db,
      slice.map(({ data }) => data.person ?? ""),
    );
    const known = {
      people,
      products,
      here: new Set(here.map(({ reference }) => folded(reference))),
      earlier,
      maker_id,
    };
    let begun = performance.now();
    for (const { number, data } of slice) {
      if (performance.now() - begun > MILLISECONDS_A_TURN) {
        await setImmediate();
        begun = performance.now();
      }
      const read = loanOfRow(data, on);
      const verdict = "reasons" in read ? refused(number, ...read.reasons) : judge(number, read.loan, known, on);
      if ("verdict" in verdict) judged.verdicts.push(verdict);
      else {
        earlier.instalments += verdict.loan.instalments;
        if (earlier.instalments > MAX_INSTALMENTS)
          throw new InvalidFields({
            file: [`these loans have more than ${count(MAX_INSTALMENTS)} instalments: send them in several files`],
          });
        judged.ready.push(keepsRows ? verdict : { ...verdict, brought: { ...verdict.brought, rows: [] } });
        judged.verdicts.push({ number, verdict: "created", reasons: null, user_id: verdict.user_id });
      }
    }
  }
  return judged;
}
