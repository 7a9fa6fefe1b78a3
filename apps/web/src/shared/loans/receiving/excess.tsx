import { day } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { calls } from "../../api/calls.gen.ts";
import type { Answer } from "../../api/call.ts";
import { Choices } from "../../form/choices.tsx";

export type Excess = NonNullable<Answer<typeof calls.repayments.chooseExcess>["excess"]>;

/** What exceeds the next instalment can do, in words for everybody. */
export const excessChoices: { value: Excess; label: string; hint: string }[] = [
  { value: "following", label: "Pay the following instalments", hint: "In turn; each asks so much less on its day" },
  { value: "smaller", label: "Make the others smaller", hint: "Over the same dates" },
  { value: "fewer", label: "Have fewer instalments", hint: "The last ones fall away" },
];

/** Asked where an amount goes beyond the next instalment. */
export const ExcessChoice = ({ value, onChange }: { value: Excess; onChange: (excess: Excess) => void }): ReactNode => (
  <Choices legend="And what is beyond the next instalment?" value={value} onChange={onChange} choices={excessChoices} />
);

/** What money does to the next instalment, for the hint beside it. */
export const nextHint = (due_on: string, hasCard: boolean): string =>
  hasCard ? `Due ${day(due_on)}: your card is then not debited` : `Due ${day(due_on)}: it is then paid`;
