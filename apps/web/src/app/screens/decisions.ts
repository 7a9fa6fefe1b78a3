import { most, type Screen } from "./screen.ts";

/** The credit decision: the rules, and what they decided. */
export const decisionScreens: readonly Screen[] = [
  { spec: "R099", path: "/{accountType}/loan-processor", title: "Loan Processor", audience: ["admin"], can: ["provider:can_view_users"], guards: most, menu: { section: "Underwriting", label: "Loan Processor", order: 20 }, load: () => import("../../features/decisions/decisions-screen.tsx") },
  { spec: "added", path: "/{accountType}/credit-decisions", title: "Credit Decisions", audience: ["admin"], can: ["provider:can_view_users"], guards: most, menu: { section: "Underwriting", label: "Credit Decisions", order: 21 }, load: () => import("../../features/decisions/decisions-screen.tsx") },
  { spec: "added", path: "/{accountType}/credit-decisions/{id}", title: "Credit Decision", audience: ["admin"], can: ["provider:can_view_users"], guards: most, load: () => import("../../features/decisions/decision-screen.tsx") },
  { spec: "added", path: "/{accountType}/rule-sets", title: "Credit Rules", audience: ["admin"], can: ["provider:can_view_rule_sets"], guards: most, menu: { section: "Underwriting", label: "Credit Rules", order: 22 }, asks: ["/admin/rule-sets"], load: () => import("../../features/rule-sets/rule-sets-screen.tsx") },
  { spec: "added", path: "/{accountType}/rule-sets/backtests/{id}", title: "Changed Decisions", audience: ["admin"], can: ["provider:can_view_rule_sets"], guards: most, load: () => import("../../features/rule-sets/changed-screen.tsx") },
  { spec: "added", path: "/{accountType}/rule-sets/{id}", title: "Credit Rules", audience: ["admin"], can: ["provider:can_view_rule_sets"], guards: most, load: () => import("../../features/rule-sets/rule-set-screen.tsx") },
];
