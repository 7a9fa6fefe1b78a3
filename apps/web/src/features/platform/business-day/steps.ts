import { count, naira } from "@manilla/contract/formats";
import type { closeSteps } from "@manilla/contract/platform/business-day";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { RowOf } from "../../../shared/list/list-page.tsx";

export type BusinessDay = RowOf<typeof calls.businessDay.listAll>;

const names: Readonly<Record<(typeof closeSteps)[number], string>> = {
  accrue: "Interest accrued",
  fall_due: "Instalments due",
  interest_on_overdue: "Interest on overdue",
  collect: "Cards debited",
  deduction_shields: "Instalments that payrolls keep back",
  penalties: "Penalties",
  arrears: "Arrears",
  provide: "Loss allowance",
  offers: "Old offers",
  time_requests: "Requests for time that ended",
  plans: "Companies’ plans",
  plan_ends: "Plans that end",
  line_interest: "Interest on companies’ lines",
  line_offers: "Old offers of lines",
  line_dues: "Statements of lines due",
  line_statements: "Statements of lines",
  card_line_interest: "Interest on credit cards",
  card_bank_debits: "Credit cards paid from banks",
  card_dues: "Statements of credit cards due",
  card_statements: "Statements of credit cards",
  card_lines_closed: "Closed credit cards",
  deposit_returns: "Deposits returned",
  deduction_files: "Files of salary deductions",
  deduction_returns: "Deductions given back",
  card_renewals: "Cards renewed",
  card_fees: "Fees of cards",
  rewards_expire: "Rewards that expire",
  reward_reminders: "Reminders of rewards",
  limit_raises: "Raises that end",
  planned_transfers: "Planned transfers",
  standing_orders: "Standing orders",
  automatic_bills: "Automatic bills",
  reminders: "Reminders",
  escalate: "Approvals passed on",
  missing_receipts: "Missing receipts",
  card_payments_expire: "Card payments that expire",
  card_overdrawn: "Overdrawn cards",
  card_receipts: "Reminders of receipts",
  reconcile: "Bank statement",
  open: "Next day opened",
};

/** The steps of a close in their order, with their names: all of them, so that the one that failed is named. */
export const steps: readonly { step: string; name: string }[] = Object.entries(names).map(([step, name]) => ({
  step,
  name,
}));

/** When a step was done; undefined while it is not. */
export const doneAt = (day: BusinessDay, step: string): string | undefined =>
  day.steps.find((row) => row.step === step)?.done_at ?? undefined;

/** How many of the steps are done. A closed day is done whole, whatever steps it had then. */
export const doneCount = (day: BusinessDay): number =>
  day.closed_at ? steps.length : steps.filter(({ step }) => doneAt(day, step)).length;

/** Whether the close has begun and not ended. */
export const isRunning = (day: BusinessDay): boolean =>
  day.closed_at === null && day.failure === null && day.steps.length > 0;

/** What a step did, in words: `12 loans, 3 failed, ₦3,756.43 interest`. What it did none of is left out. */
export function countsInWords(counts: Readonly<Record<string, number>>): string {
  const words = Object.entries(counts)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) =>
      name.endsWith("_kobo")
        ? `${naira(value)} ${name.slice(0, -"_kobo".length).replaceAll("_", " ")}`
        : `${count(value)} ${name.replaceAll("_", " ")}`,
    );
  return words.length > 0 ? words.join(", ") : "Nothing to do";
}
