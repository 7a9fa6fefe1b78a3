/** What a rule of an expense policy can say. No zod: the browser reads these. */

/** What a rule does where it is not met: it is said, a person has to decide, or it cannot be submitted. */
export const effects = ["warn", "ask", "refuse"] as const;
export type RuleEffect = (typeof effects)[number];
export const effectWords: Readonly<Record<RuleEffect, string>> = { warn: "Warns", ask: "Asks", refuse: "Refuses" };

/** Over what a sum is capped. Weeks begin on Monday. */
export const periods = ["day", "week", "month", "quarter", "year"] as const;
export type RulePeriod = (typeof periods)[number];

export interface PolicyRule {
  name: string;
  effect: RuleEffect;
  /** Empty: all. A category means those below it too. */
  category_ids: readonly string[];
  department_ids: readonly string[];
  /** Words of which the merchant's name contains one; empty: all. */
  merchants: readonly string[];
  /** Not at all. */
  is_forbidden: boolean;
  cap_item_kobo?: bigint | null | undefined;
  cap_period_kobo?: bigint | null | undefined;
  period?: RulePeriod | null | undefined;
  /** For all of a day together. */
  per_diem_kobo?: bigint | null | undefined;
  /** From this amount a receipt is needed. */
  receipt_from_kobo?: bigint | null | undefined;
  /** Days after the purchase in which it is submitted. */
  submit_within_days?: number | null | undefined;
}

/** Roles of a company, whose people spend. */
export const spendingRoles = [
  "company_super_admin",
  "company_hr",
  "company_finance_manager",
  "company_audit",
  "company_staff",
  "company_department_head",
  "company_unit_head",
] as const;
