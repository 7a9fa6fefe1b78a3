/**
 * What onboarding still wants (states S077 to S105, rules V031 to V052): pure, so that the stepper, the server and the
 * underwriter's page answer alike. The reading of the doubtful sentences is that of ambiguities A60 to A63.
 */
import { checkForm, isEmpty } from "../form-rules.ts";

export const employmentStatuses = ["employed", "self-employed"] as const;
export const employmentTypes = ["full-time", "part-time", "contract"] as const;
export const maritalStatuses = ["single", "married", "divorced", "widowed", "separated"] as const;
export const genders = ["male", "female"] as const;
export const educationLevels = ["none", "primary", "secondary", "diploma", "bachelor", "master", "doctorate"] as const;

/** What form 2 asks of everybody (S088 to S096). */
export const formTwoRules = {
  marital_status: `required|inArray:${maritalStatuses.join(",")}`,
  gender: `required|inArray:${genders.join(",")}`,
  address: "required|min:5|max:200",
  employment_status: `required|inArray:${employmentStatuses.join(",")}`,
  employer: "required|min:2|max:120",
  salary_kobo: "required|number|min:1",
  salary_day: "required|number|min:1|max:31",
  account_no: "required|number|length:10",
  bank_code: "required|max:20",
} as const;

/** Employed adds (S097 to S099). */
export const employedRules = {
  position: "required|min:2|max:80",
  emp_type: `required|inArray:${employmentTypes.join(",")}`,
  company_address: "required|min:5|max:200",
} as const;

/** Self-employed adds (S100 to S105); education is what the employment check asks beyond them (V039). */
export const selfEmployedRules = {
  company_industry: "required|max:80",
  company_description: "required|min:5|max:500",
  company_start_year: "required|number|min:1900|max:2100",
  company_start_month: "required|number|min:1|max:12",
  company_monthly_income_kobo: "required|number|min:0",
  company_monthly_profit_kobo: "required|number|min:0",
  education: `required|inArray:${educationLevels.join(",")}`,
} as const;

/** The rules of form 2 for one way of earning; the form shows exactly these fields. */
export function rulesOfFormTwo(employment_status: string | null | undefined): Record<string, string> {
  if (employment_status === "employed") return { ...formTwoRules, ...employedRules };
  return employment_status === "self-employed" ? { ...formTwoRules, ...selfEmployedRules } : { ...formTwoRules };
}

/** Messages of form 2 by field; an empty object when it may be sent. */
export const checkFormTwo = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  checkForm(rulesOfFormTwo(typeof values.employment_status === "string" ? values.employment_status : null), values);

/** A person's own answers; numbers may be masked, only their presence counts. */
export interface ProfileFacts {
  marital_status: string | null;
  gender: string | null;
  address: string | null;
  employment_status: string | null;
  employer: string | null;
  salary_kobo: number | bigint | null;
  salary_day: number | null;
  account_no: string | null;
  bank_name: string | null;
  position: string | null;
  emp_type: string | null;
  company_address: string | null;
  company_industry: string | null;
  company_description: string | null;
  company_start_year: number | null;
  company_start_month: number | null;
  company_monthly_income_kobo: number | bigint | null;
  company_monthly_profit_kobo: number | bigint | null;
  education: string | null;
}

export interface CompletenessFacts {
  profile_status: string;
  company_id: string | null;
  has_bvn: boolean;
  is_bvn_verified: boolean;
  is_bvn_bypassed: boolean;
  has_nin: boolean;
  is_nin_verified: boolean;
  is_nin_bypassed: boolean;
  date_of_birth: string | null;
  has_instant_approval: boolean;
  is_work_email_verified: boolean;
  has_card_request: boolean;
  /** Valid ones only: what was invalidated does not count. */
  documents: readonly { type: string; url: string }[];
  profile: ProfileFacts;
}

const STATEMENT_URLS = ["bank_statement", "mbs", "mobile", "mono", "okra", "ussd"] as const;

/** V046 to V052: by its type, or by what its address contains. */
export const isBankStatement = ({ type, url }: { type: string; url: string }): boolean =>
  type === "bank_statement" || STATEMENT_URLS.some((word) => url.includes(word));

const FORM_TWO_ALWAYS = [
  "marital_status",
  "gender",
  "address",
  "employment_status",
  "employer",
  "salary_kobo",
  "salary_day",
  "account_no",
  "bank_name",
] as const;
const FORM_TWO_EMPLOYED = ["position", "emp_type", "company_address"] as const;
const FORM_TWO_SELF_EMPLOYED = [
  "company_industry",
  "company_description",
  "company_start_year",
  "company_start_month",
  "company_monthly_income_kobo",
  "company_monthly_profit_kobo",
] as const;

const missingIn = (profile: ProfileFacts, fields: readonly (keyof ProfileFacts)[]): string[] =>
  fields.filter((field) => isEmpty(profile[field]));

/** What form 2 lacks (S088 to S105), as field names. */
export function missingInFormTwo(profile: ProfileFacts): string[] {
  const more =
    profile.employment_status === "employed"
      ? FORM_TWO_EMPLOYED
      : profile.employment_status === "self-employed"
        ? FORM_TWO_SELF_EMPLOYED
        : [];
  return missingIn(profile, [...FORM_TWO_ALWAYS, ...more]);
}

/** What the employment check lacks (V031 to V041). */
export function missingInEmployment(profile: ProfileFacts, company_id: string | null): string[] {
  if (profile.employment_status === "self-employed") {
    return missingIn(profile, [
      "employer",
      "company_industry",
      "company_description",
      "company_start_month",
      "company_start_year",
      "company_monthly_income_kobo",
      "company_monthly_profit_kobo",
      "salary_kobo",
      "education",
    ]);
  }
  return [
    ...(isEmpty(profile.employer) && company_id === null ? ["employer"] : []),
    ...missingIn(profile, ["salary_kobo"]),
  ];
}

/** What the documents lack (V042 to V045, read as A60): one proof of who or where one works, a statement, and the BVN. */
export function missingInDocuments(facts: CompletenessFacts): string[] {
  const has = (type: string): boolean => facts.documents.some((document) => document.type === type);
  const isEmployed = facts.profile.employment_status === "employed";
  const hasProof = has("govt_id") || facts.has_nin || (isEmployed && has("work_id"));
  return [
    ...(hasProof ? [] : [isEmployed ? "work_id or govt_id" : "govt_id"]),
    ...(facts.documents.some(isBankStatement) ? [] : ["bank_statement"]),
    ...(facts.has_bvn ? [] : ["bvn"]),
  ];
}

export type OnboardingStep =
  | "identity"
  | "profile"
  | "account_verification"
  | "documents"
  | "instant_approval"
  | "card_request"
  | "approval"
  | "done";
export const onboardingSteps = [
  "identity",
  "profile",
  "account_verification",
  "documents",
  "instant_approval",
  "card_request",
  "approval",
  "done",
] as const satisfies readonly OnboardingStep[];

export interface Condition {
  /** Row of states.tsv. */
  spec: string;
  name: string;
  holds: boolean;
  /** What to do about it; null when it holds. */
  wants: string | null;
}

export interface Completeness {
  is_complete: boolean;
  is_brand_new: boolean;
  /** Everything that the person has to give is there: the case may go to an underwriter. */
  is_ready_for_review: boolean;
  is_qualified_for_instant_approval: boolean;
  conditions: Condition[];
  missing: { form_two: string[]; employment: string[]; documents: string[] };
  next_step: OnboardingStep;
}

/** The nine conditions (S077 to S085), brand-new (S086), the qualification (S087) and the next step. */
export function completenessOf(facts: CompletenessFacts): Completeness {
  const { profile } = facts;
  const bvn = facts.has_bvn && (facts.is_bvn_verified || facts.is_bvn_bypassed);
  const identity = bvn || facts.is_nin_verified || facts.is_nin_bypassed;
  const isApproved = facts.profile_status === "activated";
  const isQualified = facts.has_bvn && facts.date_of_birth !== null && !isEmpty(profile.salary_kobo) && !isApproved;
  const missing = {
    form_two: missingInFormTwo(profile),
    employment: missingInEmployment(profile, facts.company_id),
    documents: missingInDocuments(facts),
  };
  const account =
    facts.is_work_email_verified ||
    facts.documents.some(isBankStatement) ||
    profile.employment_status === "self-employed";
  const condition = (spec: string, name: string, holds: boolean, wants: string): Condition => ({
    spec,
    name,
    holds,
    wants: holds ? null : wants,
  });
  const conditions = [
    condition("S077", "not_declined", facts.profile_status !== "declined", "Your profile was not approved."),
    condition("S078", "bvn", bvn, "Verify your BVN."),
    condition("S079", "date_of_birth", facts.date_of_birth !== null, "Give your date of birth."),
    condition("S080", "instant_approval", !isQualified || facts.has_instant_approval, "Ask for your instant approval."),
    condition("S081", "account_verification", account, "Verify your work email, or send a bank statement."),
    condition("S082", "form_two", missing.form_two.length === 0, "Complete your profile."),
    condition("S083", "identity", identity, "Verify your identity with your BVN or your NIN."),
    condition("S084", "approved", isApproved, "We are looking at your profile."),
    condition("S085", "card_request", facts.has_card_request, "Ask for your card."),
  ];
  const holds = (name: string): boolean => conditions.find((each) => each.name === name)?.holds ?? false;
  const hasFormField = FORM_TWO_ALWAYS.some((field) => !isEmpty(profile[field]));
  const is_ready_for_review =
    ["bvn", "date_of_birth", "account_verification", "form_two", "identity"].every(holds) &&
    missing.documents.length === 0;
  return {
    is_complete: conditions.every((each) => each.holds),
    is_brand_new:
      !facts.has_bvn &&
      facts.date_of_birth === null &&
      !account &&
      !hasFormField &&
      !identity &&
      !facts.has_card_request,
    is_ready_for_review,
    is_qualified_for_instant_approval: isQualified,
    conditions,
    missing,
    next_step: nextStep(holds, missing),
  };
}

function nextStep(holds: (name: string) => boolean, missing: Completeness["missing"]): OnboardingStep {
  if (!holds("bvn") || !holds("date_of_birth") || !holds("identity")) return "identity";
  if (!holds("form_two") || missing.employment.length > 0) return "profile";
  if (!holds("account_verification")) return "account_verification";
  if (missing.documents.length > 0) return "documents";
  if (!holds("instant_approval")) return "instant_approval";
  // Asking for a card is the last step of one's own and never holds anything up.
  if (!holds("card_request")) return "card_request";
  return holds("approved") && holds("not_declined") ? "done" : "approval";
}
