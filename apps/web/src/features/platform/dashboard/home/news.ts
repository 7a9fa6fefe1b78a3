/** What is new for a person, several notices of what is overdue as one. Pure. */
import { counted, day, naira } from "@manilla/contract/formats";
import { OVERDUE_NOTICE } from "@manilla/contract/lending/notice-titles";
import type { Answer } from "../../../../shared/api/call.ts";
import type { calls } from "../../../../shared/api/calls.gen.ts";
import type { Owing } from "../../../../shared/loans/owing.ts";

export type Notice = Answer<typeof calls.notifications.unread>["data"][number];

/** @param notices the newest first @param owing what is owed now, which is what the summary says */
export function newsOf(notices: readonly Notice[], owing: readonly Owing[]): Notice[] {
  const told = notices.filter(({ title }) => title === OVERDUE_NOTICE);
  const [newest] = told;
  if (!newest || told.length === 1) return [...notices];
  const late = owing.flatMap(({ loan, open }) =>
    open.filter(({ days_past_due }) => days_past_due > 0).map(({ due_on }) => ({ due_on, reference: loan.reference })),
  );
  const oldest = late.toSorted((one, two) => one.due_on.localeCompare(two.due_on))[0];
  const overdue_kobo = owing.reduce((sum, each) => sum + each.overdue_kobo, 0);
  const summed: Notice = oldest
    ? {
        ...newest,
        title: late.length === 1 ? OVERDUE_NOTICE : `${counted(late.length, "repayment")} are overdue`,
        body: `${naira(overdue_kobo)} in all. ${late.length === 1 ? "It was" : "The oldest was"} due on ${day(oldest.due_on)}, for ${oldest.reference}. Please pay now to avoid further penalties.`,
      }
    : newest;
  return notices.flatMap((notice) => (notice === newest ? [summed] : told.includes(notice) ? [] : [notice]));
}
