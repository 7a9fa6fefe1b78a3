/** Card brand from the number's prefix (V053–V059; A76: public ranges, Visa Electron tested before Visa so that it is reachable). */

export const cardBrands = ["Visa Electron", "Visa", "Mastercard", "AMEX", "Discover", "Diners", "JCB"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Ranges of prefixes, both ends included; the number of digits of `from` says how many digits are compared. */
const ranges: readonly (readonly [CardBrand, from: string, to: string])[] = [
  ["Visa Electron", "4026", "4026"],
  ["Visa Electron", "417500", "417500"],
  ["Visa Electron", "4508", "4508"],
  ["Visa Electron", "4844", "4844"],
  ["Visa Electron", "4913", "4913"],
  ["Visa Electron", "4917", "4917"],
  ["Visa", "4", "4"],
  ["Mastercard", "51", "55"],
  ["Mastercard", "2221", "2720"],
  ["AMEX", "34", "34"],
  ["AMEX", "37", "37"],
  ["Discover", "6011", "6011"],
  ["Discover", "622126", "622925"],
  ["Discover", "644", "649"],
  ["Discover", "65", "65"],
  ["Diners", "300", "305"],
  ["Diners", "36", "36"],
  ["Diners", "38", "38"],
  ["JCB", "3528", "3589"],
];

/**
 * The brand of a card number, also of an unfinished one.
 * @param text digits, with or without blanks
 * @returns undefined while the digits do not decide
 */
export function cardBrandOf(text: string): CardBrand | undefined {
  const digits = text.replace(/\D/g, "");
  const found = ranges.find(([, from, to]) => {
    const prefix = digits.slice(0, from.length);
    return prefix.length === from.length && prefix >= from && prefix <= to;
  });
  return found?.[0];
}
