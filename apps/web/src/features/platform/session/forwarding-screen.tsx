import { type ReactNode, useEffect, useState } from "react";
import { Link, Navigate } from "react-router";
import { deniedScreen, forgetDenied } from "../../../shared/session/denied.ts";
import { useSession } from "../../../shared/session/session.ts";
import { ManillaMark } from "../../../shared/ui/logo.tsx";
import styles from "./session.module.css";

/**
 * R001 (A83): to the dashboard of the first account type that the person has. Never loops: a dashboard is open to all. Who was led
 * here because a permission is missing (S015) reads so instead.
 */
export default function ForwardingScreen(): ReactNode {
  const { account_types } = useSession();
  const [denied] = useState(deniedScreen);
  const home = `/${account_types[0] ?? "customer"}/dashboard`;
  return denied === undefined ? <Navigate to={home} replace /> : <NoPermission title={denied} home={home} />;
}

function NoPermission({ title, home }: { title: string; home: string }): ReactNode {
  const { roles } = useSession();
  useEffect(() => {
    document.title = "No Permission · Manilla";
    return forgetDenied;
  }, []);
  return (
    <main id="main" className={styles.center} tabIndex={-1}>
      <ManillaMark size={44} />
      <h1>You may not open {title}</h1>
      <p>
        Your role ({roles.map(({ name }) => name).join(", ")}) does not include it. If your work needs it, ask an
        administrator: roles are changed under Permissions.
      </p>
      <Link to={home}>Back to your home</Link>
    </main>
  );
}
