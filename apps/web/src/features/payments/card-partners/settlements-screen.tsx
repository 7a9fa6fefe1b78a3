import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { PartnerLinks } from "./partner-links.tsx";

const { settlements } = calls.cardPartners;

const shown = columns<RowOf<typeof settlements>>([
  column("reference", { card: "title", width: 170 }),
  column("kind", { header: "What", kind: "word", card: "field", width: 100 }),
  column("status", {
    card: "badge",
    width: 150,
    render: ({ status }) => <StatusBadge kind="partner_settlement" status={status} />,
  }),
  column("amount_kobo", { card: "field", width: 140 }),
  column("report_kobo", { header: "The partner’s report", width: 160 }),
  column("cards", { header: "Cards", kind: "number", width: 90 }),
  column("reason", { header: "Why", kind: "text", width: 200 }),
  column("created_at", { header: "When", card: "field", width: 130 }),
]);

/** Fundings and payments beside what the partner's own report says of them. */
export default function SettlementsScreen(): ReactNode {
  const { partner = "" } = useParams();
  return (
    <ListPage
      call={settlements}
      params={{ partner }}
      columns={shown}
      actions={<PartnerLinks partner={partner} here="Settlements" />}
      views={[
        { name: "Fundings", address: "f.kind=funding", empty: "No funding requested yet" },
        { name: "Payments", address: "f.kind=payment", empty: "Nothing was passed on yet" },
      ]}
      lead="Fundings requested from the partner and payments to it, beside its own report."
      empty="Nothing has been requested from the partner yet."
    />
  );
}
