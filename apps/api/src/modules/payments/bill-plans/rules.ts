/** Decisions about automatic purchases. Pure; amounts in kobo, days as dates. */
import type { RulesOf } from "@manilla/contract/abilities";
import { weekdayOf } from "@manilla/contract/cards/card-limits";
import type { BillPlanPeriod } from "@manilla/contract/payments/bill-plan-kinds";
import type * as calls from "@manilla/contract/payments/bill-plans";
import { addDays } from "@manilla/credit";

export const planRules: RulesOf<Pick<typeof calls, "pause" | "resume" | "end">, { status: string }> = {
  pause: {},
  resume: {},
  end: {},
};

const monthOf = (day: string): string => day.slice(0, 7);

/** The last day of a day's month. */
function endOfMonth(day: string): string {
  let last = `${monthOf(day)}-28`;
  while (monthOf(addDays(last, 1)) === monthOf(day)) last = addDays(last, 1);
  return last;
}

/** The first day after another one on which a purchase is due: of the week from Monday on, or of the month, in a shorter one its last. */
export function nextOn(every: BillPlanPeriod, on_day: number, after: string): string {
  if (every === "week") {
    const ahead = (on_day - weekdayOf(after) + 7) % 7;
    return addDays(after, ahead === 0 ? 7 : ahead);
  }
  const inMonth = (day: string): string => {
    const last = endOfMonth(day);
    const wanted = `${monthOf(day)}-${String(on_day).padStart(2, "0")}`;
    return wanted > last ? last : wanted;
  };
  const here = inMonth(after);
  return here > after ? here : inMonth(addDays(endOfMonth(after), 1));
}
