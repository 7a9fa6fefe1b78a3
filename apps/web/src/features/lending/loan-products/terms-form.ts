import { isoDay } from "@manilla/contract/formats";
import type { Values } from "../../../shared/form/use-call-form.tsx";
import type { QuoteTerms } from "../../../shared/quote/quote-cost.tsx";
import { ORDERS, type Terms } from "./product-words.ts";

/** As many fees as the form has rows for; the contract takes ten. */
export const MAX_FEES = 10;

/** Fields whose name in the form differs from the call's. */
const renamed: Record<string, string> = {
  "penalty.kind": "penalty_kind",
  "penalty.kobo": "penalty_kobo",
  "penalty.percent": "penalty_percent",
  "penalty.minimum_kobo": "penalty_minimum_kobo",
  "penalty.cap_percent_a_month": "penalty_cap",
  "materiality.floor_kobo": "materiality_floor_kobo",
  "materiality.share_percent": "materiality_percent",
};

/** The form's field for one that the server names: `version.annual_rate_percent`, `penalty.kobo`, `fees.2.vat_percent`. */
export function fieldOfTerms(name: string): string {
  const own = name.replace(/^version\./, "");
  const [, at, part] = /^fees\.(\d+)\.(\w+)$/.exec(own) ?? [];
  if (part !== undefined) return `fee_${part.replace("vat_percent", "vat")}_${at}`;
  return renamed[own] ?? own.replace(/^allocation_order\..*$/, "allocation_order");
}

const required = (names: readonly string[], rule: string): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, rule]));
export const termsRules: Record<string, string> = {
  ...required(
    [
      "valid_from",
      "annual_rate_percent",
      "method",
      "interest",
      "day_count",
      "rounding_mode",
      "settlement_interest",
      "minimum_principal_kobo",
      "maximum_principal_kobo",
      "rounding_multiple_kobo",
      "penalty_kind",
      "allocation_order",
    ],
    "required",
  ),
  ...required(["minimum_instalments", "maximum_instalments"], "required|number|min:1|max:360"),
  ...required(["principal_grace", "grace_days"], "required|number|max:60"),
  offer_valid_days: "required|number|min:1|max:90",
  penalty_cap: "required",
  penalty_minimum_kobo: "nullable",
  materiality_floor_kobo: "nullable",
  materiality_percent: "nullable|numeric|min:0.01|max:100",
};

/** The form's fields from terms that hold, or from a cautious beginning. @param tomorrow the first day on which new terms may begin */
export function valuesOf(terms: Terms | null, tomorrow: string): Values {
  const fees = Object.fromEntries(
    (terms?.fees ?? []).flatMap((fee, index) => [
      [`fee_name_${index}`, fee.name],
      [`fee_when_${index}`, fee.when],
      [`fee_percent_${index}`, fee.percent ?? ""],
      [`fee_kobo_${index}`, fee.kobo ?? null],
      [`fee_vat_${index}`, fee.vat_percent ?? ""],
    ]),
  );
  return {
    valid_from: tomorrow,
    annual_rate_percent: terms?.annual_rate_percent ?? "",
    method: terms?.method ?? "declining",
    interest: terms?.interest ?? "per_period",
    day_count: terms?.day_count ?? "actual/365",
    minimum_principal_kobo: terms?.minimum_principal_kobo ?? null,
    maximum_principal_kobo: terms?.maximum_principal_kobo ?? null,
    minimum_instalments: String(terms?.minimum_instalments ?? 1),
    maximum_instalments: String(terms?.maximum_instalments ?? 12),
    rounding_multiple_kobo: terms?.rounding_multiple_kobo ?? 100,
    rounding_mode: terms?.rounding_mode ?? "nearest",
    principal_grace: String(terms?.principal_grace ?? 0),
    follows_salary_day: terms?.follows_salary_day ?? true,
    fee_count: terms?.fees.length ?? 0,
    ...fees,
    penalty_kind: terms?.penalty.kind ?? "none",
    penalty_kobo: terms?.penalty.kobo ?? null,
    penalty_percent: terms?.penalty.percent ?? "",
    penalty_cap: terms?.penalty.cap_percent_a_month ?? "1",
    penalty_minimum_kobo: terms?.penalty.minimum_kobo ?? null,
    materiality_floor_kobo: terms?.materiality?.floor_kobo ?? null,
    materiality_percent: terms?.materiality?.share_percent ?? "",
    allocation_order: (terms?.allocation_order ?? ORDERS[0] ?? []).join(),
    grace_days: String(terms?.grace_days ?? 3),
    settlement_interest: terms?.settlement_interest ?? "to_date",
    interest_on_overdue: terms?.interest_on_overdue ?? false,
    bureau_reports_required: String(terms?.bureau_reports_required ?? 0),
    flat_prepayment: terms?.flat_prepayment ?? "proportional",
    offer_valid_days: String(terms?.offer_valid_days ?? 7),
  };
}

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : "";
const kobo = (value: unknown): number | undefined => (typeof value === "number" && value > 0 ? value : undefined);

function feesOf(values: Values): Terms["fees"] {
  return Array.from({ length: Number(values["fee_count"] ?? 0) }, (_, index) => {
    const [share, vat, sum] = [
      text(values[`fee_percent_${index}`]),
      text(values[`fee_vat_${index}`]),
      kobo(values[`fee_kobo_${index}`]),
    ];
    return {
      name: text(values[`fee_name_${index}`]),
      when: values[`fee_when_${index}`] === "each_instalment" ? ("each_instalment" as const) : ("upfront" as const),
      ...(share && { percent: share }),
      ...(sum && { kobo: sum }),
      ...(vat && { vat_percent: vat }),
    };
  }).filter(({ name }) => name !== "");
}

function penaltyOf(values: Values): Terms["penalty"] {
  const [share, sum, least] = [
    text(values["penalty_percent"]),
    kobo(values["penalty_kobo"]),
    kobo(values["penalty_minimum_kobo"]),
  ];
  const kind = text(values["penalty_kind"]) as Terms["penalty"]["kind"];
  const [hasShare, hasSum] = [kind === "percentage" || kind === "hybrid", kind === "fixed" || kind === "hybrid"];
  return {
    kind,
    cap_percent_a_month: text(values["penalty_cap"]) || "1",
    ...(hasShare && share && { percent: share }),
    ...(hasSum && sum && { kobo: sum }),
    ...(hasShare && least && { minimum_kobo: least }),
  };
}

function materialityOf(values: Values): Terms["materiality"] {
  const [floor, share] = [kobo(values["materiality_floor_kobo"]), text(values["materiality_percent"])];
  return { ...(floor && { floor_kobo: floor }), ...(share && { share_percent: share }) };
}

/** The body of the call from the form's fields. */
export function termsOf(values: Values): Terms {
  return {
    valid_from: text(values["valid_from"]),
    annual_rate_percent: text(values["annual_rate_percent"]),
    method: text(values["method"]) as Terms["method"],
    interest: text(values["interest"]) as Terms["interest"],
    day_count: text(values["day_count"]) as Terms["day_count"],
    minimum_principal_kobo: kobo(values["minimum_principal_kobo"]) ?? 0,
    maximum_principal_kobo: kobo(values["maximum_principal_kobo"]) ?? 0,
    minimum_instalments: Number(values["minimum_instalments"]),
    maximum_instalments: Number(values["maximum_instalments"]),
    rounding_multiple_kobo: kobo(values["rounding_multiple_kobo"]) ?? 1,
    rounding_mode: text(values["rounding_mode"]) as Terms["rounding_mode"],
    principal_grace: Number(values["principal_grace"]),
    follows_salary_day: values["follows_salary_day"] === true,
    fees: feesOf(values),
    penalty: penaltyOf(values),
    grace_days: Number(values["grace_days"]),
    materiality: materialityOf(values),
    allocation_order: text(values["allocation_order"]).split(",") as NonNullable<Terms["allocation_order"]>,
    settlement_interest: text(values["settlement_interest"]) as Terms["settlement_interest"],
    interest_on_overdue: values["interest_on_overdue"] === true,
    bureau_reports_required: Number(values["bureau_reports_required"]),
    flat_prepayment: text(values["flat_prepayment"]) as NonNullable<Terms["flat_prepayment"]>,
    offer_valid_days: Number(values["offer_valid_days"]),
  };
}

const RATE = /^\d{1,4}(\.\d{1,12})?$/;
const HUNDREDTHS = 10_000;
/** A share of an amount in kobo for the preview, HALF_UP; the server's own figures hold. */
const shareOf = (amount: number, percent: string | undefined): number =>
  percent && RATE.test(percent) ? Math.round((amount * Math.round(Number(percent) * 100)) / HUNDREDTHS) : 0;
const monthAfter = (day: string): string => {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return isoDay(new Date(Date.UTC(year, month, Math.min(date, 28))));
};

/** The request of a trial quote under these terms. @returns undefined while the terms make no loan yet */
export function trialOf(terms: Terms, principal_kobo: number, instalments: number): QuoteTerms | undefined {
  if (
    !RATE.test(terms.annual_rate_percent) ||
    principal_kobo <= 0 ||
    !Number.isInteger(instalments) ||
    instalments < 1 ||
    instalments > 360 ||
    !/^\d{4}-\d{2}-\d{2}$/.test(terms.valid_from)
  )
    return undefined;
  return {
    principal_kobo,
    instalments,
    annual_rate_percent: terms.annual_rate_percent,
    frequency: "monthly",
    method: terms.method,
    interest: terms.interest,
    day_count: terms.day_count,
    rounding_multiple_kobo: terms.rounding_multiple_kobo,
    rounding_mode: terms.rounding_mode,
    principal_grace: Math.min(terms.principal_grace, instalments - 1),
    disbursed_on: terms.valid_from,
    first_due_on: monthAfter(terms.valid_from),
    fees: terms.fees.map((fee) => {
      const bare = shareOf(principal_kobo, fee.percent) + (fee.kobo ?? 0);
      return { name: fee.name, when: fee.when, kobo: bare + shareOf(bare, fee.vat_percent) };
    }),
  };
}
