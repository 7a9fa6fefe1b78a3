import { fullStop, naira } from "@manilla/contract/formats";
import { billKinds } from "@manilla/contract/payments/bill-kinds";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel, When } from "../../../shared/ui/kit.tsx";
import { isOpen, useFollowing } from "./bill-parts.tsx";

const { find } = calls.billOrders;
type Order = Answer<typeof find>;

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
  const { status, is_company, approval_id, rows } = order;
  useFollowing(status === "approved" || rows.some(({ bill_status }) => bill_status && isOpen({ status: bill_status })));
  const base = is_company ? "/corporate/bills" : "/customer/bills";
  return (
    <>
      {status === "awaiting_approval" && (
        <Notice tone="info">
          {naira(order.total_kobo)} is held until somebody else has agreed.{" "}
          {approval_id && <Link to={`/corporate/approvals/${approval_id}`}>See the request</Link>}
        </Notice>
      )}
      {status === "declined" && (
        <Notice tone="warning">
          Nothing was paid; the money is free again. {order.decision_reason && fullStop(order.decision_reason)}
        </Notice>
      )}
      <Panel>
        <Facts
          items={[
            { label: "Total", value: naira(order.total_kobo), figure: true },
            { label: "Asked by", value: order.asked_by },
            { label: "When", value: <When at={order.created_at} /> },
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
