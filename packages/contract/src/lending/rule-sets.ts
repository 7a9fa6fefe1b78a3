/** Versioned rule sets: drafted, tried, backtested, and activated by two people. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { reasonRule } from "../reasons.ts";
import { backtestStates } from "./backtest-states.ts";
import { ruleModules, ruleOutcomes } from "./rule-facts.ts";
import { ruleSetStates } from "./rule-set-states.ts";
import { ruleTables } from "./rule-tables.ts";
import { businessDate, moment } from "../time.ts";
import { UNSORTED } from "../page.ts";

const reads = { audience: "admin", can: ["provider:can_view_rule_sets"] } as const;
const manages = { audience: "admin", can: ["provider:can_manage_rule_sets"] } as const;
export const decisionOutcomes = ["approved", "referred", "declined"] as const;

const summary = z.object({
  id: z.uuid(),
  number: z.int(),
  name: z.string(),
  status: z.enum(ruleSetStates.states),
  created_by: z.string().nullable(),
  created_at: moment,
  activated_by: z.string().nullable(),
  activated_at: moment.nullable(),
  retired_at: moment.nullable(),
  version: z.int(),
  decisions: z.int(),
});
export const listAll = list("/admin/rule-sets", {
  spec: "added",
  because: "All versions of the rules.",
  summary: "Every version of the credit rules",
  ...reads,
  row: summary,
  search: ["name"],
  filters: { status: { kind: "choice", options: ruleSetStates.states } },
  sorts: ["number", "created_at", "activated_at"],
  ranges: ["created_at"],
  default_sort: "-number",
});

export const backtest = z.object({
  id: z.uuid(),
  status: z.enum(backtestStates.states),
  failure: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  created_by: z.string().nullable(),
  created_at: moment,
  finished_at: moment.nullable(),
  /** The content that was tested: another content wants another test. */
  is_current: z.boolean(),
  total: z.int(),
  done: z.int(),
  changed: z.int(),
  /** From what the decision was to what it would be. */
  moves: z.array(z.object({ before: z.enum(decisionOutcomes), after: z.enum(decisionOutcomes), count: z.int() })),
  /** In money, of the loans that followed the decisions which would be otherwise. */
  cost: z.object({
    lost_principal_kobo: kobo,
    lost_interest_kobo: kobo,
    saved_losses_kobo: kobo,
    added_limit_kobo: kobo,
  }),
});
export const ruleSet = summary.extend({
  tables: ruleTables,
  note: z.string().nullable(),
  backtests: z.array(backtest),
  abilities,
});
export const find = get("/admin/rule-sets/{id}", {
  spec: "added",
  because: "The editor of one version.",
  summary: "One version of the credit rules",
  ...reads,
  params: idParams,
  response: z.object({ rule_set: ruleSet }),
});

export const create = post("/admin/rule-sets", {
  spec: "added",
  because: "Credit rules are data with versions (record 0008).",
  once_within_seconds: 10,
  summary: "Draft a new version from another one",
  ...manages,
  body: form(
    { name: "required|min:3|max:100", from_id: "nullable", note: "nullable|max:1000" },
    { from_id: z.uuid().optional() },
  ),
  response: z.object({ id: z.uuid() }),
});
export const update = put("/admin/rule-sets/{id}", {
  spec: "added",
  because: "A draft is edited.",
  summary: "Change a draft",
  ...manages,
  params: idParams,
  body: z.strictObject({
    name: z.string().trim().min(3).max(100),
    note: z.string().trim().max(1_000).nullable(),
    tables: ruleTables,
    version: z.int(),
  }),
  response: z.object({ rule_set: ruleSet }),
});

const moduleResult = z.object({
  module: z.enum(ruleModules),
  outcome: z.enum(ruleOutcomes),
  points: z.int().nullable(),
  value: z.string().nullable(),
  /** The rows that applied, with what they looked at. */
  hits: z.array(
    z.object({
      row: z.string(),
      outcome: z.enum(ruleOutcomes),
      points: z.int().nullable(),
      reason: z.string(),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
      /** How the row computes its value. */
      formula: z.string().optional(),
    }),
  ),
});
export const judgement = z.object({
  outcome: z.enum(decisionOutcomes),
  score: z.int(),
  limit_kobo: kobo,
  annual_rate_percent: z.string().nullable(),
  reasons: z.array(z.string()),
  modules: z.array(moduleResult),
  facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
/** Tries a version on a person; nothing is kept. */
export const tryOut = post("/admin/rule-sets/{id}/try", {
  spec: "added",
  because: "A draft is tried on one person.",
  summary: "Try a version on a person, without deciding anything",
  ...reads,
  params: idParams,
  body: form({ user_id: "required" }, { user_id: z.uuid() }),
  response: z.object({ judgement }),
});

/** Re-decides past applications from their own record: who would change, and what it would have cost. */
export const startBacktest = post("/admin/rule-sets/{id}/backtests", {
  spec: "added",
  because: "A draft is tried on past decisions before it decides.",
  summary: "Test a version on past decisions",
  ...manages,
  params: idParams,
  body: form({ from: "required", to: "required" }, { from: businessDate, to: businessDate }),
  response: z.object({ backtest_id: z.uuid() }),
});
export const backtestRows = list("/admin/rule-sets/backtests/{id}", {
  spec: "added",
  because: "Which past decisions a draft would change.",
  summary: "The decisions that would change",
  ...reads,
  params: idParams,
  row: z.object({
    id: z.uuid(),
    user_id: z.uuid(),
    name: z.string(),
    last_name: z.string(),
    before: z.enum(decisionOutcomes),
    after: z.enum(decisionOutcomes),
    limit_before_kobo: kobo,
    limit_after_kobo: kobo,
    reason: z.string(),
    loan_status: z.string().nullable(),
    principal_kobo: kobo,
    decided_at: moment,
  }),
  search: ["name", "email"],
  filters: {
    before: { kind: "choice", label: "Was", options: decisionOutcomes },
    after: { kind: "choice", label: "Would be", options: decisionOutcomes },
  },
  sorts: ["decided_at", "limit_before_kobo", "limit_after_kobo"],
  unsorted: { principal_kobo: UNSORTED.other },
  ranges: ["decided_at"],
  default_sort: "-decided_at",
});
/** Only with a finished backtest of just this content; a second person decides. */
export const activate = action(
  ruleSetStates,
  { name: "activate", makes: ["submit"] },
  {
    asks: {
      label: "Ask to activate",
      title: "Ask to make these rules the active ones?",
      body: "A second person decides. From then on every decision follows these rules.",
      shows: ["number", "name"],
      reason: "required",
      yes: "Ask",
      style: "primary",
      done: "Requested. A second person decides; the present rules hold until then.",
    },
    refuses: { not_tested: { status: 409, words: "Test just these rules on past decisions first." } },
    call: post("/admin/rule-sets/{id}/activate", {
      spec: "added",
      because: "Credit rules change by two people.",
      summary: "Ask that a version be made the active one",
      ...manages,
      effect: "sends",
      step_up: true,
      params: idParams,
      body: form({ reason: reasonRule, version: "required|number" }, { version: z.int() }),
      response: secondPersonAsked,
    }),
  },
);
