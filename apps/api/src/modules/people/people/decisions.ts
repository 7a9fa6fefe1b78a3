/** Decisions about a person: each is a transition of the state table, with its actor, its reason and its record. */
import type { CaseStatus } from "@manilla/contract/people/queues";
import { sql } from "kysely";
import type { Context } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, DomainError, IllegalTransition, NotAllowed, StaleVersion } from "../../../http/errors.ts";
import { endSessions } from "../../../http/session.ts";
import { actorOf, recordAudit, whoChanged } from "../../platform/audit/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import {
  type Decision,
  type PersonFacts,
  bankAccountReason,
  caseStatusOf,
  loadFacts,
  moveCase,
  whyNotDecide,
} from "./profiles/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { recordActivity } from "./activities.ts";
import { requireCustomer } from "./customers.ts";
import * as messages from "./messages.ts";

/** The person, with the profile's row locked: who decides at the same moment waits and then sees what was decided. */
async function lockPerson(tx: Tx, id: string): Promise<PersonFacts> {
  await requireCustomer(tx, id);
  await sql`select 1 from profiles where user_id = ${id} for update`.execute(tx);
  return loadFacts(tx, id);
}

/** Of the other decisions the person hears nothing. */
const MESSAGES: Partial<Record<Decision, (profile: { id: string; version: number }) => Message>> = {
  activate: messages.activated,
  decline: messages.declined,
  deactivate: messages.deactivated,
};

export interface Ask {
  user_id: string;
  reason?: string;
  version?: number;
}

/**
 * Makes one decision.
 * @throws NotFound, StaleVersion (412), IllegalTransition naming both states (409), DomainError when something stands against it (409), NotAllowed about oneself
 */
export async function decide(
  tx: Tx,
  context: Context,
  action: Decision,
  { user_id, reason, version }: Ask,
): Promise<{ user_id: string; status: string; version: number }> {
  const person = await lockPerson(tx, user_id);
  const before = person.profile.status;
  if (version !== undefined && person.profile.version !== version)
    throw new StaleVersion(
      `This profile has changed since you opened it: it is ${before} now.${await whoChanged(tx, "user", user_id)}`,
    );
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  // Two decided at once: the later one is told who was first.
  const status = await changeState(tx, {
    noun: "profile",
    id: user_id,
    from: before,
    action,
    actor: actorOf(context),
    reason: reason ?? null,
  }).catch(async (error: unknown) => {
    if (error instanceof IllegalTransition)
      throw new Conflict(`${error.message}${await whoChanged(tx, "user", user_id)}`, error.code);
    throw error;
  });
  const why_not = whyNotDecide(person, action, {
    user_id: context.session.user_id,
    permissions: context.session.permissions,
  });
  if (why_not) throw new DomainError(409, "not_ready", why_not);
  await tx
    .updateTable("profiles")
    .set({
      decline_reason: action === "decline" || action === "deactivate" ? (reason ?? null) : null,
      updated_at: clock.now(),
    })
    .where("user_id", "=", user_id)
    .execute();
  await moveCase(
    tx,
    user_id,
    action === "reconsider" ? await caseStatusOf(tx, user_id) : "processed",
    actorOf(context),
    reason ?? null,
  );
  await recordAudit(tx, actorOf(context), {
    action: `profile_${action}`,
    subject_type: "user",
    subject_id: user_id,
    before: { status: before },
    after: { status },
    reason,
  });
  const type =
    action === "activate" ? "staff_activated" : action === "deactivate" ? "staff_deactivated" : "staff_profile_updated";
  await recordActivity(tx, { type, creator_id: context.session.user_id, target_id: user_id });
  const message = MESSAGES[action]?.({ id: person.id, version: person.profile.version });
  if (message) await tell(tx, context, person.id, message);
  if (action !== "reconsider") await context.house.person.attend(tx, user_id);
  return { user_id, status, version: person.profile.version + 1 };
}

/** C033: the statuses that have no call of their own. */
export async function setStatus(
  tx: Tx,
  context: Context,
  ask: Ask & { status: "pre-approved" | "processing" | "doc-processor" | "pending" },
): Promise<string> {
  if (ask.status === "pre-approved") return (await decide(tx, context, "pre_approve", ask)).status;
  if (ask.status === "pending") return (await decide(tx, context, "reconsider", ask)).status;
  const person = await lockPerson(tx, ask.user_id);
  if (person.id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  if (["declined", "deactivated"].includes(person.profile.status))
    throw new DomainError(
      409,
      "illegal_transition",
      `This profile is ${person.profile.status} and cannot become ${ask.status}.`,
    );
  const moved = await moveCase(tx, ask.user_id, ask.status satisfies CaseStatus, actorOf(context), ask.reason ?? null);
  if (!moved) throw new Conflict(`This case is ${ask.status} already.`, "already_decided");
  await recordAudit(tx, actorOf(context), {
    action: "case_moved",
    subject_type: "user",
    subject_id: ask.user_id,
    before: { status: person.status },
    after: { status: ask.status },
    reason: ask.reason,
  });
  return ask.status;
}

/** On: every session ends with this transaction, and the next request finds none. */
export async function setBlacklisted(
  tx: Tx,
  context: Context,
  user_id: string,
  is_blacklisted: boolean,
  reason: string,
): Promise<void> {
  await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set(({ eb }) => ({
      is_blacklisted,
      blacklist_reason: is_blacklisted ? reason : null,
      version: eb("version", "+", 1),
    }))
    .where("id", "=", user_id)
    .where("is_blacklisted", "=", !is_blacklisted)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new Conflict(
      `This person is ${is_blacklisted ? "blacklisted already" : "not blacklisted"}.`,
      "already_decided",
    );
  if (is_blacklisted) await endSessions(tx, { user_id });
  await recordAudit(tx, actorOf(context), {
    action: is_blacklisted ? "blacklisted" : "unblacklisted",
    subject_type: "user",
    subject_id: user_id,
    before: { is_blacklisted: !is_blacklisted },
    after: { is_blacklisted },
    reason,
  });
}

/** C050, C051. */
export async function markBankAccount(
  tx: Tx,
  context: Context,
  user_id: string,
  to: "verified" | "refuted",
  reason?: string,
) {
  const person = await lockPerson(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  const why_not = bankAccountReason(person, to);
  if (why_not) throw new Conflict(why_not, "illegal_transition");
  const before = person.profile.bank_account_status;
  await tx
    .updateTable("profiles")
    .set(({ eb }) => ({ bank_account_status: to, version: eb("version", "+", 1) }))
    .where("user_id", "=", user_id)
    .execute();
  await recordAudit(tx, actorOf(context), {
    action: `bank_account_${to}`,
    subject_type: "user",
    subject_id: user_id,
    before: { bank_account_status: before },
    after: { bank_account_status: to },
    reason,
  });
  if (to === "refuted") await tell(tx, context, user_id, messages.accountRefuted({ id: user_id }, reason));
  return { user_id, bank_account_status: to, account_name: person.profile.account_name };
}
