/** A personal customer as the provider's staff see them: in a list, and whole. */
import { z } from "zod";
import { alike } from "../alike.ts";
import { abilities } from "../action.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";
import { reviewedDocument } from "./documents.ts";
import { completenessAnswer, ownProfile } from "./onboarding.ts";
import { papers } from "./papers.ts";
import { profileStates } from "./profile-states.ts";

export const personRow = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.string(),
  profile_status: z.enum(profileStates.states),
  company: z.string().nullable(),
  employer: z.string().nullable(),
  salary_kobo: kobo.nullable(),
  bvn_verified_at: moment.nullable(),
  is_blacklisted: z.boolean(),
  registration_source: z.string().nullable(),
  verify_method: z.string().nullable(),
  running_loans: z.int(),
  settled_loans: z.int(),
  /** Principal of the running loans; null without one. */
  owes_kobo: kobo.nullable(),
  open_document_requests: z.int(),
  /** What the application still lacks, in words; null when nothing, or when it is decided. */
  missing: z.string().nullable(),
  credit_limit_kobo: kobo.nullable(),
  /** Who handles the case. */
  assigned_to: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Through whom the person came. */
  referred_by: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  post_no_debit_reason: z.string().nullable(),
  /** The amount of an open loan request. */
  asked_kobo: kobo.nullable(),
  /** What the rules, or a colleague who overruled them, said last. */
  rules_say: z.enum(["approved", "referred", "declined"]).nullable(),
  /** Since when the case waits for an underwriter. */
  waits_since: moment.nullable(),
  created_at: moment,
  abilities,
});

export const verification = z.object({
  id: z.uuid(),
  kind: z.enum(["bvn", "nin"]),
  number: z.string(),
  status: z.string(),
  failure: z.string().nullable(),
  comparison: z.record(z.string(), z.string()).nullable(),
  created_at: moment,
  decided_at: moment.nullable(),
});

export const personDetail = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.string(),
  created_at: moment,
  company: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  is_blacklisted: z.boolean(),
  blacklist_reason: z.string().nullable(),
  ...alike(moment.nullable(), "bvn_verified_at", "bvn_bypassed_at", "nin_verified_at", "nin_bypassed_at"),
  official_email: z.string().nullable(),
  work_email_verified_at: moment.nullable(),
  loanbot_status: z.string().nullable(),
  registration_source: z.string().nullable(),
  roles: z.array(z.string()),
  version: z.int(),
  profile: ownProfile.extend({ version: z.int() }),
  completeness: completenessAnswer,
  verifications: z.array(verification),
  documents: z.array(reviewedDocument),
  statement: z
    .object({
      document_id: z.uuid(),
      status: z.string(),
      from_on: z.string().nullable(),
      to_on: z.string().nullable(),
      transaction_count: z.int(),
      balances_hold: z.boolean().nullable(),
      salary_kobo: kobo.nullable(),
      salary_day: z.int().nullable(),
      average_monthly_income_kobo: kobo.nullable(),
    })
    .nullable(),
  bureau: z
    .object({
      bureau: z.string(),
      open_loans: z.int(),
      overdue_loans: z.int(),
      total_balance_kobo: kobo,
      fetched_at: moment,
    })
    .nullable(),
  card_request: z.object({ card_type: z.string(), status: z.string(), requested_at: moment, abilities }).nullable(),
  /** Who handles the case. */
  admins: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      last_name: z.string(),
      roles: z.array(z.string()),
      status: z.enum(["pending", "contacted", "attended"]),
      assigned_at: moment,
    }),
  ),
  credit_limit_kobo: kobo.nullable(),
  is_post_no_debit: z.boolean(),
  post_no_debit_reason: z.string().nullable(),
  plan: z.enum(["tier_1", "tier_2", "tier_3"]),
  loans: z.object({
    count: z.int(),
    running: z.int(),
    outstanding_kobo: kobo,
    overdue_kobo: kobo,
    items: z.array(
      z.object({
        id: z.uuid(),
        reference: z.string(),
        product: z.string(),
        status: z.string(),
        principal_kobo: kobo,
        outstanding_principal_kobo: kobo,
        days_past_due: z.int(),
        created_at: moment,
      }),
    ),
  }),
  comment_count: z.int(),
  /** What the caller may not see: it is absent above. */
  withheld: z.array(z.enum(papers)),
  abilities,
});
