import { describe, expect, it } from "vitest";
import { z } from "zod";
import { form } from "./form-schema.ts";
import { positiveKobo } from "./money.ts";

const schema = form(
  {
    email: "required|email|privateEmail",
    password: "required|min:8",
    password_confirmation: "required|same:password",
    note: "nullable|max:5",
    amount: "required|min:100",
    company_id: "nullable",
  },
  { amount: positiveKobo, company_id: z.uuid().optional() },
);
const messages = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    (schema.safeParse(value).error?.issues ?? []).map((issue) => [issue.path.join("."), issue.message]),
  );

describe("a form compiled for the server", () => {
  it("says required for every absent field, whatever its shape", () => {
    expect(messages({})).toEqual({
      email: "this field is required",
      password: "this field is required",
      password_confirmation: "this field is required",
      amount: "this field is required",
    });
  });

  it("reports all fields at once with the rules' own words, the repeated password too", () => {
    expect(
      messages({ email: "x@gmail.com", password: "abc", password_confirmation: "abd", note: "too long", amount: 50 }),
    ).toEqual({
      email: "this email must be a private email",
      password: "this field has to contain at least 8 characters",
      password_confirmation: "the password confirmation field should the same as the password field",
      note: "this field has to contain less than 5 characters",
      amount: "this field has to be at least 100",
    });
  });

  it("trims text but never a password, and drops empty optional values", () => {
    const parsed = schema.parse({
      email: " x@acme.ng ",
      password: " abcdefgh ",
      password_confirmation: " abcdefgh ",
      note: null,
      amount: 5_000,
      company_id: "",
    });
    expect(parsed.email).toBe("x@acme.ng");
    expect(parsed.password).toBe(" abcdefgh ");
    expect(parsed.note).toBeUndefined();
    expect(parsed.amount).toBe(5_000n);
  });

  it("refuses fields that it does not know and bodies that are no object", () => {
    expect(schema.safeParse({ is_admin: true }).error?.issues.some((issue) => issue.code === "unrecognized_keys")).toBe(
      true,
    );
    for (const body of [null, [], "x", 1]) expect(schema.safeParse(body).success).toBe(false);
  });

  it("refuses a value of the wrong type without throwing", () => {
    expect(messages({ email: 1, password: {}, password_confirmation: [], note: 7, amount: "1" }).email).toBe(
      "this field has to be text",
    );
  });

  it("carries its rules to the browser", () => {
    expect(schema.meta()).toMatchObject({ rules: { email: "required|email|privateEmail", note: "nullable|max:5" } });
  });
});
