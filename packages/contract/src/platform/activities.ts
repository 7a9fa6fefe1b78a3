/** The 21 activities (S151 to S171), each worded for its actor, its subject, and everybody else; and those beside them. */
import type { Permission } from "../permissions.ts";

export type Viewer = "creator" | "target" | "observer";

interface Names {
  creator: string;
  target: string;
  /** For loans: the name of the product. */
  product: string;
}
type Wording = Record<Viewer, (names: Names) => string>;

const did = (own: string, toYou: string, seen: string): Wording => {
  const fill =
    (text: string) =>
    ({ creator, target, product }: Names) =>
      text.replaceAll("{creator}", creator).replaceAll("{target}", target).replaceAll("{product}", product);
  return { creator: fill(own), target: fill(toYou), observer: fill(seen) };
};
/** The same words for everybody, with the loan's name. */
const common = (text: string): Wording => did(`{product}: ${text}`, `{product}: ${text}`, `{product}: ${text}`);

const wordings = {
  admin_created: did(
    "You added {target} as an administrator",
    "{creator} added you as an administrator",
    "{creator} added {target} as an administrator",
  ),
  bank_statement_uploaded: did(
    "You sent a bank statement",
    "{creator} added a bank statement for you",
    "{creator} added a bank statement for {target}",
  ),
  company_created: did("You registered {target}", "{creator} registered your company", "{creator} registered {target}"),
  company_profile_updated: did(
    "You changed the company profile",
    "{creator} changed your company's profile",
    "{creator} changed the profile of {target}",
  ),
  // A company stays on record: what ends it is a suspension.
  company_deleted: did("You suspended {target}", "{creator} suspended your company", "{creator} suspended {target}"),
  group_created: did("You made the group {target}", "{creator} made your group", "{creator} made the group {target}"),
  group_deleted: did(
    "You removed the group {target}",
    "{creator} removed your group",
    "{creator} removed the group {target}",
  ),
  password_changed: did("You changed your password", "Your password was changed", "{target} changed their password"),
  repayment_paid: did("You paid an instalment", "An instalment of yours was paid", "{target} paid an instalment"),
  repayment_bank_transfer: did(
    "You paid by bank transfer",
    "A bank transfer of yours arrived",
    "{target} paid by bank transfer",
  ),
  staff_activated: did("You activated {target}", "You were activated by {creator}", "{creator} activated {target}"),
  staff_created: did("You added {target}", "{creator} added you", "{creator} added {target}"),
  staff_deactivated: did(
    "You deactivated {target}",
    "You were deactivated by {creator}",
    "{creator} deactivated {target}",
  ),
  staff_deleted: did("You removed {target}", "{creator} removed you", "{creator} removed {target}"),
  staff_loan_approved: common("Loan Approved"),
  staff_loan_created: common("Loan Requested"),
  staff_loan_declined: common("Loan Declined"),
  staff_loan_disbursed: common("Loan Disbursed"),
  staff_loan_pre_approved: common("Loan Pre-approved"),
  staff_loan_pre_declined: common("Loan Declined By HR"),
  staff_profile_updated: did(
    "You changed the profile of {target}",
    "{creator} changed your profile",
    "{creator} changed the profile of {target}",
  ),
} satisfies Record<string, Wording>;

const by = (act: string): Wording => did(`You ${act}`, `{creator} ${act}`, `{creator} ${act}`);
/** Beside the 21: what a company's administrators do with its rules and its money, each with what its reader has to be allowed. */
const added = {
  expense_policy_changed: [by("changed the expense policy {target}"), "company:can_view_expense_policies"],
  approval_chain_changed: [by("changed the approval chain {target}"), "company:can_view_approvals"],
  beneficiary_named: [by("asked for the beneficiary {target}"), "company:can_view_beneficiaries"],
  purse_filled: [by("gave {target} money"), "company:can_view_wallet"],
  purse_emptied: [by("took money back from {target}"), "company:can_view_wallet"],
} satisfies Record<string, [Wording, Permission]>;

export type ActivityType = keyof typeof wordings;
export const activityTypes = Object.keys(wordings) as [ActivityType, ...ActivityType[]];
type AddedActivity = keyof typeof added;
export const addedActivities = Object.keys(added) as [AddedActivity, ...AddedActivity[]];
/** Those of them that somebody with these permissions reads. */
export const addedFor = (permissions: ReadonlySet<Permission>): AddedActivity[] =>
  addedActivities.filter((type) => permissions.has(added[type][1]));

/** How much it matters (A78): 3 who acts for the company and whether it goes on, 2 what somebody may or gets, 1 all else. */
export const activityLevel = (type: ActivityType | AddedActivity): 1 | 2 | 3 => {
  if (/^(admin_created|company_(created|deleted)|approval_chain_changed)$/.test(type)) return 3;
  return /^staff_(activated|deactivated|deleted|loan_(approved|declined|disbursed|pre_declined))$/.test(type) ? 2 : 1;
};

/** An activity in words. @throws RangeError for an unknown type (S176) */
export function activityWords(type: string, viewer: Viewer, names: Partial<Names>): string {
  const wording = Object.hasOwn(wordings, type)
    ? wordings[type as ActivityType]
    : Object.hasOwn(added, type) && added[type as AddedActivity][0];
  if (!wording) throw new RangeError(`there is no activity of the type ${type}`);
  return wording[viewer]({
    creator: names.creator ?? "Somebody",
    target: names.target ?? "somebody",
    product: names.product ?? "Loan",
  });
}
