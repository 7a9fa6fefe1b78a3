import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { approvalKind } from "./approval-words.ts";

const shown = columns<RowOf<typeof calls.approvals.listAll>>([
  { key: "title", header: "What", card: "title", width: 320 },
  { key: "status", header: "Status", kind: "badge", badge: "approval", card: "badge" },
  { key: "amount_kobo", header: "Amount", kind: "money", card: "field" },
  { key: "item_count", header: "Items", kind: "number" },
  { key: "kind", header: "Kind", width: 160, render: (row) => approvalKind(row.kind) },
  { key: "maker", header: "Asked by", render: (row) => row.maker.name, card: "field" },
  { key: "created_at", header: "Asked", kind: "relative", card: "field" },
  { key: "checker", header: "Decided by", render: (row) => row.checker?.name ?? "–" },
  { key: "decided_at", header: "Decided", kind: "relative" },
  { key: "reason", header: "Reason", isHidden: true },
  { key: "id", header: "Id", kind: "id", isHidden: true },
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
