import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { type RowOf, listPage } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

const { listAll, letGo, stop, letBatchGo, stopBatch } = calls.transferReviews;

/** What looks unusual and is held until a colleague has decided: transfers by themselves, batches as a whole. */
export default listPage(listAll, {
  columns: columns<RowOf<typeof listAll>>([
    column("owner", { header: "Of", kind: "text", card: "title", width: 160 }),
    column("status", {
      card: "badge",
      width: 135,
      render: ({ is_batch, status }) => <StatusBadge kind={is_batch ? "transfer_batch" : "transfer"} status={status} />,
    }),
    column("total_kobo", { header: "With charges", card: "field", width: 125 }),
    column("payee", {
      header: "To",
      kind: "text",
      card: "field",
      width: 165,
      render: ({ is_batch, payee }) => (is_batch ? `Batch: ${payee}` : payee),
    }),
    column("held_because", { header: "Held because", kind: "text", width: 240, canWrap: true, card: "field" }),
    column("reviewed_by", { header: "Looked at by", kind: "text", width: 140 }),
    column("review_note", { header: "They said", width: 170, canWrap: true, isHidden: true }),
    column("reference", { width: 165, isHidden: true }),
    column("created_at", { header: "Asked for", card: "field", width: 120 }),
  ]),
  href: ({ id, is_batch }) => (is_batch ? `/admin/transfer-reviews/${id}` : `/admin/transfers/${id}`),
  rowActions: rowActionsOf([letGo, stop, letBatchGo, stopBatch]),
  tiles: "total_kobo",
  views: [
    {
      name: "To look at",
      address: "f.status=in_review&sortColumn=created_at&sortOrder=asc",
      first: true,
      empty: "Nothing is held",
    },
    { name: "Not sent", address: "f.status=cancelled", empty: "Everything that was held was sent" },
  ],
  lead: "Unusual transfers and batches, planned ones included, are held in their wallet until they are reviewed. A batch is decided as a whole. Nobody reviews their own.",
  empty: "No transfer has been held yet.",
});
