/** What a line of an expense request may be, and how its amount is made. No zod: the browser computes with it too. Amounts in kobo. */

/** Paid by themselves; the company shall buy it; money beforehand; what was spent of that money; kilometres; days away. */
export const requestKinds = ["reimbursement", "purchase", "advance", "retirement", "mileage", "per_diem"] as const;
export type RequestKind = (typeof requestKinds)[number];
export const requestKindWords: Readonly<Record<RequestKind, string>> = {
  reimbursement: "I paid it myself",
  purchase: "The company shall buy it",
  advance: "Money beforehand",
  retirement: "What I spent of an advance",
  mileage: "Kilometres in my own car",
  per_diem: "Days away",
};
/** Those of whose lines there is no receipt. */
export const withoutReceipt: readonly RequestKind[] = ["mileage", "per_diem", "advance"];
/** Those whose receipt is there when they are requested, where there is one. */
export const alreadySpent: readonly RequestKind[] = ["reimbursement", "retirement"];
/** Those in which the person's own money was spent: the company owes it to them, also when they have left. */
export const paidBack: readonly RequestKind[] = ["reimbursement", "mileage", "per_diem"];
/** Those whose amount is units × rate. */
export const byUnits: readonly RequestKind[] = ["mileage", "per_diem"];

/** Foreign currencies of two decimals: their hundredths × the rate are kobo. */
export const foreignCurrencies = ["USD", "EUR", "GBP", "GHS", "KES", "ZAR", "CNY", "INR", "AED", "CAD"] as const;
export type ForeignCurrency = (typeof foreignCurrencies)[number];

/** By how much a typed rate may differ from the published one before it is flagged, in percent, where the company has set nothing. */
export const RATE_TOLERANCE_PERCENT = 5;

/** An exact decimal as a fraction. */
function fractionOf(decimal: string): [bigint, bigint] {
  const [whole = "0", part = ""] = decimal.split(".");
  return [BigInt(whole + part), 10n ** BigInt(part.length)];
}

/** The whole number nearest to a fraction that is not negative; of two equally near the even one. */
function halfEven(numerator: bigint, denominator: bigint): bigint {
  const [floor, rest] = [numerator / denominator, (numerator % denominator) * 2n];
  return rest > denominator || (rest === denominator && floor % 2n === 1n) ? floor + 1n : floor;
}

/** Units (kilometres, days: an exact decimal) × what one of them is paid, in kobo, rounded half to even. */
export function amountOfUnits(units: string, rate_kobo: bigint): bigint {
  const [numerator, denominator] = fractionOf(units);
  return halfEven(numerator * rate_kobo, denominator);
}

/** An amount in hundredths of a foreign currency at naira a unit (an exact decimal), in kobo, rounded half to even. */
export const nairaOfForeign = (hundredths: bigint, rate: string): bigint => amountOfUnits(rate, hundredths);

/** An amount in equal parts, to the kobo: what does not divide goes to the first ones. */
export function splitEvenly(amount_kobo: bigint, parts: number): bigint[] {
  const each = amount_kobo / BigInt(parts);
  const rest = Number(amount_kobo % BigInt(parts));
  return Array.from({ length: parts }, (_, at) => (at < rest ? each + 1n : each));
}

/** What of an amount its parts do not reach, or exceed (negative): nothing where they are the whole. */
export const unsplit = (amount_kobo: bigint, parts: readonly bigint[]): bigint =>
  parts.reduce((left, part) => left - part, amount_kobo);
