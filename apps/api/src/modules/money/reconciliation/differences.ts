/** Lines that differ from what was expected: they post nothing until a person names the difference, or a dated tolerance does. */
import { naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { type Actor, SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting, readText } from "../../platform/configuration/index.ts";
import { cameBack } from "../payouts/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { type Holder, postDifference } from "../books/index.ts";

/** A row with what its line, or the bank's balance, shows beside the books. */
export interface Difference {
  id: string;
  status: string;
  version: number;
  reference: string;
  subject_type: string;
  subject_id: string;
  line_id: string | null;
  ledger_transaction_id: string | null;
  booked_on: string | null;
  /** What the bank's account lacks in the books. Debit positive. */
  bank_kobo: bigint;
  /** The account that holds what the bank has not shown. */
  holder: Holder;
  /** What that account has of it. */
  held_kobo: bigint;
}

/** The difference of a row; locks it. Undefined where the row is not there. */
export async function differenceOf(tx: Tx, id: string): Promise<Difference | undefined> {
  const { rows } = await sql<Difference>`
    select i.id, i.status, i.version, i.reference, i.subject_type, i.subject_id, s.id as line_id, s.ledger_transaction_id,
      coalesce(s.booked_on, i.business_date) as booked_on,
      (
        case
          when i.subject_type = 'bank_balance' then i.actual_kobo - i.expected_kobo
          when s.id is null then 0
          when i.subject_type = 'payout' then s.amount_kobo + i.expected_kobo
          when i.subject_type = 'receipt' and r.source = 'bank_operating' and r.reversed_at is null
            then s.amount_kobo - i.expected_kobo
          when i.subject_type = 'unidentified_receipt' then s.amount_kobo - i.expected_kobo
          when i.subject_type = 'remittance' then s.amount_kobo + i.expected_kobo
          else s.amount_kobo
        end
      )::bigint as bank_kobo,
      (
        case
          when i.subject_type = 'payout_return' then 'payouts_to_be_returned'
          when i.subject_type = 'partner_funding' then 'partner_receivables'
          when i.subject_type = 'bank_claim' or r.source = 'receipts_awaiting_bank' then 'receipts_awaiting_bank'
          else 'card_settlement'
        end
      ) as holder,
      (
        case
          when r.source in ('card_settlement', 'receipts_awaiting_bank') and r.reversed_at is null then i.expected_kobo
          when i.subject_type in ('payout_return', 'partner_funding', 'bank_claim') then i.expected_kobo
          else 0
        end
      )::bigint as held_kobo
    from reconciliation_items i
    left join bank_statement_lines s on s.id = i.statement_line_id
    left join receipts r on i.subject_type = 'receipt' and r.id = i.subject_id
    where i.id = ${id}
    for update of i
  `.execute(tx);
  return rows[0];
}

/** What the person names: the part that has no place in the books yet. */
export const namedPart = ({ bank_kobo, held_kobo }: Pick<Difference, "bank_kobo" | "held_kobo">): bigint =>
  bank_kobo - held_kobo;

/** Books it, and says on its line what was booked. */
async function bookDifference(
  tx: Tx,
  found: Difference,
  account: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  const on = found.booked_on ?? (await businessDate(tx));
  const { transaction_id } = await postDifference(tx, {
    item_id: found.id,
    version: found.version,
    reference: found.reference,
    bank_kobo: found.bank_kobo,
    holder: found.holder,
    held_kobo: found.held_kobo,
    account,
    on,
    actor: actor.name,
  });
  if (found.line_id)
    await changeRows(tx, "bank_statement_lines", found.line_id, { ledger_transaction_id: transaction_id });
  if (found.subject_type === "payout_return") await cameBack(tx, found.subject_id, { reason, actor, on });
}

/** A person's word on a difference. @throws Conflict where there is nothing to book, or it is decided by now */
async function nameDifference(
  tx: Tx,
  { id, account, reason }: { id: string; account: string; reason: string },
  actor: Actor,
): Promise<void> {
  const found = await differenceOf(tx, id);
  if (!found || found.ledger_transaction_id || found.bank_kobo === 0n)
    throw new Conflict("There is nothing left to book here.", "already_decided");
  const today = await businessDate(tx);
  await changeState(tx, {
    noun: "reconciliation",
    id,
    from: found.status,
    action: "resolve",
    actor,
    reason,
    business_date: today,
  });
  await bookDifference(tx, found, account, { actor, reason });
  await changeRows(tx, "reconciliation_items", id, {
    decided_by: actor.user_id,
    decision_note: reason,
    updated_at: clock.now(),
  });
  await recordAudit(tx, actor, "reconciliation_resolve", ["reconciliation_item", id], {
    before: { status: found.status },
    after: { account, bank_kobo: found.bank_kobo, named_kobo: namedPart(found) },
    reason,
  });
}

/** Above the configured amount a second person decides. @returns the request's id, null where it was booked at once */
export async function resolveOrAsk(
  tx: Tx,
  context: Context,
  found: Difference,
  { account, reason }: { account: string; reason: string },
): Promise<string | null> {
  const named = namedPart(found);
  const size = named < 0n ? -named : named;
  if (size <= BigInt(await readSetting(tx, "difference_alone_kobo"))) {
    await nameDifference(tx, { id: found.id, account, reason }, actorOf(context));
    return null;
  }
  return requestApproval(tx, context, {
    kind: "resolve_difference",
    title: `Book ${naira(size)} of ${found.reference} to ${account.replaceAll("_", " ")}`,
    payload: { id: found.id, account, reason },
    before: { reference: found.reference, status: found.status },
    amount_kobo: size,
    reason,
  });
}

/** What the bank and the books say of a row, for the second person. */
export async function factsOfRow(db: Database, id: string): Promise<{ label: string; value: string }[]> {
  const row = await db
    .selectFrom("reconciliation_items as i")
    .leftJoin("bank_statement_lines as s", "s.id", "i.statement_line_id")
    .select(["i.expected_kobo", "i.actual_kobo", "i.direction", "s.narration", "s.booked_on"])
    .where("i.id", "=", id)
    .executeTakeFirstOrThrow();
  const said = (kobo: bigint | null): string => (kobo === null ? "Nothing" : `${naira(kobo)}, ${row.direction}`);
  return [
    { label: "Our books expect", value: said(row.expected_kobo) },
    { label: "The bank shows", value: said(row.actual_kobo) },
    ...(row.narration ? [{ label: "The bank says", value: row.narration }] : []),
  ];
}

/** The checker's half. */
export const resolveDifference: ApprovalKind<{ id: string; account: string; reason: string }> = {
  permission: "provider:can_reconcile",
  over: unlessIn("reconciliation_items", "id", "resolve"),
  shows: async ({ db }, { payload }) => ({ facts: await factsOfRow(db, payload.id) }),
  async execute(tx, context, { payload }) {
    await nameDifference(tx, payload, actorOf(context));
    return undefined;
  },
};

interface Tolerance {
  amount_kobo: bigint;
  from: string;
  account: string;
}

/** The rule that two people set, dated. */
export const toleranceOf = async (tx: Tx): Promise<Tolerance> => ({
  amount_kobo: BigInt(await readSetting(tx, "difference_tolerance_kobo")),
  from: await readText(tx, "difference_tolerance_from"),
  account: await readText(tx, "difference_tolerance_account"),
});

/** Books a difference that the tolerance covers. @returns whether it did */
export async function tolerate(
  tx: Tx,
  id: string,
  { amount_kobo, from, account }: Tolerance,
  on: string,
): Promise<boolean> {
  if (amount_kobo === 0n) return false;
  const found = await differenceOf(tx, id);
  if (!found?.booked_on || found.booked_on < from) return false;
  const named = namedPart(found);
  if ((named < 0n ? -named : named) > amount_kobo) return false;
  const reason = `Differs by ${naira(named)}, within the tolerance of ${naira(amount_kobo)} since ${from}.`;
  await changeState(tx, {
    noun: "reconciliation",
    id,
    from: found.status,
    action: "tolerate",
    actor: SYSTEM,
    reason,
    business_date: on,
  });
  await bookDifference(tx, found, account, { actor: { ...SYSTEM, name: "reconciliation" }, reason });
  await changeRows(tx, "reconciliation_items", id, { reason, updated_at: clock.now() });
  return true;
}
