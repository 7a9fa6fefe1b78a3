import { randomInt } from "node:crypto";
import type { IssuerCard } from "./state.ts";

/** The digit that makes a number pass Luhn's check. */
export function checkDigit(stem: string): string {
  const sum = [...stem].toReversed().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

const PREFIXES: Readonly<Record<string, string>> = {
  Verve: "506105",
  MasterCard: "531886",
  Visa: "408408",
  AfriGo: "564000",
};
const YEARS = 3;

/** A number that no other card of this issuer has, with its code and its last month. @param today `yyyy-mm-dd` */
export function newNumber(
  brand: string,
  today: string,
  taken: ReadonlySet<string>,
): Pick<IssuerCard, "pan" | "cvv" | "expiryMonth" | "expiryYear"> {
  for (;;) {
    const stem = `${PREFIXES[brand] ?? "506105"}${String(randomInt(1_000_000_000)).padStart(9, "0")}`;
    const pan = stem + checkDigit(stem);
    if (taken.has(pan)) continue;
    return {
      pan,
      cvv: String(randomInt(1_000)).padStart(3, "0"),
      expiryMonth: today.slice(5, 7),
      expiryYear: String(Number(today.slice(0, 4)) + YEARS),
    };
  }
}
