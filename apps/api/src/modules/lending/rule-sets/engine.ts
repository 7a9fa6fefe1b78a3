/**
 * The rules engine (GoRules ZEN) over our tables. Each module is one decision table of the engine; a condition that compares a fact which is not
 * known never holds. Nothing here reads a database: the facts are handed in, so that a past decision can be judged again from its own record.
 */
import { type DecisionFacts, type RuleOutcome, factNames, kindOfModule } from "@manilla/contract/lending/rule-facts";
import { type RuleRow, type RuleTable } from "@manilla/contract/lending/rule-tables";
import type { judgement } from "@manilla/contract/lending/rule-sets";
import { ZenEngine, evaluateExpressionSync, evaluateUnaryExpressionSync, type ZenDecision } from "@gorules/zen-engine";
import type { z } from "zod";

export type Judgement = z.output<typeof judgement>;
type ModuleResult = Judgement["modules"][number];

const engine = new ZenEngine();
const TABLE = "table";

/** The module's table in the engine's format: every row answers with its number. */
function graphOf({ module, facts, rows }: RuleTable): object {
  const at = { position: { x: 0, y: 0 } };
  return {
    nodes: [
      { id: "input", type: "inputNode", name: "facts", ...at },
      {
        id: TABLE,
        type: "decisionTableNode",
        name: module,
        ...at,
        content: {
          hitPolicy: "collect",
          inputs: facts.map((fact) => ({ id: fact, name: fact, field: fact })),
          outputs: [
            { id: "row", name: "row", field: "row" },
            { id: "value", name: "value", field: "value" },
          ],
          rules: rows.map((row, index) => ({
            _id: row.id,
            ...Object.fromEntries(facts.map((fact) => [fact, row.when[fact] ?? ""])),
            row: String(index),
            value: row.value ?? "null",
          })),
        },
      },
      { id: "output", type: "outputNode", name: "answer", ...at },
    ],
    edges: [
      { id: "in", sourceId: "input", targetId: TABLE, type: "edge" },
      { id: "out", sourceId: TABLE, targetId: "output", type: "edge" },
    ],
  };
}

const compiled = new WeakMap<RuleTable, ZenDecision>();
function decisionOf(table: RuleTable): ZenDecision {
  const known = compiled.get(table) ?? engine.createDecision(graphOf(table));
  compiled.set(table, known);
  return known;
}

const WORST: readonly RuleOutcome[] = ["failed", "attention", "passed"];
const worst = (outcomes: readonly RuleOutcome[]): RuleOutcome =>
  WORST.find((word) => outcomes.includes(word)) ?? "passed";

/** One module: the rows that apply, with the facts that they looked at. */
async function judgeModule(table: RuleTable, facts: DecisionFacts): Promise<ModuleResult> {
  const { result } = (await decisionOf(table).evaluate(facts)) as { result: { row: number; value: number | null }[] };
  const kind = kindOfModule(table.module);
  const applied = (kind === "value" ? result.slice(0, 1) : result).flatMap(({ row, value }) => {
    const found = table.rows[row];
    return found ? [{ row: found, value }] : [];
  });
  const hits = applied.map(({ row }) => ({
    row: row.id,
    outcome: row.outcome ?? ("passed" as const),
    points: row.points ?? null,
    reason: row.reason,
    ...(kind === "value" && row.value && { formula: row.value }),
    facts: Object.fromEntries(
      table.facts.filter((fact) => (row.when[fact] ?? "") !== "").map((fact) => [fact, facts[fact] ?? null]),
    ),
  }));
  const value = applied[0]?.value ?? null;
  return {
    module: table.module,
    outcome: kind === "check" ? worst(hits.map(({ outcome }) => outcome)) : "passed",
    points: kind === "points" ? hits.reduce((sum, { points }) => sum + (points ?? 0), 0) : null,
    value: kind === "value" && value !== null ? String(value) : null,
    hits,
  };
}

/** A limit in whole kobo; what is not a sensible figure is no limit. */
const limitFrom = (value: string | null): bigint => {
  const number = Math.floor(Number(value ?? 0));
  return Number.isSafeInteger(number) && number > 0 ? BigInt(number) : 0n;
};
const rateFrom = (value: string | null): string | null =>
  value !== null && Number.isFinite(Number(value)) && Number(value) >= 0 ? value : null;

/** Judges by all modules in order. A failed check declines; attention, or more than the limit, refers; no limit declines. */
export async function judge(tables: readonly RuleTable[], given: DecisionFacts): Promise<Judgement> {
  const facts: DecisionFacts = { ...given };
  const modules: ModuleResult[] = [];
  for (const table of tables) {
    const result = await judgeModule(table, facts);
    modules.push(result);
    if (table.module === "score") facts.score = result.points ?? 0;
    if (table.module === "limit") facts.limit_kobo = Number(limitFrom(result.value));
  }
  const of = (module: ModuleResult["module"]) => modules.find((result) => result.module === module);
  const limit_kobo = limitFrom(of("limit")?.value ?? null);
  const concerns = modules.flatMap(({ hits }) => hits.filter(({ outcome }) => outcome !== "passed"));
  const hardest = worst(concerns.map(({ outcome }) => outcome));
  const isTooMuch = typeof facts.requested_kobo === "number" && BigInt(facts.requested_kobo) > limit_kobo;
  const outcome =
    hardest === "failed"
      ? "declined"
      : hardest === "attention"
        ? "referred"
        : limit_kobo === 0n
          ? "declined"
          : isTooMuch
            ? "referred"
            : "approved";
  const reasons = [
    ...WORST.flatMap((word) => concerns.filter((hit) => hit.outcome === word).map(({ reason }) => reason)),
    ...(limit_kobo === 0n
      ? (of("limit")?.hits.map(({ reason }) => reason) ?? [])
      : isTooMuch
        ? ["The requested amount is more than the limit."]
        : []),
  ];
  return {
    outcome,
    score: of("score")?.points ?? 0,
    limit_kobo,
    annual_rate_percent: rateFrom(of("price")?.value ?? null),
    reasons,
    modules,
    facts: facts as Judgement["facts"],
  };
}

const WORDS = new Set<string>([
  ...factNames,
  "and",
  "or",
  "not",
  "in",
  "null",
  "true",
  "false",
  "floor",
  "round",
  "ceil",
  "abs",
  "min",
  "max",
]);
/** Names in an expression that are neither facts nor words of the language; text in quotes is no name. */
const unknownWords = (expression: string): string[] =>
  (expression.replaceAll(/"[^"]*"|'[^']*'/g, "").match(/[a-z_]\w*/gi) ?? []).filter((word) => !WORDS.has(word));
/** A comparison with nothing, a range without an end, an empty text. */
const isUnfinished = (cell: string): boolean =>
  /^(<|>|<=|>=|==|!=)?\s*$|^[[(]\s*\.\.|\.\.\s*[\])]$|""/.test(cell.trim());

function whyNotCondition(cell: string): string | null {
  if (isUnfinished(cell)) return "a value is missing";
  const [unknown] = unknownWords(cell);
  if (unknown) return `${unknown} is not a fact`;
  try {
    evaluateUnaryExpressionSync(cell, { $: 1 });
    return null;
  } catch (error) {
    // A comparison of text with a number fails only in running; the engine takes it as "does not hold".
    return /parser|lexer|Unexpected|Expected/i.test((error as Error).message)
      ? "this cannot be read as a condition"
      : null;
  }
}

function whyNotValue(value: string): string | null {
  const [unknown] = unknownWords(value);
  if (unknown) return `${unknown} is not a fact`;
  try {
    const result: unknown = evaluateExpressionSync(value, Object.fromEntries(factNames.map((fact) => [fact, 1])));
    return typeof result === "number" ? null : "it does not give a number";
  } catch {
    return "this cannot be read as a formula";
  }
}

function whyNotRow(row: RuleRow, table: RuleTable): [field: string, message: string] | undefined {
  const kind = kindOfModule(table.module);
  if (kind === "check" && row.outcome === undefined) return ["outcome", "this field is required"];
  if (kind === "points" && row.points === undefined) return ["points", "this field is required"];
  if (kind === "value" && !row.value) return ["value", "this field is required"];
  const value = kind === "value" ? whyNotValue(row.value ?? "") : null;
  if (value) return ["value", value];
  for (const [fact, cell] of Object.entries(row.when)) {
    if (!table.facts.some((name) => name === fact)) return [`when.${fact}`, "this fact is not a column of the table"];
    const why_not = cell === "" ? null : whyNotCondition(cell);
    if (why_not) return [`when.${fact}`, why_not];
  }
  return undefined;
}

/** What is wrong with tables, by field (`tables.0.rows.2.when.age_years`); empty when they can be used. */
export function problemsOf(tables: readonly RuleTable[]): Record<string, string[]> {
  const problems: Record<string, string[]> = {};
  for (const [index, table] of tables.entries()) {
    const ids = new Set<string>();
    for (const [number, row] of table.rows.entries()) {
      const wrong = ids.has(row.id) ? (["id", "this row is there twice"] as const) : whyNotRow(row, table);
      ids.add(row.id);
      if (wrong) problems[`tables.${index}.rows.${number}.${wrong[0]}`] = [wrong[1]];
    }
  }
  return problems;
}
