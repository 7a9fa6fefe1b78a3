/** Decisions about automatic purchases. Pure; amounts in kobo, days as dates. */
import type { RulesOf } from "@manilla/contract/abilities";
import { weekdayOf } from "@manilla/contract/cards/card-limits";
import type { BillPlanPeriod } from "@manilla/contract/payments/bill-plan-kinds";
import type * as calls from "@manilla/contract/payments/bill-plans";
import { addDays, dayInMonth } from "@manilla/credit";

export const planRules: RulesOf<Pick<typeof calls, "pause" | "resume" | "end">, { status: string }> = {
  pause: {},
  resume: {},
  end: {},
};

/** The first day after another one on which a purchase is due: of the week from Monday on, or of the month, in a shorter one its last. */
export function nextOn(every: BillPlanPeriod, on_day: number, after: string): string {
  if (every === "week") {
    const ahead = (on_day - weekdayOf(after) + 7) % 7;
    return addDays(after, ahead === 0 ? 7 : ahead);
  }
  const here = dayInMonth(after, 0, on_day);
  return here > after ? here : dayInMonth(after, 1, on_day);
}
