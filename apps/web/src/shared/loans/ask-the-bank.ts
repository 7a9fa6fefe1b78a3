import { calls } from "../api/calls.gen.ts";
import type { RowAction } from "../list/row-menu.tsx";

/** The question whether a payout has arrived: the same from the list and from the loan's page. */
export const askTheBank = (payout: { id: string; reference: string }, name: string, kobo: number): RowAction => ({
  label: "Ask the bank…",
  call: calls.disbursements.queryPayout,
  input: { params: { id: payout.id } },
  done: "The bank was asked; its answer is shown here.",
  confirm: {
    title: "Ask the bank for the outcome of this payout?",
    facts: [
      { label: "Payout", value: payout.reference },
      { label: "To", value: name },
      { label: "Amount", kobo },
    ],
    body: "Nothing is sent again: the bank is only asked.",
    yes: "Ask",
  },
});
