import { chainKindWords } from "@manilla/contract/companies/chain-steps";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { OneByOne, useOneByOne } from "../../../shared/approvals/one-by-one.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import type { ReadyView } from "../../../shared/list/ready-views.tsx";
import { useSession } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { ownPath } from "./own-path.ts";
import { AskedFacts, Behind, Split, turnOf } from "./request-parts.tsx";

const { listAll, find, approve, decline, sendBack, withdraw } = calls.approvalChains;
type Row = RowOf<typeof listAll>;

const shown = columns<Row>([
  column("title", {
    header: "Request",
    card: "title",
    width: 310,
    render: ({ title, is_split }) => (
      <>
        {title} {is_split && <ToneBadge tone="warning">Looks split</ToneBadge>}
      </>
    ),
  }),
  column("status", { badge: "company_approval", card: "badge", width: 116 }),
  column("amount_kobo", { card: "field", width: 120 }),
  column("kind", { header: "What for", width: 140, words: chainKindWords, render: ({ kind }) => chainKindWords[kind] }),
  column("requester", { header: "Requested by", card: "field", width: 130, render: ({ requester }) => requester.name }),
  column("waits_for", { header: "Pending with", card: "field", width: 170 }),
  column("created_at", { header: "Requested", card: "field", width: 125 }),
  column("step", { isHidden: true }),
  column("department", { isHidden: true }),
  column("decided_at", { isHidden: true }),
  column("is_split", { header: "Looks split", isHidden: true }),
]);

/** The first is for those who decide. */
const views: readonly ReadyView[] = [
  {
    name: "For me to decide",
    address: "f.status=pending&f.for_me=true&sortColumn=created_at&sortOrder=asc",
    first: true,
    empty: "Nothing waits for you",
  },
  { name: "Pending", address: "f.status=pending&sortColumn=created_at&sortOrder=asc", empty: "Nothing is pending" },
  { name: "Requested by me", address: "f.requester_id={me}", empty: "You have requested nothing" },
  { name: "Looks split", address: "f.is_split=true", empty: "Nothing looks split" },
];

/** The company's inbox: requests that one decides, for oneself or for somebody absent, and one's own; on a phone one by one. */
export default function InboxScreen(): ReactNode {
  const { user } = useSession();
  return useOneByOne(views) ? (
    <OneByOne {...{ list: listAll, find, decline, approve, views }} hrefOf={(id) => ownPath(`/approvals/${id}`)}>
      {(request) => (
        <>
          <p>{turnOf(request, user.id)}</p>
          {request.is_split && <Split request={request} />}
          <AskedFacts request={request} />
          <Behind request={request} />
        </>
      )}
    </OneByOne>
  ) : (
    <ListPage
      call={listAll}
      columns={shown}
      views={views}
      href={({ id }) => ownPath(`/approvals/${id}`)}
      rowActions={rowActionsOf([approve, decline, sendBack, withdraw])}
      lead="Requests of the company, decided step by step. Nobody decides about their own request or payment."
      actions={<Link to={ownPath("/approvals/delegates")}>Delegates</Link>}
      empty="Nothing has needed an approval yet."
    />
  );
}
