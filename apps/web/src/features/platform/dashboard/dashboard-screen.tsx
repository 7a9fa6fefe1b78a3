import { ACCOUNT_TYPES } from "@manilla/contract/accounts";
import { fullName } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import { latestNotifications } from "../../../shared/messages/latest.ts";
import { NotificationTitle } from "../../../shared/messages/notification-title.tsx";
import { accountTypeOf, useSession } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, Panel, When } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { CompanySection } from "./company-section.tsx";
import styles from "./dashboard.module.css";
import { BusinessDay } from "./provider-section.tsx";
import { StaffHome, WhoseSwitch } from "./staff-home.tsx";

/** R036, where colleagues and companies land: open work, news, and account status. */
export default function DashboardScreen(): ReactNode {
  const session = useSession();
  const type = accountTypeOf(location.pathname) ?? "customer";
  return (
    <Page
      actions={type === "admin" && <WhoseSwitch />}
      lead={
        <>
          {ACCOUNT_TYPES[type].label} account of {fullName(session.user)}
          {type === "admin" && <BusinessDay />}
        </>
      }
    >
      <div className={styles.grid}>
        {type === "admin" ? (
          <StaffHome>
            <News type={type} />
          </StaffHome>
        ) : (
          <CompanySection>
            <News type={type} />
            <Account />
          </CompanySection>
        )}
      </div>
    </Page>
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
  const { user, roles } = useSession();
  return (
    <Panel title="Your account">
      <Facts
        items={[
          { label: "E-mail", value: user.email },
          user.company && { label: "Company", value: user.company.name },
          { label: "Roles", value: roles.map((role) => role.name).join(", ") },
        ]}
      />
    </Panel>
  );
}
