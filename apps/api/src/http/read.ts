/** The request read: path, query and body by the call's schemas. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { CARD_NUMBER_MESSAGE, hasCardNumber } from "@manilla/contract/card-number";
import { REQUIRED_MESSAGE, mayNotHoldCard } from "@manilla/contract/form-rules";
import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { InvalidFields } from "../errors.ts";
import { fieldWords } from "./field-words.ts";

export interface Asked {
  params: unknown;
  query: unknown;
  body: unknown;
}

const MAX_FIELD_NAME = 100;
const MAX_DEPTH = 12;
/** A person mends some fields at a time; ten thousand unknown ones are no mistake of a person. */
const MAX_FIELDS_NAMED = 60;

/** zod's issues as `{field: [text]}`; the schema has to be asked with `fieldWords`. */
export function fieldErrors(error: z.core.$ZodError): Record<string, string[]> {
  // A map: a field that somebody calls `constructor` or `__proto__` is a name like any other.
  const errors = new Map<string, string[]>();
  for (const issue of error.issues) {
    const names =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => [...issue.path, key].join("."))
        : [issue.path.join(".") || "body"];
    // Missing values get "required", even if the schema's own message is about a wrong type.
    const isMissing = issue.code === "invalid_type" && (issue.input === undefined || issue.input === null);
    const text =
      issue.code === "unrecognized_keys" ? "this field is not known" : isMissing ? REQUIRED_MESSAGE : issue.message;
    for (const name of names.map((long) => long.slice(0, MAX_FIELD_NAME)))
      errors.set(name, [...(errors.get(name) ?? []), text]);
  }
  return Object.fromEntries([...errors].slice(0, MAX_FIELDS_NAMED));
}

/** Characters that nobody types: control codes other than tabs and line ends, and marks that reverse the reading direction, which would show an approver another name. */
const BAD_CHARACTERS = /[\0-\u0008\u000B\u000C\u000E-\u001F\u007F\u202D\u202E]/;

/**
 * Codes of control and lone surrogates have no place in any text of ours (PostgreSQL refuses NUL, JSON mangles the second), nor has a
 * card number (promise D2), in every field of every call.
 * @param options `mayBeCards` where a provider's own numbers may look like one
 * @throws InvalidFields
 */
export function refuseBadText(value: unknown, path = "", { depth = 0, mayBeCards = false } = {}): void {
  if (depth > MAX_DEPTH) throw new InvalidFields({ [path || "body"]: ["this field is nested too deeply"] });
  if (typeof value === "string" && (BAD_CHARACTERS.test(value) || !value.isWellFormed()))
    throw new InvalidFields({ [path || "body"]: ["this field contains characters that are not allowed"] });
  if (typeof value === "string" && !mayBeCards && mayNotHoldCard(path) && hasCardNumber(value))
    throw new InvalidFields({ [path || "body"]: [CARD_NUMBER_MESSAGE] });
  if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value))
      refuseBadText(item, path ? `${path}.${key}` : key, { depth: depth + 1, mayBeCards });
}

/** An event of a provider is looked at when its signature is proved, and then in those parts that are kept. */
const isEvent = ({ path }: Endpoint): boolean => path.startsWith("/webhooks/");

/**
 * Reads a request by the call's schemas.
 * @param body of a multipart request its fields
 * @throws InvalidFields naming the fields
 */
export function readInput(call: Endpoint, request: FastifyRequest, body: unknown): Asked {
  const parts = { params: request.params ?? {}, query: request.query ?? {}, body: body ?? {} };
  const errors: [string, string[]][] = [];
  const parsed: Record<string, unknown> = {};
  for (const part of ["params", "query", "body"] as const) {
    if (part !== "body" || !isEvent(call)) refuseBadText(parts[part]);
    const result = call[part].safeParse(parts[part], { reportInput: true, error: fieldWords });
    if (result.success) parsed[part] = result.data;
    else errors.push(...Object.entries(fieldErrors(result.error)));
  }
  if (errors.length > 0) throw new InvalidFields(Object.fromEntries(errors));
  return { params: parsed["params"], query: parsed["query"], body: parsed["body"] };
}
