/** How the salary deductions of a pay day are worked from their page, by the employer's people. */
import { count, counted, day, naira } from "@manilla/contract/formats";
import type { Work } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { confirm, find, pay, sendBack } = calls.salaryDeductions;
export type File = Answer<typeof find>;

const SAYS: Readonly<Record<File["status"], string>> = {
  open: "Say for whom less was kept back, in the menu of the row. Then confirm: all others count as kept back whole.",
  confirmed: "Confirmed. It is paid from the wallet, by somebody else than who confirmed it.",
  paid: "Paid. Each loan gets its part now.",
  allocated: "Every loan has its part.",
  lapsed: "Nobody answered this file. The one of the next pay day asks for all of it again.",
};

const payrollSays = ({ handed_over_at, answered }: NonNullable<File["payroll"]>, people: number): string =>
  handed_over_at === null
    ? "Your payroll system is given this file in a moment."
    : answered < people
      ? `Your payroll system has answered ${count(answered)} of ${count(people)}. What has no answer counts as kept back whole.`
      : "Your payroll system has answered. Look at what it says, change what is wrong, and confirm.";

function saysOf({ status, payroll, people, available_kobo, deducted_kobo, abilities }: File): string {
  if (status === "open" && !("confirm" in abilities)) return "Your HR says for whom less was kept back, and confirms.";
  if (status === "confirmed" && available_kobo !== null && available_kobo < deducted_kobo)
    return `The wallet has ${naira(deducted_kobo - available_kobo)} too little. Transfer the money to its account number, then pay.`;
  return status === "open" && payroll ? payrollSays(payroll, people) : SAYS[status];
}

const ACTS: Partial<Record<File["status"], string>> = { open: "confirm", confirmed: "pay" };

export const fileWork: Work<File> = {
  acts: () => [confirm, pay, sendBack],
  next: (file) => ({ says: saysOf(file), acts: [ACTS[file.status] ?? ""] }),
  beside: ["send_back"],
};

/** The warning about a file that was not paid in time. */
export const unpaidWords = ({ unpaid_days, shielded_until }: File): string | null =>
  unpaid_days === null
    ? null
    : `Kept back, not paid, ${counted(unpaid_days, "day")}. Its people are charged penalties and their cards are debited since ${day(shielded_until)} is over.`;
