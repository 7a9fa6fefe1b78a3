/**
 * An action: a call that does something to one record. Declared once, with what it asks before, what it refuses and why; the
 * server acts by it (`act`), rows and details carry what may be done (`abilities`), and screens draw it (`<Actions>`).
 */
import { z } from "zod";
import type { Action, Asks, Endpoint, Refusal } from "./endpoint.ts";
import type { Machine } from "./machine.ts";

/** A call that is an action. */
export type Acting<Code extends string = string> = Endpoint & { action: Action<Code> };

/** A question whose title and answer are made of its label where they are not said. */
type Asking = Omit<Asks, "title" | "yes"> & Partial<Asks>;
const questionOf = (asks: Asking, noun: string): Asks => {
  const name = asks.label.replace("…", "");
  return { title: `${name} this ${noun}?`, yes: name, ...asks };
};

/**
 * Declares an action.
 * @param does the transition that it makes; a name with several of which the body chooses one; or a name with the states in
 * which it can be done where it makes none
 */
export const action = <
  State extends string,
  Act extends string,
  E extends Endpoint,
  const Refuses extends Readonly<Record<string, Refusal>> = Record<never, never>,
>(
  machine: Machine<State, Act>,
  does: Act | { name: string; makes: readonly Act[] } | { name: string; from: readonly State[] },
  declaration: { asks?: Asking; sends?: Action["sends"]; refuses?: Refuses; call: E },
): Omit<E, "action"> & { action: Action<Extract<keyof Refuses, string>> } => {
  const makes: readonly string[] = typeof does === "string" ? [does] : "makes" in does ? does.makes : [];
  const transitions = machine.transitions.filter((transition) => makes.includes(transition.action));
  return {
    ...declaration.call,
    action: {
      name: typeof does === "string" ? does : does.name,
      of: machine.noun,
      from: typeof does === "object" && "from" in does ? does.from : transitions.flatMap(({ from }) => from),
      makes,
      ...(declaration.asks && { asks: questionOf(declaration.asks, machine.noun) }),
      ...(declaration.sends && { sends: declaration.sends }),
      refuses: (declaration.refuses ?? {}) as Record<Extract<keyof Refuses, string>, Refusal>,
    },
  };
};

/**
 * What the caller may do to a record: the name of each action that their role includes → null when it can be done now, else the
 * code of the refusal. `wrong_state` is the refusal that every action has.
 */
export const abilities = z.record(z.string(), z.string().nullable());
export type Abilities = z.output<typeof abilities>;
