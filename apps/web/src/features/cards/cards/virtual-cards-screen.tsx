import { cardEnding } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { cardViews } from "./card-columns.tsx";
import { cardRowActions } from "./card-work.ts";

const { listVirtual } = calls.cards;

const shown = columns<RowOf<typeof listVirtual>>([
  column("last4", { header: "Number", card: "title", width: 120, render: ({ last4 }) => cardEnding(last4) }),
  column("person", { header: "Holder", card: "field", width: 190, render: ({ person }) => person.name }),
  column("company", { header: "Company", width: 170, render: ({ company }) => company?.name ?? "–" }),
  column("brand", { header: "Brand", width: 100, render: ({ brand }) => brand ?? "–" }),
  column("currency", { header: "Currency", width: 100, render: ({ currency }) => currency }),
  column("status", { badge: "card", card: "badge", width: 110 }),
  column("is_single_use", { header: "For one payment", width: 130 }),
  column("expires_on", { header: "Good until", card: "field", width: 120 }),
]);

/** R135: virtual cards by card. */
export default function VirtualCardsScreen(): ReactNode {
  return (
    <ListPage
      call={listVirtual}
      columns={shown}
      href={({ id }) => `/admin/virtual-cards/${id}`}
      views={cardViews}
      rowActions={cardRowActions}
      lead="Virtual cards, with their expiry."
      empty="No virtual card has been made yet."
    />
  );
}
