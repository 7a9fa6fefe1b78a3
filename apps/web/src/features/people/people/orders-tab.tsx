import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { type Person } from "./parts.tsx";

/** What the person bought (C028), and what they earned by referring others (C029). */
export function OrdersTab({ person }: { person: Person }): ReactNode {
  const orders = useRecord(calls.profiles.orderTransactions, { params: { id: person.id } });
  const wallet = useRecord(calls.profiles.referralWallet, { params: { id: person.id } });
  return (
    <>
      <Panel title="Orders" flush>
        <Answered of={orders} height={96}>
          {(data) => (
            <PlainTable
              empty="Nothing was ordered yet"
              caption="Orders"
              rows={data.orders}
              columns={[
                { key: "reference", header: "Order", total: "In all", card: "title" },
                { key: "merchant" },
                { key: "description", header: "What", canWrap: true },
                { key: "status", badge: "transaction" },
                { key: "created_at", header: "Ordered" },
                { key: "amount_kobo", total: naira(data.total_kobo) },
              ]}
            />
          )}
        </Answered>
      </Panel>
      <Panel title="Referral wallet" flush>
        <Answered of={wallet} height={96}>
          {(data) => (
            <>
              <Figures
                items={[
                  { label: "Balance", value: naira(data.balance_kobo) },
                  { label: "Total earned", value: naira(data.earned_kobo) },
                  { label: "Referred", value: count(data.referred) },
                ]}
              />
              {data.entries.length === 0 ? (
                <Empty title="Nothing was earned yet">A referrer earns once the referred customer borrows.</Empty>
              ) : (
                <PlainTable
                  caption="Referral wallet"
                  rows={data.entries}
                  keyOf={({ transaction_id }) => transaction_id}
                  columns={[
                    { key: "description", header: "What", card: "title" },
                    { key: "effective_on", header: "Day" },
                    {
                      key: "_amount",
                      render: (row) => (
                        <Link to={`/admin/books/transactions/${row.transaction_id}`}>{naira(row.amount_kobo)}</Link>
                      ),
                      align: "right",
                    },
                  ]}
                />
              )}
            </>
          )}
        </Answered>
      </Panel>
    </>
  );
}
