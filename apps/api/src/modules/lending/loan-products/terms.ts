/** From a product and a person to the one request that quote, offer, contract and schedule are all made of. Pure. */
import { counted, exactPercent, naira, plainRate } from "@manilla/contract/formats";
import { quoteRequest } from "@manilla/contract/lending/loans";
import type { productFee, productPenalty } from "@manilla/contract/lending/loan-products";
import type { z } from "zod";
import { penaltyOf } from "@manilla/credit";
import { InvalidFields } from "../../../errors.ts";

export type Terms = z.output<typeof quoteRequest>;
export type Fee = z.input<typeof productFee>;
export type Penalty = z.input<typeof productPenalty>;

export interface ProductVersion {
  annual_rate_percent: string;
  method: string;
  interest: string;
  day_count: string;
  frequency: string;
  minimum_principal_kobo: bigint;
  maximum_principal_kobo: bigint;
  minimum_instalments: number;
  maximum_instalments: number;
  rounding_multiple_kobo: bigint;
  rounding_mode: string;
  principal_grace: number;
  follows_salary_day: boolean;
  fees: Fee[];
}

const SHARE_SCALE = 1_000_000_000_000n;

/** A decimal percent as a fraction of 10^12. */
function scaled(percent: string): bigint {
  const [whole = "0", part = ""] = percent.split(".");
  return BigInt(whole) * SHARE_SCALE + BigInt(part.padEnd(12, "0").slice(0, 12));
}

/** `percent` of an amount, in kobo, HALF_UP as fees and VAT are (business-rules §1). */
export function shareOf(amount_kobo: bigint, percent: string): bigint {
  const scale = SHARE_SCALE * 100n;
  return (amount_kobo * scaled(percent) + scale / 2n) / scale;
}

/** What a fee comes to on this principal, VAT included, and the VAT in it. */
export function feeOf(fee: Fee, principal_kobo: bigint): { kobo: bigint; vat_kobo?: bigint } {
  const bare = (fee.percent ? shareOf(principal_kobo, fee.percent) : 0n) + BigInt(fee.kobo ?? 0);
  const vat_kobo = fee.vat_percent ? shareOf(bare, fee.vat_percent) : 0n;
  return { kobo: bare + vat_kobo, ...(vat_kobo > 0n && { vat_kobo }) };
}

/** The last day of a month, for a salary day that the month does not have. */
const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();
const isoDay = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/**
 * The first due date: the next salary day at least 14 days away where the product follows it, else a month from the start.
 * @param start business date, `yyyy-mm-dd`
 */
export function firstDueDate(start: string, salary_day: number | null): string {
  const [year = 0, month = 0, day = 0] = start.split("-").map(Number);
  for (let ahead = 0; ahead <= 3; ahead += 1) {
    const target = new Date(Date.UTC(year, month - 1 + ahead, 1));
    const [nextYear, nextMonth] = [target.getUTCFullYear(), target.getUTCMonth() + 1];
    const candidate = isoDay(nextYear, nextMonth, Math.min(salary_day ?? day, daysIn(nextYear, nextMonth)));
    const days = (Date.parse(candidate) - Date.parse(start)) / 86_400_000;
    if (salary_day === null ? ahead === 1 : days >= 14) return candidate;
  }
  return start;
}

/**
 * The terms that this product gives this person today.
 * @throws InvalidFields on `principal_kobo` or `instalments` outside the product's bounds
 */
export function termsOf(
  version: ProductVersion,
  ask: { principal_kobo: bigint; instalments: number },
  on: string,
  salary_day: number | null,
): Terms {
  const errors: Record<string, string[]> = {};
  if (ask.principal_kobo < version.minimum_principal_kobo)
    errors.principal_kobo = [`this field has to be at least ${naira(version.minimum_principal_kobo)}`];
  if (ask.principal_kobo > version.maximum_principal_kobo)
    errors.principal_kobo = [`this field has to be at most ${naira(version.maximum_principal_kobo)}`];
  if (ask.instalments < version.minimum_instalments)
    errors.instalments = [`this field has to be at least ${version.minimum_instalments}`];
  if (ask.instalments > version.maximum_instalments)
    errors.instalments = [`this field has to be at most ${version.maximum_instalments}`];
  if (Object.keys(errors).length > 0) throw new InvalidFields(errors);
  return {
    principal_kobo: ask.principal_kobo,
    annual_rate_percent: plainRate(version.annual_rate_percent),
    instalments: ask.instalments,
    frequency: version.frequency as Terms["frequency"],
    method: version.method as Terms["method"],
    interest: version.interest as Terms["interest"],
    day_count: version.day_count as Terms["day_count"],
    rounding_multiple_kobo: version.rounding_multiple_kobo,
    rounding_mode: version.rounding_mode as Terms["rounding_mode"],
    principal_grace: version.principal_grace,
    ...(version.follows_salary_day && salary_day !== null && { due_day: salary_day }),
    disbursed_on: on,
    first_due_on: firstDueDate(on, version.follows_salary_day ? salary_day : null),
    fees: version.fees.map((fee) => ({ name: fee.name, when: fee.when, ...feeOf(fee, ask.principal_kobo) })),
  };
}

/** The penalty in words. */
function penaltyInWords(penalty: Penalty, grace_days: number): string {
  const parts = {
    none: "no penalty",
    fixed: naira(penalty.kobo ?? 0),
    percentage: `${exactPercent(penalty.percent ?? "0")} of the overdue amount`,
    hybrid: `${naira(penalty.kobo ?? 0)} plus ${exactPercent(penalty.percent ?? "0")} of the overdue amount`,
  };
  if (penalty.kind === "none") return "No penalty is charged.";
  const least = penalty.minimum_kobo ? `, at least ${naira(penalty.minimum_kobo)}` : "";
  return `${parts[penalty.kind]}${least} for each late instalment after ${counted(grace_days, "day")} of grace, never compounding, at most ${exactPercent(penalty.cap_percent_a_month ?? "1")} a month of the overdue amount.`;
}

const EXAMPLE_DAYS = 7;

/** The same as one example in naira: an instalment that comes a week after the days of grace; nothing where nothing is charged. */
function lateExample({ kobo, minimum_kobo, ...rest }: Penalty, grace_days: number, instalment_kobo: bigint): string {
  const days_overdue = grace_days + EXAMPLE_DAYS;
  const charge = penaltyOf({
    terms: { ...rest, kobo: BigInt(kobo ?? 0), minimum_kobo: BigInt(minimum_kobo ?? 0) },
    grace_days,
    overdue_kobo: instalment_kobo,
    days_overdue,
    already_charged_kobo: 0n,
  });
  if (charge === 0n) return "";
  return ` For example: if ${naira(instalment_kobo)} comes ${counted(days_overdue, "day")} late, ${naira(charge)} is added once.`;
}

/** What being late costs, in words, for quote, offer letter and loan. @param instalment_kobo of which an example is made */
export const lateInWords = (
  version: { penalty: Penalty; grace_days: number; interest_on_overdue: boolean },
  instalment_kobo?: bigint,
): string =>
  penaltyInWords(version.penalty, version.grace_days) +
  (instalment_kobo === undefined ? "" : lateExample(version.penalty, version.grace_days, instalment_kobo)) +
  (version.interest_on_overdue
    ? " Overdue principal also bears interest at the rate of the loan until it is paid, after the last due date too; overdue interest, fees and penalties bear none."
    : "");

/** Terms as JSON keeps them in the database, and back. */
export const termsToJson = (terms: Terms): string =>
  JSON.stringify(terms, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value));

/** Terms as the contract has them: money comes back from JSON as `bigint`. */
export function termsFromJson(json: Record<string, unknown>): Terms {
  const parsed = quoteRequest.safeParse(json);
  if (!parsed.success) throw new Error("the stored terms of a loan are not readable");
  return parsed.data;
}
