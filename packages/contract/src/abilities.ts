/** What a person may do to a record: pure, from its columns and the session. */
import type { Acting, Abilities } from "./action.ts";
import type { Permission } from "./permissions.ts";

/** Who acts, and on which business day (`yyyy-mm-dd`); lists do not ask for the day. */
export interface Caller {
  user_id: string;
  permissions: ReadonlySet<Permission>;
  today?: string;
}

/** True where the action is refused. */
export type Rule<Facts> = (facts: Facts, caller: Caller) => boolean;

/** For each action of a noun, the rule behind each of its refusals: one that is missing does not compile. */
export type RulesOf<Calls, Facts> = {
  readonly [Name in keyof Calls as Calls[Name] extends Acting ? Name : never]: Calls[Name] extends Acting<infer Code>
    ? Readonly<Record<Code, Rule<Facts>>>
    : never;
};

/** The refusal that every action has: the record is in a state in which it cannot be done. */
export const WRONG_STATE = "wrong_state";

/** The first reason, in the order of the declaration, why the action is refused; null when it is not. */
export function refusalOf<Facts extends { status: string }>(
  { action }: Acting,
  rules: Readonly<Record<string, Rule<Facts>>>,
  facts: Facts,
  caller: Caller,
): string | null {
  if (!action.from.includes(facts.status)) return WRONG_STATE;
  return Object.keys(action.refuses).find((code) => rules[code]?.(facts, caller)) ?? null;
}

const mayMake = ({ can }: Acting, { permissions }: Caller): boolean =>
  typeof can === "string" || can.some((slug) => permissions.has(slug));

/** Every action of the noun that the caller's role includes, with the code of its refusal, null where it can be done now. */
export function abilitiesOf<Calls extends object, Facts extends { status: string }>(
  calls: Calls,
  rules: RulesOf<Calls, Facts>,
  facts: Facts,
  caller: Caller,
): Abilities {
  const verdicts: Abilities = {};
  for (const [name, each] of Object.entries(rules)) {
    const call = (calls as Record<string, Acting>)[name]!;
    if (mayMake(call, caller))
      verdicts[call.action.name] = refusalOf(call, each as Record<string, Rule<Facts>>, facts, caller);
  }
  return verdicts;
}
