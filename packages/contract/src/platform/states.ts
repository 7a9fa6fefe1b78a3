/**
 * Every entity's states, the transitions between them, who may make each and what it posts: one table that the server holds
 * to and the screens read. A transition that is not here does not exist (409, both states named).
 */
import type { Permission } from "../permissions.ts";

export interface Transition<State extends string = string, Act extends string = string> {
  action: Act;
  from: readonly State[];
  to: State;
  /** A permission, the person it belongs to (`owner`), or the system (jobs, webhooks). */
  by: Permission | "owner" | "system";
  /** The posting template that it makes, if any (modules/<noun>/money.ts). */
  posts?: string;
}

export interface Machine<State extends string = string, Act extends string = string> {
  noun: string;
  initial: readonly State[];
  states: readonly State[];
  transitions: readonly Transition<State, Act>[];
}

const machine = <const State extends string, const Act extends string>(
  value: Machine<State, Act>,
): Machine<State, Act> => value;

/** business-rules.md §7. Undisburse returns to accepted; verification by officer and operations are marks, not states. */
export const loanStates = machine({
  noun: "loan",
  initial: ["draft", "requested", "running"],
  states: [
    "draft",
    "requested",
    "pre_approved",
    "pre_declined",
    "approved",
    "declined",
    "offered",
    "accepted",
    "rejected",
    "disbursing",
    "running",
    "past_due",
    "settled",
    "reimbursed",
    "stop_requested",
    "terminated",
    "charged_off",
    "written_off",
  ],
  transitions: [
    { action: "request", from: ["draft"], to: "requested", by: "owner" },
    { action: "pre_approve", from: ["requested"], to: "pre_approved", by: "company:can_view_loans" },
    { action: "pre_decline", from: ["requested"], to: "pre_declined", by: "company:can_view_loans" },
    { action: "approve", from: ["requested", "pre_approved"], to: "approved", by: "provider:can_approve_loans" },
    {
      action: "decline",
      from: ["requested", "pre_approved", "approved", "offered"],
      to: "declined",
      by: "provider:can_decline_loans",
    },
    { action: "offer", from: ["approved"], to: "offered", by: "system" },
    { action: "accept", from: ["offered"], to: "accepted", by: "owner" },
    { action: "reject", from: ["offered"], to: "rejected", by: "owner" },
    { action: "expire", from: ["offered"], to: "rejected", by: "system" },
    { action: "disburse", from: ["accepted"], to: "disbursing", by: "provider:can_disburse_loans" },
    { action: "pay_out", from: ["disbursing"], to: "running", by: "system", posts: "disburse" },
    { action: "fail_payout", from: ["disbursing"], to: "accepted", by: "system" },
    {
      action: "undisburse",
      from: ["disbursing", "running", "past_due"],
      to: "accepted",
      by: "provider:can_undisburse_loans",
      posts: "undisburse",
    },
    { action: "fall_behind", from: ["running"], to: "past_due", by: "system" },
    { action: "catch_up", from: ["past_due"], to: "running", by: "system" },
    { action: "settle", from: ["running", "past_due", "stop_requested"], to: "settled", by: "system", posts: "repay" },
    { action: "reopen", from: ["settled"], to: "running", by: "system", posts: "reverse" },
    {
      action: "mark_reimbursed",
      from: ["running", "past_due", "stop_requested"],
      to: "reimbursed",
      by: "provider:can_mark_loans_reimbursed",
      posts: "reimburse",
    },
    {
      action: "request_stop",
      from: ["requested", "pre_approved", "approved", "offered", "accepted", "running", "past_due"],
      to: "stop_requested",
      by: "provider:can_request_loan_stop",
    },
    { action: "terminate", from: ["stop_requested"], to: "terminated", by: "provider:can_decline_loans" },
    {
      action: "charge_off",
      from: ["past_due"],
      to: "charged_off",
      by: "provider:can_write_off_loans",
      posts: "charge_off",
    },
    {
      action: "write_off",
      from: ["charged_off", "past_due"],
      to: "written_off",
      by: "provider:can_write_off_loans",
      posts: "write_off",
    },
  ],
});
export type LoanState = (typeof loanStates.states)[number];

/** A payout whose outcome is unknown is asked about until the provider answers; it is never sent again blindly. */
export const payoutStates = machine({
  noun: "payout",
  initial: ["created"],
  states: ["created", "awaiting_approval", "approved", "sent", "unknown", "success", "failed", "reversed"],
  transitions: [
    { action: "submit", from: ["created"], to: "awaiting_approval", by: "provider:can_disburse_loans" },
    { action: "approve", from: ["awaiting_approval"], to: "approved", by: "provider:can_disburse_loans" },
    {
      action: "refuse",
      from: ["created", "awaiting_approval", "approved"],
      to: "failed",
      by: "provider:can_disburse_loans",
    },
    { action: "send", from: ["approved"], to: "sent", by: "system" },
    { action: "not_reached", from: ["sent"], to: "approved", by: "system" },
    { action: "lose_sight", from: ["sent"], to: "unknown", by: "system" },
    { action: "succeed", from: ["sent", "unknown"], to: "success", by: "system", posts: "disburse" },
    { action: "fail", from: ["sent", "unknown"], to: "failed", by: "system" },
    { action: "give_up", from: ["unknown"], to: "failed", by: "provider:can_undisburse_loans" },
    { action: "reverse", from: ["success"], to: "reversed", by: "provider:can_undisburse_loans", posts: "undisburse" },
  ],
});
export type PayoutState = (typeof payoutStates.states)[number];

/** A repayment is one scheduled instalment. */
export const repaymentStates = machine({
  noun: "repayment",
  initial: ["scheduled"],
  states: ["scheduled", "due", "part_paid", "overdue", "paid", "waived", "superseded", "written_off"],
  transitions: [
    { action: "fall_due", from: ["scheduled"], to: "due", by: "system" },
    { action: "pay_part", from: ["scheduled", "due", "overdue"], to: "part_paid", by: "system", posts: "repay" },
    { action: "pay", from: ["scheduled", "due", "part_paid", "overdue"], to: "paid", by: "system", posts: "repay" },
    { action: "fall_behind", from: ["due", "part_paid"], to: "overdue", by: "system" },
    { action: "catch_up", from: ["overdue"], to: "due", by: "system" },
    { action: "reverse_part", from: ["paid"], to: "part_paid", by: "system", posts: "reverse" },
    { action: "reverse", from: ["paid", "part_paid"], to: "due", by: "system", posts: "reverse" },
    {
      action: "waive",
      from: ["scheduled", "due", "part_paid", "overdue"],
      to: "waived",
      by: "provider:can_write_off_loans",
      posts: "waive",
    },
    { action: "supersede", from: ["scheduled", "due", "part_paid", "overdue"], to: "superseded", by: "system" },
    { action: "restore", from: ["superseded"], to: "scheduled", by: "system", posts: "reverse" },
    {
      action: "write_off",
      from: ["due", "part_paid", "overdue", "scheduled"],
      to: "written_off",
      by: "provider:can_write_off_loans",
      posts: "write_off",
    },
  ],
});
export type RepaymentState = (typeof repaymentStates.states)[number];

/** Spec line 109; `uncertain` is ours for the call that has no status of its own. */
export const profileStates = machine({
  noun: "profile",
  initial: ["pending"],
  states: ["pending", "verified", "pre-approved", "activated", "declined", "deactivated", "uncertain"],
  transitions: [
    {
      action: "verify",
      from: ["pending", "uncertain", "pre-approved"],
      to: "verified",
      by: "provider:can_update_staff",
    },
    {
      action: "pre_approve",
      from: ["verified", "uncertain", "pending"],
      to: "pre-approved",
      by: "provider:can_update_staff",
    },
    {
      action: "activate",
      from: ["verified", "pre-approved", "deactivated"],
      to: "activated",
      by: "provider:can_update_staff",
    },
    {
      action: "decline",
      from: ["pending", "verified", "pre-approved", "uncertain"],
      to: "declined",
      by: "provider:can_update_staff",
    },
    { action: "deactivate", from: ["activated"], to: "deactivated", by: "provider:can_update_staff" },
    {
      action: "mark_uncertain",
      from: ["pending", "verified", "pre-approved"],
      to: "uncertain",
      by: "provider:can_update_staff",
    },
    { action: "reconsider", from: ["declined", "deactivated"], to: "pending", by: "provider:can_update_staff" },
  ],
});
export type ProfileState = (typeof profileStates.states)[number];

/** "Expected" is not an exception; "missing" is. */
export const reconciliationStates = machine({
  noun: "reconciliation item",
  // What only the bank or a provider knows of begins as a mismatch; a payout that came back, as matched.
  initial: ["expected", "matched_auto", "mismatch"],
  states: ["expected", "missing", "matched_auto", "matched_manual", "over", "short", "mismatch", "void"],
  transitions: [
    { action: "match", from: ["expected", "missing"], to: "matched_auto", by: "system" },
    {
      action: "match_by_hand",
      from: ["expected", "missing", "over", "short", "mismatch"],
      to: "matched_manual",
      by: "provider:can_reconcile",
    },
    { action: "miss", from: ["expected"], to: "missing", by: "system" },
    { action: "find_over", from: ["expected", "missing"], to: "over", by: "system" },
    { action: "find_short", from: ["expected", "missing"], to: "short", by: "system" },
    {
      action: "find_mismatch",
      from: ["expected", "missing", "matched_auto", "matched_manual", "over", "short", "void"],
      to: "mismatch",
      by: "system",
    },
    {
      action: "void",
      from: ["expected", "missing", "over", "short", "mismatch"],
      to: "void",
      by: "provider:can_reconcile",
    },
  ],
});

/**
 * One message to one person. The provider's reports come late, twice and in any order: what the handset confirmed is true whatever failed before it, and a mail
 * that came back is back even after another server took it. So every order of the same reports ends in the same state.
 */
export const messageStates = machine({
  noun: "message",
  initial: ["waiting"],
  states: ["waiting", "skipped", "queued", "handed_over", "delivered", "failed", "bounced"],
  transitions: [
    { action: "skip", from: ["waiting", "queued"], to: "skipped", by: "system" },
    { action: "queue", from: ["waiting"], to: "queued", by: "system" },
    { action: "show", from: ["waiting"], to: "delivered", by: "system" },
    { action: "hand_over", from: ["queued"], to: "handed_over", by: "system" },
    { action: "deliver", from: ["queued", "handed_over", "failed"], to: "delivered", by: "system" },
    { action: "fail", from: ["queued", "handed_over"], to: "failed", by: "system" },
    { action: "bounce", from: ["queued", "handed_over", "delivered", "failed"], to: "bounced", by: "system" },
  ],
});

/** What somebody says of their employer, until the company has answered. */
export const employmentClaimStates = machine({
  noun: "employment claim",
  initial: ["pending"],
  states: ["pending", "confirmed", "refused", "withdrawn"],
  transitions: [
    { action: "confirm", from: ["pending"], to: "confirmed", by: "company:can_create_staff" },
    { action: "refuse", from: ["pending"], to: "refused", by: "company:can_create_staff" },
    { action: "withdraw", from: ["pending"], to: "withdrawn", by: "owner" },
  ],
});

export const machines = {
  loan: loanStates,
  payout: payoutStates,
  repayment: repaymentStates,
  profile: profileStates,
  reconciliation: reconciliationStates,
  message: messageStates,
  employmentClaim: employmentClaimStates,
} as const;

/** The transition that an action makes from a state; undefined when there is none. */
export function transitionOf<State extends string>(
  from: string,
  action: string,
  { transitions }: Machine<State>,
): Transition<State> | undefined {
  return transitions.find(
    (transition) => transition.action === action && (transition.from as readonly string[]).includes(from),
  );
}

/** What can be done to something in this state; screens show only these. */
export const actionsFrom = <State extends string>(from: string, { transitions }: Machine<State>): string[] =>
  transitions.filter((transition) => (transition.from as readonly string[]).includes(from)).map(({ action }) => action);
