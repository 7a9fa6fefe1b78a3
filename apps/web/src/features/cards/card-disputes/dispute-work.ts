/** How a dispute is worked from its page, by its holder, the desk and finance. */
import type { ActingCall } from "../../../shared/actions/facts.ts";
import type { Work } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const cardDisputes = calls.cardDisputes;
export type Dispute = Answer<typeof cardDisputes.find>;

function deskNext({ status, credited_kobo, is_waiting }: Dispute): { says: string; acts: readonly string[] } {
  if (is_waiting) return { says: "A second person has to decide", acts: [] };
  switch (status) {
    case "open":
      return { says: "Operations or support looks at it, then sends it to the issuer or declines it", acts: ["send"] };
    case "sending":
      return { says: "On its way to the issuer", acts: ["credit"] };
    case "sent":
      return credited_kobo > 0
        ? { says: "The issuer decides; the holder has the money for now", acts: [] }
        : { says: "The issuer decides; the holder waits for the money", acts: ["credit"] };
    case "refused":
      return { says: "The issuer decided for the shop: decide about the credit", acts: ["take_back"] };
    default:
      return { says: "It is decided", acts: [] };
  }
}

/** All that can be done, from the page and from a row. */
export const disputeActs: readonly ActingCall[] = [
  cardDisputes.send,
  cardDisputes.credit,
  cardDisputes.takeBack,
  cardDisputes.writeOff,
  cardDisputes.decline,
  cardDisputes.withdraw,
];

/** @param own what the holder reads instead */
export const disputeWork = (own: string | undefined): Work<Dispute> => ({
  acts: () => disputeActs,
  next: (dispute) => (own === undefined ? deskNext(dispute) : { says: own, acts: [] }),
  beside: ["credit", "write_off", "withdraw"],
});
