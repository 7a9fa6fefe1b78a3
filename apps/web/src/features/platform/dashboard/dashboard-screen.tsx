import { ACCOUNT_TYPES } from "@manilla/contract/accounts";
import { count, exactTime, fullName, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall, useRecord } from "../../../shared/api/use-call.ts";
import { latestNotifications } from "../../../shared/messages/latest.ts";
import { NotificationTitle } from "../../../shared/messages/notification-title.tsx";
import { accountTypeOf, maySend, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { CompanySection } from "./company-section.tsx";
import styles from "./dashboard.module.css";
import { BusinessDay, ProviderSection } from "./provider-section.tsx";

/** R036, where a person lands: open work, news, and account status. */
export default function DashboardScreen(): ReactNode {
  const session = useSession();
  const type = accountTypeOf(location.pathname) ?? "customer";
  const own = (
    <>
      <News type={type} />
      <Account />
    </>
  );
  return (
    <Page
      lead={
        <>
          {ACCOUNT_TYPES[type].label} account of {fullName(session.user)}
          {type === "admin" && <BusinessDay />}
        </>
      }
    >
      <div className={styles.grid}>
        {type === "admin" ? (
          <ProviderSection waiting={maySend(session, calls.approvals.listAll) && <Waiting />}>{own}</ProviderSection>
        ) : (
          <>
            {type === "corporate" && <CompanySection />}
            {own}
          </>
        )}
      </div>
    </Page>
  );
}

/** Requests that a second person has to decide on. */
function Waiting(): ReactNode {
  const answer = useRecord(calls.approvals.listAll, {
    query: { limit: 5, filter: JSON.stringify({ status: "pending" }) },
  });
  const { data } = answer;
  return (
    <Panel
      title={data ? `Waiting for a second person (${count(data.total_count)})` : "Waiting for a second person"}
      actions={<Link to="/admin/approvals?f.status=pending">All</Link>}
      flush
    >
      <Answered of={answer} height={60}>
        {(data) => (
          <>
            {data.items.length === 0 && <Empty title="Nothing waits" />}
            <ul className={styles.list}>
              {data.items.map((item) => (
                <li key={item.id}>
                  <div>
                    <Link to={`/admin/approvals/${item.id}`}>{item.title}</Link>
                    <div className="small muted">
                      {item.maker.name}, <When at={item.created_at} />
                    </div>
                  </div>
                  {item.amount_kobo !== null && <span>{naira(item.amount_kobo)}</span>}
                </li>
              ))}
            </ul>
          </>
        )}
      </Answered>
    </Panel>
  );
}

function News({ type }: { type: string }): ReactNode {
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

function Account(): ReactNode {
  const { user, roles, expires_at } = useSession();
  return (
    <Panel title="Your account">
      <Facts
        items={[
          { label: "E-mail", value: user.email },
          user.company && { label: "Company", value: user.company.name },
          { label: "Roles", value: roles.map((role) => role.name).join(", ") },
          { label: "Second factor", value: user.has_second_factor ? "On" : "Off" },
          { label: "Signed in until", value: exactTime(expires_at) },
        ]}
      />
    </Panel>
  );
}
