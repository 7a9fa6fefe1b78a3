/** Which plan a person may be on (business-rules §6, KYC tiers); pure. */
import type { plans } from "@manilla/contract/people/profiles";
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
