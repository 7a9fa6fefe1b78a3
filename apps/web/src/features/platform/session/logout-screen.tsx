import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { send } from "../../../shared/api/call.ts";
import { forgetDrafts } from "../../../shared/form/drafts.ts";
import { forgetSession, mayBeSignedIn } from "../../../shared/session/session.ts";

/** R003: revokes the session, forgets everything, and leads to the sign-in page with the way back. */
export default function LogoutScreen(): ReactNode {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const hasStarted = useRef(false);
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    const expired = query.get("expired");
    const redirect = query.get("redirect");
    const leave = async (): Promise<void> => {
      // An answer that does not come must not keep anybody signed in on this device; the server ends the session by itself.
      if (expired === null && mayBeSignedIn()) await send(calls.session.logOut, {}).catch(() => undefined);
      forgetSession();
      // On purpose means nothing stays behind; when the session merely ran out, what was typed is wanted back.
      if (expired === null && redirect === null) forgetDrafts();
      const next = new URLSearchParams({
        ...(expired !== null && { expired }),
        ...(redirect !== null && { redirect }),
      }).toString();
      await navigate(`/login${next ? `?${next}` : ""}`, { replace: true });
    };
    void leave();
  }, [navigate, query]);
  return (
    <main id="main" tabIndex={-1}>
      <h1 className="visually-hidden">Signing out…</h1>
    </main>
  );
}
