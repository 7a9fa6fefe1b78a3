/**
 * What a credit decision is made of: the ordered modules, the facts that they may look at, and the tables in which the rules are written. A cell is
 * a condition or an expression of the rules engine's language; nothing outside these facts can be named in one.
 */
import { z } from "zod";
import { factNames, ruleModules, ruleOutcomes } from "./rule-facts.ts";

const cell = z.string().max(300);
export const ruleRow = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, { error: "this field must be lower-case letters, digits and hyphens" }),
  /** Condition by fact; an empty or absent cell does not look at the fact. */
  when: z.partialRecord(z.enum(factNames), cell),
  /** Of a check. */
  outcome: z.enum(ruleOutcomes).optional(),
  /** Of the score. */
  points: z.int().min(-1_000).max(1_000).optional(),
  /** Of limit (kobo) and price (percent a year): an expression. */
  value: cell.optional(),
  /** The reason for the person and the regulator. */
  reason: z.string().trim().min(3, { error: "this field has to contain at least 3 characters" }).max(200),
});
export type RuleRow = z.infer<typeof ruleRow>;

export const ruleTable = z.strictObject({
  module: z.enum(ruleModules),
  facts: z.array(z.enum(factNames)).max(12),
  rows: z.array(ruleRow).max(100),
});
export type RuleTable = z.infer<typeof ruleTable>;
/** One table for each module, in their order. */
export const ruleTables = z
  .array(ruleTable)
  .length(ruleModules.length, { error: "this field must have one table for each module" });
