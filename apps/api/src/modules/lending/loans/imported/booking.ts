/** Books loans that ran elsewhere before: the person's decision, the loan, its instalments and its principal in the ledger, in batches, once per reference. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../../clock.ts";
import type { App } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { postImportedLoans } from "../../../money/books/index.ts";
import { insertVersion } from "../../loan-products/index.ts";
import type { Booking } from "./lending-club.ts";

const BATCH = 250;
const ACTOR = "Import";
const PRODUCT = "imported-loans";
const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));

/** The product of imported loans; nobody can apply for it. */
async function requireProduct(tx: Tx): Promise<{ product_id: string; version_id: string }> {
  const find = () =>
    sql<{ product_id: string; version_id: string }>`
      select p.id as product_id, v.id as version_id
      from loan_products p
      join loan_product_versions v on v.product_id = p.id
      where p.code = ${PRODUCT}
    `.execute(tx);
  const [found] = (await find()).rows;
  if (found) return found;
  const id = uuidv7();
  await tx
    .insertInto("loan_products")
    .values({
      id,
      code: PRODUCT,
      name: "Imported loan",
      kind: "personal",
      description: "Loans that ran elsewhere before.",
      is_active: false,
    })
    .execute();
  await insertVersion(
    tx,
    id,
    {
      valid_from: "2000-01-01",
      annual_rate_percent: "0",
      method: "declining",
      interest: "per_period",
      day_count: "30/360",
      minimum_principal_kobo: 1,
      maximum_principal_kobo: 1_000_000_000_000,
      minimum_instalments: 1,
      maximum_instalments: 360,
      rounding_multiple_kobo: 1,
      rounding_mode: "up",
      principal_grace: 0,
      follows_salary_day: false,
      fees: [],
      penalty: {},
      grace_days: 0,
      settlement_interest: "to_date",
      offer_valid_days: 7,
    },
    null,
  );
  const [made] = (await find()).rows;
  if (!made) throw new Error("the product of imported loans was not made");
  return made;
}

interface Placed extends Booking {
  id: string;
  user_id: string;
}

/** Borrowers were approved: two rows of history, and a BVN that a colleague vouches for (the identities are made up). */
async function approvePeople(tx: Tx, { encryption }: Pick<App, "encryption">, loans: readonly Placed[]): Promise<void> {
  const { rows } = await sql<{ id: string; data_key: Buffer }>`
    select u.id, u.data_key
    from users u
    join profiles p on p.user_id = u.id
    where u.id = any(${loans.map(({ user_id }) => user_id)}::uuid[]) and p.status = 'pending'
    for update of p
  `.execute(tx);
  if (rows.length === 0) return;
  const references = new Map(loans.map(({ user_id, reference }) => [user_id, reference]));
  const numbers = rows.map(({ id, data_key }) => {
    const bvn = `229${(references.get(id) ?? "").replace(/\D/g, "").padStart(8, "0")}`;
    return {
      id,
      encrypted: encryption.encrypt(id, data_key, "bvn", bvn).toString("hex"),
      hash: encryption.hash("bvn", bvn).toString("hex"),
      last4: bvn.slice(-4),
    };
  });
  await sql`
    update profiles p
    set status = 'activated', verify_method = 'import', bvn_encrypted = decode(n.encrypted, 'hex'),
      bvn_hash = decode(n.hash, 'hex'), bvn_last4 = n.last4
    from jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) as n (id uuid, encrypted text, hash text, last4 text)
    where p.user_id = n.id
  `.execute(tx);
  await sql`
    update users set status = 'processed', bvn_bypassed_at = ${clock.now()} where id = any(${rows.map(({ id }) => id)}::uuid[])
  `.execute(tx);
  const steps = rows.flatMap(({ id }) =>
    [
      ["pending", "verified"],
      ["verified", "activated"],
    ].map(([from_state, to_state]) => ({ id: uuidv7(), subject_id: id, from_state, to_state })),
  );
  await sql`
    insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, reason)
    select s.id, 'profile', s.subject_id, s.from_state, s.to_state, ${ACTOR}, 'Had a loan before the import'
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (
      id uuid, subject_id uuid, from_state text, to_state text
    )
  `.execute(tx);
}

async function insertLoans(
  tx: Tx,
  product: { product_id: string; version_id: string },
  loans: readonly Placed[],
  today: string,
): Promise<void> {
  const total = (loan: Placed, field: "principal_kobo" | "interest_kobo", status?: string) =>
    loan.rows.reduce((sum, row) => (status === undefined || row.status === status ? sum + row[field] : sum), 0n);
  const rows = loans.map((loan) => ({
    ...loan,
    ...product,
    interest: total(loan, "interest_kobo"),
    paid: total(loan, "principal_kobo", "paid") + total(loan, "interest_kobo", "paid"),
    next_due_on:
      loan.rows.find(({ status, due_on }) => status !== "paid" && status !== "written_off" && due_on >= today)
        ?.due_on ??
      loan.rows.find(({ status }) => status === "overdue")?.due_on ??
      null,
    matures_on: loan.rows.at(-1)?.due_on,
    settled_on: loan.status === "settled" ? today : null,
    rows: undefined,
    terms: {
      principal_kobo: loan.principal_kobo,
      annual_rate_percent: loan.annual_rate_percent,
      instalments: loan.term,
      frequency: "monthly",
      method: "declining",
      interest: "per_period",
      day_count: "30/360",
      rounding_multiple_kobo: 1,
      rounding_mode: "up",
      principal_grace: 0,
      disbursed_on: loan.disbursed_on,
      first_due_on: loan.first_due_on,
      fees: [],
    },
  }));
  await sql`
    insert into loans (
      id, reference, user_id, product_id, product_version_id, status, purpose, requested_principal_kobo,
      requested_instalments, principal_kobo, instalment_count, annual_rate_percent, terms, total_interest_kobo,
      total_kobo, instalment_kobo, disbursed_on, first_due_on, next_due_on, matures_on, settled_on, accepted_at,
      approved_at, outstanding_principal_kobo, overdue_kobo, paid_kobo, days_past_due, arrears_bucket,
      imported_reference, created_at
    )
    select l.id, l.reference, l.user_id, l.product_id, l.version_id, l.status, 'Imported', l.principal_kobo, l.term,
      l.principal_kobo, l.term, l.annual_rate_percent, l.terms, l.interest, l.principal_kobo + l.interest,
      l.instalment_kobo, l.disbursed_on, l.first_due_on, l.next_due_on, l.matures_on, l.settled_on, l.disbursed_on,
      l.disbursed_on, l.outstanding_kobo, l.overdue_kobo, l.paid, l.days_past_due, l.arrears_bucket, l.reference,
      l.disbursed_on
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as l (
      id uuid, reference text, user_id uuid, product_id uuid, version_id uuid, status text, principal_kobo bigint,
      term int, annual_rate_percent numeric, terms jsonb, interest bigint, instalment_kobo bigint, disbursed_on date,
      first_due_on date, next_due_on date, matures_on date, settled_on date, outstanding_kobo bigint,
      overdue_kobo bigint, paid bigint, days_past_due int, arrears_bucket text
    )
  `.execute(tx);
}

async function insertInstalments(tx: Tx, loans: readonly Placed[], today: string): Promise<void> {
  const rows = loans.flatMap((loan) =>
    loan.rows.map((row) => ({
      ...row,
      id: uuidv7(),
      loan_id: loan.id,
      user_id: loan.user_id,
      days: row.status === "overdue" ? (Date.parse(today) - Date.parse(row.due_on)) / 86_400_000 : 0,
      paid_on: row.status === "paid" ? (row.due_on < today ? row.due_on : today) : null,
    })),
  );
  await sql`
    insert into repayments (
      id, loan_id, user_id, number, status, due_on, principal_kobo, interest_kobo, paid_principal_kobo,
      paid_interest_kobo, balance_kobo, days_past_due, paid_on
    )
    select r.id, r.loan_id, r.user_id, r.number, r.status, r.due_on, r.principal_kobo, r.interest_kobo,
      case when r.status = 'paid' then r.principal_kobo else 0 end,
      case when r.status = 'paid' then r.interest_kobo else 0 end, r.balance_kobo, r.days, r.paid_on
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as r (
      id uuid, loan_id uuid, user_id uuid, number int, status text, due_on date, principal_kobo bigint,
      interest_kobo bigint, balance_kobo bigint, days int, paid_on date
    )
  `.execute(tx);
}

async function bookBatch(tx: Tx, app: App, bookings: readonly Booking[], today: string): Promise<number> {
  const { rows: known } = await sql<{ id: string; email: string }>`
    select u.id, lower(u.email) as email
    from users u
    where lower(u.email) = any(${bookings.map(({ email }) => email)}::text[])
  `.execute(tx);
  const { rows: booked } = await sql<{ imported_reference: string }>`
    select imported_reference
    from loans
    where imported_reference = any(${bookings.map(({ reference }) => reference)}::text[])
  `.execute(tx);
  const users = new Map(known.map(({ id, email }) => [email, id]));
  const done = new Set(booked.map(({ imported_reference }) => imported_reference));
  const loans = bookings.flatMap((booking) => {
    const user_id = users.get(booking.email);
    return user_id === undefined || done.has(booking.reference) ? [] : [{ ...booking, id: uuidv7(), user_id }];
  });
  if (loans.length === 0) return 0;
  await approvePeople(tx, app, loans);
  await insertLoans(tx, await requireProduct(tx), loans, today);
  await insertInstalments(tx, loans, today);
  const states = loans.map(({ id, status }) => ({ id: uuidv7(), subject_id: id, to_state: status }));
  await sql`
    insert into transitions (id, noun, subject_id, from_state, to_state, actor_name, reason, business_date)
    select s.id, 'loan', s.subject_id, null, s.to_state, ${ACTOR}, 'Ran elsewhere before', ${today}::date
    from jsonb_to_recordset(${JSON.stringify(states)}::jsonb) as s (id uuid, subject_id uuid, to_state text)
  `.execute(tx);
  const owed = loans.filter(({ outstanding_kobo }) => outstanding_kobo > 0n);
  await postImportedLoans(
    tx,
    owed.map(({ id, reference, outstanding_kobo }) => ({
      loan_id: id,
      reference,
      principal_kobo: outstanding_kobo,
      interest_kobo: 0n,
      on: today,
    })),
  );
  return loans.length;
}

/**
 * Books loans for people who are here already (by e-mail); a reference that is booked is left alone.
 * @param today business date
 * @returns how many were booked now
 */
export async function bookImportedLoans(
  app: App,
  bookings: readonly Booking[],
  today: string,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for (let start = 0; start < bookings.length; start += BATCH) {
    count += await app.db
      .transaction()
      .execute((tx) => bookBatch(tx, app, bookings.slice(start, start + BATCH), today));
    onProgress(Math.min(bookings.length, start + BATCH));
  }
  return count;
}
