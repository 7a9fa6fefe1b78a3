/** Decisions about a company's people. Pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/companies/team";

export interface EmploymentFacts {
  status: string;
  user_id: string;
  /** Has, or had before being suspended, a role of a company's administrators. */
  is_administrator: boolean;
  /** Nobody else at work administers the company. */
  is_last_administrator: boolean;
  seats_left: number;
}

const own_employment: Rule<EmploymentFacts> = ({ user_id }, caller) => user_id === caller.user_id;
const administrator: Rule<EmploymentFacts> = ({ is_administrator }, { permissions }) =>
  is_administrator && !permissions.has("company:can_delete_admins") && !permissions.has("provider:can_delete_staff");
const last_administrator: Rule<EmploymentFacts> = ({ is_last_administrator }) => is_last_administrator;
const no_seat: Rule<EmploymentFacts> = ({ seats_left }) => seats_left < 1;

export const employmentRules: RulesOf<typeof calls, EmploymentFacts> = {
  // An invited person takes a seat until the link expires.
  inviteAgain: { no_seat: (facts, caller) => facts.status === "expired" && no_seat(facts, caller) },
  withdraw: {},
  deactivate: { own_employment, administrator, last_administrator },
  activate: { own_employment, administrator, no_seat },
  leave: { own_employment, administrator, last_administrator },
};

/** Whether somebody would be their own manager, at whatever distance. @param managers person → manager, as it is now */
export function isCycle(person: string, manager: string | null, managers: ReadonlyMap<string, string | null>): boolean {
  const seen = new Set<string>();
  for (let above = manager; above && !seen.has(above); above = managers.get(above) ?? null) {
    if (above === person) return true;
    seen.add(above);
  }
  return false;
}
