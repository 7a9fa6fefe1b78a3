import { RATE_TOLERANCE_PERCENT } from "@manilla/contract/companies/expense-lines";
import * as calls from "@manilla/contract/companies/expense-requests";
import type { Input } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound, StaleVersion } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { actionsOn } from "../../platform/states/index.ts";
import { decideOn, lowerAsked } from "../approval-chains/index.ts";
import { requireAtWork, requireNotSuspended } from "../wallet-movements/index.ts";
import { closeAdvance, openAdvances } from "./advances.ts";
import { keepLines, termsOf } from "./lines.ts";
import { detailsOf, everywhere, findRequest, listAll, listPending, seenBy } from "./queries.ts";
import { linkableTo, linkOne, unlinkOne } from "./linking.ts";
import { freePurchases } from "./purchases.ts";
import { requestActions, requestRules } from "./rules.ts";
import { payIntoPurse, payOtherwise, payToAccount } from "./paying.ts";
import { newestRates } from "./rates.ts";
import { insertRequest, submit } from "./submitting.ts";

interface Locked {
  id: string;
  status: string;
  version: number;
  user_id: string;
  kind: string;
  purpose: string;
  amount_kobo: bigint;
  paid_into: string | null;
  has_left: boolean;
}
async function lockRequest(tx: Tx, context: Context, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select r.id, r.status, r.version, r.user_id, r.kind, r.purpose, r.amount_kobo, r.paid_into,
      has_left(r.company_id, r.user_id) as has_left
    from expense_requests r
    where r.id = ${id} and ${seenBy(context)}
    for update
  `.execute(tx);
  return rows[0];
}

const act = actionsOn({
  calls: requestActions,
  rules: requestRules,
  noun: "expenseRequest",
  name: "expense request",
  audits: ({ id }: { id: string }) => ({ subject_type: "expense_request", subject_id: id }),
  lock: lockRequest,
  answer: async (tx: Tx, context: Context, id: string) => ({ request: await findRequest(tx, context, id) }),
});

const recorded = (tx: Tx, context: Context, action: string, id: string, purpose: string) =>
  recordAudit(tx, context, action, ["expense_request", id], { after: { purpose } });

const create = (context: Context, { body: { is_draft, ...content } }: Input<typeof calls.create>) =>
  context.once(async (tx) => {
    await requireAtWork(tx, context);
    const id = await insertRequest(tx, context, content);
    if (!is_draft) await submit(tx, context, id, content);
    await recorded(tx, context, "expense_request_created", id, content.purpose);
    return { request: await findRequest(tx, context, id) };
  });

const update = (
  context: Context,
  { params: { id }, body: { is_draft, version, ...content } }: Input<typeof calls.update>,
) =>
  context.once(async (tx) => {
    await requireAtWork(tx, context);
    const before = await lockRequest(tx, context, id);
    if (before?.user_id !== context.session.user_id) throw new NotFound("This request");
    if (!["draft", "returned", "withdrawn"].includes(before.status))
      throw new Conflict("It is under way, or decided: take it back first.", "already_submitted");
    if (before.version !== version) throw new StaleVersion();
    await keepLines(tx, context, id, content);
    if (is_draft) await sql`update expense_requests set version = version + 1 where id = ${id}`.execute(tx);
    else await submit(tx, context, id, content);
    await recorded(tx, context, "expense_request_changed", id, content.purpose);
    return { request: await findRequest(tx, context, id) };
  });

/** Lines that are refused count no longer; one at least is left. @throws InvalidFields */
async function refuseLines(tx: Tx, id: string, lines: readonly number[]): Promise<void> {
  await sql`update expense_request_lines set is_refused = true where request_id = ${id} and number = any(${[...lines]}::int[])`.execute(
    tx,
  );
  const { rows } = await sql<{ left: bigint }>`
    select coalesce(sum(amount_kobo) filter (where not is_refused), 0)::bigint as left from expense_request_lines where request_id = ${id}
  `.execute(tx);
  if (rows[0]!.left === 0n) throw new InvalidFields({ refused_lines: ["no line is left: decline the request"] });
  await sql`update expense_requests set amount_kobo = ${rows[0]!.left} where id = ${id}`.execute(tx);
  await lowerAsked(tx, { kind: "expense_request", subject_id: id }, rows[0]!.left);
}

const NEEDED = {
  approve: "company:can_approve_expense_requests",
  decline: "company:can_decline_expense_requests",
} as const;

const decide = (context: Context, { body }: Input<typeof calls.decide>) =>
  context.once(async (tx) => {
    const { request_id: id, decision, version, reason, refused_lines = [] } = body;
    if (!context.session.permissions.has(NEEDED[decision])) throw new NotAllowed();
    const request = await lockRequest(tx, context, id);
    if (!request) throw new NotFound("This request");
    if (request.status === "pending" && request.version !== version) throw new StaleVersion();
    if (decision === "decline" && (reason ?? "").trim().length < 3)
      throw new InvalidFields({ reason: ["this field is required"] });
    await decideOn(tx, context, { kind: "expense_request", subject_id: id }, decision, reason, async () => {
      if (decision === "approve" && refused_lines.length > 0) await refuseLines(tx, id, refused_lines);
    });
    return { request: await findRequest(tx, context, id) };
  });

const ways = {
  account: act.one(calls.pay.choices.account, { audit: "expense_request_sent", does: payToAccount }),
  purse: act.one(calls.pay.choices.purse, { audit: "expense_request_paid", does: payIntoPurse }),
};

export const handlers: Handlers<typeof calls> = {
  listAll,
  pending: listPending,
  listEverywhere: everywhere,
  find: async (context, { params: { id } }) => ({
    ...(await findRequest(context.db, context, id)),
    ...(await detailsOf(context, id)),
  }),
  create,
  update,
  decide,
  pay: (context, input) =>
    context.once((tx) => ways[input.body.into](tx, context, input.params.id, input as never) as never),
  payOtherwise: act(calls.payOtherwise, { audit: "expense_request_paid_otherwise", does: payOtherwise }),
  payments: async (context, { params: { id } }) => {
    const request = await findRequest(context.db, context, id);
    return { payments: request.kind === "purchase" ? await linkableTo(context, id) : [] };
  },
  linkPayment: act(calls.linkPayment, { audit: "expense_request_payment_linked", does: linkOne }),
  unlinkPayment: act(calls.unlinkPayment, { audit: "expense_request_payment_unlinked", does: unlinkOne }),
  retire: act(calls.retire, { audit: "advance_closed", does: closeAdvance }),
  async terms(context) {
    await requireNotSuspended(context.db, context);
    return {
      ...(await termsOf(context.db, context)),
      rates: await newestRates(context.db),
      advances: await openAdvances(context),
      paid: await freePurchases(context.db, context),
    };
  },
  setTerms: (context, { body: { mileage_rate_kobo = null, ...said } }) =>
    context.once(async (tx) => {
      const company_id = await requireAtWork(tx, context);
      const columns = ["mileage_rate_kobo", "rate_tolerance_percent"] as const;
      const before = await findRow(tx, "expense_settings", { company_id }, columns);
      const rate_tolerance_percent =
        said.rate_tolerance_percent ?? before?.rate_tolerance_percent ?? RATE_TOLERANCE_PERCENT;
      const after = { mileage_rate_kobo, rate_tolerance_percent };
      await tx
        .insertInto("expense_settings")
        .values({ company_id, ...after })
        .onConflict((conflict) => conflict.column("company_id").doUpdateSet(after))
        .execute();
      const audited = { before: before ?? {}, after };
      await recordAudit(tx, context, "expense_terms_set", ["company", company_id], audited);
      return after;
    }),
  remove: act(calls.remove, { audit: "expense_request_deleted" }),
};
