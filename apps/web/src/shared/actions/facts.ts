/** What an action says of a record, from its declaration: no component, so that rows cost nothing. */
import type { Action, Endpoint } from "@manilla/contract/endpoint";
import { fieldOf } from "@manilla/contract/fields";
import { count, day, dollars, percent, sentence } from "@manilla/contract/formats";
import { fullName } from "../people/names.ts";
import type { Confirm } from "../form/action-button.tsx";

/** A call that is an action, as the generated client has it. */
export type ActingCall = Endpoint & { action: Action; rules?: Readonly<Record<string, string>>; takes_version?: true };

/** A record with what may be done to it. */
export interface Actable {
  id: string;
  status: string;
  version?: number;
  abilities: Readonly<Record<string, string | null>>;
}

/** What a call is sent. */
export interface ActionInput {
  params: Record<string, string>;
  body: Record<string, unknown>;
}

type Fact = NonNullable<Confirm["facts"]>[number];

function factOf(name: string, value: unknown, card_currency: unknown): Fact | undefined {
  if (value === null || value === undefined) return undefined;
  const { label, kind } = fieldOf(name);
  if (kind === "money" && card_currency === "USD") return { label, value: dollars(value as number) };
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
    facts: (asks.shows ?? []).flatMap((name) => factOf(name, valueOf(values, name), values["card_currency"]) ?? []),
    ...(asks.reason && { reason: asks.reason }),
    ...(asks.paper && { paper: asks.paper }),
    yes: asks.yes,
    ...(asks.style === "danger" && { style: "danger" }),
  };
}

/**
 * What an action sends about a record: its id where the call has a place for it, its version, and what chooses the action.
 * @param params of the address, where they are more than the record's id
 */
export function inputOf(
  { path, rules, takes_version, action }: ActingCall,
  { id, version }: Actable,
  params: object = {},
): ActionInput {
  const places = Object.entries({ id, ...params }).filter(([name]) => path.includes(`{${name}}`));
  const isTaken = (field: string): boolean => rules !== undefined && field in rules;
  const body = {
    ...action.sends,
    ...(isTaken("user_id") && { user_id: id }),
    ...(isTaken("user_ids") && { user_ids: [id] }),
    ...(isTaken("document_id") && { document_id: id }),
    ...(isTaken("expense_id") && { expense_id: id }),
    ...(isTaken("card_id") && { card_id: id }),
    ...(version !== undefined && takes_version && { version }),
  };
  return { params: Object.fromEntries(places), body };
}

/** What the person's role includes, and what is not out of the question for such a record. */
const isOffered = ({ action }: ActingCall, { abilities }: Actable): boolean =>
  action.name in abilities && !action.refuses[abilities[action.name] ?? ""]?.is_hidden;

/** Whether an action can be shown for a record. @param isWhole also what its state does not allow */
export const isPossible = (call: ActingCall, record: Actable, isWhole = false): boolean =>
  isOffered(call, record) && (isWhole || record.abilities[call.action.name] !== "wrong_state");

/** Why an action cannot be made now, in words; undefined when it can. */
export function whyNot({ action }: ActingCall, { abilities, status }: Actable): string | undefined {
  const code = abilities[action.name];
  if (code === "wrong_state") return `This ${action.of} is ${sentence(status).toLowerCase()}.`;
  return code ? (action.refuses[code]?.words ?? "This is not possible now.") : undefined;
}
