import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { latestNotifications } from "../../../shared/messages/latest.ts";
import { NotificationTitle } from "../../../shared/messages/notification-title.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel, When } from "../../../shared/ui/kit.tsx";
import styles from "./dashboard.module.css";

/** The newest notifications. @param type of account, for the way to all of them */
export function News({ type }: { type: string }): ReactNode {
  const answer = useCall(calls.notifications.unread, latestNotifications);
  return (
    <Panel title="New for you" actions={<Link to={`/${type}/notifications`}>All notifications</Link>} flush>
      <Answered of={answer} height={60}>
        {(data) => (
          <>
            {data.data.length === 0 && <Empty title="Nothing new">Activity on your account appears here.</Empty>}
            <ul className={styles.list}>
              {data.data.slice(0, 5).map((item) => (
                <li key={item.id}>
                  <div>
                    <strong>
                      <NotificationTitle row={item} />
                    </strong>
                    <div className="small muted">{item.body}</div>
                  </div>
                  <span className="small muted">
                    <When at={item.created_at} />
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Panel>
  );
}
