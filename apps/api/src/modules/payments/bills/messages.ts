/** What people and colleagues read of bills. */
import { fullStop, naira } from "@manilla/contract/formats";
import {
  type BillKind,
  billKinds,
  billProviders,
  type BillProvider,
  groupedToken,
} from "@manilla/contract/payments/bill-kinds";
import { type BillSource, billMoneyBack } from "@manilla/contract/payments/bill-states";
import { type Message, type Note, RECEIPT, TROUBLE } from "../../platform/notifications/index.ts";

interface Named {
  id: string;
  paid_from: BillSource;
  kind: BillKind;
  reference: string;
  service_name: string;
  customer_no: string;
  amount_kobo: bigint;
  total_kobo: bigint;
}

/** For example "₦5,000 of Ikeja Electric, prepaid for 1111111111111". */
export const whatOf = ({ amount_kobo, service_name, customer_no }: Named): string =>
  `${naira(amount_kobo)} of ${service_name} for ${customer_no}`;

const about = ({ id, paid_from }: Named) =>
  ({
    kind: "bill",
    link: `/${paid_from === "company" ? "corporate" : "customer"}/bills/${id}`,
    about: `bill:${id}`,
  }) as const;

/** A token is also sent as text and mail: the meter is where the phone has no network. */
export const delivered = (bill: Named & { tokens: readonly string[]; units: string | null }): Message => {
  const { kind, tokens, units } = bill;
  if (tokens.length === 0)
    return {
      ...about(bill),
      also: RECEIPT,
      title: `${billKinds[kind]} delivered`,
      body: `${billKinds[kind]} delivered: ${whatOf(bill)}.`,
    };
  const words = tokens.map(groupedToken).join(" then ");
  const amount = units ? ` (${units})` : "";
  return {
    ...about(bill),
    title: kind === "education" ? `Your ${bill.service_name} PIN` : "Your electricity token",
    body: `${kind === "education" ? "PIN" : "Token"} ${words}${amount}. ${whatOf(bill)}.`,
    also: ["sms", "mail"],
  };
};

const isBack = ({ total_kobo, paid_from }: Named): string => `${naira(total_kobo)} is ${billMoneyBack[paid_from]}.`;

export const paidBack = (bill: Named, why: string): Message => ({
  ...about(bill),
  title: `${billKinds[bill.kind]} did not go through`,
  body: `${billKinds[bill.kind]} did not go through, ${whatOf(bill)}: ${fullStop(why)} ${isBack(bill)}`,
  also: TROUBLE,
});

export const refunded = (bill: Named, why: string): Message => ({
  ...about(bill),
  title: "A bill was refunded",
  body: `A bill was refunded, ${whatOf(bill)}: ${fullStop(why)} ${isBack(bill)}`,
  also: RECEIPT,
});

export const takesLonger = (bill: Named): Note => ({
  ...about(bill),
  title: "Your payment takes longer than usual",
  body: `${whatOf(bill)}: the provider has not answered yet. A colleague looks at it; you need not pay again.`,
});

const onDesk = (id: string) => ({ kind: "bill", link: `/admin/bills-transactions/${id}` }) as const;

export const needsReview = (bill: Named, provider: BillProvider): Note => ({
  ...onDesk(bill.id),
  title: "A bill without an answer",
  body: `${bill.reference}: ${billProviders[provider]} has not reported the outcome. It is asked again and again; nothing is sent twice.`,
});

export const deliveredLate = (bill: Named, provider: BillProvider, cost_kobo: bigint): Note => ({
  ...onDesk(bill.id),
  title: "A bill was delivered after it was paid back",
  body: `${bill.reference}: ${billProviders[provider]} delivered it. ${naira(cost_kobo)} is claimed.`,
});

export const lowFloat = (provider: BillProvider, balance_kobo: bigint): Note => ({
  kind: "bill",
  link: "/admin/bill-providers",
  title: `The float at ${billProviders[provider]} is low`,
  body: `${naira(balance_kobo)} is left.`,
});
