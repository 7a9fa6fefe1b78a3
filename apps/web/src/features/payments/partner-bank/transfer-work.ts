/** How a transfer that came in is worked from its page. */
import { heldReasons } from "@manilla/contract/payments/inbound-credit-states";
import { type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { incomingOne, release, sendBack } = calls.partnerBank;
export type Credit = Answer<typeof incomingOne>["credit"];

function nextOf({ status, held_because, is_waiting }: Credit): { says: string; acts: readonly string[] } {
  switch (status) {
    case "held":
      if (is_waiting) return { says: "A second person decides whether it goes back", acts: [] };
      return {
        says: held_because ? `Held: ${heldReasons[held_because].toLowerCase()}` : "Held",
        acts: ["release", "send_back"],
      };
    case "unidentified":
      return { says: "Nobody is known whose it is: the reconciliation finds its owner", acts: ["statement"] };
    case "going_back":
      return { says: "On its way back to its sender", acts: ["payout"] };
    case "sent_back":
      return { says: "It went back to its sender", acts: [] };
    default:
      return { says: "It is in the wallet", acts: [] };
  }
}

export const creditWork: Work<Credit> = {
  acts: () => [
    release,
    sendBack,
    linkAct(
      "payout",
      "Follow the payout",
      calls.disbursements.payout,
      ({ payout_id }) => payout_id && `/admin/payments/${payout_id}`,
    ),
    linkAct(
      "statement",
      "Bank’s statement",
      calls.reconciliation.find,
      ({ item_id }) => item_id && `/admin/reconciliation/${item_id}`,
    ),
  ],
  next: nextOf,
};
