/** What lists say of an expense. */
import { naira } from "@manilla/contract/formats";

/** Whether its receipt is there. */
export const receiptWords = (of: { has_receipt: boolean; wants_receipt: boolean }): string =>
  of.has_receipt ? "Yes" : of.wants_receipt ? "No" : "Not needed";

/** Its amount; of a part also what it is a part of. */
export const partWords = (of: { amount_kobo: number; whole_kobo: number | null }): string =>
  of.whole_kobo === null ? naira(of.amount_kobo) : `${naira(of.amount_kobo)} of ${naira(of.whole_kobo)}`;
