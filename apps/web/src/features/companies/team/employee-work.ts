/** How one of a company's people is worked from their page. */
import { lazy } from "react";
import { isPossible } from "../../../shared/actions/facts.ts";
import { type OtherAct, type Work, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";

const { activate, deactivate, find, inviteAgain, leave, update, withdraw } = calls.team;
export type Employee = Answer<typeof find>["employee"];

const ChangeDialog = lazy(() => import("./change-dialog.tsx"));
const RolesDialog = lazy(() => import("./roles-dialog.tsx"));
const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));
const change: OtherAct<Employee> = {
  name: "change",
  can: update,
  act: ({ status }, show) =>
    status === "left" || status === "withdrawn" ? undefined : { label: "Change…", run: () => show(ChangeDialog) },
};
const changeRoles: OtherAct<Employee> = {
  name: "change_roles",
  can: calls.colleagues.update,
  act: ({ status }, show) =>
    status === "active" || status === "invited" ? { label: "Administrator…", run: () => show(RolesDialog) } : undefined,
};
const leaveIt: OtherAct<Employee> = {
  name: "leave",
  can: leave,
  act: (employee, show) =>
    isPossible(leave, employee) ? { label: "Has left…", run: () => show(LeaveDialog), style: "danger" } : undefined,
};

const cards = linkAct<Employee>(
  "cards",
  "Cards of the company",
  calls.cards.ofEmployee,
  ({ id }) => `/corporate/staff/${id}/cards`,
);

const SAYS: Readonly<Record<Employee["status"], { says: string; acts: readonly string[] }>> = {
  invited: { says: "Invited, has not joined yet", acts: ["invite_again"] },
  expired: { says: "The link has ended", acts: ["invite_again"] },
  withdrawn: { says: "The invitation was withdrawn", acts: [] },
  active: { says: "At work", acts: ["change"] },
  inactive: { says: "Deactivated", acts: ["activate"] },
  left: { says: "Has left", acts: [] },
};

export const employeeWork: Work<Employee> = {
  acts: () => [inviteAgain, activate, change, changeRoles, deactivate, cards, leaveIt, withdraw],
  next: ({ status }) => SAYS[status],
};
