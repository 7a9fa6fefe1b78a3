import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { ListPage } from "../../../shared/list/list-page.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { cardViews, companyColumns } from "./card-columns.tsx";

const { freeze, listOwn, requestDebit, unfreeze, withdraw } = calls.cards;

/** R126 for a company: its cards (C227). */
export default function CompanyCardsScreen(): ReactNode {
  const mayAsk = useMay(requestDebit);
  return (
    <ListPage
      call={listOwn}
      columns={companyColumns}
      href={({ id }) => `/corporate/cards/${id}`}
      views={cardViews}
      rowActions={rowActionsOf([freeze, unfreeze, withdraw])}
      lead="The cards of your people. Each spends the money of its holder's purse, or their part of your line."
      actions={
        mayAsk && (
          <Button component={Link} to="/corporate/cards/new">
            New card
          </Button>
        )
      }
      empty="No cards yet. Ask for one for somebody who pays for the company."
    />
  );
}
