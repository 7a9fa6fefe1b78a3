/** What a person may still be lent, and who may decide about a request; pure. */
import type { Rule, RulesOf } from "@manilla/contract/abilities";
import type * as calls from "@manilla/contract/lending/limits";

export interface LimitRequestFacts {
  status: string;
  user_id: string;
  approval_id: string | null;
}

const own_request: Rule<LimitRequestFacts> = (request, caller) => request.user_id === caller.user_id;
const already_requested: Rule<LimitRequestFacts> = ({ approval_id }) => approval_id !== null;
const refuses = { own_request, already_requested };

type Increases = Pick<typeof calls, "markAsReviewed" | "reject">;
type Applications = Pick<typeof calls, "approveApplication" | "declineApplication">;

/** Of requests for a higher limit. */
export const increaseRules: RulesOf<Increases, LimitRequestFacts> = { markAsReviewed: refuses, reject: refuses };
/** Of first applications. */
export const applicationRules: RulesOf<Applications, LimitRequestFacts> = {
  approveApplication: refuses,
  declineApplication: refuses,
};

export interface Used {
  /** Null: only the product's own bounds hold. */
  limit_kobo: bigint | null;
  /** Principal owed, and requested or offered, in kobo. */
  used_kobo: bigint;
}

/** What is left of the limit, in kobo; null without one. */
export const availableOf = ({ limit_kobo, used_kobo }: Used): bigint | null =>
  limit_kobo === null ? null : limit_kobo > used_kobo ? limit_kobo - used_kobo : 0n;

export function whyBeyondLimit(used: Used, principal_kobo: bigint): string | null {
  const available = availableOf(used);
  return available === null || principal_kobo <= available ? null : "this is more than your limit leaves";
}

/** Why a limit cannot be set; null when it can. A limit is raised here, never lowered below what is used. */
export function whyNotSetLimit({ limit_kobo, used_kobo }: Used, wanted_kobo: bigint): string | null {
  if (limit_kobo !== null && wanted_kobo <= limit_kobo) return "this is not more than the present limit";
  return wanted_kobo < used_kobo ? "this is less than what the person has borrowed already" : null;
}
