import type { ReactNode } from "react";
import { useParams } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { cardViews, companyColumns } from "./card-columns.tsx";

const { approve, decline, freeze, unfreeze } = calls.cards;

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
      rowActions={rowActionsOf([approve, decline, freeze, unfreeze])}
      lead="Every card that this company asked for."
      empty="This company has no cards."
    />
  );
}
