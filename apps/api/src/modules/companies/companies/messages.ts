import { day, naira } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

/** The receipt of a payment for a plan. */
export const planReceipt = (fact: {
  id: string;
  reference: string;
  amount_kobo: bigint;
  plan: string;
  paid_on: string;
  paid_until: string;
}): Message => ({
  kind: "plan",
  title: `Receipt: ${naira(fact.amount_kobo)} for ${fact.plan}`,
  body: `We received ${naira(fact.amount_kobo)} on ${day(fact.paid_on)} for the plan ${fact.plan}, paid until ${day(fact.paid_until)}. Reference: ${fact.reference}.`,
  link: "/corporate/subscription",
  also: ["mail"],
  about: `charge:${fact.id}`,
});
