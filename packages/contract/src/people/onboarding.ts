/** A customer's own way from registration to being approved (C297, C298, C305–C317, C321). */
import { z } from "zod";
import { employedRules, formTwoRules, selfEmployedRules } from "./completeness.ts";
import { statementFiles } from "./document.ts";
import { onboardingState } from "./onboarding-state.ts";
import { type FileKind, get, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { nonNegativeKobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";

export * from "./onboarding-state.ts";
export * from "./statement-fetching.ts";

const reads = { can: ["personal:can_view_personal_profile"] } as const;
const changes = { can: ["personal:can_update_personal_profile"] } as const;
const uploads = { can: ["personal:can_upload_personal_documents"] } as const;
const MEGABYTE = 1_048_576;

export const find = get("/personal/onboarding/v2", {
  spec: "added",
  because: "Onboarding continues on any device where it stopped.",
  summary: "The state of one's onboarding: what is there, what is missing, what is next",
  ...reads,
  guards: [],
  response: onboardingState,
});

/** C305. What is left out stays as it is. */
export const updateProfile = put("/personal/profile", {
  spec: "C305",
  summary: "Change one's own profile",
  ...changes,
  once_within_seconds: 10,
  body: form(
    {
      address: `nullable|min:5|max:200`,
      state: "nullable|max:40",
      local_government: "nullable|max:60",
      marital_status: formTwoRules.marital_status.replace("required", "nullable"),
      gender: formTwoRules.gender.replace("required", "nullable"),
      education: selfEmployedRules.education.replace("required", "nullable"),
      date_of_birth: "nullable",
    },
    {
      date_of_birth: businessDate.optional(),
      marital_status: z.string().optional(),
      gender: z.string().optional(),
      education: z.string().optional(),
    },
  ),
  response: onboardingState,
});

/** C306. Consent is requested and kept with its words. */
export const verifyIdentity = post("/personal/onboarding/v2/identity-verification", {
  spec: "C306",
  summary: "Begin to verify one's BVN",
  ...changes,
  once_within_seconds: 10,
  body: form(
    { bvn: "required|number|length:11", date_of_birth: "nullable", consent: "required" },
    { date_of_birth: businessDate.optional(), consent: z.literal(true, { error: "this field is required" }) },
  ),
  response: z.object({ bvn: z.string(), methods: z.array(z.object({ method: z.string(), hint: z.string() })) }),
});

/** C307. The code comes from the bank's own records, not from us. */
export const requestIdentityOtp = post("/personal/onboarding/v2/identity-verification/request-otp", {
  spec: "C307",
  summary: "Have the code sent that proves whose BVN it is",
  ...changes,
  effect: "sends",
  body: form({ method: "nullable|inArray:phone,phone_1,alternate_phone,email", phone_number: "nullable|phone" }),
  response: z.object({ sent_to: z.string(), expires_at: moment }),
});

/** C308. */
export const verifyIdentityOtp = post("/personal/onboarding/v2/identity-verification/verify-otp", {
  spec: "C308",
  summary: "Prove whose BVN it is",
  ...changes,
  body: form({ otp: "required|min:4|max:10" }, { otp: z.string() }),
  response: onboardingState,
});

/** C309. A mark and an offer to ask; never a loan. */
export const instantApproval = post("/personal/onboarding/v2/instant-approval", {
  spec: "C309",
  summary: "Ask for an instant approval",
  ...changes,
  response: onboardingState,
});

/** C310. Form 2; which fields are wanted depends on how the person earns (contract/people/completeness.ts). */
export const updateOnboardingProfile = put("/personal/onboarding/v2/profile", {
  spec: "C310",
  summary: "Fill in form 2",
  ...changes,
  once_within_seconds: 10,
  body: form(
    {
      ...formTwoRules,
      ...(Object.fromEntries(
        Object.entries({ ...employedRules, ...selfEmployedRules }).map(([field, rules]) => [
          field,
          rules.replace("required", "nullable"),
        ]),
      ) as Record<keyof typeof employedRules | keyof typeof selfEmployedRules, string>),
    },
    {
      salary_kobo: positiveKobo,
      salary_day: z.int(),
      company_start_year: z.int().optional(),
      company_start_month: z.int().optional(),
      company_monthly_income_kobo: nonNegativeKobo.optional(),
      company_monthly_profit_kobo: nonNegativeKobo.optional(),
      position: z.string().optional(),
      emp_type: z.string().optional(),
      company_address: z.string().optional(),
      company_industry: z.string().optional(),
      company_description: z.string().optional(),
      education: z.string().optional(),
    },
  ),
  response: onboardingState,
});

/** C311. */
export const requestWorkEmailOtp = post("/personal/onboarding/v2/work-email/request-otp", {
  spec: "C311",
  summary: "Have a code sent to one's address at work",
  ...changes,
  once_within_seconds: 10,
  effect: "sends",
  body: form({ email: "required|email|privateEmail|max:200" }),
  response: z.object({ sent_to: z.string(), expires_at: moment }),
});

/** C312. */
export const verifyWorkEmailOtp = post("/personal/onboarding/v2/work-email/verify-otp", {
  spec: "C312",
  summary: "Prove one's address at work",
  ...changes,
  body: form({ otp: "required|number|length:6" }, { otp: z.string() }),
  response: onboardingState,
});

/** C313. */
export const requestNinOtp = post("/personal/onboarding/v2/nin-verification/request-otp", {
  spec: "C313",
  summary: "Begin to verify one's NIN; the code goes to the phone of the national register",
  ...changes,
  once_within_seconds: 10,
  effect: "sends",
  body: form(
    { nin: "required|number|length:11", consent: "required" },
    { consent: z.literal(true, { error: "this field is required" }) },
  ),
  response: z.object({ nin: z.string(), sent_to: z.string(), expires_at: moment }),
});

/** C314. */
export const verifyNinOtp = post("/personal/onboarding/v2/nin-verification/verify-otp", {
  spec: "C314",
  summary: "Prove whose NIN it is",
  ...changes,
  body: form({ otp: "required|number|length:6" }, { otp: z.string() }),
  response: onboardingState,
});

const upload = (path: string, spec: string, summary: string, accept: readonly FileKind[]) =>
  post(path, {
    spec,
    summary,
    ...uploads,
    files: { field: "document", accept, max_bytes: 10 * MEGABYTE },
    body: form({ password: "nullable|max:100" }, { password: z.string().optional() }),
    response: onboardingState,
    notes: "`password` opens a PDF that is protected with one; it is not kept.",
  });

/** C315. */
export const uploadBankStatement = upload(
  "/personal/onboarding/v2/documents/bank-statement",
  "C315",
  "Send a bank statement (PDF with text, Excel, CSV, MT940 or camt.053)",
  statementFiles,
);
/** C316. */
export const uploadGovernmentId = upload("/personal/onboarding/v2/documents/govt-id", "C316", "Send a government id", [
  "pdf",
  "png",
  "jpeg",
]);
/** C317. */
export const uploadWorkId = upload("/personal/onboarding/v2/documents/work-id", "C317", "Send a work id", [
  "pdf",
  "png",
  "jpeg",
]);
