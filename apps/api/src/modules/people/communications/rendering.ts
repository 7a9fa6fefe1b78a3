/** Texts with variables, as one person reads them; pure. Values are text and stay text: what a name contains is never read as a variable again. */
import type * as calls from "@manilla/contract/people/communications";
import { type VariableName, unknownVariables, variablesOf } from "@manilla/contract/people/message-variables";
import { day, fullName, naira } from "@manilla/contract/formats";
import type { z } from "zod";
import { InvalidFields } from "../../../errors.ts";

export interface Recipient {
  name: string;
  last_name: string;
  company: string | null;
  limit_kobo: bigint | null;
  used_kobo: bigint;
  due_kobo: bigint;
  /** What is left of the instalment of `next_due_on`. */
  next_due_kobo: bigint;
  overdue_kobo: bigint;
  next_due_on: string | null;
}

const money = (kobo: bigint | null): string => (kobo === null ? "no limit yet" : naira(kobo));
const valuesOf = (person: Recipient): Record<VariableName, string> => ({
  name: person.name,
  last_name: person.last_name,
  full_name: fullName(person),
  company: person.company ?? "your company",
  limit: money(person.limit_kobo),
  available:
    person.limit_kobo === null
      ? money(null)
      : naira(person.limit_kobo > person.used_kobo ? person.limit_kobo - person.used_kobo : 0n),
  next_due: naira(person.next_due_kobo),
  due: naira(person.due_kobo),
  overdue: naira(person.overdue_kobo),
  next_due_on: person.next_due_on ? day(person.next_due_on) : "no date",
});

/** @throws RangeError for a variable that does not exist */
export function render(text: string, person: Recipient): string {
  const [unknown] = unknownVariables(text);
  if (unknown !== undefined) throw new RangeError(`{{${unknown}}} is no variable`);
  const values = valuesOf(person);
  return text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (_, name: VariableName) => values[name]);
}

/** The variables whose value says nothing: no amount, no day, no name. */
const SAYS_NOTHING: Partial<Record<VariableName, (person: Recipient) => boolean>> = {
  company: ({ company }) => !company?.trim(),
  limit: ({ limit_kobo }) => !limit_kobo,
  available: ({ limit_kobo, used_kobo }) => (limit_kobo ?? 0n) <= used_kobo,
  next_due: ({ next_due_kobo }) => next_due_kobo === 0n,
  due: ({ due_kobo }) => due_kobo === 0n,
  overdue: ({ overdue_kobo }) => overdue_kobo === 0n,
  next_due_on: ({ next_due_on }) => next_due_on === null,
};

/** The first variable of these texts that would read "₦0.00", "no date" or "your company" for this person; such a message is not sent. */
export const emptyFigure = (texts: readonly (string | null)[], person: Recipient): VariableName | undefined =>
  (Object.keys(SAYS_NOTHING) as VariableName[]).find(
    (name) => SAYS_NOTHING[name]?.(person) && texts.some((text) => text && variablesOf(text).includes(name)),
  );

/** Whether nobody is to be disturbed at this hour of the day; `from` may lie after `to`, over midnight. */
export const isQuiet = (hour: number, from: number, to: number): boolean =>
  from === to ? false : from < to ? hour >= from && hour < to : hour >= from || hour < to;

export type Texts = Pick<z.output<typeof calls.createTemplate.body>, "channel" | "subject" | "body">;

/** @throws InvalidFields for variables that do not exist, and a mail without subject */
export function checkTexts({ channel, subject, body }: Texts): void {
  const wrong = (text: string | undefined) => unknownVariables(text ?? "").map((name) => `{{${name}}} is no variable`);
  const problems = {
    subject: [...(channel === "mail" && !subject ? ["this field is required"] : []), ...wrong(subject)],
    body: wrong(body),
  };
  const fields = Object.fromEntries(Object.entries(problems).filter(([, messages]) => messages.length > 0));
  if (Object.keys(fields).length > 0) throw new InvalidFields(fields);
}
