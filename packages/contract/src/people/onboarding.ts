/** A customer's own way from registration to being approved (C297, C298, C305–C317, C321). */
import { z } from "zod";
import { employedRules, formTwoRules, onboardingSteps, selfEmployedRules } from "./completeness.ts";
import { documentRow, statementFiles } from "./documents.ts";
import { type FileKind, get, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo, nonNegativeKobo, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";

const reads = { audience: "customer", can: ["personal:can_view_personal_profile"] } as const;
const changes = { audience: "customer", can: ["personal:can_update_personal_profile"] } as const;
const uploads = { audience: "customer", can: ["personal:can_upload_personal_documents"] } as const;
const MEGABYTE = 1_048_576;

/** A person's own profile; BVN, NIN and account number only by their last four digits. */
export const ownProfile = z.object({
  status: z.string(),
  verify_method: z.string().nullable(),
  bvn: z.string().nullable(),
  nin: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  marital_status: z.string().nullable(),
  gender: z.string().nullable(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  local_government: z.string().nullable(),
  education: z.string().nullable(),
  employment_status: z.string().nullable(),
  employer: z.string().nullable(),
  position: z.string().nullable(),
  emp_type: z.string().nullable(),
  salary_kobo: kobo.nullable(),
  salary_day: z.int().nullable(),
  company_address: z.string().nullable(),
  company_industry: z.string().nullable(),
  company_description: z.string().nullable(),
  company_start_month: z.int().nullable(),
  company_start_year: z.int().nullable(),
  company_monthly_income_kobo: kobo.nullable(),
  company_monthly_profit_kobo: kobo.nullable(),
  account_no: z.string().nullable(),
  account_name: z.string().nullable(),
  bank_code: z.string().nullable(),
  bank_name: z.string().nullable(),
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
  is_complete: z.boolean(),
  is_brand_new: z.boolean(),
  is_ready_for_review: z.boolean(),
  is_qualified_for_instant_approval: z.boolean(),
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
    bvn_verified_at: moment.nullable(),
    bvn_bypassed_at: moment.nullable(),
    nin_verified_at: moment.nullable(),
    nin_bypassed_at: moment.nullable(),
    official_email: z.string().nullable(),
    work_email_verified_at: moment.nullable(),
    company_id: z.uuid().nullable(),
  }),
  profile: ownProfile,
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

export const find = get("/personal/onboarding/v2", {
  spec: "added",
  because: "Onboarding continues on any device where it stopped.",
  summary: "Where one's onboarding stands: what is there, what is missing, what is next",
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

/** C306. Consent is asked for and kept with its words. */
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

/** C321. */
export const fetchMonoStatement = post("/personal/onboarding/v2/documents/bank-statement/mono", {
  spec: "C321",
  summary: "Fetch twelve months from the bank account that was connected",
  ...uploads,
  body: form(
    { code: "required|max:200", consent: "required" },
    { consent: z.literal(true, { error: "this field is required" }) },
  ),
  response: onboardingState,
});

export const connectMono = post("/personal/onboarding/v2/documents/bank-statement/mono/connect", {
  spec: "added",
  because: "The address of Mono's page is made on the server, where the key is.",
  summary: "The address of the page on which one connects a bank account",
  ...uploads,
  // Only a path of our own: the provider sends the browser back there.
  body: form(
    { return_to: "nullable|max:200" },
    {
      return_to: z
        .string()
        .regex(/^\/[\w/-]*(\?[\w=&-]*)?$/, { error: "this field must be a path of this application" })
        .optional(),
    },
  ),
  response: z.object({ connect_url: z.string() }),
});

const consent = z.literal(true, { error: "this field is required" });
/** Left out, the account that the salary is paid into. */
const account = { account_no: "nullable|number|length:10", bank_code: "nullable|max:10" } as const;
const returnTo = z
  .string()
  .regex(/^\/[\w/-]*(\?[\w=&-]*)?$/, { error: "this field must be a path of this application" })
  .optional();
const SOURCE = "/personal/onboarding/v2/documents/bank-statement";

/** C318. The bank sends ticket and password to the phone that it knows. */
export const requestMbsStatement = post(`${SOURCE}/mbs`, {
  spec: "C318",
  summary: "Have the bank send a ticket and a password for one's statement",
  ...uploads,
  effect: "sends",
  body: form({ ...account, consent: "required" }, { account_no: z.string().optional(), consent }),
  response: onboardingState,
});

/** C319. */
export const confirmMbsStatement = post(`${SOURCE}/mbs/confirm`, {
  spec: "C319",
  summary: "Fetch the statement with the bank's ticket and password",
  ...uploads,
  body: form({ ticket: "required|max:40", password: "required|max:40" }),
  response: onboardingState,
});

/** C320. The bank's app exports a file, or gives a share code. */
export const shareMobileStatement = post(`${SOURCE}/mobile`, {
  spec: "C320",
  summary: "Send a statement from the bank's phone app: its file or its share code",
  ...uploads,
  files: { field: "document", accept: statementFiles, max_bytes: 10 * MEGABYTE },
  body: form(
    { share_code: "nullable|max:60", password: "nullable|max:100", consent: "required" },
    {
      password: z.string().optional(),
      consent: z.union([consent, z.literal("true", { error: "this field is required" })]),
    },
  ),
  response: onboardingState,
});

/** C322. */
export const fetchOkraStatement = post(`${SOURCE}/okra`, {
  spec: "C322",
  summary: "Fetch twelve months from the account that was linked at Okra",
  ...uploads,
  body: form({ record: "required|max:200", consent: "required" }, { consent }),
  response: onboardingState,
});

/** C323. */
export const fetchThirdStatement = post(`${SOURCE}/statement-source-3`, {
  spec: "C323",
  summary: "Fetch twelve months from the account that was linked at the third source",
  ...uploads,
  body: form({ code: "required|max:200", consent: "required" }, { consent }),
  response: onboardingState,
});

export const connectOkra = post(`${SOURCE}/okra/connect`, {
  spec: "added",
  because: "As connectMono, for Okra.",
  summary: "The address of Okra's page",
  ...uploads,
  body: form({ return_to: "nullable|max:200" }, { return_to: returnTo }),
  response: z.object({ connect_url: z.string() }),
});
export const connectThird = post(`${SOURCE}/statement-source-3/connect`, {
  spec: "added",
  because: "As connectMono, for the third source.",
  summary: "The address of the third source's page",
  ...uploads,
  body: form({ return_to: "nullable|max:200" }, { return_to: returnTo }),
  response: z.object({ connect_url: z.string() }),
});

/** C324. Begins a session; the person dials the code that the answer shows. */
export const beginUssdStatement = post(`${SOURCE}/ussd`, {
  spec: "C324",
  summary: "Begin a statement by USSD",
  ...uploads,
  effect: "sends",
  body: form({ ...account, consent: "required" }, { account_no: z.string().optional(), consent }),
  response: onboardingState,
});

/** Looks whether the person has agreed, and fetches the statement when so. */
export const checkUssdStatement = post(`${SOURCE}/ussd/check`, {
  spec: "added",
  because: "The USSD session is agreed to on the phone; the page asks whether.",
  summary: "Look whether the USSD session was agreed to",
  ...uploads,
  response: onboardingState,
});

/** C297. */
export const requestCard = post("/personal/card/request", {
  spec: "C297",
  summary: "Ask for a card: which kind",
  can: ["personal:can_request_cards"],
  body: form({ card_type: "required|inArray:virtual,physical" }, { card_type: z.enum(["virtual", "physical"]) }),
  response: z.object({ card_request: cardRequest }),
});

/** C298. */
export const requestCardFinally = post("/personal/card/request/final", {
  spec: "C298",
  summary: "Ask for a card: where to, and done",
  can: ["personal:can_request_cards"],
  body: form({ delivery_address: "nullable|min:5|max:200", delivery_state: "nullable|max:40" }),
  response: z.object({ card_request: cardRequest }),
});
