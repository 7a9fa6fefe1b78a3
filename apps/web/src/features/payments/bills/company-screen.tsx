import { billKinds } from "@manilla/contract/payments/bill-kinds";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { type RowOf, listPage } from "../../../shared/list/list-page.tsx";

const { companyBills } = calls.bills;

/** R143 for companies: what their people paid from their purses. */
export default listPage(companyBills, {
  columns: columns<RowOf<typeof companyBills>>([
    column("person", { header: "Paid by", kind: "text", card: "title", width: 180 }),
    column("status", { badge: "bill", card: "badge", width: 150 }),
    column("total_kobo", { header: "Paid", card: "field", width: 120 }),
    column("kind", { header: "What", words: billKinds, render: ({ kind }) => billKinds[kind], width: 110 }),
    column("service_name", { header: "For", card: "field", width: 190 }),
    column("customer_no", { header: "Number", width: 150 }),
    column("created_at", { header: "When", card: "field", width: 120 }),
    column("reference", { kind: "reference", width: 170 }),
  ]),
  views: [
    { name: "Not there yet", address: "f.status=accepted,sent,unknown", empty: "Everything has its end" },
    { name: "Paid back", address: "f.status=failed,refunded", empty: "Nothing was paid back" },
  ],
  lead: "Airtime and bills that the company's people paid from their purses.",
  empty: "Nobody has paid a bill from a purse yet.",
});
