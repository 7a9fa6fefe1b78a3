/** What a card may be used for: the controls as rules, screens and forms read them. No zod. */
import { weekdays as weekdayWords, weekdaysInWords } from "../weekdays.ts";
import type { Channel, LimitPeriod } from "./decline-reasons.ts";
import type { MerchantCategory } from "./merchant-categories.ts";

/** Who set them: a card of a company has its company's and, tighter, its holder's. Both apply. */
export const controllers = ["company", "holder"] as const;
export type Controller = (typeof controllers)[number];

/** Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;
export { weekdayWords, weekdaysInWords };

/** Limits in kobo; null where there is none. An empty list of what is allowed allows everything. */
export interface Controls {
  limits: Readonly<Record<LimitPeriod, bigint | null>>;
  /** Payments in a day. */
  day_count: number | null;
  allowed_categories: readonly MerchantCategory[];
  blocked_categories: readonly MerchantCategory[];
  /** Parts of the names of shops, any spelling of capitals. */
  allowed_merchants: readonly string[];
  blocked_merchants: readonly string[];
  channels: readonly Channel[];
  /** Two letters each (ISO 3166). */
  countries: readonly string[];
  weekdays: readonly number[];
  /** Full hours of the day in Africa/Lagos: from the first until before the second; null: all day. */
  from_hour: number | null;
  to_hour: number | null;
  /** Restaurants and taxis may take that much more than a limit has left, in percent of the payment. */
  tips_percent: number;
}

export const noControls: Controls = {
  limits: { per_authorisation: null, day: null, week: null, month: null, year: null, all_time: null },
  day_count: null,
  allowed_categories: [],
  blocked_categories: [],
  allowed_merchants: [],
  blocked_merchants: [],
  channels: [],
  countries: [],
  weekdays: [],
  from_hour: null,
  to_hour: null,
  tips_percent: 0,
};

/** The credit of a company's card as a limit: the most that it draws in a month, whatever part of the line its holder has. None for other cards. */
export const grantedOf = ({ kind, limit_kobo }: { kind: string; limit_kobo: bigint | null }): Controls[] =>
  kind === "company_credit" && limit_kobo !== null
    ? [{ ...noControls, limits: { ...noControls.limits, month: limit_kobo } }]
    : [];

/** When a card pays, in words: "Monday to Friday, from 8:00 to 18:00". */
export function hoursInWords({
  weekdays: days,
  from_hour,
  to_hour,
}: Pick<Controls, "weekdays" | "from_hour" | "to_hour">): string {
  const hours = from_hour === null || to_hour === null ? "" : `from ${from_hour}:00 to ${to_hour}:00`;
  const on = days.length > 0 && days.length < 7 ? `on ${weekdaysInWords(days)}` : "";
  return [on, hours].filter(Boolean).join(", ") || "at any time";
}
