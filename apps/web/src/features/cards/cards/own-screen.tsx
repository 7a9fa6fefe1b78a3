import { cardEnding } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { useCall } from "../../../shared/api/use-call.ts";
import { useSession } from "../../../shared/session/session.ts";
import { CardSlider } from "./card-slider.tsx";
import { cardRowActions } from "./card-work.ts";
import { cardName } from "./card-words.ts";

const { ofHolder } = calls.cards;

const shown = columns<RowOf<typeof ofHolder>>([
  column("label", { header: "Card", card: "title", width: 230, render: (card) => cardName(card) }),
  column("last4", { header: "Number", card: "field", width: 120, render: ({ last4 }) => cardEnding(last4) }),
  column("status", { badge: "card", card: "badge", width: 120 }),
  column("company", {
    header: "Money of",
    card: "field",
    width: 190,
    render: ({ company }) => company?.name ?? "Yourself",
  }),
  column("expires_on", { header: "Good until", width: 130 }),
  column("created_at", { header: "Requested", width: 130 }),
]);

const IN_HAND = JSON.stringify({ status: ["issued", "active", "frozen"] });

/** R126 for a customer: the cards in one's own hands (C281). */
export default function OwnCardsScreen(): ReactNode {
  const { user } = useSession();
  const params = { userId: user.id };
  const { data } = useCall(ofHolder, { params, query: { page: 1, limit: 10, filter: IN_HAND } });
  return (
    <ListPage
      call={ofHolder}
      params={params}
      columns={shown}
      href={({ id }) => `/customer/cards/${id}`}
      rowActions={cardRowActions}
      above={data && data.items.length > 0 && <CardSlider cards={data.items} />}
      lead="Your own cards, and those of your company that you hold. Freeze one at once when it is not in your hand."
      actions={
        <Button component={Link} to="/customer/cards/request">
          Ask for a card
        </Button>
      }
      empty="You have no card yet."
    />
  );
}
