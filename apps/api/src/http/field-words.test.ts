import { positiveKobo } from "@manilla/contract/money";
import { businessDate, moment } from "@manilla/contract/time";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fieldWords } from "./field-words.ts";
import { fieldErrors } from "./read.ts";

const said = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = z
    .strictObject({ field: schema })
    .safeParse(value === undefined ? {} : { field: value }, { reportInput: true, error: fieldWords });
  return parsed.success ? [] : (fieldErrors(parsed.error).field ?? []);
};

describe("the default message of a field", () => {
  it.each([
    ["a missing text", z.string(), undefined, "this field is required"],
    ["nothing in place of a number", z.int(), null, "this field is required"],
    ["an empty text", z.string().min(1), "", "this field is required"],
    ["an empty list", z.array(z.string()).min(1), [], "this field is required"],
    ["a short text (V016)", z.string().min(3), "ab", "this field has to contain at least 3 characters"],
    ["a small number (V017)", z.int().min(2), 1, "this field has to be at least 2"],
    ["a long text (V018)", z.string().max(5), "abcdef", "this field has to contain less than 5 characters"],
    ["a large number (V019)", z.int().max(360), 361, "this field has to be less than 360"],
    ["too many entries", z.array(z.string()).max(1), ["a", "b"], "this field has to contain less than 1 entries"],
    ["a word that is not among the choices", z.enum(["due", "loan"]), "all", "this field has to be one of due, loan"],
    ["a missing choice", z.enum(["due", "loan"]), undefined, "this field is required"],
    ["what has to be agreed to", z.literal(true), false, "this field has to be true"],
    ["a number in place of a text", z.string(), 5, "this field has to be text"],
    ["half a thing", z.int(), 1.5, "this field has to be a whole number"],
    ["an invalid id", z.uuid(), "7", "this field must be an id"],
    ["an invalid day", z.iso.date(), "2026-02-30", "this field must be a date, year-month-day"],
    ["an invalid moment", moment, "yesterday", "this field must be a moment, with date, time and zone"],
    ["an invalid address (V006)", z.email(), "a@", "this email is invalid"],
    ["an invalid URL (V008)", z.url(), "nowhere", "this url is invalid"],
    [
      "a pattern that does not hold, without showing it",
      z.string().regex(/^[a-z]$/),
      "9",
      "this field is not written as it has to be",
    ],
    ["none of several kinds", z.union([z.string(), z.number()]), true, "this field is not written as it has to be"],
  ])("%s", (_, schema, value, words) => expect(said(schema, value)).toEqual([words]));

  it("says of what is not there that it is required, also where a schema has words for what is wrong", () => {
    for (const schema of [businessDate, positiveKobo, z.enum(["due"])])
      expect([said(schema, undefined), said(schema, null)]).toEqual([
        ["this field is required"],
        ["this field is required"],
      ]);
  });

  it("leaves a schema's own words alone", () => {
    expect(said(positiveKobo, 1.5)).toEqual(["this field must be a whole number of kobo"]);
    expect(said(positiveKobo, 0)).toEqual(["this field has to be at least 1"]);
    expect(said(z.array(z.string()).min(1, { error: "choose at least one" }), [])).toEqual(["choose at least one"]);
  });
});
