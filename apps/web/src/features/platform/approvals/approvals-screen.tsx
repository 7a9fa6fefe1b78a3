import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage } from "../../../shared/list/list-page.tsx";
import { approvalKind } from "./approval-words.ts";

/** The checkers' inbox: everything sensitive that waits for a second person, and its outcome. */
export default listPage(calls.approvals.listAll, {
  columns: [
    column("title", { header: "Request", card: "title", width: 380 }),
    column("status", { badge: "approval", card: "badge" }),
    column("amount_kobo", { card: "field" }),
    column("item_count", { header: "Items" }),
    column("kind", { width: 160, render: (row) => approvalKind(row.kind) }),
    column("maker", { header: "Requested by", card: "field" }),
    column("created_at", { header: "Requested", card: "field" }),
    column("checker"),
    column("decided_at"),
    column("reason", { isHidden: true }),
    column("is_pending", { header: "Waiting", isHidden: true }),
    column("id", { isHidden: true }),
  ],
  href: (row) => `/admin/approvals/${row.id}`,
  lead: "Sensitive acts wait here for a second person. Nobody decides on their own request.",
  empty: "Nothing has needed a second person yet.",
});
