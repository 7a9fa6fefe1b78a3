import { z } from "zod";
import { get, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { moment } from "../time.ts";

export const companyProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  rc_number: z.string().nullable(),
  industry: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  status: z.string(),
  profile_completed_at: moment.nullable(),
  unique_plan: z.string().nullable(),
  plan_paid_until: z.string().nullable(),
});

export const findOwn = get("/companies/profile", {
  spec: "added",
  because: "R008 continues where the company stopped.",
  summary: "One's own company",
  can: ["company:can_view_company_profile", "company:can_view_onboarding"],
  guards: ["password_changed"],
  response: z.object({ company: companyProfile }),
});

/** Company onboarding (R008) and company profile (R019): the first save completes the profile. */
export const updateOwn = put("/companies/profile", {
  spec: "added",
  because: "R008 saves the profile in steps.",
  summary: "Complete or change the company's profile",
  can: ["company:can_update_company_profile"],
  guards: ["password_changed"],
  body: form({
    name: "required|min:2|max:160",
    industry: "required|max:80",
    address: "required|min:5|max:300",
    phone: "required|phone",
    email: "required|email|max:200",
  }),
  response: z.object({ company: companyProfile }),
});

/** A plan is chosen once the company has said who it is. */
const beforePlan = ["password_changed", "company_profile_updated"] as const;

const plan = z.object({
  code: z.string(),
  name: z.string(),
  description: z.string(),
  monthly_kobo: kobo,
  seats: z.int(),
  is_current: z.boolean(),
});

export const plans = get("/companies/plans", {
  spec: "added",
  because: "R011 shows what can be chosen.",
  summary: "The plans that a company can choose",
  audience: "corporate",
  can: "signed_in",
  guards: beforePlan,
  response: z.object({ plans: z.array(plan), is_approved: z.boolean() }),
});

/** C235. */
export const uniquePlan = get("/companies/plan/unique-plan/{companyId}", {
  spec: "C235",
  summary: "The company's plan",
  audience: ["corporate", "admin"],
  can: "signed_in",
  guards: ["password_changed"],
  params: z.strictObject({ companyId: z.uuid() }),
  response: z.object({
    plan: z.object({
      company_id: z.uuid(),
      unique_plan: z.string().nullable(),
      name: z.string().nullable(),
      paid_until: z.string().nullable(),
      /** Until when an unpaid plan holds: the days of grace counted in. */
      holds_until: z.string().nullable(),
      seats_used: z.int(),
      /** None without a plan. */
      seats_allowed: z.int(),
      created_at: moment,
    }),
  }),
});

/** What the company has paid for plans. */
export const planPayments = get("/companies/plan/payments", {
  spec: "added",
  because: "A company sees the receipts of its plan.",
  summary: "The company's payments for its plan, the newest first",
  can: ["company:can_manage_subscription"],
  guards: beforePlan,
  response: z.object({
    payments: z.array(
      z.object({
        reference: z.string(),
        plan: z.string(),
        amount_kobo: kobo,
        at: moment,
        /** Null until its month begins, which is when the company is approved. */
        paid_until: z.string().nullable(),
        taken_back_at: moment.nullable(),
      }),
    ),
  }),
});

/** The card is entered on the provider's own page; the plan holds once the payment is confirmed. */
export const choosePlan = post("/companies/plan/choose", {
  spec: "added",
  because: "R011 and R012 choose a plan; the specification names no call for the payment.",
  summary: "Choose or change the plan and pay the first month by card",
  can: ["company:can_manage_subscription"],
  guards: beforePlan,
  effect: "moves_money",
  body: z.strictObject({ plan: z.string().min(2).max(40) }),
  response: z.object({ authorization_url: z.string(), reference: z.string() }),
});

/** Asks the provider for the outcome of the payment; safe to repeat. */
export const confirmPlan = post("/companies/plan/confirm", {
  spec: "added",
  because: "The browser returns from the payment page.",
  summary: "Confirm the payment of a plan",
  can: ["company:can_manage_subscription"],
  guards: beforePlan,
  effect: "moves_money",
  body: z.strictObject({ reference: z.string().min(5).max(100) }),
  response: z.object({ status: z.enum(["success", "pending", "failed"]), company: companyProfile }),
});

/** What the company's dashboard shows: counts of its own people and loans. */
export const dashboard = get("/companies/dashboard", {
  spec: "added",
  because: "The company's dashboard in one call.",
  summary: "The company at a glance",
  audience: "corporate",
  can: "signed_in",
  response: z.object({
    company: companyProfile,
    employees: z.int(),
    administrators: z.int(),
    /** Of its people's loans; null to who may not see those. */
    loans_running: z.int().nullable(),
    loans_requested: z.int().nullable(),
    outstanding_kobo: kobo.nullable(),
  }),
});
