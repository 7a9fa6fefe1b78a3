import { date, fullStop, naira } from "@manilla/contract/formats";
import { billKinds } from "@manilla/contract/payments/bill-kinds";
import type { ReactNode } from "react";
import { type Work, WorkBar, linkAct } from "../../../shared/actions/work.tsx";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { isOpen, useFollowing } from "./bill-parts.tsx";

const { find } = calls.billOrders;
type Order = Answer<typeof find>;

const request = linkAct<Order & { abilities: Record<never, never> }>(
  "request",
  "See the request",
  calls.approvalChains.find,
  ({ approval_id }) => approval_id && `/corporate/approvals/${approval_id}`,
);
const orderWork: Work<Order & { abilities: Record<never, never> }> = {
  acts: () => [request],
  next: ({ status, total_kobo, decision_reason }) => {
    switch (status) {
      case "awaiting_approval":
        return { says: `${naira(total_kobo)} is held until somebody else has agreed.`, acts: ["request"] };
      case "declined":
        return {
          says: `Nothing was paid; the money is free again. ${decision_reason ? fullStop(decision_reason) : ""}`,
          acts: [],
        };
      default:
        return { says: "Agreed: each row below has its own bill and its own end.", acts: [] };
    }
  },
};

/** Bills that are paid together: each row with its bill, or why it has none. */
export default function OrderScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      title={({ what }) => what}
      actions={(order) => order && <StatusBadge kind="bill_order" status={order.status} />}
    >
      {(order) => <Whole order={order} />}
    </RecordPage>
  );
}

function Whole({ order }: { order: Order }): ReactNode {
  const { status, is_company, rows } = order;
  useFollowing(status === "approved" || rows.some(({ bill_status }) => bill_status && isOpen({ status: bill_status })));
  const base = is_company ? "/corporate/bills" : "/customer/bills";
  return (
    <>
      {is_company && (
        <WorkBar of={{ ...order, abilities: {} }} work={orderWork} label={`the order ${order.reference}`} />
      )}
      <Panel>
        <Facts
          items={[
            { label: "Total", value: naira(order.total_kobo), figure: true },
            { label: "Asked by", value: order.asked_by },
            { label: "When", value: date(order.created_at) },
            { label: "Reference", value: order.reference },
          ]}
        />
      </Panel>
      <Panel title="Bills" flush>
        <PlainTable
          caption="Bills"
          rows={rows}
          keyOf={({ row }) => String(row)}
          columns={[
            {
              key: "customer_no",
              header: "Number",
              card: "title",
              opens: ({ bill_id }) => (bill_id ? `${base}/${bill_id}` : undefined),
            },
            { key: "kind", header: "What", render: ({ kind, service_name }) => `${billKinds[kind]}, ${service_name}` },
            { key: "customer_name", header: "In the name of" },
            { key: "total_kobo", header: "Total", card: "field" },
            {
              key: "bill_status",
              header: "Status",
              card: "badge",
              render: ({ bill_status, failure }) =>
                bill_status ? <StatusBadge kind="bill" status={bill_status} /> : (failure ?? "Waits"),
            },
          ]}
        />
      </Panel>
    </>
  );
}
