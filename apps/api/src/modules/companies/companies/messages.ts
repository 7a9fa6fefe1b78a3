import { day, naira } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

interface Paid {
  charge_id: string;
  reference: string;
  amount_kobo: bigint;
  plan: string;
  paid_on: string;
}

const aboutPlan = ({ charge_id, amount_kobo, plan }: Paid) =>
  ({
    kind: "plan",
    title: `Receipt: ${naira(amount_kobo)} for ${plan}`,
    link: "/corporate/subscription",
    also: ["mail"],
    about: `charge:${charge_id}`,
  }) as const;

const received = ({ amount_kobo, paid_on, plan }: Paid): string =>
  `We received ${naira(amount_kobo)} on ${day(paid_on)} for the plan ${plan}`;

/** The receipt of a payment for a plan. */
export const planReceipt = (fact: Paid & { paid_until: string }): Message => ({
  ...aboutPlan(fact),
  body: `${received(fact)}, paid until ${day(fact.paid_until)}. Reference: ${fact.reference}.`,
});

/** The receipt of a payment that came before the company was approved. */
export const planWaits = (fact: Paid): Message => ({
  ...aboutPlan(fact),
  body: `${received(fact)}. Its month begins when your registration is approved. Reference: ${fact.reference}.`,
});
