import { ACCOUNT_TYPES } from "@manilla/contract/accounts";
import { fullName } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { useSession } from "../../../shared/session/session.ts";
import { Page } from "../../../shared/ui/page.tsx";
import styles from "./dashboard.module.css";
import { News } from "./latest-news.tsx";
import { BusinessDay } from "./provider-section.tsx";
import { StaffHome, WhoseSwitch } from "./staff-home.tsx";

/** R036, where colleagues land: open work and news. A company's is a screen of its own, so that neither loads the other's calls. */
export default function DashboardScreen(): ReactNode {
  const session = useSession();
  return (
    <Page
      actions={<WhoseSwitch />}
      lead={
        <>
          {ACCOUNT_TYPES.admin.label} account of {fullName(session.user)}
          <BusinessDay />
        </>
      }
    >
      <div className={styles.grid}>
        <StaffHome>
          <News type="admin" />
        </StaffHome>
      </div>
    </Page>
  );
}
