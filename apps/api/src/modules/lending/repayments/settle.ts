/** What staff record as received: everything due, the whole loan, a part, or many at once under a second person. */
import { counted, day, naira, sentence } from "@manilla/contract/formats";
import { unpaidTotal } from "@manilla/credit";
import type * as calls from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import type { z } from "zod";
import type { ApprovalItem, ApprovalKind, Context } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { requestApproval, unless } from "../../platform/approvals/index.ts";
import { creditOf } from "../../money/books/index.ts";
import { receivedDay, whyTooEarly, requireSlip, slipShown } from "../../money/slips/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import {
  LIVE_STATES,
  OPEN_ROWS,
  askedNow,
  measureLoans,
  onItsDay,
  readRunningLoan,
  readSchedule,
  settlementOf,
} from "../schedules/index.ts";
import { recordOnItsDay } from "./back-date.ts";
import { type Done, recordOrAsk } from "./by-hand.ts";
import { type RepaymentInLoan, lockRepayment } from "./locked.ts";
import { record } from "./recording.ts";

type SettleBody = z.output<typeof calls.settle.body>;

/** What the scope comes to today, in kobo: the whole loan less the credit that settles it, as quoted. @throws InvalidFields when nothing is due */
function amountOf(scope: "due" | "loan", { loan, rows }: RepaymentInLoan, on: string, credit_kobo: bigint): bigint {
  const amount = scope === "due" ? askedNow(loan, rows, on) : settlementOf(loan, rows, on, credit_kobo).total_kobo;
  if (amount === 0n && scope === "loan" && credit_kobo > 0n && settlementOf(loan, rows, on).total_kobo > 0n)
    throw new InvalidFields({ source: ["the credit balance covers all of it: choose the credit balance"] });
  if (amount === 0n)
    throw new InvalidFields({
      scope: [scope === "due" ? "nothing is due on this loan today" : "nothing is owed on this loan"],
    });
  return amount;
}

/** C105. What was received outside may want a second person; a credit balance is no new money. */
export async function settleRepayment(tx: Tx, context: Context, id: string, body: SettleBody): Promise<Done> {
  const on = await businessDate(tx);
  const isCredit = body.source === "credit_balance";
  // Settling a loan uses the customer credit.
  const found = await lockRepayment(tx, context, id, isCredit || body.scope === "loan");
  const credit_kobo = await creditOf(tx, found.loan.user_id);
  const { received_on } = body;
  const isEarlier =
    !isCredit && received_on !== undefined && received_on < on && LIVE_STATES.includes(found.loan.status);
  const then = isEarlier ? await onItsDay(tx, found.loan, receivedDay(body, on, found.loan)) : undefined;
  const amount_kobo = then
    ? then[body.scope === "due" ? "due_kobo" : "total_kobo"]
    : amountOf(body.scope, found, on, isCredit ? 0n : credit_kobo);
  if (amount_kobo === 0n) throw new InvalidFields({ received_on: ["nothing was due on this loan on that day"] });
  if (body.amount_kobo !== undefined && body.amount_kobo !== amount_kobo)
    throw new Conflict("The figure has changed since you looked. Please look again.", "figure_changed");
  if (!isCredit && !body.reference) throw new InvalidFields({ reference: ["this field is required"] });
  if (isCredit && credit_kobo < amount_kobo)
    throw new InvalidFields({ source: ["the credit balance does not cover this"] });
  const action = `repayment_settled_${body.scope}`;
  const { note, slip_id } = body;
  const recorded = { amount_kobo, reference: body.reference ?? "", note, on };
  if (!isCredit)
    return recordOrAsk(
      tx,
      context,
      found,
      { ...recorded, slip_id, received_on, channel: "staff" },
      action,
      body.scope === "loan",
    );
  const reference = `CREDIT-${context.idempotency_key ?? id}`.slice(0, 120);
  return {
    receipt_id: await record(tx, context, found, { ...recorded, reference, channel: "credit_balance" }, action),
  };
}

/** C106. */
export async function payFraction(
  tx: Tx,
  context: Context,
  id: string,
  body: z.output<typeof calls.payFraction.body>,
): Promise<Done> {
  const found = await lockRepayment(tx, context, id);
  const { on } = found;
  const whole = settlementOf(found.loan, found.rows, on).total_kobo;
  if (body.amount_kobo > whole)
    throw new InvalidFields({ amount_kobo: ["this is more than the whole loan takes today"] });
  const isWhole = endsEarly(body.amount_kobo, whole, askedNow(found.loan, found.rows, on));
  return recordOrAsk(tx, context, found, { ...body, channel: "staff", on }, "repayment_part_received", isWhole);
}

/** A part that ends the loan before its time is the whole loan by another name. */
export const endsEarly = (amount_kobo: bigint, whole_kobo: bigint, due_kobo: bigint): boolean =>
  amount_kobo >= whole_kobo && amount_kobo > due_kobo;

interface ManyItem {
  id: string;
  loan_id: string | null;
  reference: string | null;
  customer: string | null;
  amount_kobo: bigint | null;
  verdict: "ready" | "refused";
  reason: string | null;
}

/** The verdict on each repayment of a batch; loans are locked in one order. */
async function judge(
  tx: Tx,
  ids: readonly string[],
  reference: string,
  caller: string,
  on: string,
  received_on: string,
): Promise<ManyItem[]> {
  const { rows } = await sql<{
    id: string;
    loan_id: string;
    loan_reference: string;
    number: number;
    customer: string;
    user_id: string;
  }>`
    select r.id, r.loan_id, l.reference as loan_reference, r.number, u.full_name as customer,
      r.user_id
    from repayments r
    join loans l on l.id = r.loan_id
    join users u on u.id = r.user_id
    where r.id = any(${[...new Set(ids)]}::uuid[])
    order by r.loan_id, r.number
    for no key update of l
  `.execute(tx);
  const used = await tx
    .selectFrom("receipts")
    .select("reference")
    .where("reference", "like", `${reference.replace(/[\\%_]/g, "\\$&")}/%`)
    .execute();
  const seen = new Set<string>();
  const items: ManyItem[] = [];
  for (const id of ids) {
    const found = rows.find((row) => row.id === id);
    const loan = found && (await readRunningLoan(tx, found.loan_id, "read"));
    const row = loan && (await readSchedule(tx, loan.id)).find((each) => each.id === id);
    const amount = row && OPEN_ROWS.includes(row.status) ? unpaidTotal(row) : 0n;
    const refusal = !found
      ? "There is no such repayment."
      : !row
        ? "A newer schedule has replaced it: choose the instalment that took its place."
        : seen.has(id)
          ? "It is twice in this batch."
          : found.user_id === caller
            ? "Nobody records payments on their own loan."
            : !LIVE_STATES.includes(loan?.status ?? "")
              ? `The loan is ${loan?.status.replaceAll("_", " ") ?? "not running"}.`
              : row.due_on > on
                ? `It falls due on ${day(row.due_on)}.`
                : whyTooEarly(loan!, received_on)
                  ? `${sentence(whyTooEarly(loan!, received_on)!)}.`
                  : amount === 0n
                    ? "It is paid already."
                    : used.some((receipt) => receipt.reference === `${reference}/${id.slice(-12)}`)
                      ? "It was received under this reference already."
                      : null;
    seen.add(id);
    items.push({
      id,
      loan_id: found?.loan_id ?? null,
      reference: found ? `${found.loan_reference} · ${found.number}` : null,
      customer: found?.customer ?? null,
      amount_kobo: found ? amount : null,
      verdict: refusal === null ? "ready" : "refused",
      reason: refusal,
    });
  }
  return items;
}

const labelled = (items: readonly ManyItem[]): ApprovalItem[] =>
  items.map((row) => ({
    ...(row.loan_id && { loan_id: row.loan_id }),
    label: row.reference ? `${row.reference} · ${row.customer ?? ""}` : row.id,
    amount_kobo: row.amount_kobo,
    verdict: row.verdict,
    reason: row.reason,
  }));

/** Named where it is one person's: several repayments of one loan, too. */
function whomOf(ready: readonly ManyItem[]): string {
  const [one, ...others] = [...new Set(ready.map(({ customer }) => customer))];
  const what = counted(ready.length, "repayment");
  return one && others.length === 0 ? `from ${one}, ${what}` : `for ${what}`;
}

/** C108: the maker's half. */
export async function settleMany(
  tx: Tx,
  context: Context,
  body: z.output<typeof calls.settleMany.body>,
): Promise<z.output<typeof calls.settleMany.response>> {
  const on = await businessDate(tx);
  const slip_id = await requireSlip(tx, context, body);
  const received_on = receivedDay(body, on);
  const items = await judge(tx, body.repayment_ids, body.reference, context.session.user_id, on, received_on);
  const ready = items.filter(({ verdict }) => verdict === "ready");
  const amount_kobo = ready.reduce((sum, row) => sum + (row.amount_kobo ?? 0n), 0n);
  const answer = {
    ready: ready.length,
    refused: items.length - ready.length,
    amount_kobo,
    items: items.map(({ loan_id: _, ...row }) => row),
  };
  if (ready.length === 0) return { approval_id: null, ...answer };
  const approval_id = await requestApproval(tx, context, {
    kind: "settle_many",
    title: `Record ${naira(amount_kobo)} as received ${whomOf(ready)}`,
    payload: {
      repayment_ids: ready.map(({ id }) => id),
      reference: body.reference,
      note: body.note ?? null,
      received_on,
      slip_id,
    },
    items: labelled(ready),
    amount_kobo,
    item_count: ready.length,
    ...(body.note && { reason: body.note }),
  });
  return { approval_id, ...answer };
}

interface ManyPayload {
  repayment_ids: string[];
  reference: string;
  note: string | null;
  slip_id?: string;
  received_on?: string;
}
const LATER = "Recorded on a later day";

/** The checker's half: what has changed since is refused row by row, the rest is received. */
export const settleManyApproval: ApprovalKind<ManyPayload> = {
  permission: "provider:can_settle_repayment",
  over: unless(sql`jsonb_array_elements_text(a.payload -> 'repayment_ids') n(id)
    join repayments r on r.id = n.id::uuid and r.status in ('scheduled', 'due', 'part_paid', 'overdue')`),
  measures: (tx, _, { payload }) =>
    measureLoans(tx, sql`select loan_id from repayments where id = any(${payload.repayment_ids}::uuid[])`),
  async shows({ db }, { id, payload }) {
    const { reference, received_on, slip_id } = payload;
    const { papers, facts } = await slipShown(db, slip_id, id);
    const when = received_on ? [{ label: "Received on", value: day(received_on) }] : [];
    return { papers, facts: [{ label: "Reference", value: reference }, ...when, ...facts] };
  },
  async execute(tx, context, { payload, maker_id }) {
    const on = await businessDate(tx);
    const { repayment_ids, reference, note, slip_id, received_on = on } = payload;
    const items = await judge(tx, repayment_ids, reference, maker_id, on, received_on);
    const order = items
      .filter(({ verdict }) => verdict === "ready")
      .toSorted((left, right) => (left.loan_id ?? "").localeCompare(right.loan_id ?? ""));
    for (const item of order) {
      const found = await lockRepayment(tx, context, item.id);
      const { rows, row } = found;
      const still = rows.find(({ id }) => id === row.id);
      const amount_kobo = still ? unpaidTotal(still) : 0n;
      if (amount_kobo === 0n)
        Object.assign(item, { verdict: "refused", reason: "It was paid by another row of this batch." });
      else {
        const each = { amount_kobo, reference: `${reference}/${item.id.slice(-12)}`, slip_id };
        const many = { note: note ?? undefined, channel: "staff" as const, on, maker_id };
        if (received_on < on)
          await recordOnItsDay(tx, context, found, { ...each, received_on, reason: note ?? LATER }, maker_id);
        else await record(tx, context, found, { ...each, ...many }, "repayment_settled_in_batch");
      }
    }
    return labelled(items);
  },
};
