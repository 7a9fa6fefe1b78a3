import { count, naira } from "@manilla/contract/formats";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { RowOf } from "../../../shared/list/list-page.tsx";

export type BusinessDay = RowOf<typeof calls.businessDay.listAll>;

/** The steps of a close in their order, with their names. */
export const steps: readonly { step: string; name: string }[] = [
  { step: "accrue", name: "Interest accrued" },
  { step: "fall_due", name: "Instalments due" },
  { step: "interest_on_overdue", name: "Interest on overdue" },
  { step: "collect", name: "Cards debited" },
  { step: "penalties", name: "Penalties" },
  { step: "arrears", name: "Arrears" },
  { step: "provide", name: "Loss allowance" },
  { step: "offers", name: "Old offers" },
  { step: "plans", name: "Companies' plans" },
  { step: "reminders", name: "Reminders" },
  { step: "reconcile", name: "Bank statement" },
  { step: "open", name: "Next day opened" },
];

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
