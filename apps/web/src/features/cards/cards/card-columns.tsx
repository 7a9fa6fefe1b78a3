import { cardEnding } from "@manilla/contract/formats";
import { cardKindWords } from "@manilla/contract/cards/card-states";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { cardName, freezerWords } from "./card-words.ts";

type Row = RowOf<typeof calls.cards.listOwn>;

/** The columns of a company's own cards. */
export const companyColumns = columns<Row>([
  column("person", { header: "Holder", card: "title", width: 190, render: ({ person }) => person.name }),
  column("label", { header: "Card", card: "field", width: 190, render: (card) => cardName(card) }),
  column("kind", { header: "Kind", words: cardKindWords, width: 140, render: ({ kind }) => cardKindWords[kind] }),
  column("last4", { header: "Number", card: "field", width: 110, render: ({ last4 }) => cardEnding(last4) }),
  column("status", { badge: "card", card: "badge", width: 122 }),
  column("frozen_by", {
    header: "Frozen by",
    width: 150,
    render: ({ frozen_by }) => frozen_by.map((by) => freezerWords[by]).join(", ") || "–",
  }),
  column("limit_kobo", { header: "Credit", width: 120 }),
  column("expires_on", { header: "Good until", width: 120 }),
]);

export const cardViews = [
  { name: "In use", address: "f.status=active", empty: "No card is in use" },
  { name: "On their way", address: "f.status=requested,approved,issued", empty: "No card is on its way" },
  { name: "Frozen", address: "f.status=frozen", empty: "No card is frozen" },
];
