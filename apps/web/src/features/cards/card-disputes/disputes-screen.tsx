import { LIVE_DISPUTES, disputeReasons } from "@manilla/contract/cards/card-dispute-words";
import { channelWords } from "@manilla/contract/cards/decline-reasons";
import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { When } from "../../../shared/ui/kit.tsx";
import { disputeActs } from "./dispute-work.ts";

const { listAll } = calls.cardDisputes;
const rowActions = rowActionsOf(disputeActs);
type Row = RowOf<typeof listAll>;

const shown = columns<Row>([
  column("merchant", { header: "Shop", card: "title", width: 180 }),
  column("status", { badge: "card_dispute", card: "badge", width: 181 }),
  column("amount_kobo", { header: "Disputed", card: "field", width: 120 }),
  column("due_at", {
    header: "Answer by",
    card: "field",
    width: 160,
    render: ({ status, due_at, is_late }) =>
      LIVE_DISPUTES.includes(status) && (
        <>
          <When at={due_at} /> {is_late && <ToneBadge tone="danger">Late</ToneBadge>}
        </>
      ),
  }),
  column("person", { header: "Holder", card: "field", width: 160 }),
  column("reason", {
    header: "Why",
    card: "field",
    width: 200,
    words: disputeReasons,
    render: ({ reason }) => disputeReasons[reason],
  }),
  column("credited_kobo", { header: "Credited for now", width: 140 }),
  column("channel", {
    header: "Where",
    words: channelWords,
    render: ({ channel }) => sentence(channelWords[channel]),
    isHidden: true,
  }),
  column("reference", { kind: "reference", width: 170, isHidden: true }),
  column("created_at", { header: "Opened", width: 120, isHidden: true }),
]);

const desk: readonly ReadyView[] = [
  {
    name: "To work",
    address: "f.status=open,refused",
    first: ["super_support", "super_operations", "super_admin"],
    empty: "No dispute waits for the desk",
  },
  { name: "Late", address: "f.is_late=true", empty: "No dispute is late" },
  { name: "With the issuer", address: "f.status=sending,sent", empty: "The issuer has no dispute" },
  { name: "To decide", address: "f.status=refused", empty: "No credit waits for a decision" },
];
const followed: readonly ReadyView[] = [
  { name: "Open", address: "f.status=open,sending,sent,refused", empty: "Nothing is disputed" },
];
const leads = {
  admin: "Disputed card payments, the first deadline first. The clock ends with the holder's money or an answer.",
  corporate: "Payments that the holders of your cards dispute, and how far each has come.",
  customer: "Payments that you dispute, and how far each has come. A payment is disputed from its own page.",
} as const;

/** Disputes: the desk's by their deadline, a company's and one's own. */
export default function DisputesScreen(): ReactNode {
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <ListPage
      call={listAll}
      columns={type === "customer" ? shown.filter(({ key }) => key !== "person") : shown}
      tiles={true}
      views={type === "admin" ? desk : followed}
      href={({ id }) => `/${type}/cards/disputes/${id}`}
      rowActions={rowActions}
      lead={leads[type]}
      empty="Nothing has been disputed yet."
    />
  );
}
