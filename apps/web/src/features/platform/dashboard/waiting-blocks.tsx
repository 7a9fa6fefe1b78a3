/** The queues of cards and payments: a block for each, with how many it has. */
import type { Endpoint } from "@manilla/contract/endpoint";
import { count } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { CallInput } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { Block } from "./block.tsx";

interface Queue {
  title: string;
  call: Endpoint;
  /** Where it is, as its address narrows it. */
  to: string;
  filter: Readonly<Record<string, unknown>>;
  empty: string;
}

const queue =
  ({ title, call, to, filter, empty }: Queue) =>
  (): ReactNode => (
    <Block
      isSmall
      title={title}
      call={call}
      // Each queue is another call; all of them are lists of one protocol.
      input={{ query: { page: 1, limit: 1, filter: JSON.stringify(filter) } } as unknown as CallInput<Endpoint>}
      to={to}
      empty={empty}
      figures={(answer) => {
        const { total_count } = answer as { total_count: number };
        return total_count > 0 ? [{ label: "Waiting", value: count(total_count), href: to }] : [];
      }}
    />
  );

export const Refunds = queue({
  title: "Refunds",
  call: calls.refunds.listAll,
  to: "/admin/refunds?f.status=open",
  filter: { status: ["open"] },
  empty: "No payment waits for its refund",
});
export const HeldTransfers = queue({
  title: "Held transfers",
  call: calls.transferReviews.listAll,
  to: "/admin/transfer-reviews?f.status=in_review",
  filter: { status: ["in_review"] },
  empty: "No transfer is held",
});
export const Disputes = queue({
  title: "Card disputes",
  call: calls.cardDisputes.listAll,
  to: "/admin/cards/disputes?f.status=open",
  filter: { status: ["open"] },
  empty: "No dispute waits to be sent",
});
export const CardRequests = queue({
  title: "Card requests",
  call: calls.cards.requests,
  to: "/admin/cards/request",
  filter: {},
  empty: "Nobody waits for a card",
});
export const CompanyCredit = queue({
  title: "Credit of companies",
  call: calls.creditLines.listAll,
  to: "/admin/companies/credit-applications?f.status=requested",
  filter: { status: ["requested"] },
  empty: "No company waits for a line",
});
/** Transfers and bills whose outcome no provider has told. */
export const UnknownPayments = queue({
  title: "Payments without an answer",
  call: calls.moneyEvents.listOpen,
  to: "/admin/payments?f.is_unknown=yes",
  filter: { is_unknown: true },
  empty: "Each payment has its answer",
});
