import { machine } from "../machine.ts";

/** What an employer keeps back from its people's pay on one pay day: asked, answered, paid, given to the loans. */
export const deductionFileStates = machine({
  noun: "deduction file",
  table: "deduction_files",
  initial: ["open"],
  states: ["open", "confirmed", "paid", "allocated", "lapsed"],
  transitions: [
    { action: "confirm", from: ["open"], to: "confirmed", by: "company:can_update_staff" },
    { action: "send_back", from: ["confirmed"], to: "open", by: "company:can_fund_debit_wallet" },
    { action: "pay", from: ["confirmed"], to: "paid", by: "company:can_fund_debit_wallet", posts: "pay_deductions" },
    // Nothing was kept back from anybody.
    { action: "end_empty", from: ["confirmed"], to: "allocated", by: "system" },
    { action: "allocate", from: ["paid"], to: "allocated", by: "system", posts: "repay" },
    // The file of the next pay day asks for all of it again.
    { action: "lapse", from: ["open"], to: "lapsed", by: "system" },
  ],
});

/** Why less was kept back from somebody's pay than was asked: a closed list, so that the reasons can be counted. */
export const shortfallReasons = ["left", "leave", "part"] as const;
export type ShortfallReason = (typeof shortfallReasons)[number];

/** As they are read. */
export const shortfallWords: Readonly<Record<ShortfallReason, string>> = {
  left: "Has left the company",
  leave: "On leave without pay",
  part: "The pay did not cover all of it",
};
