/** What people read of their wallets. */
import { counted, naira } from "@manilla/contract/formats";
import { type PaymentChannel, byChannel } from "@manilla/contract/money/payment-channels";
import type { Room } from "./rules.ts";

const tierName = (plan: string): string => plan.replace("tier_", "tier ");

const isChannel = (by: Room["by"]): by is PaymentChannel => by in byChannel;

/** Why a tier, or the limit of a channel, lets no more move, what it still lets, and when that changes. */
export function overTier({ kobo, by }: Room, plan: string): string {
  const left = naira(kobo);
  if (by === "daily_outflow_kobo")
    return `${left} may still leave your wallet today on ${tierName(plan)}; the limit resets at midnight, Lagos time`;
  if (by === "monthly_outflow_kobo")
    return `${left} may still leave your wallet this month on ${tierName(plan)}; the limit resets on the first`;
  if (by === "single_outflow_kobo") return `${left} may leave your wallet at once on ${tierName(plan)}`;
  if (isChannel(by))
    return `${left} may still leave your wallet today ${byChannel[by]}; the limit resets at midnight, Lagos time`;
  if (by === "balance_kobo")
    return `your wallet has room for ${left} more on ${tierName(plan)}; it has more room when you spend from it, or on a higher tier`;
  return `${left} may come into your wallet at once on ${tierName(plan)}`;
}

/** As many as the tier lets a person send in a day have left. */
export const overCount = (daily_transfers: number, plan: string): string =>
  `${counted(daily_transfers, "transfer")} have left your wallet today, as many as ${tierName(plan)} has; the count resets at midnight, Lagos time`;
