import type { presenceSubjects } from "@manilla/contract/platform/presence";
import { initials } from "@manilla/contract/formats";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { calls } from "../api/calls.gen.ts";
import { onActed } from "../api/acted.ts";
import { type Answer, addressOf, send } from "../api/call.ts";
import { refreshEverything } from "../api/query-client.ts";
import { useMaybeSession } from "../session/session.ts";
import styles from "./kit.module.css";
import { useLive } from "./live.ts";
import { announce, toast } from "./toasts.tsx";

export type Subject = (typeof presenceSubjects)[number];
type Others = Answer<typeof calls.presence.here>["others"];

/** Said again this often; the server takes silence of 50 seconds for leaving. */
const AGAIN_MS = 20_000;

/** Shows what a colleague has changed; not under an open question: the answer rests on what was shown, and the server reports the conflict. */
function showNew(): void {
  if (document.querySelector("dialog[open]"))
    document.addEventListener("close", () => setTimeout(showNew), { capture: true, once: true });
  else void refreshEverything();
}

/** Who else has this record open. Reports nothing while the page is hidden or impersonated. */
function useOthers(subject: Subject, id: string): Others {
  const session = useMaybeSession();
  const isOn = session !== null && session.viewed_by === null;
  const [others, setOthers] = useState<Others>([]);
  const look = useCallback(() => {
    if (!isOn || document.hidden) return;
    // Not to know who else looks harms nobody: the next round asks again.
    send(calls.presence.here, { body: { subject, id } }).then(
      (answer) => setOthers(answer.others),
      () => undefined,
    );
  }, [isOn, subject, id]);
  useEffect(() => {
    if (!isOn) return;
    look();
    const timer = setInterval(look, AGAIN_MS);
    document.addEventListener("visibilitychange", look);
    const leave = (): void =>
      void fetch(addressOf(calls.presence.left, {}), {
        method: "POST",
        keepalive: true,
        credentials: "same-origin",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ subject, id }),
      }).catch(() => undefined);
    addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pagehide", leave);
      setOthers([]);
      leave();
    };
  }, [isOn, look, subject, id]);
  useLive("presence", (data) => {
    if (data["subject"] !== subject || data["id"] !== id) return;
    look();
    if (typeof data["acted_by"] !== "string") return;
    toast(`${data["acted_by"]} has just changed this.`, { tone: "neutral" });
    showNew();
  });
  const isWatched = others.length > 0;
  useEffect(() => {
    if (!isWatched) return;
    // Colleagues who are not told see the change when they look again.
    return onActed(() => void send(calls.presence.acted, { body: { subject, id } }).catch(() => undefined));
  }, [isWatched, subject, id]);
  return others;
}

/** Colleagues who have the same record open now, so that two do not decide at once without knowing. */
export function Presence({ subject, id }: { subject: Subject; id: string }): ReactNode {
  const others = useOthers(subject, id);
  const names = others.map(({ name }) => name).join(", ");
  useEffect(() => {
    if (names) announce(`Also here: ${names}.`);
  }, [names]);
  if (others.length === 0) return null;
  return (
    <span className={styles.presence} title={names}>
      {others.slice(0, 3).map(({ user_id, name }) => (
        <span key={user_id} className={styles.face} aria-hidden="true">
          {initials(...(name.split(" ") as [string, string?]))}
        </span>
      ))}
      <span>{others.length === 1 ? `${names} is looking at this too` : `${names} are looking at this too`}</span>
    </span>
  );
}
