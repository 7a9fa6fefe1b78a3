/** A company pays bills from its wallet: requested by one, approved by its chain; until then the money is held, not moved. */
import { naira } from "@manilla/contract/formats";
import { type BillKind, billKinds } from "@manilla/contract/payments/bill-kinds";
import { sql } from "kysely";
import { type Tx, queryable } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { secondPersonFirst } from "../../companies/approval-chains/index.ts";
import { openWallet, ownCompany, senderRefusal, whyNotOut } from "../../companies/wallet-movements/index.ts";
import { release } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { type ToPay, localPhone, requireNotJustPaid } from "../bills/index.ts";
import { ASKS, requireAsker, requireKnown } from "../transfers/index.ts";
import { type PricedRow, keepOrder, priced, requireNotWaiting } from "./keeping.ts";
import { type Order, holdRest, lockOrder } from "./paying.ts";
import { channelOf, totalOf, totalOfRow, whatOfRows } from "./rules.ts";

/** Up to this many rows approvers read one by one; of more they read the numbers and sums in groups. */
const SHOWN_ROWS = 20;
const SHOWN_OFTEN = 5;

/**
 * Asks to pay bills from the company's wallet, or pays them where nobody else of the company could agree.
 * @returns the order, and the request that waits
 * @throws NotFound, InvalidFields, Conflict, StepUpRequired
 */
export async function orderForCompany(tx: Tx, context: Context, bills: readonly ToPay[]) {
  const { id: company_id } = await ownCompany(tx, context);
  const wallet = await openWallet(tx, context, company_id);
  const rows: PricedRow[] = [];
  for (const bill of bills) {
    rows.push(await priced(tx, context, bill));
    if (bill.is_again) continue;
    await requireNotJustPaid(tx, { user_id: context.session.user_id, company_id }, bill);
    await requireNotWaiting(tx, { user_id: context.session.user_id, company_id }, bill);
  }
  const total_kobo = totalOf(rows);
  await requireKnown(tx, context, total_kobo);
  const single_kobo = rows.map(totalOfRow).reduce((most, each) => (each > most ? each : most), 0n);
  const sender = { company_id, user_id: context.session.user_id };
  const refusal =
    (await whyNotOut(tx, wallet, {
      amount_kobo: total_kobo,
      single_kobo,
      channel: channelOf(company_id, rows.length),
    })) ?? (await senderRefusal(tx, sender, { total_kobo, single_kobo }, await businessDate(tx)));
  if (refusal) throw new InvalidFields({ amount_kobo: [`with its charges this is ${naira(total_kobo)}; ${refusal}`] });
  let id: string | undefined;
  const opened = {
    kind: "bill",
    title: `Pay ${naira(total_kobo)}: ${whatOfRows(rows)}`,
    amount_kobo: total_kobo,
    // What makes two requests pay the same.
    payee: new Set(rows.map(({ customer_no }) => customer_no)).size === 1 ? rows[0]!.customer_no : null,
  } as const;
  const approval_id = await secondPersonFirst(tx, context, ASKS, opened, async () => {
    id = await keepOrder(tx, context, { company_id, rows, status: "awaiting_approval" });
    return id;
  });
  if (id) await changeRows(tx, "bill_orders", id, { approval_id });
  return { id: id ?? (await keepOrder(tx, context, { company_id, rows, status: "approved" })), approval_id };
}

/** Whether a phone of somebody who agrees is paid for, at any step: who agreed for somebody else, and for whom, are meant too. */
async function isForThem(tx: Tx, order_id: string, user_id: string, approval_id: string): Promise<boolean> {
  const { rows } = await sql<{ phone: string | null }>`
    select u.phone
    from users u
    where u.id in (
      select ${user_id}::uuid
      union
      select unnest(array[approver_id, agreed_by])
      from company_approvers
      where approval_id = ${approval_id} and agreed_at is not null
    )
  `.execute(tx);
  const phones = rows.flatMap(({ phone }) => (phone ? [localPhone(phone)] : []));
  const { rows: found } = await sql`
    select 1 from bill_order_rows where order_id = ${order_id} and customer_no = any(${phones}::text[]) limit 1
  `.execute(tx);
  return found.length > 0;
}

/** The requester's right, the phones' owners and the limits are checked again. The hold is gone. @throws Conflict */
async function requireStill(tx: Tx, context: Context, order: Order, approval_id: string): Promise<void> {
  const { session } = context;
  const company_id = order.company_id!;
  // The wallet is the company's: a session without its scope does not see it.
  if (!session.account_types.includes("corporate"))
    throw new Conflict(
      "An administrator of the company decides about its money last. Hand this on to one.",
      "not_administrator",
    );
  await ownCompany(tx, context);
  await requireAsker(tx, company_id, order.user_id);
  if (await isForThem(tx, order.id, session.user_id, approval_id))
    throw new Conflict("It pays for the phone of somebody who agrees to it. Others have to.", "own_money");
  const wallet = await openWallet(tx, context, company_id);
  const { total_kobo, user_id } = order;
  const { rows } = await sql<{ single_kobo: bigint }>`
    select max(total_kobo) as single_kobo from bill_order_rows where order_id = ${order.id}
  `.execute(tx);
  const sending = { total_kobo, single_kobo: rows[0]!.single_kobo };
  // By the wallet's limit of one payment each of its bills is looked at by itself when it is paid.
  const refusal =
    (await whyNotOut(tx, wallet, {
      amount_kobo: total_kobo,
      single_kobo: 0n,
      channel: channelOf(company_id, order.row_count),
    })) ?? (await senderRefusal(tx, { company_id, user_id }, sending, await businessDate(tx), order.business_date));
  if (refusal) throw new Conflict(`Not enough room: ${refusal}.`, "no_room");
}

/** Numbers that are paid for in several rows: among five hundred nobody would see them. */
async function oftenPaid(db: Parameters<ChainSubject["shows"]>[0], order_id: string) {
  const { rows } = await sql<{ customer_no: string; times: number; total_kobo: bigint }>`
    select customer_no, count(*)::int as times, sum(total_kobo)::bigint as total_kobo
    from bill_order_rows
    where order_id = ${order_id}
    group by customer_no
    having count(*) > 1
    order by 3 desc, 1
    limit ${SHOWN_OFTEN}
  `.execute(db);
  return rows.map(({ customer_no, times, total_kobo }) => ({
    label: `In ${times} rows`,
    value: `${customer_no}: ${naira(total_kobo)} together`,
  }));
}

/** What the company's chain decides about. */
export const billChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const { total_kobo } = await getRow(db, "bill_orders", subject_id, ["total_kobo"]);
    const { rows } = await sql<{
      kind: BillKind;
      service_name: string;
      customer_no: string;
      customer_name: string | null;
      total_kobo: bigint;
    }>`
      select kind, service_name, customer_no, customer_name, total_kobo
      from bill_order_rows
      where order_id = ${subject_id}
      order by row
    `.execute(db);
    // The approver may have no access to bills: each number is here, many in short.
    const short = Array.from({ length: Math.ceil(rows.length / SHOWN_ROWS) }, (_, lot) => lot * SHOWN_ROWS).slice(1);
    return [
      ...rows
        .slice(0, SHOWN_ROWS)
        .map((row) => ({
          label: `${billKinds[row.kind]}, ${row.service_name}`,
          value: `${row.customer_no}${row.customer_name ? `, ${row.customer_name}` : ""}: ${naira(row.total_kobo)}`,
        })),
      ...short.map((from) => {
        const lot = rows.slice(from, from + SHOWN_ROWS);
        const each = lot.map(({ customer_no, total_kobo: kobo }) => `${customer_no}: ${naira(kobo)}`);
        return { label: `Rows ${from + 1} to ${from + lot.length}`, value: each.join("; ") };
      }),
      ...(await oftenPaid(db, subject_id)),
      { label: "Leaves the wallet", value: naira(total_kobo) },
      { label: "What follows", value: "It is checked again and paid at once when the last one agrees." },
    ];
  },
  async decided(tx, context, { approval_id, subject_id, outcome, reason }) {
    const order = (await lockOrder(tx, subject_id))!;
    const actor = actorOf(context);
    const change = { noun: "billOrder", id: subject_id, from: order.status, actor, reason } as const;
    if (order.hold_id) await release(queryable(tx), { hold_id: order.hold_id });
    if (outcome !== "approved") {
      await changeRows(tx, "bill_orders", subject_id, { hold_id: null, decision_reason: reason });
      await changeState(tx, { ...change, action: "decline" });
      return;
    }
    await requireStill(tx, context, order, approval_id);
    await holdRest(tx, order, order.total_kobo, actor.name);
    await changeState(tx, { ...change, action: "approve" });
    await context.queue.send(tx, "pay-bill-order", { order_id: subject_id });
  },
};
