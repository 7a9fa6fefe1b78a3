/** What may be spent (R055, R056): versioned rules that warn, ask or refuse, for people of some roles, tried on the last 90 days first. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post } from "../endpoint.ts";
import { kobo, positiveKobo } from "../money.ts";
import { moment } from "../time.ts";
import { effects, periods, spendingRoles } from "./policy-rules.ts";
import { expensePolicyStates } from "./expense-policy-states.ts";

const view = ["company:can_view_expense_policies"] as const;
const some = z.array(z.uuid()).max(100).default([]);
export const policyRule = z.strictObject({
  name: z.string().trim().min(2, { error: "this field has to contain at least 2 characters" }).max(80),
  effect: z.enum(effects),
  category_ids: some,
  department_ids: some,
  merchants: z.array(z.string().trim().min(2).max(60)).max(50).default([]),
  is_forbidden: z.boolean().default(false),
  cap_item_kobo: positiveKobo.nullish(),
  cap_period_kobo: positiveKobo.nullish(),
  period: z.enum(periods).nullish(),
  per_diem_kobo: positiveKobo.nullish(),
  receipt_from_kobo: positiveKobo.nullish(),
  submit_within_days: z.int().min(1).max(365).nullish(),
});
const rules = z.array(policyRule).min(1, { error: "a policy has at least one rule" }).max(50);
const name = z.string().trim().min(2, { error: "this field has to contain at least 2 characters" }).max(80);

const policyRow = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Of its rules. */
  number: z.int(),
  rule_count: z.int(),
  /** Whose people it is for; nobody's before it is attached. */
  roles: z.array(z.string()),
  status: z.enum(expensePolicyStates.states),
  changed_by: z.string(),
  changed_at: moment,
  version: z.int(),
  created_at: moment,
  abilities,
});

export const listAll = list("/companies/expense/policy/company/{id}", {
  spec: "C260",
  summary: "The expense policies of a company",
  can: view,
  params: idParams,
  row: policyRow,
  search: ["name"],
  filters: { status: { kind: "choice", label: "State", options: expensePolicyStates.states } },
  sorts: ["name", "created_at", "changed_at"],
  default_sort: "name",
});

export const find = get("/companies/expense/policy/{id}", {
  spec: "added",
  because: "A policy is read before it is changed, with the versions of before.",
  summary: "One policy with its rules",
  can: view,
  params: idParams,
  response: policyRow.extend({
    rules: z.array(policyRule),
    versions: z.array(z.object({ id: z.uuid(), number: z.int(), by: z.string(), at: moment, rules: z.int() })),
  }),
});

const answered = z.object({ policy: policyRow });

export const create = post("/companies/expense/policy", {
  spec: "C264",
  summary: "Make a policy",
  can: ["company:can_create_expense_policies"],
  body: z.strictObject({ name, rules }),
  response: answered,
});

export const update = post("/companies/expense/policy/update", {
  spec: "C265",
  summary: "Give a policy other rules: a new version, which holds from now on",
  can: ["company:can_update_expense_policies"],
  body: z.strictObject({ policy_id: z.uuid(), version: z.int(), name, rules }),
  response: answered,
});

export const attach = post("/companies/expense/policy/attach-to-role", {
  spec: "C266",
  summary: "Say for whose roles a policy is",
  can: ["company:can_update_expense_policies"],
  body: z.strictObject({ policy_id: z.uuid(), roles: z.array(z.enum(spendingRoles)).max(spendingRoles.length) }),
  response: answered,
});

export const remove = action(expensePolicyStates, "delete", {
  refuses: {},
  call: post("/companies/expense/policy/delete", {
    spec: "C267",
    summary: "Delete a policy; it stays with the requests that it judged",
    can: ["company:can_delete_expense_policies"],
    body: z.strictObject({ policy_id: z.uuid(), version: z.int() }),
    response: answered,
  }),
});

export const preview = post("/companies/expense/policy/preview", {
  spec: "added",
  because: "A rule is tried on what was spent before it holds.",
  summary: "What these rules would have said of the last 90 days",
  can: ["company:can_create_expense_policies", "company:can_update_expense_policies"],
  body: z.strictObject({ rules, roles: z.array(z.enum(spendingRoles)) }),
  response: z.object({
    from_on: z.string(),
    until_on: z.string(),
    /** Expenses of the people of these roles in these days. */
    looked_at: z.int(),
    amount_kobo: kobo,
    by_effect: z.array(z.object({ effect: z.enum(effects), expenses: z.int(), amount_kobo: kobo })),
    by_rule: z.array(z.object({ name: z.string(), effect: z.enum(effects), expenses: z.int(), amount_kobo: kobo })),
    /** The largest of those of which something would have been said, 50 at most. */
    examples: z.array(
      z.object({
        id: z.uuid(),
        person: z.string(),
        merchant: z.string(),
        category: z.string().nullable(),
        amount_kobo: kobo,
        spent_on: z.string(),
        effect: z.enum(effects),
        said: z.array(z.string()),
      }),
    ),
  }),
});
