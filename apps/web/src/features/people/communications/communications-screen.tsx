import { count, sentence } from "@manilla/contract/formats";
import { queues } from "@manilla/contract/people/queues";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { categoryNames, channelNames, statusWords } from "../../../shared/messages/message-words.tsx";

type Row = RowOf<typeof calls.communications.listAll>;

const whom = ({ segment }: Row): string =>
  segment.user_ids
    ? segment.user_ids.length === 1
      ? "One person"
      : `${count(segment.user_ids.length)} chosen people`
    : `${queues[segment.queue].name}${(segment.filter ?? segment.search ?? segment.rangeStart) ? ", filtered" : ""}`;

const shown = columns<Row>([
  column("name", { card: "title", width: 240 }),
  column("status", { words: statusWords, card: "badge" }),
  column("channel", { header: "By", words: channelNames, card: "field" }),
  column("category", { words: categoryNames, isHidden: true }),
  column("segment", { header: "To", card: "field", render: whom }),
  column("total", { header: "People", kind: "number", card: "field" }),
  ...(["handed_over", "delivered", "failed", "bounced", "skipped"] as const).map((state) =>
    column<Row>(state, {
      header: sentence(state),
      kind: "number",
      ...(state === "delivered" && { card: "field" }),
      ...(state === "skipped" && { isHidden: true }),
      opens: (row) => (row[state] > 0 ? `/admin/communications/${row.id}?f.status=${state}` : undefined),
    }),
  ),
  column("scheduled_at", { kind: "date", isHidden: true }),
  column("created_by", { header: "By whom" }),
  column("created_at", { header: "Written" }),
]);

/** R027: what was sent, is being sent and waits. */
export default function CommunicationsScreen(): ReactNode {
  const write = (
    <Button component={Link} to="/admin/communications/new" size="sm">
      New message
    </Button>
  );
  return (
    <ListPage
      call={calls.communications.listAll}
      columns={shown}
      href={(row) => `/admin/communications/${row.id}`}
      lead="Messages to many people at once, and their outcome."
      actions={write}
      empty="Nothing was sent yet."
      emptyAction={write}
    />
  );
}
