import { naira } from "@manilla/contract/formats";
import type { Answer } from "../../../shared/api/call.ts";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Named } from "../../../shared/expenses/use-categories.ts";

export type Rule = Answer<typeof calls.expensePolicies.find>["rules"][number];

const nameIn = (all: readonly Named[], id: string): string =>
  all.find((one) => one.id === id)?.name ?? "a category of before";

/** A rule in one sentence. */
export function ruleWords(rule: Rule, categories: readonly Named[]): string {
  const { category_ids = [], merchants = [] } = rule;
  const about = [
    category_ids.length > 0 && category_ids.map((id) => nameIn(categories, id)).join(", "),
    merchants.length > 0 && `at ${merchants.join(", ")}`,
  ].filter(Boolean);
  const says = [
    rule.is_forbidden && "not at all",
    rule.cap_item_kobo && `at most ${naira(rule.cap_item_kobo)} for one`,
    rule.cap_period_kobo && rule.period && `at most ${naira(rule.cap_period_kobo)} a ${rule.period}`,
    rule.per_diem_kobo && `at most ${naira(rule.per_diem_kobo)} for a day`,
    rule.receipt_from_kobo && `a receipt from ${naira(rule.receipt_from_kobo)}`,
    rule.submit_within_days && `submitted within ${rule.submit_within_days} days`,
  ].filter(Boolean);
  return `${about.length > 0 ? about.join(", ") : "Everything"}: ${says.join("; ")}`;
}
