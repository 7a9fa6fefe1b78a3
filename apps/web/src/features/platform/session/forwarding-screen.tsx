import type { ReactNode } from "react";
import { Navigate } from "react-router";
import { useSession } from "../../../shared/session/session.ts";

/** R001 (A83): to the dashboard of the first account type that the person has. Never loops: a dashboard is open to all. */
export default function ForwardingScreen(): ReactNode {
  const { account_types } = useSession();
  return <Navigate to={`/${account_types[0] ?? "customer"}/dashboard`} replace />;
}
