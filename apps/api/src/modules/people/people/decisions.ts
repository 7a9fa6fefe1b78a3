/** Decisions about a person: what each does beside its transition. */
import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/people/people";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { endSessions } from "../../../http/session.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import type { Message } from "../../platform/notifications/index.ts";
import { type Change, changeState } from "../../platform/states/index.ts";
import { recordActivity } from "./activities.ts";
import * as messages from "./messages.ts";
import {
  TAKEN_BACK,
  type Case,
  LIFTS,
  type UncertainMark,
  act,
  askToLift,
  caseStatusOf,
  followCase,
  isSameName,
  lockCase,
  moveCase,
  refreshCase,
} from "./profiles/index.ts";
import { askForAccount, markAccount } from "./account.ts";

type Decision = "verify" | "pre_approve" | "activate" | "decline" | "deactivate" | "mark_uncertain" | "reconsider";
const UNMARK = {
  pending: "unmark_pending",
  verified: "unmark_verified",
  "pre-approved": "unmark_pre_approved",
} as const;
const ACTIVITIES = { activate: "staff_activated", deactivate: "staff_deactivated" } as const;
type Decided = Pick<Case, "user_id" | "status" | "case_status">;
type Reasoned = { body: { reason?: string } };

/** Who looked first, which bars them from activating; a case that is opened again is looked at again. */
function lookersAfter(
  decision: Decision,
  user_id: string,
): { verified_by?: string | null; pre_approved_by?: string | null } {
  if (decision === "verify") return { verified_by: user_id, pre_approved_by: null };
  if (decision === "pre_approve") return { pre_approved_by: user_id };
  return decision === "reconsider" ? { verified_by: null, pre_approved_by: null } : {};
}

/** What the case was, for taking a mark back; any other decision ends that. */
async function markOf(tx: Tx, context: Context, person: Decided, decision: Decision): Promise<UncertainMark | null> {
  if (decision !== "mark_uncertain") return null;
  const { ready_at } = await getRow(tx, "users", person.user_id, ["ready_at"]);
  return {
    by: context.session.user_id,
    profile_status: person.status as UncertainMark["profile_status"],
    case_status: person.case_status as UncertainMark["case_status"],
    follows: await caseStatusOf(tx, person.user_id),
    ready_at: ready_at?.toISOString() ?? null,
    attended_id: null,
  };
}

/** What follows from a decision that was made: the case, the activity, who handled it. */
async function keepDecision(tx: Tx, context: Context, person: Decided, decision: Decision, reason?: string) {
  const { user_id, status } = person;
  const isAgainst = decision === "decline" || decision === "deactivate";
  const decline_reason = isAgainst ? (reason ?? null) : null;
  const mark = await markOf(tx, context, person, decision);
  const lookers = lookersAfter(decision, context.session.user_id);
  await changeRows(tx, "profiles", { user_id }, { decline_reason, ...lookers, updated_at: clock.now() });
  const to = decision === "reconsider" ? await caseStatusOf(tx, user_id) : "processed";
  await moveCase(tx, user_id, to, actorOf(context), reason);
  const type = decision in ACTIVITIES ? ACTIVITIES[decision as keyof typeof ACTIVITIES] : "staff_profile_updated";
  await recordActivity(tx, { type, creator_id: context.session.user_id, target_id: user_id });
  if (decision === "deactivate") await endSessions(tx, { user_id });
  if (decision === "activate") await followCase(tx, context, user_id, "activated");
  if (status === "deactivated") await followCase(tx, context, user_id, "reopened");
  const attended_id = decision === "reconsider" ? null : await context.house.person.attend(tx, user_id);
  await changeRows(tx, "profiles", { user_id }, { uncertain_mark: mark && JSON.stringify({ ...mark, attended_id }) });
}

/** The case is what it was before it was marked uncertain. */
async function keepUnmarked(tx: Tx, context: Context, { user_id, uncertain_mark }: Case): Promise<void> {
  if (!uncertain_mark) throw new Error("The rules let no other case come here.");
  const { case_status, follows, ready_at, attended_id } = uncertain_mark;
  await moveCase(tx, user_id, case_status, actorOf(context), TAKEN_BACK);
  const hasChanged = (await caseStatusOf(tx, user_id)) !== follows;
  // What was sent or refused in the meantime counts; else it has been waiting all the time.
  if (hasChanged) await refreshCase(tx, user_id);
  else await changeRows(tx, "users", user_id, { ready_at });
  if (attended_id) await context.house.person.resume(tx, attended_id);
  await changeRows(tx, "profiles", { user_id }, { uncertain_mark: null, updated_at: clock.now() });
  const type = "staff_profile_updated";
  await recordActivity(tx, { type, creator_id: context.session.user_id, target_id: user_id });
}

const decision = (name: Decision, tells?: (profile: Case, reason?: string) => Message) => ({
  audit: `profile_${name}`,
  does: (tx: Tx, context: Context, person: Case, { body }: Reasoned) =>
    keepDecision(tx, context, person, name, body.reason),
  ...(tells && { tells: (profile: Case, { body }: Reasoned) => tells(profile, body.reason) }),
});

/** Opens a declined case again, where somebody else has decided so. @throws IllegalTransition */
export async function reconsider(tx: Tx, context: Context, user_id: string, reason: string): Promise<void> {
  const { status, case_status } = await lockCase(tx, user_id);
  const actor = actorOf(context);
  await changeState(tx, { noun: "profile", id: user_id, from: status, action: "reconsider", actor, reason });
  await keepDecision(tx, context, { user_id, status, case_status }, "reconsider", reason);
}

const move = (to: "processing" | "doc-processor") => ({
  audit: "case_moved",
  async does(tx: Tx, context: Context, person: Case, { body }: Reasoned): Promise<Change> {
    await moveCase(tx, person.user_id, to, actorOf(context), body.reason);
    return { before: { status: person.case_status }, after: { status: to }, answer: { status: to } };
  },
});

/** C033: the statuses that have no call of their own. */
export const moves = {
  "pre-approved": act.one(calls.setStatus.choices.preApprove, decision("pre_approve")),
  pending: act.one(calls.setStatus.choices.reconsider, decision("reconsider")),
  processing: act.one(calls.setStatus.choices.toProcessing, move("processing")),
  "doc-processor": act.one(calls.setStatus.choices.toDocProcessor, move("doc-processor")),
};

/** Blacklisting ends every session with its transaction: the next request finds none. */
const blacklisting = {
  audit: "blacklisted",
  async does(tx: Tx, _: Context, { user_id }: Case, { body }: { body: { reason: string } }): Promise<Change> {
    await tx
      .updateTable("users")
      .set(({ eb }) => ({ is_blacklisted: true, blacklist_reason: body.reason, version: eb("version", "+", 1) }))
      .where("id", "=", user_id)
      .execute();
    await endSessions(tx, { user_id });
    return {
      before: { is_blacklisted: false },
      after: { is_blacklisted: true },
      answer: { user_id, is_blacklisted: true },
    };
  },
};

const markedAccount =
  (to: "verified" | "refuted") =>
  async (tx: Tx, context: Context, { user_id, person }: Case, { body }: Reasoned): Promise<Change> => {
    const { account_name } = person.profile;
    await markAccount(tx, context, person, to, body.reason);
    return { answer: { user_id, bank_account_status: to, account_name } };
  };

/** An account in the person's own name is verified by one person; another name waits for a second one. */
async function verifyAccount(tx: Tx, context: Context, row: Case, input: Reasoned): Promise<Change> {
  const { user_id, person } = row;
  const { account_name, bank_account_status } = person.profile;
  if (account_name && isSameName(fullName(person), account_name))
    return markedAccount("verified")(tx, context, row, input);
  const approval_id = await askForAccount(tx, context, person, input.body.reason);
  return { answer: { user_id, bank_account_status, account_name, approval_id } };
}

const askBypass = (kind: "bvn" | "nin", is_bypassed: boolean) => ({
  async does(tx: Tx, context: Context, { user_id, person }: Case, { body }: { body: { reason: string } }) {
    const approval_id = await requestApproval(tx, context, {
      kind: "bypass_identity",
      title: `${is_bypassed ? "Bypass" : "End the bypass of"} the ${kind.toUpperCase()} of ${fullName(person)}`,
      payload: { user_id, kind, is_bypassed },
      before: { is_bypassed: !is_bypassed },
      reason: body.reason,
    });
    return { answer: { approval_id } };
  },
});

/** A BVN or NIN that counts without verification, and no longer; a second person decides. */
export const bypasses = {
  bvn: {
    on: act.one(calls.bypass.choices.bypassBvn, askBypass("bvn", true)),
    off: act.one(calls.bypass.choices.endBypassBvn, askBypass("bvn", false)),
  },
  nin: {
    on: act.one(calls.bypass.choices.bypassNin, askBypass("nin", true)),
    off: act.one(calls.bypass.choices.endBypassNin, askBypass("nin", false)),
  },
};

/** The handlers of those that are calls of their own. */
export const decisions = {
  activate: act(calls.activate, decision("activate", messages.activated)),
  verify: act(calls.verify, decision("verify")),
  deactivate: act(calls.deactivate, decision("deactivate", messages.deactivated)),
  decline: act(calls.decline, decision("decline", messages.declined)),
  markUncertain: act(calls.markUncertain, decision("mark_uncertain")),
  unmarkUncertain: act(calls.unmarkUncertain, {
    audit: "profile_unmark_uncertain",
    because: TAKEN_BACK,
    chooses: (_, { uncertain_mark }) => UNMARK[uncertain_mark?.profile_status ?? "pending"],
    does: keepUnmarked,
  }),
  blacklist: act(calls.blacklist, blacklisting),
  unblacklist: act(calls.unblacklist, { does: askToLift(LIFTS.blacklisting) }),
  verifyBankAccount: act(calls.verifyBankAccount, { does: verifyAccount }),
  refuteBankAccount: act(calls.refuteBankAccount, {
    does: markedAccount("refuted"),
    tells: (person, { body }) => messages.accountRefuted(person, body.reason),
  }),
};
