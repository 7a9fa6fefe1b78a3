import { describe, expect, it } from "vitest";
import { hasCardNumber, maskCardNumbers, oneLine } from "./card-number.ts";
import { checkField } from "./form-rules.ts";

describe("a card number", () => {
  it("is found however it is written, and beside other numbers", () => {
    for (const text of [
      "4111111111111111",
      "4111 1111 1111 1111",
      "my card: 5399-8383-8383-8381.",
      "4111 1111 1111 1111 12/31 408",
      "PAN4111111111111111",
      "378282246310005",
      "5061 0201 2345 6789 010 08",
      "12 4111-1111 1111-1111",
      "4111\u200b1111\u2011 1111\u20091111",
    ])
      expect(hasCardNumber(text), text).toEqual(!text.startsWith("5061"));
  });

  it("is not a telephone number, an account, an amount, an id or a bank's session", () => {
    for (let last = 0; last < 10; last += 1)
      for (const text of [
        `234803100000${last}`,
        `+234 803 100 000${last}`,
        `012345678${last}`,
        `2234567890${last}`,
        `00001441111111111111111111111${last}`,
        `45320151-1283-4366-8111-11111111111${last}`,
        `2026-11-22 1${last}:30`,
        `0.41111111111111${last}1`,
        `number 0.411111111111111${last}`,
      ])
        expect(hasCardNumber(text), text).toBe(false);
  });

  it("is masked but for its last four digits", () => {
    expect(maskCardNumbers("POS 4111 1111 1111 1111 LAGOS 5399838383838381")).toBe("POS •••• 1111 LAGOS •••• 8381");
    expect(maskCardNumbers("TRF 0123456789")).toBe("TRF 0123456789");
    expect(oneLine(" Shop\r\n\tLagos \u202Eefil\u2066\u2028 4111\n1111 1111 1111\u0007"), "in one line").toBe(
      "Shop Lagos  efil  •••• 1111",
    );
    expect(oneLine("Shop\u00ADrite\u200B 41\u200B11 1111\uFEFF1111 1111"), "without what nobody sees").toBe(
      "Shoprite •••• 1111",
    );
  });

  it("is refused by every rule of a form, and a password may be any number", () => {
    const at = (field: string) => checkField("nullable", "4111 1111 1111 1111", { field, values: {} });
    expect([at("address"), at("password")]).toEqual(["this field must not contain a card number", undefined]);
  });
});
