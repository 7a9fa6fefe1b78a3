import { monthOf } from "@manilla/credit";

/** Months before this one count as reported: what belongs to them is booked on the first day of this month. */
export const bookedOn = (received_on: string, on: string): string =>
  monthOf(received_on) === monthOf(on) ? received_on : `${monthOf(on)}-01`;
