/** The account with the issuer is topped up: one person finds the line of the bank, another one agrees. */
import { count, dollars, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { postFloatToppedUp } from "../../money/books/index.ts";
import { explainLine, factsOfLine, lineExplained, lockUnknown } from "../../money/reconciliation/index.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { termsOn } from "../card-records/index.ts";

interface Asked {
  item_id: string;
  /** What came of it with the issuer, where it was for dollars. */
  amount_cents?: bigint | null | undefined;
  reason: string;
}

/** Naira for a dollar that nobody pays: fingers that slipped, or money that went elsewhere. */
async function whyNotDollars(tx: Tx, amount_kobo: bigint, amount_cents: bigint): Promise<string | null> {
  const { rate_from, rate_to } = await termsOn(tx, await businessDate(tx));
  const isLikely = amount_kobo >= amount_cents * BigInt(rate_from) && amount_kobo <= amount_cents * BigInt(rate_to);
  return isLikely ? null : `a dollar would cost less than ₦${rate_from} or more than ₦${rate_to}`;
}

/** What a dollar costs by it, beside the last rate that was published to us: the second person sees whether they agree. */
async function rateFact(
  db: Database,
  item_id: string,
  amount_cents: bigint,
): Promise<{ label: string; value: string }> {
  const { rows } = await sql<{ amount_kobo: bigint; mid_e4: bigint | null }>`
    select -l.amount_kobo as amount_kobo,
      (select mid_e4 from dollar_quotes order by rated_on desc, id desc limit 1) as mid_e4
    from reconciliation_items i
    join bank_statement_lines l on l.id = i.statement_line_id
    where i.id = ${item_id}
  `.execute(db);
  const line = rows[0];
  const asked = line ? `₦${count(Number(line.amount_kobo / amount_cents))}` : "not known";
  const last = line?.mid_e4 ? `; last published ₦${count(Number(line.mid_e4 / 10_000n))}` : "";
  return { label: "A dollar costs", value: `${asked}${last}` };
}

/** The maker's half. @throws InvalidFields, Conflict while the same line is before a second person */
export async function askToTopUp(tx: Tx, context: Context, { item_id, amount_cents, reason }: Asked): Promise<string> {
  const line = await lockUnknown(tx, item_id);
  if (!line) throw new InvalidFields({ item_id: ["choose money that left the bank and is not explained"] });
  const why_not = amount_cents && (await whyNotDollars(tx, line.amount_kobo, amount_cents));
  if (why_not) throw new InvalidFields({ amount_cents: [why_not] });
  const into = amount_cents ? `became ${dollars(amount_cents)} with the issuer` : "topped the issuer's account up";
  return requestApproval(tx, context, {
    kind: "top_up_issuer_float",
    title: `${naira(line.amount_kobo)} ${into}, ${line.reference}`,
    payload: { item_id, reason, ...(amount_cents && { amount_cents: String(amount_cents) }) },
    once: ["item_id"],
    amount_kobo: line.amount_kobo,
    reason,
  });
}

/** The checker's half. */
export const topUpFloat: ApprovalKind<Omit<Asked, "amount_cents"> & { amount_cents?: string }> = {
  permission: "provider:can_reconcile",
  over: lineExplained,
  shows: async ({ db }, { payload: { item_id, amount_cents } }) => ({
    facts: [
      ...(await factsOfLine(db, item_id)),
      ...(amount_cents ? [{ label: "Dollars with the issuer", value: dollars(BigInt(amount_cents)) }] : []),
      ...(amount_cents ? [await rateFact(db, item_id, BigInt(amount_cents))] : []),
    ],
  }),
  async execute(tx, context, { payload: { item_id, reason, ...payload } }) {
    const line = await lockUnknown(tx, item_id);
    if (!line) throw new Conflict("This line was explained by now.", "already_decided");
    const [transaction_id, actor] = [uuidv7(), actorOf(context)];
    const { line_id, reference, amount_kobo, booked_on } = line;
    const fact = { id: transaction_id, line_id, reference, amount_kobo, on: booked_on, actor: actor.name };
    const amount_cents = payload.amount_cents ? BigInt(payload.amount_cents) : null;
    await postFloatToppedUp(tx, { ...fact, amount_cents });
    await explainLine(tx, line, { transaction_id, actor, reason });
    const id = uuidv7();
    await tx
      .insertInto("issuer_float_top_ups")
      .values({
        id,
        statement_line_id: line_id,
        amount_kobo,
        amount_cents,
        booked_on,
        reference,
        approved_by: context.session.user_id,
        ledger_transaction_id: transaction_id,
        created_at: clock.now(),
      })
      .execute();
    await recordAudit(tx, context, "issuer_float_topped_up", ["issuer_float_top_up", id], {
      after: { amount_kobo, amount_cents },
      reason,
    });
    return undefined;
  },
};
