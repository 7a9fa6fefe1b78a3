import { limitWords } from "@manilla/contract/cards/decline-reasons";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";

const { raises, grantRaise, declineRaise, withdrawRaise } = calls.cardControls;
type Row = RowOf<typeof raises>;

const periods = Object.fromEntries(Object.entries(limitWords).map(([name, words]) => [name, sentence(words)]));
const shown = columns<Row>([
  column("person", { header: "Holder", card: "title", width: 180 }),
  column("status", { badge: "card_raise", card: "badge", width: 112 }),
  column("amount_kobo", { header: "More", card: "field", width: 130 }),
  column("period", {
    header: "Limit",
    words: periods,
    card: "field",
    width: 170,
    render: ({ period }) => periods[period],
  }),
  column("_payment", {
    header: "After",
    width: 170,
    render: ({ payment }) => payment?.merchant ?? <span className="muted">–</span>,
  }),
  column("reason", { header: "What for", canWrap: true, width: 200 }),
  column("ends_on", { header: "Until", card: "field", width: 120 }),
  column("created_at", { header: "Asked for", isHidden: true }),
]);
const views: readonly ReadyView[] = [
  { name: "To decide", address: "f.status=asked", empty: "Nobody asks for more" },
  { name: "In force", address: "f.status=granted", empty: "No card may spend more than its limits" },
];

/** Added: who asks for more on a card, and until when it counts. */
export default function RaisesScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <ListPage
      call={raises}
      columns={shown}
      views={views}
      href={({ payment, card }) =>
        payment ? `/${type}/cards/transaction/${payment.id}` : `/${type}/cards/${card.id}/controls`
      }
      rowActions={rowActionsOf([grantRaise, declineRaise, withdrawRaise])}
      lead="More than a limit of a card, for a time. It counts on top of the limit and ends by itself."
      empty="No raises have been requested yet."
    />
  );
}
