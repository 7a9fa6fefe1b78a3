import type { calls } from "../../shared/api/calls.gen.ts";
import type { RowOf } from "../../shared/list/list-page.tsx";

export type BusinessDay = RowOf<typeof calls.closeOfBusiness.listAll>;

/** The steps of a close in their order, with their names. */
export const steps: readonly { step: string; name: string }[] = [
  { step: "accrue", name: "Interest accrued" },
  { step: "fall_due", name: "Instalments due" },
  { step: "collect", name: "Cards debited" },
  { step: "penalties", name: "Penalties" },
  { step: "arrears", name: "Arrears" },
  { step: "offers", name: "Old offers" },
  { step: "reminders", name: "Reminders" },
  { step: "reconcile", name: "Bank statement" },
  { step: "open", name: "Next day opened" },
];

/** When a step was done; undefined while it is not. */
export const doneAt = (day: BusinessDay, step: string): string | undefined => day.steps.find((row) => row.step === step)?.done_at ?? undefined;

/** How many of the steps are done. A closed day is done whole, whatever steps it had then. */
export const doneCount = (day: BusinessDay): number => (day.closed_at ? steps.length : steps.filter(({ step }) => doneAt(day, step)).length);

/** Whether the close has begun and not ended. */
export const isRunning = (day: BusinessDay): boolean => day.closed_at === null && day.failure === null && day.steps.length > 0;

/** What a step counted, in words: `12 loans, 3 failed`. */
export const countsInWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, value]) => `${value.toLocaleString("en-NG")} ${name.replaceAll("_", " ")}`)
    .join(", ");
