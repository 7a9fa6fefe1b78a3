/**
 * Airtime and data that several people buy at the same moment of their cash: one transaction in the scope of all of them (record 0094). Persons locked, offers
 * and charges read once, all posted by one call of the ledger, each table written by one statement. What is not plain goes by itself and says why.
 */
import type { BillKind } from "@manilla/contract/payments/bill-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { ask, fixed } from "../../../db/fixed.ts";
import { asJson, insertRows } from "../../../db/rows.ts";
import { DomainError } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { newReference, postBillAccepted } from "../../money/books/index.ts";
import { type CashFacts, lockCash, lockFreePeople, recordPersonals } from "../../people/personal-wallets/index.ts";
import { actorOf, recordAudits } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { beginningOf } from "../../platform/states/index.ts";
import type { Sold } from "./catalogue.ts";
import {
  type ToPay,
  before,
  billRow,
  chargesOf,
  limitsOf,
  requireCash,
  requireOffer,
  requireWithinBounds,
} from "./paying.ts";
import { ownBills } from "./queries.ts";

export interface Buying {
  context: Context;
  bill: ToPay;
}
type Charges = Awaited<ReturnType<typeof chargesOf>>;

/** By person and never by number: half a town may buy for one. */
const boughtStatement = fixed<
  { asked: string; hour: Date; lately: Date },
  { user_id: string; airtime: number; is_repeat: boolean }
>(
  (place) => sql`
    select asked.user_id,
      (
        select count(*)::int
        from bills b
        where b.user_id = asked.user_id and b.paid_from <> 'company' and b.kind = 'airtime' and b.status <> 'failed'
          and b.created_at > ${place("hour")}
      ) as airtime,
      coalesce((
        select true
        from bills b
        where b.user_id = asked.user_id and b.paid_from <> 'company' and b.service = asked.service and b.kind = asked.kind
          and b.customer_no || '' = asked.customer_no and b.amount_kobo = asked.amount_kobo and b.status <> 'failed'
          and b.created_at > ${place("lately")}
        limit 1
      ), false) as is_repeat
    from jsonb_to_recordset(${place("asked")}::jsonb) asked (
      user_id uuid, service text, kind text, customer_no text, amount_kobo bigint
    )
  `,
);

/** What each has bought within the hour, and whether it is the same as a moment ago. */
async function boughtBefore(tx: Tx, buying: readonly Buying[]) {
  const asked = buying.map(({ context, bill: { service, kind, customer_no, amount_kobo } }) => ({
    user_id: context.session.user_id,
    service,
    kind,
    customer_no,
    amount_kobo,
  }));
  const lately = before(await readSetting(tx, "bill_same_within_minutes"));
  const rows = await ask(tx, boughtStatement(tx, { asked: asJson(asked), hour: before(60), lately }));
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** Whether it would be refused: by itself it says why. */
function isRefused(work: () => void): boolean {
  try {
    work();
    return false;
  } catch (error) {
    if (error instanceof DomainError) return true;
    throw error;
  }
}

/** What is sold, and at which charges, once for all that buy the same. */
async function offersFor(tx: Tx, buying: readonly Buying[]) {
  const keyOf = ({ kind, service, item, amount_kobo }: ToPay): string => `${kind} ${service} ${item} ${amount_kobo}`;
  const [offers, charges] = [new Map<string, Sold | undefined>(), new Map<BillKind, Charges>()];
  for (const { context, bill } of buying) {
    const key = keyOf(bill);
    if (!charges.has(bill.kind)) charges.set(bill.kind, await chargesOf(tx, bill.kind, null));
    if (offers.has(key)) continue;
    const offer = requireOffer(tx, context, bill).catch((error: unknown) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    offers.set(key, await offer);
  }
  return (bill: ToPay) => ({ offer: offers.get(keyOf(bill)), charges: charges.get(bill.kind)! });
}

/** Those whose bill can be taken, with what it costs. Their persons are locked. */
async function taken(tx: Tx, buying: readonly Buying[]) {
  const free = await lockFreePeople(
    tx,
    buying.map(({ context }) => context.session.user_id),
  );
  const plain = buying.filter(({ context, bill }) => free.has(context.session.user_id) && bill.paid_from === "cash");
  if (plain.length === 0) return [];
  const [cash, sold, limits, most, bought] = await Promise.all([
    lockCash(
      tx,
      plain.map(({ context }) => context.session.user_id),
    ),
    offersFor(tx, plain),
    limitsOf(tx),
    readSetting(tx, "bill_airtime_an_hour"),
    boughtBefore(tx, plain),
  ]);
  return plain.flatMap((each, at) => {
    const { bill, context } = each;
    const { offer, charges } = sold(bill);
    const facts: CashFacts = cash[at]!;
    const { airtime, is_repeat } = bought.get(context.session.user_id)!;
    const total_kobo = bill.amount_kobo + charges.fee_kobo + charges.vat_kobo;
    if (!offer || !facts.has_wallet || (bill.kind === "airtime" && airtime >= most) || (is_repeat && !bill.is_again))
      return [];
    const refuses = () => {
      requireWithinBounds(bill, limits);
      requireCash(facts, total_kobo);
    };
    return isRefused(refuses) ? [] : [{ ...each, offer, charges, total_kobo, on: facts.business_date }];
  });
}

/**
 * Takes bills of different people. The scopes are entered.
 * @returns each as it is on its way; undefined for one of which nothing was written
 */
export async function buyTogether(tx: Tx, buying: readonly Buying[]) {
  const bills = (await taken(tx, buying)).map(({ context, bill, offer, charges, total_kobo, on }) => {
    const [id, user_id, ledger_transaction_id] = [uuidv7(), context.session.user_id, uuidv7()];
    const reference = newReference("BL", on);
    const { service_name } = offer;
    const paid = { id, user_id, company_id: null, paid_from: "cash", reference, service_name } as const;
    const row = billRow(bill, offer, charges, { ...paid, on, ledger_transaction_id });
    return { context, row, on, total_kobo, actor: actorOf(context), ledger_transaction_id, ...paid };
  });
  if (bills.length === 0) return buying.map(() => undefined);
  await postBillAccepted(
    tx,
    ...bills.map(({ id: bill_id, user_id, ledger_transaction_id: id, reference, total_kobo, on, actor }) => {
      const wallet = { line: "cash_wallet", owner_id: user_id } as const;
      return { id, bill_id, reference, total_kobo, wallet, on, actor: actor.name };
    }),
  );
  await recordPersonals(
    tx,
    "cash",
    bills.map(({ user_id, total_kobo, reference, service_name: note, actor, on, ledger_transaction_id }) => {
      const moved = { kind: "bill_paid", amount_kobo: -total_kobo, reference, note } as const;
      return { ...moved, user_id, actor, on, ledger_transaction_id };
    }),
  );
  await insertRows(
    tx,
    "bills",
    bills.map(({ row }) => row),
  );
  await insertRows(
    tx,
    "transitions",
    bills.map(({ id, actor }) => beginningOf("bill", id, "accepted", actor)),
  );
  await recordAudits(
    tx,
    bills.map(({ id, actor, total_kobo, reference, row: { kind } }) => {
      const after = { total_kobo, reference, kind };
      return { action: "bill_paid", subject_type: "bill", subject_id: id, after, actor };
    }),
  );
  await bills[0]!.context.queue.sendMany(
    tx,
    "send-bill",
    bills.map(({ id: bill_id }) => ({ bill_id })),
  );
  const shown = await ownBills(tx, bills);
  return buying.map(({ context }) => shown[bills.findIndex((bill) => bill.context === context)]);
}
