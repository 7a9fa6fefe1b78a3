/** What people read of their rewards. */
import { day, naira } from "@manilla/contract/formats";
import type { Message, Note } from "../../platform/notifications/index.ts";

const about = { kind: "reward", link: "/customer/wallets" } as const;

export const WELCOME = "Welcome: somebody who banks with us brought you";

export const earned = ({ amount_kobo, reason, expires_on }: Fact): Note => ({
  ...about,
  title: `You have a reward of ${naira(amount_kobo)}`,
  body: `${reason}. Redeem it until ${day(expires_on)}.`,
});

interface Fact {
  amount_kobo: bigint;
  reason: string;
  expires_on: string;
}

export const expiresSoon = ({
  id,
  left_kobo,
  expires_on,
}: {
  id: string;
  left_kobo: bigint;
  expires_on: string;
}): Message => ({
  ...about,
  title: `${naira(left_kobo)} of your rewards expires soon`,
  body: `Redeem it until ${day(expires_on)}; after that day it is gone.`,
  also: ["mail"],
  about: `reward:${id}`,
});

export const expired = ({ left_kobo }: { left_kobo: bigint }): Note => ({
  ...about,
  title: `${naira(left_kobo)} of your rewards has expired`,
  body: "It was not redeemed in time.",
});

export const redeemed = (amount_kobo: bigint): Note => ({
  ...about,
  title: `${naira(amount_kobo)} is in your cash wallet`,
  body: "Your rewards are redeemed. You can send the money to your bank account.",
});

export const referralEarned = (fact: { borrower_id: string; name: string; amount_kobo: bigint }): Note => ({
  kind: "referral",
  title: "You earned a reward",
  body: `${naira(fact.amount_kobo)} for bringing ${fact.name}.`,
  names: fact.borrower_id,
});
