/** What people and colleagues read of money that comes in. */
import { fullStop, naira, sentence } from "@manilla/contract/formats";
import type { HeldReason } from "@manilla/contract/payments/inbound-credit-states";
import { plans } from "@manilla/contract/people/profiles";
import { type Message, RECEIPT, TROUBLE, type Note } from "../../platform/notifications/index.ts";

const about = { kind: "wallet", link: "/customer/wallets/account" } as const;
const COMPANYS = { link: "/corporate/wallet" } as const;

interface Came {
  id: string;
  /** Whose wallet it is for, where that is a company. */
  company_id: string | null;
  amount_kobo: bigint;
  sender_name: string;
}
type Plan = (typeof plans)[number];

const tierName = (plan: Plan): string => sentence(plan).toLowerCase();

/**
 * Why money is held and what lets it in, as its owner reads it.
 * @param plan the person's tier; null for a company
 */
export function waitsBecause(held_because: HeldReason, plan: Plan | null): string {
  if (held_because === "closed" || plan === null) return "Your wallet takes no money at the moment. Please ask us.";
  const next = plans[plans.indexOf(plan) + 1];
  const limit = held_because === "balance" ? "holds no more" : "takes no more at once";
  const spend = held_because === "balance" ? ", or spend from it" : "";
  return `Your wallet ${limit} on ${tierName(plan)}. ${next ? `Reach ${tierName(next)}${spend} to receive it.` : "Ask us for a higher limit to receive it."}`;
}

export const received = ({ id, amount_kobo, sender_name }: Came): Message => ({
  ...about,
  about: `inbound-credit:${id}`,
  also: RECEIPT,
  title: "Money has come into your wallet",
  body: `${naira(amount_kobo)} from ${sender_name} is in your cash wallet.`,
});

export const held = ({ id, company_id, amount_kobo, sender_name }: Came, because: string): Message => ({
  ...about,
  ...(company_id && COMPANYS),
  about: `inbound-credit:${id}`,
  also: TROUBLE,
  title: "Money for you waits",
  body: `${naira(amount_kobo)} from ${sender_name} came for your wallet. ${because}`,
});

export const released = ({ id, amount_kobo, sender_name }: Came): Message => ({
  ...about,
  about: `inbound-credit:${id}`,
  also: RECEIPT,
  title: "Money that waited is in your wallet",
  body: `${naira(amount_kobo)} from ${sender_name}, which waited, is in your wallet now.`,
});

export const sentBack = ({ id, company_id, amount_kobo, sender_name }: Came): Message => ({
  ...about,
  ...(company_id && COMPANYS),
  about: `inbound-credit:${id}`,
  also: TROUBLE,
  title: "Money that waited went back",
  body: `${naira(amount_kobo)}, which waited for your wallet, went back to ${sender_name}.`,
});

export const takenBack = (amount_kobo: bigint, reference: string, reason: string): Message => ({
  ...about,
  about: `inbound-credit:${reference}`,
  also: TROUBLE,
  title: "A transfer was taken back",
  body: `${naira(amount_kobo)} (${reference}) was taken out of your wallet: ${fullStop(reason)}`,
});

export const differs = (session_id: string, reason: string): Note => ({
  kind: "reconciliation",
  title: "The partner bank contradicts itself",
  body: `${session_id}: ${reason}`,
  link: "/admin/reconciliation",
});

export const notReturned = (reference: string): Note => ({
  kind: "payout",
  title: "Held money could not be sent back",
  body: `${reference}: it is held again.`,
  link: "/admin/wema-transactions/incoming?f.status=held",
});
