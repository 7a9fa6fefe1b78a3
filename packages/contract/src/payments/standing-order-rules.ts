/** When a standing order pays, and when it ends. No zod: the browser reads it. */
import { weekdays } from "../weekdays.ts";

export const repeats = {
  week: "Every week",
  month: "Every month",
  last_day: "On the last day of the month",
  last_working_day: "On the last working day of the month",
} as const;
export type Repeat = keyof typeof repeats;
export const repeatNames = Object.keys(repeats) as [Repeat, ...Repeat[]];

export { weekdays };

export const orderEnds = { never: "Until I end it", after: "After a number of dates", on: "On a day" } as const;
export type OrderEnd = keyof typeof orderEnds;
export const orderEndNames = Object.keys(orderEnds) as [OrderEnd, ...OrderEnd[]];

/** "Every month on the 25th". */
export function repeatInWords(repeat: Repeat, on_day: number | null): string {
  if (repeat === "week") return `Every ${weekdays[(on_day ?? 1) - 1]}`;
  return repeat === "month" ? `Every month on day ${on_day ?? 1}` : repeats[repeat];
}
