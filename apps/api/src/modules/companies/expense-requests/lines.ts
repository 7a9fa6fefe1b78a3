/** The lines of a request: what was typed, checked and counted out. */
import { RATE_TOLERANCE_PERCENT } from "@manilla/contract/companies/expense-lines";
import type { create } from "@manilla/contract/companies/expense-requests";
import type { Input } from "@manilla/contract/endpoint";
import { LARGEST_AMOUNT } from "@manilla/contract/money";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import { businessDate } from "../../platform/states/index.ts";
import { rulesFor } from "../expense-policies/index.ts";
import { placeReceipts } from "../expense-receipts/index.ts";
import { freePurchases, wrongPurchase } from "./purchases.ts";
import { type Terms, amountOfLine, wrongSplit } from "./rules.ts";

export type Content = Omit<Input<typeof create>["body"], "is_draft">;
export type Line = Content["lines"][number] & {
  amount_kobo: bigint;
  unit_rate_kobo: bigint | null;
  /** It names a purchase whose receipt is there. */
  is_proved?: boolean;
};

/** What the company pays to the requester by itself. */
export async function termsOf(db: Database | Tx, { session }: Context): Promise<Terms> {
  const { company_id } = session;
  if (!company_id)
    return { mileage_rate_kobo: null, per_diem_kobo: null, rate_tolerance_percent: RATE_TOLERANCE_PERCENT };
  const columns = ["mileage_rate_kobo", "rate_tolerance_percent"] as const;
  const settings = await findRow(db, "expense_settings", { company_id }, columns);
  const rates = (await rulesFor(db, company_id, session.roles)).flatMap(({ per_diem_kobo }) => per_diem_kobo ?? []);
  return {
    mileage_rate_kobo: settings?.mileage_rate_kobo ?? null,
    rate_tolerance_percent: settings?.rate_tolerance_percent ?? RATE_TOLERANCE_PERCENT,
    per_diem_kobo: rates.length > 0 ? rates.reduce((least, each) => (each < least ? each : least)) : null,
  };
}

/** The ids of the company's active categories, each with the one above it, and of its departments. */
async function placesOf(tx: Tx, company_id: string | null) {
  const { rows } = await sql<{ id: string; ids: string[] }>`
    select id, array_remove(array[id, parent_id], null) as ids
    from expense_categories
    where company_id = ${company_id} and status = 'active'
  `.execute(tx);
  const { rows: departments } = await sql<{ id: string }>`
    select id from departments where company_id = ${company_id} and status = 'active'
  `.execute(tx);
  return {
    categories: new Map(rows.map(({ id, ids }) => [id, ids])),
    departments: new Set(departments.map(({ id }) => id)),
  };
}

/**
 * The lines with their amounts: of active categories, of days that are over, and split to the kobo. What names a purchase has its place and its day.
 * @param id the request that has them
 * @returns the lines, and each category's ids up to the first level
 * @throws InvalidFields
 */
export async function readLines(tx: Tx, context: Context, id: string, { kind, advance_id, lines: typed }: Content) {
  const [today, terms] = [await businessDate(tx), await termsOf(tx, context)];
  const named = kind === "retirement" && typed.some(({ expense_id }) => expense_id);
  const free = new Map(
    (named ? await freePurchases(tx, context, { without: id, advance_id: advance_id ?? null }) : []).map((each) => [
      each.id,
      each,
    ]),
  );
  const { categories, departments } = await placesOf(tx, context.session.company_id);
  const errors: Record<string, string[]> = {};
  const read = typed.flatMap((each, at): Line[] => {
    const wrong = (field: string, says: string): void => void (errors[`lines.${at}.${field}`] = [says]);
    const purchase = free.get(each.expense_id ?? "");
    const bad = each.expense_id ? wrongPurchase(each, purchase) : undefined;
    if (bad) return (wrong(bad.field, bad.says), []);
    const { merchant, spent_on: paid_on, has_receipt } = purchase ?? {};
    if (purchase) free.delete(purchase.id);
    const line = { ...each, ...(purchase && { merchant: merchant!, spent_on: paid_on!, is_proved: has_receipt! }) };
    const { category_id, spent_on, foreign, splits } = line;
    if (category_id && !categories.has(category_id)) wrong("category_id", "choose a category");
    // Money beforehand is for a day to come.
    if (spent_on > today && kind !== "advance") wrong("spent_on", "this day has not come yet");
    if (foreign && foreign.rated_on > today) wrong("foreign", "the day of the rate has not come yet");
    const amount = amountOfLine(kind, line, terms);
    if ("field" in amount) return (wrong(amount.field, amount.says), []);
    const uneven = wrongSplit(amount.amount_kobo, splits);
    if (uneven) wrong("splits", uneven);
    if (splits.some((split) => split.category_id && !categories.has(split.category_id)))
      wrong("splits", "choose a category");
    if (splits.some((split) => split.department_id && !departments.has(split.department_id)))
      wrong("splits", "choose a department");
    return [{ ...line, ...amount }];
  });
  const total_kobo = read.reduce((sum, { amount_kobo }) => sum + amount_kobo, 0n);
  if (total_kobo > LARGEST_AMOUNT) errors["lines"] = ["together they come to more than ₦1 trillion"];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  return { lines: read, categories };
}

/** As the database has it. */
const rowOf = ({ category_id = null, foreign, units = null, expense_id = null, splits, ...line }: Line) => ({
  merchant: line.merchant,
  amount_kobo: line.amount_kobo,
  spent_on: line.spent_on,
  unit_rate_kobo: line.unit_rate_kobo,
  expense_id,
  category_id,
  units,
  currency: foreign?.currency ?? null,
  foreign_amount: foreign ? BigInt(foreign.amount) : null,
  exchange_rate: foreign?.rate ?? null,
  rated_on: foreign?.rated_on ?? null,
  splits: JSON.stringify(splits.map((split) => ({ ...split, amount_kobo: Number(split.amount_kobo) }))),
});

/** Only what was spent of an advance of one's own names one. @throws InvalidFields */
async function requireOwnAdvance(tx: Tx, { session }: Context, kind: string, id: string): Promise<void> {
  const { company_id, user_id } = session;
  const advance = await findRow(tx, "expense_requests", { id, user_id, company_id: company_id! }, ["kind"]);
  if (kind !== "retirement" || advance?.kind !== "advance")
    throw new InvalidFields({ advance_id: ["choose an advance that was paid to you"] });
}

/** Replaces the lines of a request. @throws InvalidFields */
export async function keepLines(tx: Tx, context: Context, id: string, content: Content): Promise<void> {
  const { lines } = await readLines(tx, context, id, content);
  await sql`delete from expense_request_lines where request_id = ${id}`.execute(tx);
  const company_id = context.session.company_id!;
  await tx
    .insertInto("expense_request_lines")
    .values(lines.map((line, at) => ({ request_id: id, company_id, number: at + 1, ...rowOf(line) })))
    .execute();
  await placeReceipts(
    tx,
    context,
    id,
    lines.map(({ receipt_ids }) => receipt_ids),
  );
  const amount_kobo = lines.reduce((sum, line) => sum + line.amount_kobo, 0n);
  const { kind, purpose, advance_id = null } = content;
  if (advance_id !== null) await requireOwnAdvance(tx, context, kind, advance_id);
  await changeRows(tx, "expense_requests", id, { kind, purpose, amount_kobo, advance_id });
}
