/** What a policy says of an expense. Pure. */
import type { RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/expense-policies";
import { type PolicyRule, type RuleEffect, type RulePeriod, effects } from "@manilla/contract/companies/policy-rules";
import { naira } from "@manilla/contract/formats";

export const policyRules: RulesOf<typeof calls, { status: string }> = { remove: {} };

/** What is judged. */
export interface Expense {
  merchant: string;
  amount_kobo: bigint;
  spent_on: string;
  /** The day on which it is, or was, submitted. */
  submitted_on: string;
  has_receipt: boolean;
  /** Its category and the one above it. */
  category_ids: readonly string[];
  /** The department of who spent it, and the one above. */
  department_ids: readonly string[];
}

/** Something else that the same person has spent. */
export type Earlier = Pick<Expense, "merchant" | "amount_kobo" | "spent_on" | "category_ids">;

export interface Finding {
  rule: string;
  effect: RuleEffect;
  /** What is not met, in words. */
  says: string;
}

const fold = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const among = (wanted: readonly string[], has: readonly string[]): boolean =>
  wanted.length === 0 || wanted.some((id) => has.includes(id));
const isSaid = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined;

/** Whether a rule speaks of such an expense. */
export const speaksOf = (
  rule: PolicyRule,
  {
    merchant,
    category_ids,
    department_ids,
  }: Pick<Expense, "merchant" | "category_ids"> & { department_ids?: readonly string[] },
): boolean =>
  among(rule.category_ids, category_ids) &&
  (department_ids === undefined || among(rule.department_ids, department_ids)) &&
  (rule.merchants.length === 0 || rule.merchants.some((word) => fold(merchant).includes(fold(word))));

const DAY = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** The first day of the period that a day is in. Weeks begin on Monday. */
export function periodStart(day: string, period: RulePeriod): string {
  if (period === "day") return day;
  if (period === "week") return dayOf(at(day) - ((new Date(at(day)).getUTCDay() + 6) % 7) * DAY);
  const [year = "", month = ""] = day.split("-");
  if (period === "year") return `${year}-01-01`;
  const first = period === "month" ? Number(month) : Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return `${year}-${String(first).padStart(2, "0")}-01`;
}

const sumOf = (rule: PolicyRule, expense: Expense, earlier: readonly Earlier[], period: RulePeriod): bigint => {
  const start = periodStart(expense.spent_on, period);
  return earlier.reduce(
    (sum, each) =>
      periodStart(each.spent_on, period) === start && speaksOf(rule, each) ? sum + each.amount_kobo : sum,
    expense.amount_kobo,
  );
};

/** What one rule finds; several of its limits may not be met at once. */
function findingsOf(rule: PolicyRule, expense: Expense, earlier: readonly Earlier[]): string[] {
  if (!speaksOf(rule, expense)) return [];
  const { amount_kobo, has_receipt, spent_on, submitted_on } = expense;
  const found: string[] = [];
  if (rule.is_forbidden) found.push("this is not paid by the company");
  if (isSaid(rule.cap_item_kobo) && amount_kobo > rule.cap_item_kobo)
    found.push(`at most ${naira(rule.cap_item_kobo)} for one`);
  if (isSaid(rule.cap_period_kobo) && isSaid(rule.period)) {
    const sum = sumOf(rule, expense, earlier, rule.period);
    if (sum > rule.cap_period_kobo)
      found.push(`at most ${naira(rule.cap_period_kobo)} a ${rule.period}, with this it is ${naira(sum)}`);
  }
  if (isSaid(rule.per_diem_kobo)) {
    const sum = sumOf(rule, expense, earlier, "day");
    if (sum > rule.per_diem_kobo)
      found.push(`at most ${naira(rule.per_diem_kobo)} for a day, with this it is ${naira(sum)}`);
  }
  if (isSaid(rule.receipt_from_kobo) && !has_receipt && amount_kobo >= rule.receipt_from_kobo)
    found.push(`a receipt is needed from ${naira(rule.receipt_from_kobo)}`);
  if (isSaid(rule.submit_within_days) && (at(submitted_on) - at(spent_on)) / DAY > rule.submit_within_days)
    found.push(`submitted later than ${rule.submit_within_days} days after it was spent`);
  return found;
}

/** The stronger of two effects. */
const stronger = (one: RuleEffect | null, other: RuleEffect): RuleEffect =>
  one !== null && effects.indexOf(one) >= effects.indexOf(other) ? one : other;

/**
 * What the policies of who spends say of an expense.
 * @param earlier what the same person has spent beside it, from the beginning of the longest period
 * @returns the strongest effect, null where nothing is said, and everything that is said
 */
export function checkExpense(
  rules: readonly PolicyRule[],
  expense: Expense,
  earlier: readonly Earlier[],
): { effect: RuleEffect | null; findings: Finding[] } {
  const findings = rules.flatMap((rule) =>
    findingsOf(rule, expense, earlier).map((says) => ({ rule: rule.name, effect: rule.effect, says })),
  );
  return { effect: findings.reduce<RuleEffect | null>((most, { effect }) => stronger(most, effect), null), findings };
}

/** What is wrong with rules, as a message; undefined where nothing is. */
export function wrongWith(rules: readonly PolicyRule[]): string | undefined {
  for (const rule of rules) {
    const { name, cap_item_kobo, cap_period_kobo, period, per_diem_kobo, receipt_from_kobo, submit_within_days } = rule;
    const limits = [cap_item_kobo, cap_period_kobo, per_diem_kobo, receipt_from_kobo, submit_within_days];
    if (!rule.is_forbidden && !limits.some(isSaid)) return `${name}: say what it limits`;
    if (isSaid(cap_period_kobo) !== isSaid(period))
      return `${name}: a cap over a period needs both its amount and its period`;
  }
  const names = rules.map(({ name }) => name.toLowerCase());
  const twice = rules.find((_, index) => names.indexOf(names[index]!) !== index);
  return twice && `${twice.name}: another rule has this name`;
}
