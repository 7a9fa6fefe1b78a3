import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.charges.listAll>;

function State({ row }: { row: Row }): ReactNode {
  if (row.removed_at) return <ToneBadge tone="neutral">Removed</ToneBadge>;
  if (row.is_expired) return <ToneBadge tone="danger">Expired</ToneBadge>;
  return <ToneBadge tone="success">{row.is_default ? "Debited by default" : "Saved"}</ToneBadge>;
}

/** R124: saved cards, by what a person recognises them by. Card numbers are never with us. */
export default listPage(calls.charges.listAll, {
  columns: [
    column("customer", { card: "title" }),
    column("_card", { render: (row) => `${sentence(row.brand)} •••• ${row.last4}`, card: "field" }),
    column("_state", { render: (row) => <State row={row} />, card: "badge" }),
    column("bank", { card: "field" }),
    column("_expiry", {
      header: "Valid until",
      render: (row) =>
        row.expiry_month && row.expiry_year ? `${String(row.expiry_month).padStart(2, "0")}/${row.expiry_year}` : "–",
      card: "field",
    }),
    column("last_failure", {
      render: (row) =>
        row.last_failure ? (
          <span title={row.last_failure}>{row.last_failure}</span>
        ) : (
          <span className="muted">None</span>
        ),
      width: 220,
    }),
    column("created_at", { header: "Added", card: "field" }),
    column("removed_at", { isHidden: true }),
    column("id", { isHidden: true }),
  ],
  href: (row) => `/admin/repayments/wallet/${row.customer.id}`,
  rowActions: (row) => [{ label: "Customer's payments", to: `/admin/repayments/wallet/${row.customer.id}` }],
  lead: "Only customers add, choose and remove their cards; whole card numbers stay with the payment provider.",
  empty: "No saved cards yet.",
});
