import { day, naira } from "@manilla/contract/formats";
import { type Message, type Note, TROUBLE } from "../../platform/notifications/index.ts";

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

/** A payment whose company was declined. */
export const planReturned = (fact: Omit<Paid, "paid_on">): Message => ({
  kind: "plan",
  title: `${naira(fact.amount_kobo)} for ${fact.plan} goes back to you`,
  body: `${naira(fact.amount_kobo)}, paid for the plan ${fact.plan} (${fact.reference}), is held as your credit, because the company was not approved. We pay it back to your bank account; call us if we do not know it yet.`,
  link: "/corporate/help",
  also: TROUBLE,
  about: `charge:${fact.charge_id}`,
});

/** To those who refund. */
export const toRefund = (user_id: string, amount_kobo: bigint) =>
  ({
    kind: "refund",
    title: `${naira(amount_kobo)} for a plan is to be refunded`,
    body: "Its company was declined, so it is the payer's credit. Ask for a bank account that is verified, then refund the credit.",
    link: `/admin/users/${user_id}`,
  }) as const satisfies Note;

interface Ending {
  id: string;
  unique_plan: string;
  plan_paid_until: string;
}
const aboutEnd = ({ id }: Ending) =>
  ({ kind: "plan", link: "/corporate/subscription", also: ["mail"], about: `company:${id}` }) as const;

/** Before the last paid day. */
export const planEnds = (company: Ending): Message => ({
  ...aboutEnd(company),
  title: `Your plan ends on ${day(company.plan_paid_until)}`,
  body: `Your plan ${company.unique_plan} is paid until ${day(company.plan_paid_until)}. Pay another month under Settings, Subscription: it follows the one that is paid.`,
});

/** On the last paid day, and on the last day of grace. */
export const planUnpaid = (company: Ending, ends_on: string): Message => ({
  ...aboutEnd(company),
  title: "Your plan is not paid",
  body: `Your plan ${company.unique_plan} was paid until ${day(company.plan_paid_until)}. It holds until ${day(ends_on)}; without a payment your company then sees only its subscription. Your people keep their accounts, and nothing is deleted.`,
});

export const planLapsed = (company: Ending): Message => ({
  ...aboutEnd(company),
  title: "Your plan has lapsed",
  body: `Your plan ${company.unique_plan} was paid until ${day(company.plan_paid_until)} and has lapsed. Everything is kept: choose a plan, and all of it is open again at once.`,
});
