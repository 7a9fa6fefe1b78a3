/**
 * V053–V059 against test numbers that processors publish: PayPal ("Test Credit Card Account Numbers", PayPal Manager help), Stripe (docs.stripe.com/testing) and
 * Access PaySuite ("Test Card Details", for Visa Electron). They pay nothing anywhere.
 */
import { describe, expect, it } from "vitest";
import { type CardBrand, cardBrandOf, cardBrands } from "./card-brand.ts";
import { hasCardNumber } from "./card-number.ts";

const PUBLISHED: readonly (readonly [CardBrand, ...string[]])[] = [
  ["Visa", "4111111111111111", "4012888888881881", "4242424242424242", "4222222222222"],
  ["Mastercard", "5555555555554444", "5105105105105100", "2223003122003222"],
  ["AMEX", "378282246310005", "371449635398431", "378734493671000"],
  ["Discover", "6011111111111117", "6011000990139424"],
  ["Diners", "30569309025904", "38520000023237"],
  ["JCB", "3530111333300000", "3566002020360505"],
  ["Visa Electron", "4844215500115643"],
];
const all = PUBLISHED.flatMap(([brand, ...numbers]) => numbers.map((number) => [brand, number] as const));

describe("a published test number", () => {
  it.each(all)("of %s is recognised: %s", (brand, number) => {
    expect(cardBrandOf(number)).toBe(brand);
    expect(cardBrandOf(number.replace(/(.{4})/g, "$1 "))).toBe(brand);
  });

  it("is there for every brand of the specification", () => {
    expect(new Set(PUBLISHED.map(([brand]) => brand))).toEqual(new Set(cardBrands));
  });

  it.each(all)(
    "of %s is a card number that no field takes: %s; with one digit off its check digit says no",
    (_, number) => {
      expect(hasCardNumber(number)).toBe(true);
      const last = Number(number.at(-1));
      for (let off = 1; off < 10; off += 1)
        expect(hasCardNumber(number.slice(0, -1) + String((last + off) % 10))).toBe(false);
    },
  );

  it("is decided by as many digits as its prefix has, and by no fewer", () => {
    expect(["2", "22", "222", "2223"].map((digits) => cardBrandOf(digits))).toEqual([
      undefined,
      undefined,
      undefined,
      "Mastercard",
    ]);
    expect(["4", "48", "484", "4844"].map((digits) => cardBrandOf(digits))).toEqual([
      "Visa",
      "Visa",
      "Visa",
      "Visa Electron",
    ]);
  });
});
