import { ACCOUNT_TYPES } from "@manilla/contract/accounts";
import { fullName } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useSession } from "../../../shared/session/session.ts";
import { Facts, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { CompanySection } from "./company-section.tsx";
import styles from "./dashboard.module.css";
import { News } from "./latest-news.tsx";

/** R036, where companies land: open work, news, and account status. */
export default function CompanyDashboardScreen(): ReactNode {
  const session = useSession();
  return (
    <Page lead={`${ACCOUNT_TYPES.corporate.label} account of ${fullName(session.user)}`}>
      <div className={styles.grid}>
        <CompanySection>
          <News type="corporate" />
          <Account />
        </CompanySection>
      </div>
    </Page>
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
