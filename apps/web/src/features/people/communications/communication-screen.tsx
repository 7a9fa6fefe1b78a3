import { count, counted, date, sentence } from "@manilla/contract/formats";
import { queues } from "@manilla/contract/people/queues";
import type { ReactNode } from "react";
import { Link, useParams } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { categoryNames, channelNames, statusWords } from "../../../shared/messages/message-words.tsx";
import styles from "../../../shared/messages/messages.module.css";
import { pageOfQueue } from "../../../shared/people/queue-pages.ts";
import { Toned } from "../../../shared/people/toned.tsx";
import { Empty, Failure, Notice, Skeleton } from "../../../shared/ui/kit.tsx";
import { CallError } from "../../../shared/api/errors.ts";
import { Page } from "../../../shared/ui/page.tsx";
import { narrowingOf } from "./segment-words.ts";

type Communication = Answer<typeof calls.communications.find>["communication"];
type Row = RowOf<typeof calls.communications.messages>;

const shown = columns<Row>([
  column("last_name", { header: "To", card: "title", width: 240 }),
  column("status", { card: "badge" }),
  column("reason", { header: "Why not", width: 320, card: "field" }),
  column("sent_at", { card: "field" }),
  column("delivered_at"),
  column("created_at", { header: "Made", isHidden: true }),
]);

/** One message to many, with the outcome of each. */
export default function CommunicationScreen(): ReactNode {
  const { id = "" } = useParams();
  const { data, error, refetch } = useRecord(calls.communications.find, { params: { id } });
  if (!data) {
    const isMissing = error instanceof CallError && error.status === 404;
    return (
      <Page>
        {isMissing ? (
          <Empty title="This message does not exist" action={<Link to="/admin/communications">All messages</Link>} />
        ) : error ? (
          <Failure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={240} />
        )}
      </Page>
    );
  }
  const one = data.communication;
  return (
    <ListPage
      call={calls.communications.messages}
      params={{ id }}
      columns={shown}
      href={(row) => `/admin/users/${row.user_id}?tab=contacts`}
      title={one.name}
      lead={
        <>
          {channelNames[one.channel]} · {categoryNames[one.category]} · {counted(one.total, "person", "people")} · by{" "}
          {one.created_by ?? "the system"} <Toned status={one.status} label={statusWords[one.status]} />
        </>
      }
      actions={<Stop one={one} />}
      above={<About one={one} />}
      empty={
        one.status === "waiting"
          ? "Nobody was written to: a second person has to agree first."
          : "Nobody was written to yet."
      }
    />
  );
}

const handed = ["queued", "handed_over", "delivered", "failed", "bounced", "skipped"] as const;
const Stop = ({ one }: { one: Communication }): ReactNode => (
  <>
    <Link to="/admin/communications">All messages</Link>
    <Actions of={one} calls={[calls.communications.cancel]} />
  </>
);

function About({ one }: { one: Communication }): ReactNode {
  return (
    <>
      {one.status === "waiting" && (
        <Notice
          tone="warning"
          action={one.approval_id && <Link to={`/admin/approvals/${one.approval_id}`}>Open the request</Link>}
        >
          A second person has to agree before anybody is written to.
        </Notice>
      )}
      {one.scheduled_at && one.status === "scheduled" && (
        <Notice tone="info">Goes out on {date(one.scheduled_at)}, Lagos.</Notice>
      )}
      {one.total > 0 && one.status !== "waiting" && one.status !== "scheduled" && (
        <p className="muted" role="status">
          {handed
            .filter((state) => one[state] > 0 || state === "delivered")
            .map((state) => `${count(one[state])} ${sentence(state).toLowerCase()}`)
            .join(" · ")}
        </p>
      )}
      <p>
        To{" "}
        {one.segment.user_ids ? (
          `${count(one.segment.user_ids.length)} chosen ${one.segment.user_ids.length === 1 ? "person" : "people"}`
        ) : (
          <>
            the queue <Link to={pageOfQueue(one.segment.queue)}>{queues[one.segment.queue].name}</Link>
          </>
        )}
        {narrowingOf(one.segment).map((words) => (
          <span key={words} className="muted">
            , {words}
          </span>
        ))}
      </p>
      <details open={one.status === "waiting"}>
        <summary>The text</summary>
        <div className={styles.letter}>
          {one.subject && <strong>{one.subject}</strong>}
          {one.body}
        </div>
      </details>
    </>
  );
}
