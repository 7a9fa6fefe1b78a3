/** What staff change on a person's record (C034–C039, C045, C111, C112, C200, C201), and what belongs to it (C028, C029). */
import { z } from "zod";
import { action } from "../action.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import {
  educationLevels,
  employedRules,
  formTwoRules,
  genders,
  maritalStatuses,
  selfEmployedRules,
} from "./completeness.ts";
import { del, get, idParams, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, positiveKobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { severalIds, verdicts } from "../verdicts.ts";
import { cardRequestStates } from "./card-request-states.ts";
import { inAnyState, own_case, profileStates } from "./profile-states.ts";

const changes = { can: ["provider:can_update_staff"], params: idParams } as const;
const reads = { can: ["provider:can_view_users"], params: idParams } as const;
const optional = (rules: string): string => rules.replace("required", "nullable");
/** The profile's version that was looked at; another one in the meantime is refused (412). */
const version = { version: z.int().optional() };
const changed = z.object({ user_id: z.uuid(), version: z.int(), fields: z.array(z.string()) });

/** C034. Back to the underwriters, handled by nobody. */
export const requeue = action(profileStates, inAnyState("requeue"), {
  asks: {
    label: "Requeue",
    title: "Put this case back into the queue?",
    body: "It returns to the underwriters' queue; nobody handles it until then.",
    shows: ["person"],
    reason: "required",
    done: "Back in the queue.",
  },
  refuses: { own_case },
  call: post("/admin/personal/users/requeue", {
    spec: "C034",
    summary: "Put people back into the queue",
    can: ["provider:can_update_staff"],
    body: form({ user_ids: "required", reason: reasonRule }, { user_ids: severalIds }),
    response: verdicts(),
  }),
});

/** C035. Who the person is. What was verified with the BVN cannot be changed. */
export const updatePersonal = put("/admin/personal/users/{id}/profile", {
  spec: "C035",
  summary: "Change a person's personal details",
  ...changes,
  body: form(
    {
      name: "nullable|name|max:120",
      phone: "nullable|phone",
      date_of_birth: "nullable",
      gender: optional(formTwoRules.gender),
      marital_status: optional(formTwoRules.marital_status),
      education: optional(selfEmployedRules.education),
      address: "nullable|min:5|max:200",
      state: "nullable|max:40",
      local_government: "nullable|max:60",
      reason: reasonRule,
      version: "nullable|number",
    },
    {
      date_of_birth: businessDate.optional(),
      gender: z.enum(genders).optional(),
      marital_status: z.enum(maritalStatuses).optional(),
      education: z.enum(educationLevels).optional(),
      ...version,
    },
  ),
  /** Another phone waits for a second person: codes and new passwords go there. */
  response: changed.extend({ approval_id: z.uuid().nullable() }),
});
/** C036. The second form: money and bank. */
export const updateMoney = put("/admin/personal/users/{id}/profile/update", {
  spec: "C036",
  summary: "Change a person's salary and bank account",
  ...changes,
  step_up: true,
  body: form(
    {
      salary_kobo: "nullable|number|min:1",
      salary_day: "nullable|number|min:1|max:31",
      account_no: "nullable|number|length:10",
      bank_code: "nullable|max:20",
      reason: reasonRule,
      version: "nullable|number",
    },
    {
      salary_kobo: positiveKobo.optional(),
      salary_day: z.int().optional(),
      account_no: z.string().optional(),
      bank_code: z.string().optional(),
      ...version,
    },
  ),
  response: changed,
});
/** What the employment check asks besides (V038, V041): needed here where it is not known yet. */
const salaryRules = {
  salary_kobo: formTwoRules.salary_kobo.replace("required", "nullable"),
  salary_day: formTwoRules.salary_day.replace("required", "nullable"),
} as const;
const salary = { salary_kobo: positiveKobo.optional(), salary_day: z.int().optional() };

/** C037. The employer may be left out for somebody of a registered company (V040). */
export const setEmployed = put("/admin/personal/users/{id}/profile/employment/employed", {
  spec: "C037",
  summary: "Set how a person is employed",
  ...changes,
  body: form(
    {
      employer: optional(formTwoRules.employer),
      ...employedRules,
      ...salaryRules,
      reason: reasonRule,
      version: "nullable|number",
    },
    { employer: z.string().optional(), ...salary, ...version },
  ),
  response: changed,
});
/** C038. */
export const setSelfEmployed = put("/admin/personal/users/{id}/profile/employment/self-employed", {
  spec: "C038",
  summary: "Set a person's own business",
  ...changes,
  body: form(
    {
      employer: formTwoRules.employer,
      ...selfEmployedRules,
      ...salaryRules,
      reason: reasonRule,
      version: "nullable|number",
    },
    {
      ...salary,
      company_start_year: z.int(),
      company_start_month: z.int(),
      company_monthly_income_kobo: nonNegativeKobo,
      company_monthly_profit_kobo: nonNegativeKobo,
      education: z.enum(educationLevels),
      ...version,
    },
  ),
  response: changed,
});

/** What deleting a person would do, and what prevents it. */
export const deletion = get("/admin/personal/users/{id}/deletion", {
  spec: "added",
  because: "Before a person is deleted, the consequences are listed.",
  summary: "What deleting a person would do, and what prevents it",
  can: ["provider:can_delete_staff"],
  params: idParams,
  response: z.object({
    blockers: z.array(z.string()),
    erased: z.array(z.string()),
    kept: z.array(z.object({ what: z.string(), because: z.string() })),
  }),
});
/** C039. A second person decides. The person's key is destroyed; what the law wants kept stays without them. */
export const remove = del("/admin/personal/users/{id}", {
  spec: "C039",
  summary: "Ask that a person be deleted",
  can: ["provider:can_delete_staff"],
  step_up: true,
  params: idParams,
  body: form({ reason: reasonRule }),
  response: secondPersonAsked,
});

/** C045. */
export const activateDebitCard = action(cardRequestStates, "approve", {
  asks: {
    label: "Approve the card",
    title: "Approve this debit card?",
    body: "It is made at the issuer; its holder activates it.",
    shows: ["person", "card_type"],
    reason: "optional",
    yes: "Approve",
    style: "primary",
    done: "Approved. The card is being made.",
  },
  refuses: { own_case },
  call: post("/staff/profile/activate-debit-card", {
    spec: "C045",
    summary: "Activate the debit card that a person asked for",
    can: ["provider:can_update_staff"],
    body: form({ user_id: "required", reason: "nullable|min:3|max:500" }, { user_id: z.uuid() }),
    response: z.object({ user_id: z.uuid(), status: z.string(), activated_at: moment }),
  }),
});

/** C028. */
export const orderTransactions = get("/admin/personal/users/{id}/order-transactions", {
  spec: "C028",
  summary: "A person's orders",
  ...reads,
  response: z.object({
    orders: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        merchant: z.string(),
        description: z.string(),
        amount_kobo: kobo,
        status: z.string(),
        created_at: moment,
      }),
    ),
    total_kobo: kobo,
  }),
});
/** C029. */
export const referralWallet = get("/admin/personal/users/{id}/referral-wallet", {
  spec: "C029",
  summary: "What a person has earned by referring others",
  ...reads,
  response: z.object({
    balance_kobo: kobo,
    earned_kobo: kobo,
    referred: z.int(),
    entries: z.array(
      z.object({ transaction_id: z.uuid(), description: z.string(), amount_kobo: kobo, effective_on: z.string() }),
    ),
  }),
});

export const plans = ["tier_1", "tier_2", "tier_3"] as const;
const plan = z.object({
  plan: z.enum(plans),
  single_deposit_kobo: kobo.nullable(),
  daily_outflow_kobo: kobo.nullable(),
  single_outflow_kobo: kobo.nullable(),
  monthly_outflow_kobo: kobo.nullable(),
  balance_kobo: kobo.nullable(),
  daily_transfers: z.int().nullable(),
});
/** C111. `{id}` is the person. */
export const activePlan = get("/admin/user-plans/get-active-plan/{id}", {
  spec: "C111",
  summary: "The plan that a person is on, with its limits",
  ...reads,
  response: z.object({
    active: plan,
    set_at: moment.nullable(),
    set_by: z.string().nullable(),
    reason: z.string().nullable(),
    plans: z.array(plan.extend({ why_not: z.string().nullable() })),
  }),
});
/** C112. */
export const updatePlan = post("/admin/user-plans/update", {
  spec: "C112",
  summary: "Put a person on another plan",
  can: ["provider:can_update_user_wallet_limit"],
  body: form(
    { user_id: "required", plan: `required|inArray:${plans.join(",")}`, reason: reasonRule },
    { user_id: z.uuid(), plan: z.enum(plans) },
  ),
  response: z.object({ user_id: z.uuid(), plan: z.enum(plans) }),
});

const holds = {
  can: ["provider:can_post_no_debit"],
  step_up: true,
  params: idParams,
  body: form({ reason: reasonRule }),
  response: z.object({ user_id: z.uuid(), is_post_no_debit: z.boolean() }),
} as const;
/** C200. Stops debits, not credits. */
export const activatePostNoDebit = action(profileStates, inAnyState("activate_post_no_debit"), {
  asks: {
    label: "Post no debit",
    title: "Stop money from leaving this person's accounts?",
    body: "Money can still come in.",
    shows: ["person"],
    reason: "required",
    yes: "Stop",
    style: "danger",
    done: "Outgoing payments are stopped.",
  },
  refuses: { own_case, already_decided: { status: 409, words: "Post-no-debit is active already.", is_hidden: true } },
  call: post("/invest/admin/{id}/activate-pnd", {
    spec: "C200",
    summary: "Stop money from leaving a person's accounts",
    ...holds,
  }),
});
/** C201. A second person decides: what one has stopped, one alone does not release. */
export const deactivatePostNoDebit = action(profileStates, inAnyState("deactivate_post_no_debit"), {
  asks: {
    label: "Let money leave",
    title: "Let money leave this person's accounts again?",
    body: "Nothing changes until a second person agrees.",
    shows: ["person", "post_no_debit_reason"],
    reason: "required",
    yes: "Ask for it",
    done: "Requested. A second person decides among the approvals.",
  },
  refuses: { own_case, already_decided: { status: 409, words: "Post-no-debit is not active.", is_hidden: true } },
  call: post("/invest/admin/{id}/deactivate-pnd", {
    spec: "C201",
    summary: "Ask a second person to let money leave a person's accounts again",
    ...holds,
    response: secondPersonAsked.extend(holds.response.shape),
  }),
});

export const previewPostNoDebit = post("/invest/admin/pnd/preview", {
  spec: "added",
  because: "Before money is stopped, the consequences are listed.",
  summary: "What stopping or releasing the money of several people would come to",
  can: ["provider:can_post_no_debit"],
  body: form(
    { user_ids: "required", is_post_no_debit: "required" },
    { user_ids: severalIds, is_post_no_debit: z.boolean() },
  ),
  response: z.object({
    rows: z.array(
      z.object({
        user_id: z.uuid(),
        name: z.string(),
        stopped_because: z.string().nullable(),
        running_loans: z.int(),
        outstanding_kobo: kobo,
        why_not: z.string().nullable(),
      }),
    ),
  }),
});
export const postNoDebitOfMany = post("/invest/admin/pnd", {
  spec: "added",
  because: "Post-no-debit for several people, each with a verdict; each release is put before a second person.",
  summary: "Stop the money of several people, or ask to release it, with a verdict for each",
  can: ["provider:can_post_no_debit"],
  step_up: true,
  body: form(
    { user_ids: "required", is_post_no_debit: "required", reason: reasonRule },
    { user_ids: severalIds, is_post_no_debit: z.boolean() },
  ),
  response: verdicts(),
});
