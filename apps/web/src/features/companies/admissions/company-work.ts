/** How a company is worked from its page: what comes next in each state, and all that can be done. */
import { lazy } from "react";
import { isPossible } from "../../../shared/actions/facts.ts";
import { type OtherAct, type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { approve, decline, find, inviteAgain, letBack, lookUp, suspend } = calls.admissions;
export type Company = Answer<typeof find>;

const DeclineDialog = lazy(() => import("./decline-dialog.tsx"));
const declineIt: OtherAct<Company> = {
  name: "decline",
  can: decline,
  act: (company, show) =>
    isPossible(decline, company) ? { label: "Decline…", run: () => show(DeclineDialog), style: "danger" } : undefined,
};

const SuspendDialog = lazy(() => import("./suspend-dialog.tsx"));
const suspendIt: OtherAct<Company> = {
  name: "suspend",
  can: suspend,
  act: (company, show) =>
    isPossible(suspend, company) ? { label: "Suspend…", run: () => show(SuspendDialog), style: "danger" } : undefined,
};

/** Whether it has any is seen there. */
const cards = linkAct<Company>("cards", "Cards", calls.cards.listAll, ({ id, status }) =>
  status === "approved" || status === "deactivated" ? `/admin/companies/${id}/cards` : undefined,
);

/** What the register leaves to do for an application. */
function nextOf({ status, register, registered, rc_number }: Company): { says: string; acts: readonly string[] } {
  if (status === "deactivated") return { says: "Suspended", acts: ["let_back"] };
  if (status === "approved") return { says: "Active", acts: [] };
  if (rc_number === null) return { says: "Its registration number is missing", acts: ["decline"] };
  if (register === null) return { says: "The register was not searched yet", acts: ["look_up"] };
  if (register !== "active")
    return {
      says: register === "unknown" ? "The register does not know its number" : "The register has it as not active",
      acts: ["decline", "look_up"],
    };
  if (registered && !registered.is_same_name)
    return { says: "The register has another name under its number", acts: ["decline"] };
  return { says: status === "pending" ? "Waits for a decision" : "Declined", acts: ["approve"] };
}

export const companyWork: Work<Company> = {
  acts: () => [lookUp, approve, declineIt, inviteAgain, cards, suspendIt, letBack],
  next: nextOf,
  beside: ["decline"],
};
