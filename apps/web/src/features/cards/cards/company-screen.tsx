import type { ReactNode } from "react";
import { Way } from "../../../shared/actions/way.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { cardViews, companyColumns } from "./card-columns.tsx";
import { cardRowActions } from "./card-work.ts";

const { listOwn, requestDebit } = calls.cards;

/** R126 for a company: its cards (C227). */
export default function CompanyCardsScreen(): ReactNode {
  return (
    <ListPage
      call={listOwn}
      columns={companyColumns}
      href={({ id }) => `/corporate/cards/${id}`}
      tiles={true}
      views={cardViews}
      rowActions={cardRowActions}
      lead="The cards of your people. Each spends the money of its holder's purse, or their part of your line."
      actions={
        <Way to="/corporate/cards/new" call={requestDebit}>
          New card
        </Way>
      }
      empty="No cards yet. Ask for one for somebody who pays for the company."
    />
  );
}
