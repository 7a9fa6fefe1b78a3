/**
 * The states of a noun, the transitions between them, who may make each and what it posts: declared once in `<wing>/<noun>-states.ts`. The server
 * holds to it, screens read it, and `docs/states.md` is printed from it. A transition that is not declared does not exist (409, both states named).
 */
import type { Permission } from "./permissions.ts";

export interface Transition<State extends string = string, Act extends string = string> {
  action: Act;
  from: readonly State[];
  to: State;
  /** A permission, the person it belongs to (`owner`), or the system (jobs, webhooks). */
  by: Permission | "owner" | "system";
  /** The posting template that it makes, if any (`money/books`). */
  posts?: string;
}

export interface Machine<State extends string = string, Act extends string = string> {
  /** What a record of it is called. */
  noun: string;
  /** Where its state is kept, in columns `status` and `version`. */
  table: string;
  /** The column that identifies a record; by default `id`. */
  key?: string;
  initial: readonly State[];
  states: readonly State[];
  transitions: readonly Transition<State, Act>[];
}

/** Declares a machine. */
export const machine = <const State extends string, const Act extends string>(
  value: Machine<State, Act>,
): Machine<State, Act> => value;

/** The transition that an action makes from a state; undefined when there is none. */
export function transitionOf<State extends string>(
  from: string,
  action: string,
  { transitions }: Machine<State>,
): Transition<State> | undefined {
  return transitions.find(
    (transition) => transition.action === action && (transition.from as readonly string[]).includes(from),
  );
}
