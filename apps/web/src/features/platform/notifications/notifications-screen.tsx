import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useAction, useRecord } from "../../../shared/api/use-call.ts";
import { latestNotifications } from "../../../shared/messages/latest.ts";
import { NotificationTitle } from "../../../shared/messages/notification-title.tsx";
import { ActionButton } from "../../../shared/form/action-button.tsx";
import { Empty, Failure, LinkButton, Panel, Skeleton, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import styles from "./notifications.module.css";

type Notification = Answer<typeof calls.notifications.unread>["data"][number];

/** R024: what has happened, unread first. */
export default function NotificationsScreen(): ReactNode {
  const unread = useRecord(calls.notifications.unread, latestNotifications);
  const read = useRecord(calls.notifications.read, { query: { limit: 20 } });
  const count = unread.data?.unread_count ?? 0;
  return (
    <Page
      width="text"
      actions={
        count > 0 && (
          <ActionButton
            call={calls.notifications.markAllRead}
            done="All read."
            undo={({ ids }) =>
              ids.length > 0 ? { call: calls.notifications.markUnread, input: { body: { ids } } } : undefined
            }
          >
            Mark all as read
          </ActionButton>
        )
      }
    >
      <Panel title={count > 0 ? `Unread (${count})` : "Unread"} flush>
        <Group answer={unread} empty="Nothing new." />
      </Panel>
      <Panel title="Read" flush>
        <Group answer={read} empty="What you have read stays here." />
      </Panel>
    </Page>
  );
}

function Group({
  answer,
  empty,
}: {
  answer: ReturnType<typeof useRecord<typeof calls.notifications.unread>>;
  empty: string;
}): ReactNode {
  if (answer.error && !answer.data) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) {
    return (
      <div className={styles.waiting}>
        <Skeleton width="50%" />
      </div>
    );
  }
  if (answer.data.data.length === 0) return <Empty title={empty} />;
  return (
    <ul className="list">
      {answer.data.data.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ul>
  );
}

function Row({ row }: { row: Notification }): ReactNode {
  const { run } = useAction(calls.notifications.markRead);
  const back = useAction(calls.notifications.markUnread);
  const isUnread = row.read_at === null;
  // It stays unread if the server does not hear of it; nothing else depends on it.
  const mark = (): void => void (isUnread && run({ params: { id: row.id } }).catch(() => undefined));
  return (
    <li className={styles.row} data-unread={isUnread}>
      <div>
        <h3>
          <NotificationTitle row={row} />
        </h3>
        <p className="muted">{row.body}</p>
        <p className="small muted">
          <When at={row.created_at} />
        </p>
      </div>
      {isUnread ? (
        <LinkButton onClick={mark}>Mark as read</LinkButton>
      ) : (
        <LinkButton onClick={() => void back.run({ body: { ids: [row.id] } }).catch(() => undefined)}>
          Mark as unread
        </LinkButton>
      )}
    </li>
  );
}
