/** Airtime or data for many numbers: a verdict of each row before anything moves, then one bill for each. */
import type * as calls from "@manilla/contract/payments/bill-orders";
import { type BillOrderKind, MAX_NUMBERS } from "@manilla/contract/payments/bill-order-kinds";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { InvalidFields, refusalInWords } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { freeCash, walletOf } from "../../money/books/index.ts";
import { tierOf } from "../../people/personal-wallets/index.ts";
import { type ToPay, airtimeLeft, itemsSold, lockPayer, requireCash, requireNotJustPaid } from "../bills/index.ts";
import { orderForCompany } from "./company.ts";
import { type PricedRow, keepOrder, priced, requireNotWaiting } from "./keeping.ts";
import { type TypedRow, readRows, totalOf, totalOfRow } from "./rules.ts";

type Asked = z.output<typeof calls.check.body>;
interface Judged extends TypedRow {
  priced: PricedRow | null;
}

/** Whose wallet pays: the company's, where its bills are requested. */
const companyOf = ({ session }: Context): string | null =>
  session.permissions.has("company:can_request_transfers") ? session.company_id : null;

/** Why a row cannot be bought, in words. */
function wordsOf(error: unknown): string {
  const words = refusalInWords(error);
  return error instanceof InvalidFields ? `Its amount: ${words}.` : words;
}

/** A service's bundle by its name, or by ours. */
async function bundleOf(context: Context, known: Map<string, Awaited<ReturnType<typeof itemsSold>>>, row: TypedRow) {
  const service = row.service!;
  if (!known.has(service)) known.set(service, await itemsSold(context.db, context, ["data"], service));
  const wanted = row.bundle!.toLowerCase();
  return known.get(service)!.find(({ item, name }) => item === wanted || name.toLowerCase() === wanted);
}

/** Each row, looked at as if it were paid now; its money apart. Whose money it is, is locked. */
async function judge(tx: Tx, context: Context, { kind, text, is_again = false }: Asked): Promise<Judged[]> {
  const company_id = companyOf(context);
  const { user_id } = context.session;
  const rows = readRows(kind, text, company_id ? MAX_NUMBERS.company : MAX_NUMBERS.person);
  const [known, judged]: [Parameters<typeof bundleOf>[1], Judged[]] = [new Map(), []];
  // A bundle has two names: the same again is seen by what it is.
  const seen = new Set<string>();
  let left = company_id || kind !== "airtime" ? rows.length : await airtimeLeft(tx, user_id);
  for (const row of rows) {
    const refused = (why: string) => judged.push({ ...row, why, priced: null });
    if (row.why !== null) {
      refused(row.why);
      continue;
    }
    const bundle = kind === "data" ? await bundleOf(context, known, row) : undefined;
    const amount_kobo = bundle?.price_kobo ?? row.amount_kobo;
    if (amount_kobo === null) {
      refused("Its network does not sell this bundle.");
      continue;
    }
    if (left === 0) {
      refused("So often airtime is not sold to one person in an hour.");
      continue;
    }
    const bill: ToPay = {
      kind,
      service: row.service!,
      item: bundle?.item ?? "any",
      customer_no: row.phone,
      customer_name: null,
      amount_kobo,
      paid_from: company_id ? "company" : "cash",
      is_again,
    };
    const same = [bill.service, bill.item, bill.customer_no, amount_kobo].join("|");
    if (seen.has(same)) {
      refused("It is in the list twice.");
      continue;
    }
    seen.add(same);
    try {
      const found = await priced(tx, context, bill);
      if (!is_again) await requireNotJustPaid(tx, { user_id, company_id }, bill);
      if (!is_again) await requireNotWaiting(tx, { user_id, company_id }, bill);
      judged.push({ ...row, priced: found });
      left -= 1;
    } catch (error) {
      refused(wordsOf(error));
    }
  }
  return judged;
}

const readyOf = (rows: readonly Judged[]): PricedRow[] => rows.flatMap(({ priced: found }) => (found ? [found] : []));

/** The verdicts, with nothing done. */
export async function checkMany(
  tx: Tx,
  context: Context,
  asked: Asked,
): Promise<z.output<typeof calls.check.response>> {
  const company_id = companyOf(context);
  const rows = await judge(tx, context, asked);
  const ready = readyOf(rows);
  return {
    rows: rows.map(({ row, phone, why, note, priced: found }) => ({
      row,
      phone,
      service_name: found?.service_name ?? null,
      item_name: found?.item_name ?? null,
      total_kobo: found && totalOfRow(found),
      why,
      note,
    })),
    ready_count: ready.length,
    total_kobo: totalOf(ready),
    available_kobo: company_id
      ? (await walletOf(tx, company_id)).available_kobo
      : await freeCash(tx, context.session.user_id),
  };
}

/** A person's own go at once, a company's before its chain. @throws InvalidFields while a row is refused, or the money is not there */
export async function orderMany(tx: Tx, context: Context, asked: Asked & { kind: BillOrderKind }) {
  const { user_id } = context.session;
  const company_id = companyOf(context);
  await lockPayer(tx, { user_id, company_id, paid_from: company_id ? "company" : "cash" });
  const judged = await judge(tx, context, asked);
  const rows = readyOf(judged);
  const refused = judged.find(({ why }) => why !== null);
  if (refused) throw new InvalidFields({ text: [`row ${refused.row}: ${refused.why}`] });
  if (rows.length === 0) throw new InvalidFields({ text: ["there is no row in it"] });
  try {
    if (company_id)
      return await orderForCompany(
        tx,
        context,
        rows.map(({ bill }) => ({ ...bill, is_again: true })),
      );
    requireCash(await tierOf(tx, user_id, undefined, "file"), totalOf(rows));
    return { id: await keepOrder(tx, context, { company_id, rows, status: "approved" }), approval_id: null };
  } catch (error) {
    if (error instanceof InvalidFields) throw new InvalidFields({ text: Object.values(error.errors).flat() });
    throw error;
  }
}
