/** What people say of their own payments. */
import { fullName } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/payments/refunds";
import type { Permission } from "@manilla/contract/permissions";
import {
  type PaymentClaim,
  type PaymentKind,
  paymentClaimNames,
  paymentClaims,
  recalledFor,
} from "@manilla/contract/payments/refund-words";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { lookerOf } from "../../../request.ts";
import { rolesWith } from "../../../house/roles.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { openCase } from "../refund-cases/index.ts";
import * as messages from "./messages.ts";
import { DESK, lockPayment } from "./payments.ts";
import { CREDITED, RECALL, beginRecall, recallOf } from "./recalling.ts";
import { clockOfClaim, whyNoClaim } from "./rules.ts";

type Shown = z.output<typeof calls.ofPayment.response>;
const HOUR = 3_600_000;

async function claimsAbout(db: Database | Tx, kind: PaymentKind, id: string): Promise<Shown["claims"]> {
  const { rows } = await sql<Shown["claims"][number]>`
    select r.id, r.claim, r.statement, r.status, r.refunded_kobo, r.decision_reason, r.due_at, r.created_at, r.decided_at,
      ${RECALL} as recall, ${CREDITED} as credited_kobo
    from refund_cases r
    where ${sql.ref(`r.${kind}_id`)} = ${id} and r.cause = 'claimed'
    order by r.created_at desc
  `.execute(db);
  return rows.map((row) => ({ ...row, recall: recallOf(row.recall) }));
}

/** The caller's own payments; of what a company's wallet paid those that they may see, or send where they claim. Former employees claim nothing of its money. */
function claimable({ session }: Context, kind: PaymentKind, permission: Permission) {
  const sees = session.company_id !== null && session.permissions.has(permission);
  if (kind === "bill")
    return sql`
      case when paid_from = 'company' then ${sees} and company_id = ${session.company_id} else user_id = ${session.user_id} end
    `;
  const own = sql`(user_id = ${session.user_id} and company_id is null)`;
  const salaries = lookerOf(session).permissions.has("company:can_pay_salaries");
  return sees ? sql`(${own} or (company_id = ${session.company_id} and (${salaries} or not is_confidential)))` : own;
}

/** The caller's payment, locked, and why it cannot be claimed about. @throws NotFound */
async function ownPayment(tx: Tx, context: Context, kind: PaymentKind, id: string, permission: Permission) {
  const { rows } = await sql`
    select 1 from ${sql.table(`${kind}s`)} where id = ${id} and ${claimable(context, kind, permission)}
  `.execute(tx);
  const payment = rows.length > 0 ? await lockPayment[kind](tx, id) : undefined;
  if (!payment) throw new NotFound("This payment");
  const open = await sql`
    select 1 from refund_cases where ${sql.ref(`${kind}_id`)} = ${id} and status = 'open'
  `.execute(tx);
  const days = await readSetting(tx, "refund_claim_days");
  const facts = { has_open: open.rows.length > 0, days, now: clock.milliseconds() };
  return { payment, why_not: whyNoClaim(payment, facts) };
}

/** In how many hours each claim about a payment is answered. */
async function clocksOf(tx: Tx, kind: PaymentKind, id: string): Promise<Record<PaymentClaim, number>> {
  const bill = kind === "bill" ? (await getRow(tx, "bills", id, ["kind"])).kind : null;
  const clocks = paymentClaimNames.map(async (claim) => [claim, await readSetting(tx, clockOfClaim(bill, claim))]);
  return Object.fromEntries(await Promise.all(clocks)) as Record<PaymentClaim, number>;
}

export const claimsOf = (context: Context, { kind, id }: { kind: PaymentKind; id: string }): Promise<Shown> =>
  context.db.transaction().execute(async (tx) => {
    const { why_not } = await ownPayment(tx, context, kind, id, "company:can_view_transfers");
    return { claims: await claimsAbout(tx, kind, id), why_not, answered_within_hours: await clocksOf(tx, kind, id) };
  });

/** Opens a case on the desk. @throws NotFound, Conflict */
export async function claimPayment(
  tx: Tx,
  context: Context,
  { kind, id: payment_id }: { kind: PaymentKind; id: string },
  said: z.output<typeof calls.claim.body>,
): Promise<{ claim: Shown["claims"][number] }> {
  const { payment, why_not } = await ownPayment(tx, context, kind, payment_id, "company:can_request_transfers");
  if (why_not) throw new Conflict(why_not, "not_claimable");
  const { user_id, reference, what, paid_at } = payment;
  const amount_kobo = payment.total_kobo - payment.refunded_kobo;
  const { [said.claim]: hours } = await clocksOf(tx, kind, payment_id);
  const due_at = new Date(clock.milliseconds() + hours * HOUR);
  const about = { kind, payment_id, user_id, reference, what, amount_kobo, paid_at } as const;
  const id = await openCase(tx, { ...about, cause: "claimed", ...said, due_at }, actorOf(context));
  if (!id) throw new Conflict("We are looking into this payment.", "not_claimable");
  if (kind === "transfer" && payment.has_provider && recalledFor.has(said.claim))
    await beginRecall(tx, context, {
      transfer_id: payment_id,
      case_id: id,
      reason: paymentClaims[said.claim],
      amount_kobo: payment.sent_kobo!,
    });
  await recordAudit(tx, context, "payment_claimed", [kind, payment_id], { after: { reference, claim: said.claim } });
  const facts = { kind, payment_id, what, amount_kobo };
  const note = messages.claimed(id, fullName(context.session), said.claim, facts);
  await notifyRoles(tx, await rolesWith(tx, DESK), { ...note, about: user_id });
  const [claim] = await claimsAbout(tx, kind, payment_id);
  return { claim: claim! };
}
