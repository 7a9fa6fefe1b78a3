import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";

export type Item = Answer<typeof calls.reconciliation.find>["item"];
export type Status = Item["status"];

/** What has to be looked at. What is expected is no exception; what is missing is. */
export const exceptions: readonly Status[] = ["missing", "over", "short", "mismatch"];
export const isException = (status: Status): boolean => exceptions.includes(status);

const subjects: Record<string, string> = {
  payout: "Payout",
  receipt: "Receipt",
  bank_line: "Line of the bank",
  unidentified_receipt: "Unidentified money",
  webhook: "Message of the provider",
};
export const subjectName = (subject: string): string => subjects[subject] ?? subject;

/** Where the books show what a row is about. */
export const bookedAt = (item: Item): string | undefined =>
  ["payout", "receipt"].includes(item.subject_type)
    ? `/admin/books/${item.subject_type}/${item.subject_id}`
    : undefined;

/** Can be decided by a person. */
export const isOpen = (status: Status): boolean => status === "expected" || isException(status);
