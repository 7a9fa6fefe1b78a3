import { fullName } from "@manilla/contract/formats";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { calls } from "../../shared/api/calls.gen.ts";
import { send, serverNow } from "../../shared/api/call.ts";
import { errorText } from "../../shared/api/errors.ts";
import { forgetSession, type Session } from "../../shared/session/session.ts";
import { toast } from "../../shared/ui/toasts.tsx";
import { backFromViewing } from "../../shared/session/viewing.ts";
import styles from "./viewing-bar.module.css";

/** Before the server ends it by itself: after that nobody could go back without signing in. */
const STOP_BEFORE_MS = 2_000;
const two = (value: number): string => String(value).padStart(2, "0");

/** Over every screen while one looks at the application as somebody else: as whom, for how long still, and the way back. */
export default function ViewingBar({ session }: { session: Session }): ReactNode {
  const ends = Date.parse(session.expires_at);
  const [left, setLeft] = useState(ends - serverNow());
  const [isStopping, setStopping] = useState(false);
  const stop = useCallback(async (): Promise<void> => {
    setStopping(true);
    try {
      await send(calls.session.stopViewingAs, {});
      forgetSession();
      // Nothing of the other person stays in this page's memory.
      location.assign(backFromViewing());
    } catch (error) {
      setStopping(false);
      toast(errorText(error), { tone: "danger" });
    }
  }, []);
  useEffect(() => {
    const timer = setInterval(() => setLeft(ends - serverNow()), 1_000);
    return () => clearInterval(timer);
  }, [ends]);
  const isOver = left <= STOP_BEFORE_MS;
  useEffect(() => {
    if (isOver) void stop();
  }, [isOver, stop]);
  const seconds = Math.max(0, Math.floor(left / 1_000));
  return (
    <div className={styles.bar} role="region" aria-label="Viewing as somebody else">
      <span>
        You see what <strong>{fullName(session.user)}</strong> sees. Nothing can be changed.
      </span>
      <span className={styles.left} role="timer" aria-label="Time left">
        {Math.floor(seconds / 60)}:{two(seconds % 60)}
      </span>
      <button type="button" disabled={isStopping} onClick={() => void stop()}>
        Stop viewing
      </button>
    </div>
  );
}
