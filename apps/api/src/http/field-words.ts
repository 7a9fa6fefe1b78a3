/** Messages of fields whose schema has no words of its own: the sentences of rules.tsv (V005 to V019, V023), never the schema library's. */
import { REQUIRED_MESSAGE } from "@manilla/contract/form-rules";
import type { z } from "zod";

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  bigint: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a group of fields",
  record: "a group of fields",
  date: "a date",
};
const FORMATS: Readonly<Record<string, string>> = {
  email: "this email is invalid",
  url: "this url is invalid",
  uuid: "this field must be an id",
  date: "this field must be a date, year-month-day",
  datetime: "this field must be a moment, with date, time and zone",
};

const isNothing = (value: unknown): boolean => value === undefined || value === null;
const units = (origin: string, bound: string): string =>
  origin === "string" ? `${bound} characters` : `${bound} entries`;

/** V016 and V017. A text or list that must not be empty is what `required` means. */
function tooSmall({ origin, minimum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>): string {
  if (origin !== "string" && origin !== "array") return `this field has to be at least ${minimum}`;
  return Number(minimum) === 1
    ? REQUIRED_MESSAGE
    : `this field has to contain at least ${units(origin, String(minimum))}`;
}

/** V018 and V019: the bound itself is still allowed (A53). */
const tooBig = ({ origin, maximum }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>): string =>
  origin === "string" || origin === "array"
    ? `this field has to contain less than ${units(origin, String(maximum))}`
    : `this field has to be less than ${maximum}`;

/** An issue in words. @returns undefined to leave the message to the library */
export function fieldWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return isNothing(issue.input)
        ? REQUIRED_MESSAGE
        : `this field has to be ${KINDS[issue.expected] ?? "something else"}`;
    case "too_small":
      return tooSmall(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooSmall>);
    case "too_big":
      return tooBig(issue as z.core.$ZodRawIssue<z.core.$ZodIssueTooBig>);
    case "invalid_format":
      return FORMATS[issue.format] ?? "this field is not written as it has to be";
    case "invalid_value":
      return isNothing(issue.input)
        ? REQUIRED_MESSAGE
        : `this field has to be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(String).join(", ")}`;
    case "invalid_union":
      return isNothing(issue.input) ? REQUIRED_MESSAGE : "this field is not written as it has to be";
    default:
      return undefined;
  }
}
