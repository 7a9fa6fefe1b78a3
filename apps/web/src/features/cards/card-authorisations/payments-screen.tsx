import { paymentWords } from "@manilla/contract/cards/card-payment-kinds";
import { channelWords, declineTitles } from "@manilla/contract/cards/decline-reasons";
import { merchantCategories } from "@manilla/contract/cards/merchant-categories";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../../shared/api/query-client.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { useLive } from "../../../shared/ui/live.ts";

const { listAll } = calls.cardAuthorisations;
type Row = RowOf<typeof listAll>;

const shown = columns<Row>([
  column("merchant", { header: "Shop", card: "title", width: 190 }),
  column("status", { badge: "card_payment", card: "badge", width: 110 }),
  column("amount_kobo", { card: "field", width: 120 }),
  column("says", { header: "Why not", card: "field", canWrap: true, width: 260 }),
  column("person", { header: "Holder", card: "field", width: 150 }),
  column("category", {
    header: "Category",
    width: 140,
    words: Object.fromEntries(Object.entries(merchantCategories).map(([name, { words }]) => [name, words])),
    render: ({ category }) => merchantCategories[category].words,
  }),
  column("created_at", { header: "When", card: "field", width: 120 }),
  column("channel", {
    header: "Channel",
    words: channelWords,
    render: ({ channel }) => channelWords[channel],
    isHidden: true,
  }),
  column("kind", { header: "Kind", words: paymentWords, render: ({ kind }) => paymentWords[kind], isHidden: true }),
  column("_reason", { header: "Declined because", words: declineTitles, render: () => null, isHidden: true }),
]);
const views: readonly ReadyView[] = [
  { name: "Declined", address: "f.status=declined", empty: "Nothing was declined" },
  { name: "Held", address: "f.status=approved", empty: "Nothing is held" },
];

/** R132: payments with cards, the newest first; a decline is there as soon as the shop knows of it. */
export default function PaymentsScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  useLive("notification", ({ kind }) => {
    if (kind === "card") void refreshEverything();
  });
  return (
    <ListPage
      call={listAll}
      columns={type === "customer" ? shown.filter(({ key }) => key !== "person") : shown}
      views={views}
      href={({ id }) => `/${type}/cards/transaction/${id}`}
      lead={
        type === "customer"
          ? "What you paid with your cards, what was declined, and why."
          : "Every payment that was asked for with a card, and why some were declined."
      }
      empty="Nothing has been paid with a card yet."
    />
  );
}
