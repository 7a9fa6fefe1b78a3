import { day as longDay } from "@manilla/contract/formats";
import { type ReactNode, useEffect } from "react";
import { demoPast, stillLived } from "../../shared/api/demo-past.ts";
import { refreshEverything } from "../../shared/api/query-client.ts";
import { toast } from "../../shared/ui/toasts.tsx";
import styles from "./demo-past-bar.module.css";

const ASK_MS = 2_000;

/** Over every screen while the demo's past is lived: how far it is. When it is done, what is on the screen is requested again. */
export default function DemoPastBar(): ReactNode {
  const past = demoPast.use();
  useEffect(() => {
    const timer = setInterval(() => {
      void stillLived().then(async (is_lived) => {
        if (is_lived) return;
        clearInterval(timer);
        await refreshEverything();
        toast("The demo is complete. Everything can be used now.");
      });
    }, ASK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!past) return null;
  return (
    <div className={styles.bar} role="region" aria-label="The demo's first start">
      <span>
        The demo&rsquo;s history is being built: {longDay(past.date)}, day {past.day} of {past.days}. Look around;
        changes wait until it is complete.
      </span>
      <progress max={past.days} value={past.day} aria-label="Days built" />
    </div>
  );
}
