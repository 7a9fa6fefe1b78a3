/** How a bill is worked from its page on the desk. */
import { lazy } from "react";
import { isPossible, whyNot } from "../../../shared/actions/facts.ts";
import { type OtherAct, type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { find, ask, giveUp, refund } = calls.billDesk;
export type Bill = Answer<typeof find>;

const RefundDialog = lazy(() => import("./refund-dialog.tsx"));
const refundIt: OtherAct<Bill> = {
  name: "refund",
  can: refund,
  act: (bill, show) =>
    isPossible(refund, bill)
      ? { label: "Refund…", run: () => show(RefundDialog), disabledBecause: whyNot(refund, bill) }
      : undefined,
};

function nextOf({ status }: Bill): { says: string; acts: readonly string[] } {
  switch (status) {
    case "accepted":
      return { says: "It is sent to its provider in a moment", acts: [] };
    case "sent":
      return { says: "With its provider, which has not answered yet", acts: ["ask"] };
    case "unknown":
      return {
        says: "The provider has not said whether it delivered. It is never sent again",
        acts: ["ask", "give_up"],
      };
    case "delivered":
      return { says: "Delivered", acts: [] };
    case "refunded":
      return { says: "It was delivered, and its payer has the money back", acts: [] };
    default:
      return { says: "Not delivered; its payer has the money again", acts: [] };
  }
}

export const billWork: Work<Bill> = {
  acts: () => [
    ask,
    giveUp,
    refundIt,
    linkAct("person", "Open the person", calls.people.find, ({ user_id }) => `/admin/users/${user_id}`),
  ],
  next: nextOf,
  beside: ["give_up", "refund"],
};
