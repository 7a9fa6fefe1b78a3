/** What the server says of a request's fields, where they are: a request is sent as a whole, and each field says what is wrong with it. Pure. */
import { REQUIRED_MESSAGE } from "@manilla/contract/form-rules";
import { CallError } from "../../../shared/api/errors.ts";

/** Messages by a field's path: `purpose`, `lines.0.merchant`. */
export type Wrong = Readonly<Record<string, string>>;

/** Fields of the form that show their message themselves; parts of a line and its receipts do not. */
const SHOWN =
  /^(?:purpose|advance_id|lines\.\d+\.(?:merchant|amount_kobo|spent_on|category_id|units|foreign\.(?:amount|rate|rated_on)))$/;

/** What fields of the form are wrong; undefined where something else is, so that the whole says it. */
export function wrongFields(error: unknown): Wrong | undefined {
  if (!(error instanceof CallError)) return undefined;
  const found = Object.entries(error.fields).flatMap(([name, [message]]) =>
    message ? [[name, message] as const] : [],
  );
  return found.length > 0 && found.every(([name]) => SHOWN.test(name)) ? Object.fromEntries(found) : undefined;
}

/** Of one line, by its fields. */
export const wrongOfLine = (wrong: Wrong, at: number): Wrong =>
  Object.fromEntries(
    Object.entries(wrong).flatMap(([name, message]) => {
      const start = `lines.${at}.`;
      return name.startsWith(start) ? [[name.slice(start.length), message]] : [];
    }),
  );

/** Without the fields that were typed in since. @param names with those inside of them */
export const without = (wrong: Wrong, names: readonly string[]): Wrong =>
  Object.fromEntries(
    Object.entries(wrong).filter(([name]) => !names.some((typed) => name === typed || name.startsWith(`${typed}.`))),
  );

/** A field's message in plain words: an empty one is not of a wrong form, it is missing. */
export const messageAt = (wrong: Wrong, name: string, value: string | number | null): string | undefined =>
  wrong[name] && (value === "" || value === null) ? REQUIRED_MESSAGE : wrong[name];
