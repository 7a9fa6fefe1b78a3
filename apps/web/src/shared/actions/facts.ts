/** What an action says of a record, from its declaration: no component, so that rows cost nothing. */
import type { Action, Endpoint } from "@manilla/contract/endpoint";
import { fieldOf } from "@manilla/contract/fields";
import { count, day, percent, sentence } from "@manilla/contract/formats";
import { fullName } from "../people/names.ts";
import type { Confirm } from "../form/action-button.tsx";

/** A call that is an action, as the generated client has it. */
export type ActingCall = Endpoint & { action: Action };

/** A record with what may be done to it. */
export interface Actable {
  id: string;
  status: string;
  version?: number;
  abilities: Readonly<Record<string, string | null>>;
}

type Fact = NonNullable<Confirm["facts"]>[number];

function factOf(name: string, value: unknown): Fact | undefined {
  if (value === null || value === undefined) return undefined;
  const { label, kind } = fieldOf(name);
  if (kind === "money") return { label, kobo: value as number };
  const words =
    kind === "person"
      ? (value as { name: string }).name
      : kind === "number"
        ? count(value as number)
        : kind === "percent"
          ? percent(value as string)
          : kind === "day"
            ? day(value as string)
            : kind === "badge"
              ? sentence(String(value))
              : String(value);
  return { label, value: words };
}

/** Rows about people have the two names; `person` restates them as one. */
function valueOf(record: Readonly<Record<string, unknown>>, name: string): unknown {
  const { [name]: value, name: first, last_name } = record;
  if (name !== "person" || value !== undefined) return value;
  return typeof first === "string" && typeof last_name === "string"
    ? { name: fullName({ name: first, last_name }) }
    : null;
}

/** The question of an action about a record. Undefined for actions that have a dialog of their own. */
export function questionOf({ action: { asks } }: ActingCall, record: object): Confirm | undefined {
  if (!asks) return undefined;
  const values = record as Readonly<Record<string, unknown>>;
  return {
    title: asks.title,
    ...(asks.body && { body: asks.body }),
    facts: (asks.shows ?? []).flatMap((name) => factOf(name, valueOf(values, name)) ?? []),
    ...(asks.reason && { reason: asks.reason }),
    yes: asks.yes,
    ...(asks.style === "danger" && { style: "danger" }),
  };
}

/** Whether an action can be shown for a record: it exists in its state, and the person's role includes it. */
export const isPossible = ({ action }: ActingCall, { abilities }: Actable): boolean =>
  action.name in abilities && abilities[action.name] !== "wrong_state";

/** Why an action cannot be made now, in words; undefined when it can. */
export function whyNot({ action }: ActingCall, { abilities }: Actable): string | undefined {
  const code = abilities[action.name];
  return code ? (action.refuses[code]?.words ?? "This is not possible now.") : undefined;
}
