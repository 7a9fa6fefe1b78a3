import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FREE_MAIL_DOMAINS } from "./people/free-mail-domains.data.ts";
import { checkField, checkForm, isOptional, parseRules, ruleNames } from "./form-rules.ts";

const freeMailDomains = new Set(FREE_MAIL_DOMAINS);
const say = (
  rules: string,
  value: unknown,
  values: Record<string, unknown> = {},
  field = "amount",
): string | undefined => checkField(rules, value, { field, values, freeMailDomains });

/** rules, a value that is refused, the message to the letter, a value that passes. */
const examples: [rules: string, refused: unknown, message: string, passes: unknown][] = [
  ["required", "", "this field is required", "x"],
  ["required", "   ", "this field is required", 0],
  ["required", undefined, "this field is required", false],
  ["required", [], "this field is required", ["a"]],
  ["email", "ada@", "this email is invalid", "ada@lender.ng"],
  ["email", "ada@@lender.ng", "this email is invalid", "ada.obi+loan@mail.lender.com.ng"],
  ["email", "ada..obi@lender.ng", "this email is invalid", "a@b.co"],
  ["privateEmail", "ada@gmail.com", "this email must be a private email", "ada@lender.ng"],
  ["privateEmail", "ada@Yahoo.com.NG", "this email must be a private email", "ada@zenithbank.com"],
  ["privateEmail", "ada@proton.me", "this email must be a private email", "ada@gmail.com.lender.ng"],
  ["url", "lender", "this url is invalid", "https://lender.ng/a?b=c"],
  ["url", "javascript:alert(1)", "this url is invalid", "http://lender.ng"],
  ["alpha", "Ada1", "this field can only contain letters and spaces", "Ada Obi"],
  ["number", "12a", "this field can only contain digits", "012"],
  ["numeric", "12.345", "this field can only money format and in 2 decimal place", "1,234.50"],
  ["numeric", "12,34", "this field can only money format and in 2 decimal place", "1234"],
  ["numeric", "-5", "this field can only money format and in 2 decimal place", 12.5],
  ["alphaNum", "abcdef", "this field has to contain letters and digits", "RC123"],
  ["alphaNumPunct", "abc123", "this field has to contain letters, digits and punctuation", "abc123!"],
  ["phone", "0603123456", "the phone number has to be a valid nigerian number", "08031234567"],
  ["phone", "+2348231234567", "the phone number has to be a valid nigerian number", "+2348131234567"],
  ["phone", "080312345678", "the phone number has to be a valid nigerian number", "2349012345678"],
  ["min:3", "ab", "this field has to contain at least 3 characters", "abc"],
  ["number|min:18", "17", "this field has to be at least 18", "18"],
  ["numeric|min:1000", "999.99", "this field has to be at least 1000", "1,000.00"],
  ["max:3", "abcd", "this field has to contain less than 3 characters", "abc"],
  ["number|max:18", "19", "this field has to be less than 18", "18"],
  ["max:5", 6, "this field has to be less than 5", 5],
  ["length:6", "12345", "this field has to contain exactly 6 characters", "123456"],
  ["is:yes", "no", "this field has to be yes", "yes"],
  ["not:0", "0", "this field can not be 0", "1"],
  ["inArray:sms,email", "post", "this field has to be one of sms, email", "sms"],
  ["notInArray:0000,1234", "1234", "this field can not be one of 0000, 1234", "4071"],
  ["file", undefined, "a file has to be chosen", { name: "a.pdf", size: 10 }],
  ["file", { name: "a.pdf", size: 0 }, "a file has to be chosen", [{ size: 3 }]],
];

describe("form rules", () => {
  it.each(examples)("%s refuses %j with “%s” and lets %j pass", (rules, refused, message, passes) => {
    expect(say(rules, refused)).toBe(message);
    expect(say(rules, passes)).toBeUndefined();
  });

  it("a form without its file says so at that field, and not where it may stay away (V025)", () => {
    const rules = { slip: "required|file", letter: "file", extra: "nullable|file" };
    expect(checkForm(rules, {})).toEqual({ slip: "this field is required", letter: "a file has to be chosen" });
    expect(checkForm(rules, { slip: "", letter: [], extra: null })).toEqual(checkForm(rules, {}));
    const file = { name: "a.pdf", size: 1 };
    expect(checkForm(rules, { slip: file, letter: [file], extra: { ...file, size: 0 } })).toEqual({
      extra: "a file has to be chosen",
    });
  });

  it("name wants two words of two characters and names its field", () => {
    expect(say("name", "Ada", {}, "name")).toBe("the name has to be a proper full name");
    expect(say("name", "A Obi", {}, "next_of_kin")).toBe("the next of kin has to be a proper full name");
    expect(say("name", "Ada 12", {}, "name")).toBe("the name has to be a proper full name");
    for (const good of ["Ada Obi", "Adé B. Ọbi", "Chidi O'Neil", "Ngozi Okonjo-Iweala"])
      expect(say("name", good, {}, "name")).toBeUndefined();
  });

  it("same compares with the other field and says both names", () => {
    const message = "the password confirmation field should the same as the password field";
    expect(say("same:password", "b", { password: "a" }, "password_confirmation")).toBe(message);
    expect(say("same:password_confirmation,password", "x", { password: "a", password_confirmation: "b" })).toBe(
      message,
    );
    expect(say("same:password", "a", { password: "a" }, "password_confirmation")).toBeUndefined();
  });

  it("an empty rule string means required", () => {
    expect(say("", "")).toBe("this field is required");
  });

  it("nullable lets an empty value pass every other rule, in any order", () => {
    for (const empty of ["", " ", null, undefined, []]) {
      expect(say("nullable|email|min:5", empty)).toBeUndefined();
      expect(say("email|nullable", empty)).toBeUndefined();
    }
    expect(say("nullable|email", "x")).toBe("this email is invalid");
  });

  it("the first rule that does not hold speaks", () => {
    expect(say("required|email|max:3", "")).toBe("this field is required");
    expect(say("required|email|max:3", "ada@lender.ng")).toBe("this field has to contain less than 3 characters");
  });

  it("amounts are compared exactly, beyond what floating point can hold", () => {
    expect(say("numeric|max:90071992547409.93", "90071992547409.94")).toBe(
      "this field has to be less than 90071992547409.93",
    );
    expect(say("numeric|max:90071992547409.93", "90071992547409.93")).toBeUndefined();
  });

  it("an unknown rule and a missing parameter are the author's mistakes", () => {
    expect(() => parseRules("required|nosuch")).toThrow('there is no form rule "nosuch"');
    expect(() => parseRules("min")).toThrow('the form rule "min" needs parameter');
    expect(() => parseRules("required:1")).toThrow('the form rule "required" takes no parameter');
  });

  it("checkForm answers every field at once", () => {
    expect(checkForm({ email: "required|email", note: "nullable|max:2" }, { email: "x", note: "abc" })).toEqual({
      email: "this email is invalid",
      note: "this field has to contain less than 2 characters",
    });
    expect(isOptional("nullable|max:2")).toBe(true);
    expect(isOptional("required")).toBe(false);
  });

  it("no value makes a rule throw or hang", () => {
    const parameters: Record<string, string> = {
      min: ":3",
      max: ":3",
      length: ":3",
      is: ":a",
      not: ":a",
      inArray: ":a,b",
      notInArray: ":a,b",
      same: ":b",
    };
    fc.assert(
      fc.property(fc.constantFrom(...ruleNames), fc.anything(), (name, value) => {
        const message = say(name + (parameters[name] ?? ""), value);
        expect(message === undefined || message.length > 0).toBe(true);
      }),
    );
    expect(say("email", `${"a".repeat(50_000)}@`)).toBe("this email is invalid");
    expect(say("email", `a@${"a.".repeat(200)}`)).toBe("this email is invalid");
  });

  it("the number of characters is counted as people count, not in code units", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 30 }).filter((text) => text.trim() !== ""),
        (text) => {
          expect(say(`length:${text.length}`, text)).toBeUndefined();
        },
      ),
    );
    expect(say("length:2", "👍🏿")).toBeUndefined();
  });
});
