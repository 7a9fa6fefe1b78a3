/** A rule as one reads it, and what is different between two versions of the rules. */
import { counted, naira } from "../formats.ts";
import { amountOf, conditionInWords, formulaInWords } from "./rule-conditions.ts";
import { decisionFacts, type FactName, kindOfModule, type RuleModule, ruleOutcomeWords } from "./rule-facts.ts";
import type { RuleRow as Row, RuleTable as Table } from "./rule-tables.ts";

/** A limit in naira, a rate in percent a year, or the formula with the facts' words. */
export function valueInWords(module: RuleModule, value: string): string {
  const amount = amountOf(value);
  if (amount === undefined) return formulaInWords(value);
  return module === "price" ? `${amount}% a year` : naira(BigInt(Math.floor(Number(amount))));
}

/** The conditions of a rule in the table's order; none means everybody. */
export const conditionsOf = (
  row: Row,
  facts: readonly FactName[],
): { fact: FactName; label: string; words: string }[] =>
  facts.flatMap((fact) =>
    row.when[fact] ? [{ fact, label: decisionFacts[fact].label, words: conditionInWords(fact, row.when[fact]) }] : [],
  );

/** What follows when the rule applies. */
export function resultInWords(module: RuleModule, row: Row): string {
  const kind = kindOfModule(module);
  if (kind === "points") return `${(row.points ?? 0) > 0 ? "+" : ""}${counted(row.points ?? 0, "point")}`;
  return kind === "value" ? valueInWords(module, row.value ?? "0") : ruleOutcomeWords[row.outcome ?? "passed"];
}

const ruleInWords = ({ module, facts }: Table, row: Row): string =>
  `${
    conditionsOf(row, facts)
      .map(({ label, words }) => `${label}: ${words}`)
      .join(", and ") || "any"
  } → ${resultInWords(module, row)}`;

export interface Difference {
  key: string;
  module: RuleModule;
  /** The reason given to the person, which identifies the rule. */
  rule: string;
  before: string | null;
  after: string | null;
}

const told = (before: Row, after: Row, words: string): string =>
  before.reason === after.reason ? words : `${words} (“${after.reason}”)`;

function differencesOf(before: Table, after: Table): Difference[] {
  const { module } = after;
  const old = new Map(before.rows.map((row) => [row.id, row]));
  const kept = new Set(after.rows.map(({ id }) => id));
  const changed = after.rows.flatMap((row): Difference[] => {
    const was = old.get(row.id);
    if (!was)
      return [{ key: `${module}-${row.id}`, module, rule: row.reason, before: null, after: ruleInWords(after, row) }];
    const [first, second] = [ruleInWords(before, was), ruleInWords(after, row)];
    return first === second && was.reason === row.reason
      ? []
      : [{ key: `${module}-${row.id}`, module, rule: was.reason, before: first, after: told(was, row, second) }];
  });
  const removed = before.rows
    .filter(({ id }) => !kept.has(id))
    .map((row) => ({
      key: `${module}-${row.id}`,
      module,
      rule: row.reason,
      before: ruleInWords(before, row),
      after: null,
    }));
  // Only where the first rule that applies counts does the order decide anything.
  const order = (rows: readonly Row[]): string =>
    rows
      .filter(({ id }) => old.has(id) && kept.has(id))
      .map(({ reason }) => reason)
      .join(" ");
  const isMoved = kindOfModule(module) === "value" && order(before.rows) !== order(after.rows);
  return [
    ...changed,
    ...removed,
    ...(isMoved
      ? [
          {
            key: `${module}-order`,
            module,
            rule: "The order of the rules",
            before: order(before.rows),
            after: order(after.rows),
          },
        ]
      : []),
  ];
}

/** What is different in `after`, module by module; empty when both decide alike. */
export const differences = (before: readonly Table[], after: readonly Table[]): Difference[] =>
  after.flatMap((table) =>
    differencesOf(before.find(({ module }) => module === table.module) ?? { ...table, rows: [] }, table),
  );
