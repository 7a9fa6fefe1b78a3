import { z } from "zod";
import { secondPersonAsked } from "../platform/approvals.ts";
import { get, idParams, post } from "../endpoint.ts";
import { kobo, nonNegativeKobo, percent, positiveKobo } from "../money.ts";
import { businessDate, moment } from "../time.ts";

/** A fee of a product: a share of the principal, a fixed sum, or both; with VAT where given. */
export const productFee = z.strictObject({
  name: z.string().min(1).max(60),
  when: z.enum(["upfront", "each_instalment"]),
  percent: percent.optional(),
  kobo: nonNegativeKobo.optional(),
  vat_percent: percent.optional(),
});

/** business-rules.md §4; `cap_percent_a_month` of the overdue amount, never compounding. */
export const productPenalty = z.strictObject({
  kind: z.enum(["none", "fixed", "percentage", "hybrid"]),
  kobo: nonNegativeKobo.optional(),
  percent: percent.optional(),
  minimum_kobo: nonNegativeKobo.optional(),
  cap_percent_a_month: percent.default("1"),
});

/** More than nothing and not more than the whole. */
const SHARE = /^(?!0*(\.0*)?$)0*(100(\.0+)?|\d{1,2}(\.\d{1,12})?)$/;

/** business-rules.md §4: below the smaller of the two nothing is overdue; without either, every kobo is. */
export const productMateriality = z.strictObject({
  floor_kobo: positiveKobo.optional(),
  /** Of the loan's principal. */
  share_percent: percent
    .refine((share) => SHARE.test(share), { error: "this field has to be more than 0 and at most 100" })
    .optional(),
});

/** business-rules.md §3: what a payment covers first inside an instalment. */
export const allocationOrder = z
  .array(z.enum(["penalty", "fees", "interest", "principal"]))
  .refine((order) => order.length === 4 && new Set(order).size === 4, {
    error: "this field has to name penalty, fees, interest and principal once each",
  });
const DEFAULT_ALLOCATION_ORDER: readonly z.output<typeof allocationOrder>[number][] = [
  "penalty",
  "fees",
  "interest",
  "principal",
];

/** Days for which a report of a credit bureau is fresh. */
export const BUREAU_REPORT_DAYS = 30;

const versionBody = z.strictObject({
  valid_from: businessDate,
  annual_rate_percent: percent,
  method: z.enum(["flat", "declining", "equal_principal"]),
  interest: z.enum(["per_period", "daily"]),
  day_count: z.enum(["actual/365", "actual/360", "30/360", "actual/actual"]),
  minimum_principal_kobo: positiveKobo,
  maximum_principal_kobo: positiveKobo,
  minimum_instalments: z.int().min(1).max(360),
  maximum_instalments: z.int().min(1).max(360),
  rounding_multiple_kobo: positiveKobo,
  rounding_mode: z.enum(["nearest", "up"]),
  principal_grace: z.int().min(0).max(60),
  follows_salary_day: z.boolean(),
  fees: z.array(productFee).max(10),
  penalty: productPenalty,
  grace_days: z.int().min(0).max(60),
  materiality: productMateriality.default({}),
  allocation_order: allocationOrder.default([...DEFAULT_ALLOCATION_ORDER]),
  settlement_interest: z.enum(["to_date", "to_period_end"]),
  /** Overdue principal bears interest too; declining or equal principal, interest to date. */
  interest_on_overdue: z.boolean().default(false),
  /** How many bureaus must have a fresh report before a grant, and before a rescheduling. */
  bureau_reports_required: z.int().min(0).max(2).default(0),
  /** Flat loans: what is paid ahead lowers the periods that have not begun, or no interest at all. */
  flat_prepayment: z.enum(["proportional", "none"]).default("proportional"),
  offer_valid_days: z.int().min(1).max(90),
});

const version = versionBody.extend({ id: z.uuid(), created_at: moment, created_by: z.string().nullable() });

export const productRow = z.object({
  id: z.uuid(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  description: z.string(),
  is_active: z.boolean(),
  loans: z.int(),
  outstanding_kobo: kobo,
  current: version.nullable(),
  versions: z.array(version),
});

export const listAll = get("/admin/loan-products", {
  spec: "added",
  because: "The screen of products and their dated terms.",
  summary: "Loan products with every dated version",
  can: ["provider:can_view_loan_products", "provider:can_manage_loan_products"],
  response: z.object({ products: z.array(productRow) }),
});

export const create = post("/admin/loan-products", {
  spec: "added",
  because: "Loans need products; the specification presumes them.",
  summary: "A new product (waits for a second person)",
  can: ["provider:can_manage_loan_products"],
  body: z.strictObject({
    code: z.string().regex(/^[a-z0-9-]{3,40}$/, { error: "small letters, digits and dashes" }),
    name: z.string().min(3).max(80),
    kind: z.enum(["personal", "pay", "credit-card", "device", "business"]),
    description: z.string().max(500),
    version: versionBody,
  }),
  response: secondPersonAsked,
});

export const addVersion = post("/admin/loan-products/{id}/versions", {
  spec: "added",
  because: "Terms change from a date on; running loans keep theirs.",
  summary: "New terms from a date on (waits for a second person); running loans keep theirs",
  can: ["provider:can_manage_loan_products"],
  params: idParams,
  body: versionBody,
  response: secondPersonAsked,
});
