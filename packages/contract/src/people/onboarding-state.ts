/** What is known of somebody on their way to being approved. */
import { z } from "zod";
import { alike } from "../alike.ts";
import { onboardingSteps } from "./completeness.ts";
import { documentRow } from "./document.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";

/** A person's own profile; BVN, NIN and account number only by their last four digits. */
export const ownProfile = z.object({
  status: z.string(),
  ...alike(
    z.string().nullable(),
    "verify_method",
    "bvn",
    "nin",
    "date_of_birth",
    "marital_status",
    "gender",
    "address",
    "state",
    "local_government",
    "education",
    "employment_status",
    "employer",
    "position",
    "emp_type",
  ),
  salary_kobo: kobo.nullable(),
  salary_day: z.int().nullable(),
  company_address: z.string().nullable(),
  company_industry: z.string().nullable(),
  company_description: z.string().nullable(),
  company_start_month: z.int().nullable(),
  company_start_year: z.int().nullable(),
  company_monthly_income_kobo: kobo.nullable(),
  company_monthly_profit_kobo: kobo.nullable(),
  ...alike(z.string().nullable(), "account_no", "account_name", "bank_code", "bank_name"),
  bank_account_status: z.string(),
  /** What was tried and does not hold: an account that the bank did not know, an address at work whose code was not entered. */
  trial_account_no: z.string().nullable(),
  trial_bank_code: z.string().nullable(),
  trial_work_email: z.string().nullable(),
  instant_approval_at: moment.nullable(),
  decline_reason: z.string().nullable(),
});

export const cardRequest = z.object({
  id: z.uuid(),
  card_type: z.enum(["virtual", "physical"]),
  status: z.enum(["started", "pending", "approved", "declined"]),
  delivery_address: z.string().nullable(),
  delivery_state: z.string().nullable(),
  requested_at: moment,
  finalised_at: moment.nullable(),
});

export const completenessAnswer = z.object({
  ...alike(z.boolean(), "is_complete", "is_brand_new", "is_ready_for_review", "is_qualified_for_instant_approval"),
  conditions: z.array(
    z.object({ spec: z.string(), name: z.string(), holds: z.boolean(), wants: z.string().nullable() }),
  ),
  missing: z.object({ form_two: z.array(z.string()), employment: z.array(z.string()), documents: z.array(z.string()) }),
  next_step: z.enum(onboardingSteps),
});

export const statementSources = ["mono", "mbs", "mobile", "okra", "statement_source_3", "ussd"] as const;

/** A statement that is being fetched: the person can leave and come back to it on any device. */
export const statementPull = z.object({
  id: z.uuid(),
  source: z.enum(statementSources),
  status: z.enum(["waiting", "fetching", "refused", "expired"]),
  bank_name: z.string().nullable(),
  account_no: z.string().nullable(),
  /** What to dial, for USSD. */
  dial: z.string().nullable(),
  failure: z.string().nullable(),
  expires_at: moment,
  created_at: moment,
});

/** Everything that the stepper needs, so that it can be left and taken up again anywhere. */
export const onboardingState = z.object({
  person: z.object({
    id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    status: z.string(),
    ...alike(moment.nullable(), "bvn_verified_at", "bvn_bypassed_at", "nin_verified_at", "nin_bypassed_at"),
    official_email: z.string().nullable(),
    work_email_verified_at: moment.nullable(),
    company_id: z.uuid().nullable(),
  }),
  profile: ownProfile,
  /** Whether the salary account is in the name of the account here; null while the bank has not said its name. */
  account_in_own_name: z.boolean().nullable(),
  documents: z.array(documentRow),
  card_request: cardRequest.nullable(),
  /** A verification that was begun and not finished. */
  open_verification: z
    .object({
      kind: z.enum(["bvn", "nin"]),
      number: z.string(),
      status: z.string(),
      sent_to: z.string().nullable(),
      methods: z.array(z.object({ method: z.string(), hint: z.string() })),
      expires_at: moment.nullable(),
    })
    .nullable(),
  completeness: completenessAnswer,
  /** The ways of getting a statement that are offered, beside a file. */
  statement_sources: z.array(z.object({ source: z.enum(statementSources), name: z.string() })),
  /** The newest pull that has not ended, or has ended without a statement. */
  statement_pull: statementPull.nullable(),
});
