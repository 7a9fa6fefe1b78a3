import type { ReactNode } from "react";
import { useParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { cardViews, companyColumns } from "./card-columns.tsx";
import { cardRowActions } from "./card-work.ts";

/** The cards of one company, for the provider's staff (C228). */
export default function CardsOfCompanyScreen(): ReactNode {
  const { companyId = "" } = useParams();
  return (
    <ListPage
      call={calls.cards.listAll}
      params={{ companyId }}
      columns={companyColumns}
      href={({ id }) => `/admin/cards/${id}`}
      views={cardViews}
      rowActions={cardRowActions}
      lead="Every card of this company."
      empty="This company has no cards."
    />
  );
}
