import { transferKinds } from "@manilla/contract/payments/transfer-kinds";
import type { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";

export type Row = RowOf<typeof calls.transfers.listOwn>;

export const shown = columns<Row>([
  column("payee", { header: "To", kind: "text", card: "title", width: 182 }),
  column("status", { badge: "transfer", card: "badge", width: 148 }),
  column("amount_kobo", { card: "field", width: 120 }),
  column("total_kobo", { header: "With charges", width: 120 }),
  column("bank_name", { header: "Bank", width: 150, render: ({ bank_name }) => bank_name ?? "A wallet of ours" }),
  column("account_no", { header: "Account", kind: "code", width: 125 }),
  column("narration", { header: "For", width: 140 }),
  column("created_at", { header: "Sent", card: "field", width: 130 }),
  column("due_on", { header: "Leaves on", isHidden: true }),
  column("kind", { header: "Way", words: transferKinds, render: ({ kind }) => transferKinds[kind], isHidden: true }),
  column("reference", { isHidden: true }),
]);

export const views: readonly ReadyView[] = [
  { name: "On the way", address: "f.status=approved,sent,unknown", empty: "Nothing is on its way" },
  { name: "Awaiting approval", address: "f.status=awaiting_approval,in_review", empty: "Nothing awaits approval" },
  { name: "Planned", address: "f.status=scheduled", empty: "Nothing is planned" },
  { name: "Came back", address: "f.status=failed,reversed", empty: "Nothing came back" },
];
