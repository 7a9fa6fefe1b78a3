/** A person's own limit: given by one colleague up to the configured amount, above it by two. */
import { naira } from "@manilla/contract/formats";
import { type CashLimit, cashLimits } from "@manilla/contract/people/wallet-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { isDeleted, requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { requireCustomer } from "../people/index.ts";
import { tierOf } from "../personal-wallets/index.ts";
import * as messages from "./messages.ts";
import { whyNotLimit } from "./rules.ts";

export interface NewLimit {
  user_id: string;
  kind: CashLimit;
  limit_kobo: bigint;
  valid_until: string | null;
  reason: string;
}
type Payload = Omit<NewLimit, "limit_kobo"> & { limit_kobo: string; request_id: string | null };

const OWN = "Nobody decides about their own limit.";

/**
 * More than the tier has; less than what the person was given before corrects that, or else nobody could take a mistake back.
 * @returns what holds now
 * @throws InvalidFields where the tier gives as much
 */
async function requireMore(tx: Tx, { user_id, kind, limit_kobo, valid_until }: NewLimit): Promise<bigint | null> {
  const { limits, tier } = await tierOf(tx, user_id);
  const why_not = whyNotLimit(tier[`${kind}_kobo`], limit_kobo, { valid_until, today: await businessDate(tx) });
  if (!why_not) return limits[`${kind}_kobo`];
  throw new InvalidFields(Object.fromEntries(Object.entries(why_not).map(([field, why]) => [field, [why]])));
}

interface Given {
  limit: NewLimit;
  request_id: string | null;
  approval_id: string | null;
  /** Who decided first. */
  set_by: string;
}

/** The limit holds from now on, and answers the request. */
async function give(tx: Tx, context: Context, { limit, request_id, approval_id, set_by }: Given): Promise<void> {
  const before_kobo = await requireMore(tx, limit);
  const { user_id, kind, limit_kobo, valid_until, reason } = limit;
  const at = clock.now();
  if (request_id) {
    const columns = ["status"] as const;
    const request = await findRow(tx, "cash_limit_requests", request_id, columns, { lock: true });
    if (request?.status !== "pending") throw new Conflict("This request was decided already.", "already_decided");
    const change = { noun: "cashLimitRequest", id: request_id, from: "pending", action: "approve", reason } as const;
    await changeState(tx, { ...change, actor: actorOf(context) });
    const decided = { decided_by: set_by, decided_at: at, decision_reason: reason, approval_id };
    await changeRows(tx, "cash_limit_requests", request_id, { granted_kobo: limit_kobo, ...decided });
  }
  await tx
    .insertInto("cash_limits")
    .values({ id: uuidv7(), ...limit, before_kobo, request_id, approval_id, set_by, set_at: at })
    .execute();
  await recordAudit(tx, context, "cash_limit_set", ["user", user_id], {
    before: { kind, limit_kobo: before_kobo },
    after: { kind, limit_kobo, valid_until },
    reason,
  });
  await note(tx, user_id, messages.given({ ...limit, is_more: limit_kobo > (before_kobo ?? 0n) }));
}

/**
 * C180. Gives a person a limit, or puts it before a second person.
 * @returns the request for a second person; null where it holds at once
 * @throws NotFound, NotAllowed for oneself, InvalidFields, Conflict while a second person is asked
 */
export async function addLimit(tx: Tx, context: Context, limit: NewLimit): Promise<string | null> {
  const { user_id, kind, limit_kobo, reason } = limit;
  const { session } = context;
  await requireCustomer(tx, user_id);
  if (user_id === session.user_id) throw new NotAllowed(OWN, "own_limit");
  await lockPerson(tx, user_id);
  const before_kobo = await requireMore(tx, limit);
  const open = await findRow(tx, "cash_limit_requests", { user_id, kind, status: "pending" }, ["id", "approval_id"]);
  if (open?.approval_id) throw new Conflict("A second person has to decide about this request.", "already_requested");
  // A correction downwards is no answer to a request for more.
  const request_id = open && limit_kobo > (before_kobo ?? 0n) ? open.id : null;
  if (limit_kobo <= BigInt(await readSetting(tx, "cash_limit_by_one_kobo"))) {
    await give(tx, context, { limit, request_id, approval_id: null, set_by: session.user_id });
    return null;
  }
  const approval_id = await requestApproval(tx, context, {
    kind: "set_cash_limit",
    title: `A cash limit of ${naira(limit_kobo)} for {person}`,
    whose: user_id,
    payload: { ...limit, limit_kobo: String(limit_kobo), request_id },
    once: ["user_id", "kind"],
    before: { limit_kobo: before_kobo },
    amount_kobo: limit_kobo,
    reason,
  });
  if (request_id) await changeRows(tx, "cash_limit_requests", request_id, { approval_id });
  return approval_id;
}

/** The second person's half. */
export const setCashLimit: ApprovalKind<Payload> = {
  permission: "provider:can_update_user_wallet_limit",
  over: sql`${isDeleted} or a.payload ->> 'request_id' is not null and ${unlessIn("cash_limit_requests", "request_id", ["pending"])}`,
  shows: async (_, { payload: { kind, valid_until } }) => ({
    facts: [
      { label: "Limit", value: cashLimits[kind] },
      { label: "Until", value: valid_until ?? "Without an end" },
    ],
  }),
  async execute(tx, context, { id: approval_id, maker_id, payload }) {
    const { request_id, ...limit } = payload;
    const { user_id } = limit;
    if (user_id === context.session.user_id) throw new NotAllowed(OWN, "own_limit");
    const person = await findRow(tx, "users", user_id, ["erased_at"]);
    if (!person || person.erased_at) throw new NotFound("This person");
    await lockPerson(tx, user_id);
    const given = { ...limit, limit_kobo: BigInt(limit.limit_kobo) };
    await give(tx, context, { limit: given, request_id, approval_id, set_by: maker_id });
    return undefined;
  },
  async release(tx, _, { payload: { request_id } }) {
    if (request_id)
      await changeRows(tx, "cash_limit_requests", { id: request_id, status: "pending" }, { approval_id: null });
  },
};
