import { counted } from "@manilla/contract/formats";
import { calls } from "../../api/calls.gen.ts";
import type { RowAction } from "../../list/row-menu.tsx";

/** A loan that is behind, as the list of them and the loan's page both have it. */
interface LateLoan {
  id: string;
  reference: string;
  customer: { name: string };
  days_past_due: number;
  outstanding_principal_kobo: number;
}

/** Asks that a loan be charged off, or written off; a second person decides. */
export const lossOf = (row: LateLoan, what: "off" | "loss"): RowAction => {
  const isOff = what === "off";
  return {
    label: isOff ? "Charge off…" : "Write off…",
    call: isOff ? calls.repayments.chargeOff : calls.repayments.writeOff,
    input: { params: { id: row.id } },
    done: "Requested. A second person decides; nothing is booked yet.",
    confirm: {
      title: isOff ? "Ask to charge this loan off?" : "Ask to write this loan off?",
      reason: "required",
      paper: "What the loss rests on: the collectors' report, a court's paper, a settlement",
      yes: isOff ? "Ask to charge off" : "Ask to write off",
      style: "danger",
      facts: [
        { label: "Loan", value: row.reference },
        { label: "Customer", value: row.customer.name },
        { label: "Late", value: counted(row.days_past_due, "day") },
        { label: "Principal owed", kobo: row.outstanding_principal_kobo },
      ],
      body: isOff
        ? "Collection goes on, interest stops. A second person has to agree."
        : "The loss is booked; later money is recovery income. A second person has to agree.",
    },
  };
};
