import { z } from "zod";
import { get, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { moment } from "../time.ts";

/** What people accept is terms.ts. */
const accepts_terms = z.literal(true, { error: "the terms and the privacy notice have to be accepted" });

/**
 * C008. Without `otp` a code is sent to the phone and `registration_token` returned; the same call with both completes the
 * registration and signs the person in.
 */
export const register = post("/register-process/v2/register", {
  spec: "C008",
  summary: "Register a personal customer (first for the code, then with it)",
  can: "public",
  body: form(
    {
      name: "required|name|max:120",
      email: "required|email|max:200",
      phone: "required|phone",
      password: "required|min:8|max:200|alphaNumPunct",
      referral_code: "nullable|max:40",
      source: "nullable|max:40",
      company_id: "nullable",
      registration_token: "nullable|max:200",
      otp: "nullable|number|length:6",
      accepts_terms: "required",
    },
    {
      referral_code: z.string().optional(),
      source: z.string().optional(),
      company_id: z.uuid().optional(),
      registration_token: z.string().optional(),
      otp: z.string().optional(),
      accepts_terms,
    },
  ),
  response: z.object({
    step: z.enum(["otp_sent", "registered"]),
    registration_token: z.string().optional(),
    sent_to: z.string().optional(),
    token: z.string().optional(),
    expires_at: moment.optional(),
  }),
});

/** C009. The same two steps; the person becomes the company's administrator. */
export const registerBusiness = post("/register-process/v1/business", {
  spec: "C009",
  summary: "Register a business and its administrator",
  can: "public",
  body: form(
    {
      company_name: "required|min:2|max:160",
      rc_number: "required|alphaNum|max:20",
      name: "required|name|max:120",
      email: "required|email|privateEmail|max:200",
      phone: "required|phone",
      password: "required|min:8|max:200|alphaNumPunct",
      registration_token: "nullable|max:200",
      otp: "nullable|number|length:6",
      accepts_terms: "required",
    },
    { registration_token: z.string().optional(), otp: z.string().optional(), accepts_terms },
  ),
  response: register.response,
});

/** The second step by itself: the details wait on the server, and the browser keeps neither them nor the password. */
export const confirm = post("/register-process/v2/confirm", {
  spec: "added",
  because: "The step with the code survives a reload, which C008 and C009 with their whole form do not.",
  summary: "Complete a registration with the code that was sent",
  can: "public",
  body: form(
    {
      registration_token: "required|max:200",
      otp: "required|number|length:6",
      kind: "required|inArray:person,business",
    },
    { registration_token: z.string(), otp: z.string(), kind: z.enum(["person", "business"]) },
  ),
  response: register.response,
});

/** C010. Names only, so that nothing can be learned of a company that a signpost would not tell. */
export const companies = get("/register-process/v2/companies", {
  spec: "C010",
  summary: "Search companies by name while registering",
  can: "public",
  query: z.strictObject({
    search: z.string().min(3, { error: "this field has to contain at least 3 characters" }).max(80),
  }),
  response: z.object({ companies: z.array(z.object({ id: z.uuid(), name: z.string() })) }),
});
