import type { Tone } from "@manilla/contract/badges";
import type { ReactNode } from "react";
import { createStore } from "./store.ts";
import styles from "./toasts.module.css";

interface Toast {
  id: number;
  tone: Tone;
  text: ReactNode;
  action?: { label: string; run: () => void } | undefined;
}

const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;
const STAYS_MS = 6_000;
const close = (id: number): void => toasts.set((list) => list.filter((toast) => toast.id !== id));

/**
 * Says something that needs no answer. Bad news and offers stay until they are closed; the rest goes by itself.
 * @param options.action something to do about it, such as undoing it on the server
 */
export function toast(text: ReactNode, options: { tone?: Tone; action?: Toast["action"] } = {}): void {
  const id = ++lastId;
  const tone = options.tone ?? "success";
  toasts.set((list) => [...list.slice(-3), { id, tone, text, action: options.action }]);
  if (tone !== "danger" && !options.action) setTimeout(() => close(id), STAYS_MS);
}

/** The place where toasts appear; announced politely, out of the way of the page's actions. */
export function Toasts(): ReactNode {
  const list = toasts.use();
  return (
    <div className={styles.region} role="region" aria-label="Messages">
      <div role="status" aria-live="polite">
        {list.map(({ id, tone, text, action }) => (
          <div key={id} className={styles.toast} data-tone={tone}>
            <div className={styles.text}>{text}</div>
            {action && (
              <button
                type="button"
                className={`${styles.action} reaches-further`}
                onClick={() => (close(id), action.run())}
              >
                {action.label}
              </button>
            )}
            <button
              type="button"
              className={`${styles.close} reaches-further`}
              aria-label="Close message"
              onClick={() => close(id)}
            >
              ×
            </button>
          </div>
        ))}
      </div>
    </div>
  );
}

const spoken = createStore("");
/** Says something to screen readers only. */
export const announce = (text: string): void => spoken.set((last) => (last === text ? `${text}\u00a0` : text));
/** Where announcements are read from. */
export function Announcer(): ReactNode {
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {spoken.use()}
    </div>
  );
}
