/** One entry point: the same request makes quote, offer letter, contract and schedule, so that the four can never differ. */
import { anchorDay, dueDates, isBusinessDate, periodsAYear } from "./calendar.ts";
import { type Fraction, fraction, multiply, parsePercent, printDecimal } from "./decimal.ts";
import { effectiveAnnualRate } from "./irr.ts";
import { type Plan, solve } from "./schedule.ts";
import { type Instalment, type Quote, QuoteError, type QuoteRequest, type Totals } from "./types.ts";

/** What JSON carries exactly; a schedule whose sums go beyond it is refused. */
const LARGEST_AMOUNT = BigInt(Number.MAX_SAFE_INTEGER);
const MAX_INSTALMENTS = 360;
const HIGHEST_RATE = fraction(10n);
/** Effective annual share beyond which the fees have eaten the loan, and which no column holds: a billion percent. */
const HIGHEST_IRR = 10_000_000n;
const LATEST_DUE_DATE = "9999-12-31";

type Complete = Required<Omit<QuoteRequest, "due_day">> & Pick<QuoteRequest, "due_day">;

function withDefaults(request: QuoteRequest): Complete {
  return {
    ...request,
    frequency: request.frequency ?? "monthly",
    interest: request.interest ?? "per_period",
    day_count: request.day_count ?? "actual/365",
    rounding_multiple_kobo: request.rounding_multiple_kobo ?? 1n,
    rounding_mode: request.rounding_mode ?? "nearest",
    principal_grace: request.principal_grace ?? 0,
    fees: request.fees ?? [],
    equity_contribution_kobo: request.equity_contribution_kobo ?? 0n,
    interest_moratorium: request.interest_moratorium ?? 0,
  };
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

function rateOf(request: QuoteRequest): Fraction {
  let rate: Fraction;
  try {
    rate = parsePercent(request.annual_rate_percent);
  } catch {
    throw new QuoteError("annual_rate_percent", "this field must be a decimal number, for example 15.5");
  }
  if (rate.numerator > HIGHEST_RATE.numerator * rate.denominator)
    throw new QuoteError("annual_rate_percent", "this field has to be at most 1000");
  return rate;
}

function checkChoices(request: Complete): void {
  const choices: readonly (readonly [keyof Complete, readonly unknown[]])[] = [
    ["frequency", ["monthly", "weekly", "biweekly"]],
    ["method", ["flat", "declining", "equal_principal"]],
    ["interest", ["per_period", "daily"]],
    ["day_count", ["actual/365", "actual/360", "30/360", "actual/actual"]],
    ["rounding_mode", ["nearest", "up"]],
  ];
  for (const [field, allowed] of choices) {
    if (!allowed.includes(request[field]))
      throw new QuoteError(field, `this field has to be one of ${allowed.join(", ")}`);
  }
  if (request.interest === "daily" && request.method !== "declining")
    throw new QuoteError("interest", "daily interest goes with the declining method only");
}

function checkDates(request: Complete): void {
  if (!isBusinessDate(request.disbursed_on))
    throw new QuoteError("disbursed_on", "this field must be a date, for example 2026-01-31");
  if (!isBusinessDate(request.first_due_on))
    throw new QuoteError("first_due_on", "this field must be a date, for example 2026-02-28");
  if (request.first_due_on <= request.disbursed_on)
    throw new QuoteError("first_due_on", "the first due date has to be after the disbursement");
  if (request.due_day !== undefined && !isWhole(request.due_day, 1, 31))
    throw new QuoteError("due_day", "this field has to be a day of the month, 1 to 31");
  // 360 months after it there has to be a calendar still.
  if (Number(request.first_due_on.slice(0, 4)) > Number(LATEST_DUE_DATE.slice(0, 4)) - 31)
    throw new QuoteError("first_due_on", "this date is too far away");
}

function checkAmounts(request: Complete): void {
  if (request.principal_kobo < 1n) throw new QuoteError("principal_kobo", "this field has to be at least 1");
  if (request.principal_kobo > LARGEST_AMOUNT) throw new QuoteError("principal_kobo", "this amount is too large");
  if (!isWhole(request.instalments, 1, MAX_INSTALMENTS))
    throw new QuoteError("instalments", `this field has to be a whole number from 1 to ${MAX_INSTALMENTS}`);
  if (request.rounding_multiple_kobo < 1n)
    throw new QuoteError("rounding_multiple_kobo", "this field has to be at least 1");
  if (!isWhole(request.principal_grace, 0, request.instalments - 1))
    throw new QuoteError("principal_grace", "this field has to be less than the number of instalments");
  if (!isWhole(request.interest_moratorium, 0, request.instalments))
    throw new QuoteError("interest_moratorium", "this field cannot exceed the number of instalments");
  const equity = request.equity_contribution_kobo;
  if (equity < 0n || equity >= request.principal_kobo)
    throw new QuoteError("equity_contribution_kobo", "this field has to be less than the principal");
  for (const [index, fee] of request.fees.entries()) {
    if (fee.kobo < 0n) throw new QuoteError(`fees.${index}.kobo`, "this field has to be at least 0");
    if (fee.vat_kobo !== undefined && (fee.vat_kobo < 0n || fee.vat_kobo > fee.kobo))
      throw new QuoteError(`fees.${index}.vat_kobo`, "the VAT cannot exceed the fee");
    if (fee.when !== "upfront" && fee.when !== "each_instalment")
      throw new QuoteError(`fees.${index}.when`, "this field has to be one of upfront, each_instalment");
  }
}

const feesOf = (request: Complete, when: "upfront" | "each_instalment"): bigint =>
  request.fees.reduce((sum, fee) => (fee.when === when ? sum + fee.kobo : sum), 0n);

/** The engine's plan of a request; restructuring and prepayment start from the same one. */
export function planOf(request: QuoteRequest): Plan {
  const complete = withDefaults(request);
  checkChoices(complete);
  checkAmounts(complete);
  checkDates(complete);
  const anchor = anchorDay(complete.disbursed_on, complete.first_due_on, complete.due_day);
  return {
    balance_kobo: complete.principal_kobo - complete.equity_contribution_kobo,
    annual_rate: rateOf(complete),
    periods_a_year: periodsAYear(complete.frequency),
    starts_on: complete.disbursed_on,
    due_dates: dueDates(complete.first_due_on, complete.instalments, complete.frequency, anchor),
    method: complete.method,
    interest: complete.interest,
    day_count: complete.day_count,
    rounding_multiple_kobo: complete.rounding_multiple_kobo,
    rounding_mode: complete.rounding_mode,
    principal_grace: complete.principal_grace,
    interest_moratorium: complete.interest_moratorium,
    fees_each_kobo: feesOf(complete, "each_instalment"),
    first_number: 1,
  };
}

function equityRow(request: Complete): Instalment[] {
  const kobo = request.equity_contribution_kobo;
  if (kobo === 0n) return [];
  return [
    {
      number: 0,
      due_on: request.disbursed_on,
      principal_kobo: kobo,
      interest_kobo: 0n,
      fees_kobo: 0n,
      total_kobo: kobo,
      balance_kobo: request.principal_kobo - kobo,
    },
  ];
}

/** The VAT inside the fees of a request, of those taken at once or of all over its instalments. */
export const vatOf = ({ fees = [], instalments }: QuoteRequest, which: "upfront" | "all" = "all"): bigint =>
  fees.reduce((sum, { when, vat_kobo = 0n }) => {
    if (when === "upfront") return sum + vat_kobo;
    return which === "all" ? sum + vat_kobo * BigInt(instalments) : sum;
  }, 0n);

/** Sums of a schedule; upfront fees are part of what the loan costs though no instalment carries them. */
function totalsOf(instalments: readonly Instalment[], request: Complete): Totals {
  const sum = (part: "principal_kobo" | "interest_kobo" | "fees_kobo" | "total_kobo") =>
    instalments.reduce((total, row) => total + row[part], 0n);
  const upfront_kobo = feesOf(request, "upfront");
  return {
    principal_kobo: sum("principal_kobo"),
    interest_kobo: sum("interest_kobo"),
    fees_kobo: sum("fees_kobo") + upfront_kobo,
    total_kobo: sum("total_kobo") + upfront_kobo,
    vat_kobo: vatOf(request),
    received_kobo: request.principal_kobo - request.equity_contribution_kobo - upfront_kobo,
    repaid_kobo: sum("total_kobo"),
  };
}

/** Where there are fees they have eaten the loan; else its rate, over a first period that may be decades long, costs more than can be stated. */
function refuseCost(fees_kobo: bigint): never {
  if (fees_kobo > 0n) throw new QuoteError("fees", "these fees leave nothing of the loan");
  throw new QuoteError("annual_rate_percent", "this rate costs more than can be stated over these dates");
}

/**
 * What a loan costs, instalment by instalment. Money in kobo, rates in percent a year.
 * @throws QuoteError naming the field when the request makes no loan
 */
export function quote(request: QuoteRequest): Quote {
  const complete = withDefaults(request);
  const plan = planOf(request);
  const rows = solve(plan);
  const instalments = [...equityRow(complete), ...rows];
  const totals = totalsOf(instalments, complete);
  if (totals.total_kobo > LARGEST_AMOUNT)
    throw new QuoteError("principal_kobo", "this loan adds up to more than can be stated");
  const rate = effectiveAnnualRate(
    totals.received_kobo,
    rows.map(({ total_kobo }) => total_kobo),
    plan.periods_a_year,
  );
  if (rate === undefined || rate.numerator > HIGHEST_IRR * rate.denominator) refuseCost(totals.fees_kobo);
  return { instalments, totals, irr_percent: printDecimal(multiply(rate, fraction(100n)), 2) };
}
