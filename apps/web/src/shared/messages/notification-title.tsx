import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../api/calls.gen.ts";
import { useAction } from "../api/use-call.ts";
import { isOwnPath } from "../session/own-path.ts";

/** A notification's title as a link; following it marks it read. */
export function NotificationTitle({
  row,
}: {
  row: { id: string; title: string; link: string | null; read_at: string | null };
}): ReactNode {
  const { run } = useAction(calls.notifications.markRead);
  // It stays unread if the server does not hear of it; nothing else depends on it.
  const mark = (): void => void (row.read_at === null && run({ params: { id: row.id } }).catch(() => undefined));
  return isOwnPath(row.link) ? (
    <Link to={row.link} onClick={mark}>
      {row.title}
    </Link>
  ) : (
    row.title
  );
}
