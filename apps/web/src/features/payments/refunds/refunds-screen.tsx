import {
  type PaymentClaim,
  MAX_REFUNDS_AT_ONCE,
  paymentClaims,
  paymentKinds,
  refundCauses,
} from "@manilla/contract/payments/refund-words";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useChosenRows } from "../../../shared/batch/chosen-rows.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import type { Selection } from "../../../shared/list/selection.ts";
import { StatusBadge, ToneBadge } from "../../../shared/ui/badge.tsx";
import { When } from "../../../shared/ui/kit.tsx";
import { DeskButtons } from "./dialogs.tsx";

const { listAll } = calls.refunds;
type Row = RowOf<typeof listAll>;

const because = ({ cause, claim }: Row): string => (claim ? paymentClaims[claim as PaymentClaim] : refundCauses[cause]);
const shown = columns<Row>([
  column("person", { header: "Person", kind: "text", card: "title", width: 160 }),
  column("status", {
    badge: "refund_case",
    card: "badge",
    width: 130,
    render: ({ is_waiting, status }) =>
      is_waiting ? (
        <ToneBadge tone="info">Second person</ToneBadge>
      ) : (
        <StatusBadge kind="refund_case" status={status} />
      ),
  }),
  column("amount_kobo", { header: "Refundable", card: "field", width: 120 }),
  column("cause", { header: "Because", card: "field", render: because, width: 205 }),
  column("kind", { header: "What", words: paymentKinds, width: 90 }),
  column("what", { header: "To", kind: "text", card: "field", width: 160 }),
  column("paid_at", { header: "Paid", width: 125 }),
  column("due_at", {
    header: "Answer by",
    card: "field",
    width: 150,
    render: (row) => (
      <>
        <When at={row.due_at} /> {row.is_late && <ToneBadge tone="danger">Late</ToneBadge>}
      </>
    ),
  }),
  column("refunded_kobo", { header: "Refunded", isHidden: true }),
  column("reference", { kind: "reference", isHidden: true }),
]);

const OPEN = "f.status=open";
const views: readonly ReadyView[] = [
  { name: "Bills", address: `${OPEN}&f.kind=bill`, empty: "No bill may have to be paid back" },
  { name: "Transfers", address: `${OPEN}&f.kind=transfer`, empty: "No transfer may have to be paid back" },
  { name: "Delivered wrong", address: `${OPEN}&f.cause=claimed`, empty: "Nobody claims anything" },
  { name: "Late", address: `${OPEN}&f.is_late=true`, empty: "Nothing is late" },
  { name: "Refunded", address: "f.status=refunded", empty: "Nothing was refunded" },
];

/** The same decision about several payments of one kind. */
function Bulk({ selection }: { selection: Selection }): ReactNode {
  const { chosen } = useChosenRows(listAll, selection);
  const rows = chosen?.rows ?? [];
  if (rows.length === 0) return null;
  const isMixed = rows.some(({ kind }) => kind !== rows[0]!.kind);
  if (isMixed) return <span className="muted">Choose bills or transfers, not both.</span>;
  if (rows.length > MAX_REFUNDS_AT_ONCE)
    return <span className="muted">At most {MAX_REFUNDS_AT_ONCE} at once: choose them page by page.</span>;
  return (
    <DeskButtons
      cases={rows}
      why={(act) => (rows.every(({ abilities }) => abilities[act]) ? "None of them can be" : null)}
      onDone={() => selection.clear()}
    />
  );
}

/** R142: everything that may have to be paid back, oldest first. */
export default function RefundsScreen(): ReactNode {
  return (
    <ListPage
      call={listAll}
      columns={shown}
      href={(row) => `/admin/refunds/${row.id}`}
      tiles="amount_kobo"
      views={views}
      bulkActions={(selection) => <Bulk selection={selection} />}
      lead="Payments without an answer, without their goods, or delivered wrong: found by us, or claimed by their payers. What failed for certain went back by itself."
      empty="Nothing has had to be paid back yet."
    />
  );
}
