import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { approvalKind } from "./approval-words.ts";

const shown = columns<RowOf<typeof calls.approvals.listAll>>([
  column("title", { header: "What", card: "title", width: 320 }),
  column("status", { badge: "approval", card: "badge" }),
  column("amount_kobo", { card: "field" }),
  column("item_count", { header: "Items" }),
  column("kind", { width: 160, render: (row) => approvalKind(row.kind) }),
  column("maker", { header: "Asked by", card: "field" }),
  column("created_at", { header: "Asked", card: "field" }),
  column("checker"),
  column("decided_at"),
  column("reason", { isHidden: true }),
  column("id", { isHidden: true }),
]);

/** The checkers' inbox: everything sensitive that waits for a second person, and what became of it. */
export default function ApprovalsScreen(): ReactNode {
  return (
    <ListPage
      call={calls.approvals.listAll}
      columns={shown}
      href={(row) => `/admin/approvals/${row.id}`}
      slots={{
        lead: "Sensitive acts wait here for a second person. Nobody decides on their own request.",
        empty: { text: "Nothing has needed a second person yet." },
      }}
    />
  );
}
