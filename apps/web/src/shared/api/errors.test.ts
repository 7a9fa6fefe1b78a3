import { describe, expect, it } from "vitest";
import { addressOf } from "./call.ts";
import { CallError, errorOf, errorText, isSuccess, isUndecided, payloadOf } from "./errors.ts";

describe("the text that a form shows", () => {
  it("is about the network first", () => {
    expect(errorText(new CallError({ status: 0, serverMessage: "x", fields: { a: ["b"] } }))).toBe(
      "Please check your internet connection.",
    );
  });
  it("is the server's message next, even when fields are wrong too", () => {
    expect(errorText(errorOf(422, { success: false, message: "No.", errors: { email: ["taken"] } }))).toBe("No.");
  });
  it("points at the fields when the server said nothing else", () => {
    expect(errorText(errorOf(422, { errors: { email: ["taken"] } }))).toBe(
      "Please check the form for incorrect or missing data.",
    );
  });
  it("names a failed precondition when there is neither message nor field", () => {
    expect(errorText(errorOf(412, {}))).toBe("You cannot perform this action.");
  });
  it("is the first that applies where several do (E014, E015, E016)", () => {
    const all = { message: "You have no plan.", errors: { email: ["taken"] } };
    const texts = [all, { errors: all.errors }, {}].map((body) => errorText(errorOf(412, body)));
    expect(texts).toEqual([
      "You have no plan.",
      "Please check the form for incorrect or missing data.",
      "You cannot perform this action.",
    ]);
    expect(errorText(new CallError({ status: 412, message: "Own words" })), "before the error's own").toBe(texts[2]);
    expect(errorText(new CallError({ status: 400, message: "Own words" }))).toBe("Own words");
  });
  it("is the error's own message, or the fallback", () => {
    expect(errorText(new Error("Out of paper."))).toBe("Out of paper.");
    expect(errorText(errorOf(500, undefined))).toBe(
      "We seem to be experiencing server issues. Please try again later.",
    );
    expect(errorText("x")).toBe("We seem to be experiencing server issues. Please try again later.");
  });
});

describe("answers", () => {
  it("count as success when success or status is true, or data exists", () => {
    for (const body of [{ success: true }, { status: true }, { data: [] }, { success: false, data: 1 }])
      expect(isSuccess(body)).toBe(true);
    for (const body of [{ success: "true" }, { status: "ok" }, { data: null }, null, "x", []])
      expect(isSuccess(body)).toBe(false);
  });
  it("carry a list in datatable or in data", () => {
    expect(payloadOf({ datatable: { items: [1] }, data: {} })).toEqual({ items: [1] });
    expect(payloadOf({ data: { items: [2] } })).toEqual({ items: [2] });
  });
  it("carry field errors as lists of text, whatever the server's habits", () => {
    expect(errorOf(422, { errors: { a: ["x", "y"], b: "z", c: [1], d: [] } }).fields).toEqual({
      a: ["x", "y"],
      b: ["z"],
    });
  });
  it("leave an attempt undecided when they were lost, and decided when they were words", () => {
    expect([0, 500, 504].map((status) => isUndecided(new CallError({ status })))).toEqual([true, true, true]);
    expect([409, 412, 422].map((status) => isUndecided(new CallError({ status })))).toEqual([false, false, false]);
    expect(isUndecided(new CallError({ status: 403, code: "step_up_required" }))).toBe(true);
  });
});

describe("addresses", () => {
  it("have their parameters filled in, and no empty query", () => {
    expect(
      addressOf({ path: "/loans/{id}" }, { params: { id: "a/b" }, query: { page: 2, search: "", filter: undefined } }),
    ).toBe("/api/loans/a%2Fb?page=2");
  });
});
