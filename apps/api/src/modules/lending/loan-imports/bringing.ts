/** Loans that were agreed to come in: each with its rows, its beginning and one posting, in the transaction that keeps the verdicts. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import { unpaidTotal } from "@manilla/credit";
import type { Tx } from "../../../db/database.ts";
import { insertRows } from "../../../db/rows.ts";
import type { App } from "../../../house/app.ts";
import { newReference, postImportedLoans } from "../../money/books/index.ts";
import { type Decide, type Verdict, refused, runBatches } from "../../people/imports/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeStates } from "../../platform/states/index.ts";
import { termsToJson } from "../loan-products/index.ts";
import { figuresOfRow, toJson } from "./figures.ts";
import { type Judged, type ReadyLoan, judgeLoans } from "./judging.ts";

/** No debit of a card for what was late in the other book or paid ahead there, until a colleague has had a week to look at it. */
const DAYS_WITHOUT_DEBIT = 7;
/** Loans of one transaction. */
const SLICE = 250;

interface Placed extends ReadyLoan {
  id: string;
}

/** As other loans are called (`LN-260115-…`), with eight letters, so that ten thousand of one day differ. */
const referenceOn = (on: string): string => newReference("LN", on).replace(/^LN(\d{6})/, "LN-$1-");

const wordsOf = ({ loan }: ReadyLoan): string => `Brought in from another book, reference ${loan.reference}`;

const loanRow = ({ id, user_id, loan, terms, product, brought, irr_percent }: Placed, on: string) => ({
  id,
  reference: referenceOn(on),
  user_id,
  product_id: product.product_id,
  product_version_id: product.version_id,
  status: "running",
  purpose: "Brought in from another book",
  requested_principal_kobo: loan.principal_kobo,
  requested_instalments: loan.instalments,
  principal_kobo: loan.principal_kobo,
  instalment_count: loan.instalments,
  annual_rate_percent: terms.annual_rate_percent,
  terms: JSON.parse(termsToJson(terms)) as never,
  upfront_fees_kobo: 0n,
  vat_kobo: 0n,
  upfront_vat_kobo: 0n,
  credit_balance_kobo: 0n,
  suspended_interest_kobo: 0n,
  instalment_kobo: (brought.rows.find(({ due_on }) => due_on > on) ?? brought.rows.at(-1)!).agreed_kobo,
  irr_percent,
  disbursed_on: loan.disbursed_on,
  first_due_on: terms.first_due_on,
  accrued_to: on,
  accrued_interest_kobo: brought.accrued_interest_kobo,
  brought_in_on: on,
  imported_reference: loan.reference,
  created_at: clock.now(),
  updated_at: clock.now(),
  ...brought.figures,
});

/** A penalty counts from the day on which the loan came: what was late before is shielded until then (record 0064's columns). */
const repaymentRows = ({ id: loan_id, user_id, brought, loan }: Placed, on: string) =>
  brought.rows.map(({ id: _id, reschedule_id: _none, schedule_version, ...row }) => ({
    ...row,
    id: uuidv7(),
    loan_id,
    user_id,
    schedule_version,
    paid_on: row.status === "paid" ? (row.due_on < on ? row.due_on : (loan.last_paid_on ?? on)) : null,
    // Also what is too little to be late yet: it may be overdue later, and its days of before are the other book's.
    shielded_kobo: row.due_on < on ? unpaidTotal(row) : 0n,
    shielded_to: row.due_on < on && unpaidTotal(row) > 0n ? on : null,
  }));

const originRow = ({ id: loan_id, number, loan, brought }: Placed, import_id: string) => ({
  loan_id,
  import_id,
  number,
  paid_principal_kobo: loan.paid_principal_kobo,
  paid_interest_kobo: loan.paid_interest_kobo,
  paid_charges_kobo: loan.paid_charges_kobo,
  last_paid_on: loan.last_paid_on,
  claimed_interest_kobo: loan.interest_due_kobo ?? brought.accrued_interest_kobo,
});

/** The loans begin as running ones; those beyond their days of grace fall behind at once, as the close of business would say. */
async function begin(tx: Tx, loans: readonly Placed[], on: string): Promise<void> {
  await insertRows(
    tx,
    "transitions",
    loans.map((each) => ({
      id: uuidv7(),
      noun: "loan",
      subject_id: each.id,
      from_state: null,
      to_state: "running",
      actor_id: SYSTEM.user_id,
      actor_name: SYSTEM.name,
      reason: wordsOf(each),
      business_date: on,
      happened_at: clock.now(),
    })),
  );
  const late = loans.filter(({ brought, product }) => brought.figures.days_past_due > product.grace_days);
  await changeStates(tx, {
    noun: "loan",
    ids: late.map(({ id }) => id),
    from: "running",
    action: "fall_behind",
    actor: SYSTEM,
    reason: "It was past due in the book that it came from",
    business_date: on,
  });
  const held = loans
    .filter(({ brought }) => brought.figures.overdue_kobo + brought.ahead_kobo + brought.surplus_interest_kobo > 0n)
    .map(({ id }) => id);
  await sql`
    update loans set no_debit_until = ${on}::date + ${DAYS_WITHOUT_DEBIT}::int where id = any(${held}::uuid[])
  `.execute(tx);
}

/** Whom the second person agreed to: a phone that has become another customer's since is nobody's loan. */
async function sameAsAgreed(tx: Tx, import_id: string, { verdicts, ready }: Judged): Promise<Judged> {
  const agreed = await tx
    .selectFrom("import_rows")
    .select(["number", "user_id"])
    .where("import_id", "=", import_id)
    .where("number", "in", ready.map(({ number }) => number).concat(-1))
    .execute();
  const whose = new Map(agreed.map(({ number, user_id }) => [number, user_id]));
  const isSame = ({ number, user_id }: { number: number; user_id: string | null }) => whose.get(number) === user_id;
  return {
    ready: ready.filter(isSame),
    verdicts: verdicts.map((each) =>
      each.verdict !== "created" || isSame(each)
        ? each
        : refused(each.number, "person: this is another customer than the one who was agreed to"),
    ),
  };
}

/** The figures of the day of the request become those of the posting, row by row and in all; what was refused since has none. */
async function keepFigures(tx: Tx, import_id: string, verdicts: readonly Verdict[], ready: readonly ReadyLoan[]) {
  const figures = new Map(ready.map((each) => [each.number, figuresOfRow(each)]));
  const rows = verdicts.map(({ number }) => ({ number, figures: figures.get(number) ?? null }));
  await sql`
    update import_rows r
    set figures = v.figures
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as v (number int, figures jsonb)
    where r.import_id = ${import_id} and r.number = v.number
  `.execute(tx);
  await sql`
    update imports
    set figures = figures || (
      select jsonb_build_object(
          'loan_count', count(*), 'late_count', count(*) filter (where (r.figures ->> 'days_past_due')::int > 0),
          'principal_kobo', coalesce(sum((r.figures ->> 'principal_kobo')::bigint), 0),
          'outstanding_principal_kobo', coalesce(sum((r.figures ->> 'outstanding_principal_kobo')::bigint), 0),
          'accrued_interest_kobo', coalesce(sum((r.figures ->> 'accrued_interest_kobo')::bigint), 0),
          'overdue_kobo', coalesce(sum((r.figures ->> 'overdue_kobo')::bigint), 0)
        )
      from import_rows r
      where r.import_id = ${import_id} and r.figures is not null
    )
    where id = ${import_id}
  `.execute(tx);
}

/** Registered with the engine of imports: the rows are judged again on the day of the import, and the good ones are loans here. */
export const bringInRows: Decide = async (tx, _app, { id: import_id, brought_in_on: on, created_by }, rows) => {
  if (on === null) throw new Error("loans are brought in on a day");
  const judged = await judgeLoans(tx, rows, on, created_by);
  const { verdicts, ready } = await sameAsAgreed(tx, import_id, judged);
  const loans = ready.map((each) => ({ ...each, id: uuidv7() }));
  await insertRows(
    tx,
    "loans",
    loans.map((each) => loanRow(each, on)),
  );
  await insertRows(
    tx,
    "repayments",
    loans.flatMap((each) => repaymentRows(each, on)),
  );
  await insertRows(
    tx,
    "brought_in_loans",
    loans.map((each) => originRow(each, import_id)),
  );
  await begin(tx, loans, on);
  await postImportedLoans(
    tx,
    loans.map(({ id: loan_id, loan, brought }) => ({
      loan_id,
      reference: loan.reference,
      principal_kobo: loan.outstanding_principal_kobo,
      interest_kobo: brought.accrued_interest_kobo,
      on,
    })),
  );
  await keepFigures(tx, import_id, verdicts, ready);
  const warnings = new Map(ready.map((each) => [each.number, each.warnings]));
  return verdicts.map((each) => ({ ...each, reasons: warnings.get(each.number) ?? each.reasons }));
};

/** Brings a file in to its end; killed and started again, it goes on where it was. */
export const runLoanImport = (app: App, import_id: string): Promise<void> =>
  runBatches(app, import_id, bringInRows, SLICE);
