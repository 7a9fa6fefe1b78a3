/** The facts that rules look at, as people read them. */
import { count, naira, percent } from "@manilla/contract/formats";
import { decisionFacts, type FactName } from "@manilla/contract/lending/rule-facts";

type Value = string | number | boolean | null;

const isFact = (name: string): name is FactName => name in decisionFacts;

/** A fact as people read it; what is not known says so. */
export function factInWords(name: string, value: Value): string {
  if (value === null) return "not known";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" || !isFact(name)) return String(value);
  const { kind } = decisionFacts[name];
  return kind === "kobo" ? naira(value) : kind === "percent" ? percent(String(value)) : count(value);
}
export const factName = (name: string): string => (isFact(name) ? decisionFacts[name].label : name);
