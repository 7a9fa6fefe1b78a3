import { count, sentence } from "@manilla/contract/formats";
import { queues } from "@manilla/contract/people/queues";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { categoryNames, channelNames, statusWords } from "../../../shared/messages/message-words.tsx";
import { Toned } from "../../../shared/people/toned.tsx";

type Row = RowOf<typeof calls.communications.listAll>;

const whom = ({ segment }: Row): string =>
  segment.user_ids
    ? segment.user_ids.length === 1
      ? "One person"
      : `${count(segment.user_ids.length)} chosen people`
    : `${queues[segment.queue].name}${(segment.filter ?? segment.search ?? segment.rangeStart) ? ", filtered" : ""}`;

const shown = columns<Row>([
  { key: "name", header: "Name", card: "title", width: 240 },
  {
    key: "status",
    header: "Status",
    card: "badge",
    words: statusWords,
    render: (row) => <Toned status={row.status} label={statusWords[row.status]} />,
  },
  { key: "channel", header: "By", card: "field", words: channelNames, render: (row) => channelNames[row.channel] },
  { key: "category", header: "Kind", words: categoryNames, render: (row) => categoryNames[row.category] },
  { key: "segment", header: "To", card: "field", render: whom },
  { key: "total", header: "People", kind: "number", card: "field" },
  ...(["handed_over", "delivered", "failed", "bounced", "skipped"] as const).map((state) => ({
    key: state,
    header: sentence(state),
    kind: "number" as const,
    ...(state === "delivered" && { card: "field" as const }),
    opens: (row: Row) => (row[state] > 0 ? `/admin/communications/${row.id}?f.status=${state}` : undefined),
  })),
  { key: "scheduled_at", header: "Scheduled", kind: "date", isHidden: true },
  { key: "created_by", header: "By whom" },
  { key: "created_at", header: "Written", kind: "relative" },
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
      slots={{
        lead: "What was sent to many people at once, and what became of it.",
        actions: write,
        empty: { text: "Nothing was sent yet.", action: write },
      }}
    />
  );
}
