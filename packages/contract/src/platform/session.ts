import { z } from "zod";
import { accountTypes } from "../accounts.ts";
import { get, idParams, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";

const role = z.object({ slug: z.string(), name: z.string() });

/** The signed-in person as every screen sees them. BVN and NIN never travel whole: only whether they are verified. */
export const sessionUser = z.object({
  id: z.uuid(),
  name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  created_at: moment,
  status: z.string(),
  company_id: z.uuid().nullable(),
  company: z
    .object({ id: z.uuid(), name: z.string(), has_profile: z.boolean(), company_unique_plan: z.string().nullable() })
    .nullable(),
  change_password_at: moment.nullable(),
  is_blacklisted: z.boolean(),
  bvn_verified_at: moment.nullable(),
  bvn_bypassed_at: moment.nullable(),
  nin_verified_at: moment.nullable(),
  nin_bypassed_at: moment.nullable(),
  official_email: z.string().nullable(),
  work_email_verified_at: moment.nullable(),
  profile_status: z.string(),
  has_second_factor: z.boolean(),
  roles: z.array(role),
  permissions: z.array(z.string()),
});

/** C001. */
export const find = get("/session", {
  spec: "C001",
  summary: "Who is signed in, what they may do, and until when",
  can: "signed_in",
  guards: [],
  response: z.object({
    user: sessionUser,
    roles: z.array(role),
    permissions: z.array(z.string()),
    account_types: z.array(z.enum(accountTypes)),
    staff_account_type: z.enum(["personal", "business"]),
    configuration: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    keys: z.record(z.string(), z.string()),
    expires_at: moment,
    /** Cards of the company that are made and not closed: all of them for those who may see them, else one's own. */
    corporate_card_count: z.int(),
    closed_modals: z.array(z.string()),
    /** Set while a colleague of the provider looks at the application as this person: who, for whose eyes nothing can be changed. */
    viewed_by: z.object({ user_id: z.uuid(), name: z.string() }).nullable(),
    /** Whether step-up asks for a code besides the password. */
    step_up_wants_code: z.boolean(),
    /** Whether one of their passkeys answers it instead. */
    step_up_takes_passkey: z.boolean(),
    /** Whether they have not accepted this version of the terms and the privacy notice; never while somebody views as them. */
    must_accept_terms: z.boolean(),
    guards: z.object({
      password_changed: z.boolean(),
      profile_updated: z.boolean(),
      profile_approved: z.boolean(),
      company_profile_updated: z.boolean(),
      company_subscribed: z.boolean(),
    }),
  }),
});

/** C003. The browser's token travels in an HttpOnly cookie as well, so that no script has to keep it. */
export const logIn = post("/login/token", {
  spec: "C003",
  summary: "Sign in with e-mail or phone and password (and a code where a second factor is set)",
  can: "public",
  body: form(
    { email: "required|max:200", password: "required|max:200", code: "nullable|number|length:6" },
    { code: z.string().optional() },
  ),
  response: z.object({ token: z.string(), expires_at: moment }),
});

export const logOut = post("/logout", {
  spec: "added",
  because: "decisions.md: a session is revoked on the server.",
  summary: "Revoke this session",
  can: "signed_in",
  guards: [],
});

/** C004. With `token` it is the reset by mailed link and needs no session; otherwise the current password is asked. */
export const updatePassword = put("/auth/v2/update-password", {
  spec: "C004",
  summary: "Change the password, or set a new one with the mailed token",
  can: "public",
  body: form(
    {
      current_password: "nullable|max:200",
      token: "nullable|max:200",
      password: "required|min:8|max:200|alphaNumPunct",
      password_confirmation: "required|same:password",
    },
    { current_password: z.string().optional(), token: z.string().optional() },
  ),
});

/** Always the same answer, whether the address is known or not (promises E2). */
export const requestPasswordReset = post("/auth/v2/request-password-reset", {
  spec: "added",
  because: "The specification names the reset by a link, not the request for one.",
  summary: "Send a link that sets a new password, to an e-mail address or a phone",
  can: "public",
  body: form({ email: "required|max:200" }),
});

/** A body, not an address: what the link holds is a secret, and addresses are logged. */
export const checkPasswordReset = post("/auth/v2/check-password-reset", {
  spec: "added",
  because: "Who opens a link that has ended reads so before typing a new password.",
  summary: "Whether a mailed link that sets a password still works",
  can: "public",
  body: form({ token: "required|max:200" }),
  response: z.object({ is_good: z.boolean() }),
});

/** C005. */
export const configurations = get("/configurations", {
  spec: "C005",
  summary: "The product's public configuration",
  can: "public",
  response: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** C006. */
export const staffConfigurations = get("/configurations/staff/{userId}", {
  spec: "C006",
  summary: "The configuration that applies to one person",
  can: "signed_in",
  params: z.strictObject({ userId: z.uuid() }),
  response: z.object({
    user_id: z.uuid(),
    staff_account_type: z.enum(["personal", "business"]),
    configuration: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  }),
});

/** C007. Codes are six digits, live ten minutes, bound to person and purpose, five an hour. */
export const requestOtp = post("/otp/request", {
  spec: "C007",
  summary: "Send a one-time code to the signed-in person",
  can: "signed_in",
  guards: [],
  body: form(
    { purpose: "required|inArray:phone,email,step_up,card", channel: "nullable|inArray:sms,email" },
    { channel: z.string().optional() },
  ),
  response: z.object({ sent_to: z.string(), expires_at: moment }),
});

/** C002. */
export const closeModal = post("/modals/close/{modal}", {
  spec: "C002",
  summary: "Remember that this person closed a modal",
  can: "signed_in",
  guards: [],
  params: z.strictObject({ modal: z.string().regex(/^[a-z0-9-]{1,60}$/) }),
  response: z.object({ closed_modals: z.array(z.string()) }),
});

export const acceptTerms = post("/session/terms", {
  spec: "added",
  because:
    "Who was invited, and everybody after a new version, accepts the terms and the privacy notice (issue 11, a borrower's trust).",
  summary: "Accept the terms and the privacy notice, in the version that was read",
  can: "signed_in",
  guards: [],
  body: form({ version: "required|max:40" }),
});

export const stepUp = post("/session/step-up", {
  spec: "added",
  because: "Money and rights ask again who is sitting there (promise Z4).",
  summary: "Prove again who is sitting here; sensitive calls work for five minutes afterwards",
  can: "signed_in",
  body: form({ password: "required|max:200", code: "nullable|number|length:6" }, { code: z.string().optional() }),
  response: z.object({ stepped_up_until: moment }),
});

/** Ends by itself after fifteen minutes, and with the colleague's own session. */
export const startViewingAs = post("/session/view-as", {
  spec: "added",
  because: "Support sees what a customer sees, on record.",
  summary: "Look at the application as a customer or a company's user sees it; nothing can be changed while viewing",
  can: ["provider:can_impersonate_users"],
  step_up: true,
  body: form({ user_id: "required", reason: "required|min:5|max:300" }, { user_id: z.uuid() }),
  response: z.object({ token: z.string(), expires_at: moment }),
});

export const stopViewingAs = post("/session/view-as/stop", {
  spec: "added",
  because: "The end of viewing as somebody else.",
  summary: "Go back to one's own session",
  can: "signed_in",
  guards: [],
  response: z.object({ token: z.string(), expires_at: moment }),
});

const sessionRow = z.object({
  id: z.uuid(),
  created_at: moment,
  expires_at: moment,
  last_seen_at: moment,
  network_address: z.string(),
  device: z.string(),
  is_current: z.boolean(),
});

export const sessions = get("/sessions", {
  spec: "added",
  because: "Where somebody is signed in.",
  summary: "Where this person is signed in",
  can: "signed_in",
  response: z.object({ sessions: z.array(sessionRow) }),
});

export const revoke = post("/sessions/{id}/revoke", {
  spec: "added",
  because: "A session on a lost device is ended.",
  summary: "Sign out one of one's own sessions",
  can: "signed_in",
  params: idParams,
});

export const startSecondFactor = post("/session/second-factor", {
  spec: "added",
  because: "The secret of an authenticator.",
  summary: "Begin to set up an authenticator application",
  can: "signed_in",
  body: form({ password: "required|max:200" }),
  response: z.object({ secret: z.string(), otpauth_url: z.string() }),
});

export const confirmSecondFactor = post("/session/second-factor/confirm", {
  spec: "added",
  because: "An authenticator is proved before it counts.",
  summary: "Switch the authenticator on by entering its first code",
  can: "signed_in",
  body: form({ code: "required|number|length:6" }),
});

export const removeSecondFactor = post("/session/second-factor/remove", {
  spec: "added",
  because: "An authenticator on a lost phone is switched off.",
  summary: "Switch the authenticator off",
  can: "signed_in",
  step_up: true,
  body: form({ code: "required|number|length:6" }),
});
