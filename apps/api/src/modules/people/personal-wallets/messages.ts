/** What people read of their wallets. */
import { fullStop, naira } from "@manilla/contract/formats";
import type { Note } from "../../platform/notifications/index.ts";
import type { Room } from "./rules.ts";

const tierName = (plan: string): string => plan.replace("tier_", "tier ");

/** Why a tier lets no more move, what it still lets, and when that changes. */
export function overTier({ kobo, by }: Room, plan: string): string {
  const left = naira(kobo);
  if (by === "daily_outflow_kobo")
    return `${left} may still leave your wallet today on ${tierName(plan)}; the limit begins anew at midnight, Lagos time`;
  if (by === "balance_kobo")
    return `your wallet has room for ${left} more on ${tierName(plan)}; it has more room when you spend from it, or on a higher tier`;
  return `${left} may come into your wallet at once on ${tierName(plan)}`;
}

const about = { kind: "wallet", link: "/customer/wallets" } as const;

export const withdrawn = ({ amount_kobo, bank_name }: { amount_kobo: bigint; bank_name: string }): Note => ({
  ...about,
  title: "Your money has arrived",
  body: `${naira(amount_kobo)} was paid into your account at ${bank_name}.`,
});

export const cameBack = ({ amount_kobo }: { amount_kobo: bigint }): Note => ({
  ...about,
  title: "Your money did not arrive",
  body: `${naira(amount_kobo)} is in your cash wallet again. Please check your bank account with us.`,
});

/** A colleague rejected a transfer; the person reads the reason. */
export const notSent = ({ amount_kobo, reason }: { amount_kobo: bigint; reason: string }): Note => ({
  ...about,
  title: "Your transfer was not approved",
  body: `${naira(amount_kobo)} is in your cash wallet again. The reason: ${fullStop(reason)}`,
});

export const awaitsYou = ({ amount_kobo, reference }: { amount_kobo: bigint; reference: string }): Note => ({
  kind: "payout",
  title: "A transfer out of a cash wallet awaits approval",
  body: `${reference}: ${naira(amount_kobo)}`,
  link: "/admin/cash/transactions?f.status=awaiting_approval",
});
