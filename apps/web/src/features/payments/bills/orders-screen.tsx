import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { type RowOf, listPage } from "../../../shared/list/list-page.tsx";

const { listOfCompany } = calls.billOrders;

/** Bills that the company was asked to pay from its wallet. */
export default listPage(listOfCompany, {
  columns: columns<RowOf<typeof listOfCompany>>([
    column("what", { header: "What", kind: "text", card: "title", width: 230 }),
    column("status", { badge: "bill_order", card: "badge", width: 165 }),
    column("total_kobo", { header: "Total", card: "field", width: 130 }),
    column("asked_by", { header: "Asked by", kind: "text", card: "field", width: 170 }),
    column("paid_count", { header: "Paid", kind: "number", width: 80 }),
    column("left_out_count", { header: "Not paid", kind: "number", width: 100 }),
    column("created_at", { header: "When", card: "field", width: 130 }),
    column("reference", { kind: "reference", width: 170 }),
  ]),
  href: ({ id }) => `/corporate/bills/orders/${id}`,
  views: [{ name: "Awaiting approval", address: "f.status=awaiting_approval", empty: "Nothing awaits approval" }],
  lead: "Bills requested to be paid from the company's wallet. The money is held until somebody else has agreed.",
  empty: "No bills have been requested from the company's wallet yet.",
});
