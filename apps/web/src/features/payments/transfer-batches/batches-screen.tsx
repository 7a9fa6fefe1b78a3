import { batchKinds } from "@manilla/contract/payments/transfer-batch-kinds";
import type { ReactNode } from "react";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";

const { listAll, create } = calls.transferBatches;

const shown = columns<RowOf<typeof listAll>>([
  column("name", { header: "Batch", kind: "text", card: "title", width: 205 }),
  column("status", { badge: "transfer_batch", card: "badge", width: 175 }),
  column("kind", { words: batchKinds, render: ({ kind }) => batchKinds[kind], width: 110 }),
  column("row_count", { header: "Payments", kind: "number", card: "field", width: 100 }),
  column("total_kobo", { header: "With charges", card: "field", width: 130 }),
  column("open_count", { header: "To look at", kind: "number", width: 105 }),
  column("failed_count", { header: "Came back", kind: "number", width: 105 }),
  column("by", { header: "Brought by", width: 140 }),
  column("created_at", { header: "Brought", card: "field", width: 105 }),
  column("reference", { isHidden: true }),
]);

const views: readonly ReadyView[] = [
  { name: "To submit", address: "f.status=checking,checked", empty: "Nothing is being prepared" },
  { name: "Awaiting approval", address: "f.status=awaiting_approval", empty: "Nothing awaits approval" },
  { name: "On the way", address: "f.status=sending", empty: "Nothing is on its way" },
  { name: "Done", address: "f.status=done", empty: "No batch has ended yet" },
];

/** Batches of the company; salaries for those who may pay them. */
export default function BatchesScreen(): ReactNode {
  return (
    <ListPage
      call={listAll}
      columns={shown}
      views={views}
      href={({ id }) => `/corporate/batches/${id}`}
      actions={
        <Way to="/corporate/batches/new" call={create}>
          New batch
        </Way>
      }
      lead="Many payments from one file, or the salaries of a month. Every row is checked before anything moves."
      empty="Your company has not brought a file yet."
    />
  );
}
