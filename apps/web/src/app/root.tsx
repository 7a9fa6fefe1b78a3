import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import { connectHooks } from "../shared/api/call.ts";
import { demoPast } from "../shared/api/demo-past.ts";
import { expiredAddress, useExpiry } from "../shared/session/expiry.ts";
import { onOtherPerson, useMaybeSession } from "../shared/session/session.ts";
import { alerts, askForProof, proofs, showPermissionDenied } from "../shared/ui/alert.ts";
import { useIsOnline } from "../shared/ui/device.ts";
import { Announcer, Toasts, toast } from "../shared/ui/toasts.tsx";
import styles from "./root.module.css";

const DemoPastBar = lazy(() => import("./shell/demo-past-bar.tsx"));
const ViewingBar = lazy(() => import("./shell/viewing-bar.tsx"));
const Dialogs = lazy(() => import("../shared/ui/dialogs.tsx"));

/** Watches the session: announces its end a minute before, offers to sign in again in place, and leaves when it is over. */
function SessionWatch(): ReactNode {
  const navigate = useNavigate();
  // While viewing as somebody the bar counts down and goes back by itself.
  const isViewing = Boolean(useMaybeSession()?.viewed_by);
  const leave = useCallback((path: string) => void navigate(expiredAddress(path)), [navigate]);
  const expiry = useExpiry(leave);
  const isAnnounced = useRef(false);
  useEffect(() => {
    if (expiry === "valid") isAnnounced.current = false;
    if (expiry !== "ending" || isAnnounced.current || isViewing) return;
    isAnnounced.current = true;
    toast("Your session ends in a minute. What you are typing is kept.", {
      tone: "warning",
      action: { label: "Stay signed in", run: () => void askForProof("sign_in", "Your session is about to end.") },
    });
  }, [expiry, isViewing]);
  return null;
}

function useSessionHooks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    connectHooks({
      onUnauthorised() {
        const { pathname, search } = location;
        if (!/^\/(login|logout|register|password\/reset)/.test(pathname))
          void navigate(`/logout?redirect=${encodeURIComponent(pathname + search)}`);
      },
      onForbidden: showPermissionDenied,
      onStepUp: (message) => askForProof("step_up", message),
    });
  }, [navigate]);
}

const useOtherTabs = (): void =>
  useEffect(() => onOtherPerson((isSignedIn) => (isSignedIn ? location.assign("/") : location.reload())), []);

/** A thin line while the next screen is coming, only when it takes a moment. */
const Coming = (): ReactNode =>
  useNavigation().state === "idle" ? null : <div className={styles.coming} role="progressbar" aria-label="Loading" />;

/** Around every screen: session watch, offline notice, dialogs and messages. */
export function Root(): ReactNode {
  useSessionHooks();
  useOtherTabs();
  const isOnline = useIsOnline();
  const isPastLived = demoPast.use() !== undefined;
  const session = useMaybeSession();
  const shownAlerts = alerts.use();
  const shownProof = proofs.use();
  const hasDialog = shownAlerts.length > 0 || shownProof !== undefined;
  // Once loaded they stay, so that the last one can close in peace.
  const [wantsDialogs, setWantsDialogs] = useState(false);
  if (hasDialog && !wantsDialogs) setWantsDialogs(true);
  const { pathname } = useLocation();
  return (
    <>
      <a
        className={`${styles.skip} no-print`}
        href="#main"
        onClick={(event) => (event.preventDefault(), document.getElementById("main")?.focus())}
      >
        Skip to the content
      </a>
      <SessionWatch />
      <Coming />
      {!isOnline && (
        <div className={styles.offline} role="status">
          You are offline. You can go on reading and typing: nothing is sent, and nothing typed is lost. Payments wait
          until you are back.
        </div>
      )}
      {isPastLived && (
        <Suspense>
          <DemoPastBar />
        </Suspense>
      )}
      {session?.viewed_by && (
        <Suspense>
          <ViewingBar session={session} />
        </Suspense>
      )}
      <Outlet key={pathname.split("/")[1]} />
      <Toasts />
      <Announcer />
      <Suspense>{wantsDialogs && <Dialogs />}</Suspense>
    </>
  );
}
