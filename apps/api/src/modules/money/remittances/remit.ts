/** VAT that was paid to the tax authority: recorded by two persons, with its receipt, and expected on the bank's statement. */
import { day, longMonth, naira } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/money/remittances";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { bookedOn, postRemittance } from "../books/index.ts";
import { receivedDay, requireSlip, slipShown } from "../slips/index.ts";
import { vatMonths } from "./queries.ts";

type Body = z.output<typeof calls.remit.body>;

/** @throws Conflict for a reference that was recorded; InvalidFields for more than the month owes, or before it is over */
async function refuse(tx: Tx, { month, amount_kobo, reference }: Body): Promise<void> {
  if (await findRow(tx, "vat_remittances", { reference }, ["id"]))
    throw new Conflict(`The reference ${reference} was recorded already.`, "reference_used");
  if (month >= (await businessDate(tx)).slice(0, 7)) throw new InvalidFields({ month: ["this month is not over yet"] });
  const open = (await vatMonths(tx)).find((each) => each.month === month)?.open_kobo ?? 0n;
  if (amount_kobo > open)
    throw new InvalidFields({
      amount_kobo: [`this is more than the ${naira(open > 0n ? open : 0n)} open of that month`],
    });
}

/** The maker's half. @throws Conflict, InvalidFields */
export async function requestRemittance(tx: Tx, context: Context, body: Body): Promise<string> {
  const { month, amount_kobo, paid_on } = body;
  const slip_id = await requireSlip(tx, context, body);
  try {
    receivedDay({ received_on: paid_on }, await businessDate(tx));
  } catch (error) {
    throw error instanceof InvalidFields ? new InvalidFields({ paid_on: error.errors?.["received_on"] ?? [] }) : error;
  }
  await refuse(tx, body);
  return requestApproval(tx, context, {
    kind: "remit_vat",
    title: `Record ${naira(amount_kobo)} of VAT for ${longMonth(month)} as remitted`,
    payload: { ...body, slip_id, amount_kobo: String(amount_kobo) },
    once: ["month"],
    amount_kobo,
  });
}

interface Payload extends Omit<Body, "amount_kobo" | "slip_id"> {
  amount_kobo: string;
  slip_id: string;
}

/** What the bank's statement must show. */
const expectAtBank = (tx: Tx, id: string, { reference, amount_kobo, paid_on }: Payload) =>
  tx
    .insertInto("reconciliation_items")
    .values({
      id: uuidv7(),
      business_date: paid_on,
      direction: "out",
      subject_type: "remittance",
      subject_id: id,
      reference,
      expected_kobo: BigInt(amount_kobo),
      status: "expected",
      reason: "Waits for the bank's statement.",
    })
    .execute();

/** The checker's half. */
export const remitVat: ApprovalKind<Payload> = {
  permission: "provider:can_remit_taxes",
  async shows({ db }, { id, payload }) {
    const { month, reference, paid_on, slip_id } = payload;
    const { papers, facts } = await slipShown(db, slip_id, id);
    const known = { Month: longMonth(month), Reference: reference, "Paid on": day(paid_on) };
    return { papers, facts: [...Object.entries(known).map(([label, value]) => ({ label, value })), ...facts] };
  },
  async measures(tx, _, { payload }) {
    const month = (await vatMonths(tx)).find((each) => each.month === payload["month"]);
    return [{ label: "Open of the month", value: month?.open_kobo ?? 0n }];
  },
  async execute(tx, context, { payload, maker_id }) {
    const { month, reference, paid_on, slip_id } = payload;
    const amount_kobo = BigInt(payload.amount_kobo);
    await sql`select pg_advisory_xact_lock(hashtext('remit_vat'))`.execute(tx);
    await refuse(tx, { ...payload, amount_kobo });
    const id = uuidv7();
    const { transaction_id } = await postRemittance(tx, {
      remittance_id: id,
      month,
      reference,
      amount_kobo,
      on: bookedOn(paid_on, await businessDate(tx)),
      actor: actorOf(context).name,
    });
    await tx
      .insertInto("vat_remittances")
      .values({
        id,
        month,
        amount_kobo,
        reference,
        paid_on,
        slip_id,
        ledger_transaction_id: transaction_id,
        recorded_by: maker_id,
        confirmed_by: context.session.user_id,
      })
      .execute();
    await expectAtBank(tx, id, payload);
    await recordAudit(tx, context, "vat_remitted", ["remittance", id], { after: { month, amount_kobo, reference } });
    return undefined;
  },
};
