/** Which plan a person may be on (business-rules §6, KYC tiers); pure. */
import { plans } from "@manilla/contract/people/profiles";
import type { PersonFacts } from "./facts.ts";

export type Plan = (typeof plans)[number];

/** Why a person cannot be on a plan; null when they can. Down is always possible. */
export function whyNotPlan(
  person: Pick<PersonFacts, "bvn_verified_at" | "nin_verified_at" | "documents"> & {
    profile: { address: string | null };
  },
  plan: Plan,
): string | null {
  if (plan === "tier_1") return null;
  if (!person.bvn_verified_at) return "The BVN is not verified.";
  if (plan === "tier_2") return null;
  if (!person.nin_verified_at) return "The NIN is not verified.";
  if (!person.documents.some(({ type }) => type === "govt_id")) return "There is no government id.";
  return person.profile.address ? null : "There is no address.";
}

/** A plan that somebody was put on, and the colleague who did it. */
export interface PlanSet {
  plan: string;
  set_by: string | null;
}

/**
 * The plan that a person is lifted to by what they have proved; null where there is none above. A plan to which a colleague has lowered them stays.
 * @param last the last two, the newest first
 * @param provesIdentity a government id that a colleague has accepted
 */
export function liftTo(
  person: Parameters<typeof whyNotPlan>[0] & Pick<PersonFacts, "is_blacklisted" | "is_post_no_debit">,
  [last, before]: readonly PlanSet[],
  provesIdentity: boolean,
): Plan | null {
  const rank = (plan: string | undefined): number =>
    Math.max(
      0,
      plans.findIndex((each) => each === plan),
    );
  const now = rank(last?.plan);
  const isLowered = typeof last?.set_by === "string" && now < rank(before?.plan);
  if (person.is_blacklisted || person.is_post_no_debit || isLowered) return null;
  const may = (plan: Plan): boolean => whyNotPlan(person, plan) === null && (plan !== "tier_3" || provesIdentity);
  return plans.findLast((plan) => rank(plan) > now && may(plan)) ?? null;
}
