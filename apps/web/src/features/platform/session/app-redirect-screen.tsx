import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useCall } from "../../../shared/api/use-call.ts";

/** R014 (A13): to the mobile application's configured address; without one, to the download page. */
export default function AppRedirectScreen(): ReactNode {
  const navigate = useNavigate();
  const { data, isError } = useCall(calls.session.configurations, {});
  useEffect(() => {
    const address = data?.["app_redirect_url"];
    if (typeof address === "string" && address.startsWith("https://")) location.replace(address);
    else if (data || isError) void navigate("/download", { replace: true });
  }, [data, isError, navigate]);
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">One moment…</h1>
    </main>
  );
}
