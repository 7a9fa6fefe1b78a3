import { billKinds } from "@manilla/contract/payments/bill-kinds";
import { billSources } from "@manilla/contract/payments/bill-states";
import type { ReactNode } from "react";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

const { companyBills } = calls.bills;
const { request } = calls.billOrders;

const shown = columns<RowOf<typeof companyBills>>([
  column("person", { header: "Paid by", kind: "text", card: "title", width: 180 }),
  column("status", { badge: "bill", card: "badge", width: 165 }),
  column("total_kobo", { header: "Paid", card: "field", width: 120 }),
  column("kind", { header: "What", words: billKinds, render: ({ kind }) => billKinds[kind], width: 110 }),
  column("service_name", {
    header: "For",
    card: "field",
    width: 175,
    // What somebody paid from their purse is theirs to follow.
    opens: ({ id, paid_from }) => (paid_from === "company" ? `/corporate/bills/${id}` : undefined),
  }),
  column("customer_no", { header: "Number", width: 150 }),
  column("paid_from", { words: billSources, render: ({ paid_from }) => billSources[paid_from], width: 170 }),
  column("created_at", { header: "When", card: "field", width: 120 }),
  column("reference", { kind: "reference", isHidden: true }),
]);

/** R143 for companies: what was paid from their wallet and from the purses of their people. */
export default function CompanyBillsScreen(): ReactNode {
  return (
    <ListPage
      call={companyBills}
      columns={shown}
      tiles="total_kobo"
      views={[
        { name: "Not there yet", address: "f.status=accepted,sent,unknown", empty: "Everything has its end" },
        { name: "Paid back", address: "f.status=failed,refunded", empty: "Nothing was paid back" },
      ]}
      actions={
        <>
          <Way to="/corporate/bills/many" call={request} isQuiet>
            Many numbers
          </Way>
          <Way to="/corporate/bills/new" call={request}>
            Pay a bill
          </Way>
        </>
      }
      lead="Airtime and bills of the company: from its wallet, once somebody else has agreed, and from the purses of its people."
      empty="The company has not paid a bill yet."
    />
  );
}
