import type { People } from "./people/people.ts";
import type { Store } from "./state.ts";
import type { WebhookSender } from "./webhooks.ts";

/** How one sandbox is set up. Port 0 takes any free one; without `data_file` everything is in memory. */
export interface Settings {
  port: number;
  smtp_port: number;
  data_file?: string | undefined;
  webhook_target: string;
  paystack_secret: string;
  mono_webhook_secret: string;
  termii_secret?: string | undefined;
  mail_webhook_key?: string | undefined;
  issuer_webhook_secret?: string | undefined;
  wema_webhook_secret?: string | undefined;
}

/** What every part of the sandbox works with. */
export interface World {
  settings: Settings;
  store: Store;
  people: People;
  webhooks: WebhookSender;
  timers: Timers;
  /** The sandbox's own address, known once it listens. */
  url: () => string;
}

/** Waiting that ends when the sandbox closes. */
export interface Timers {
  pause: (milliseconds: number) => Promise<void>;
  later: (milliseconds: number, task: () => void) => void;
  close: () => void;
}

/** Timers that never hold a closing sandbox back: pauses end early, later tasks are dropped. */
export function createTimers(): Timers {
  const running = new Map<NodeJS.Timeout, (() => void) | undefined>();
  let isClosed = false;
  function start(milliseconds: number, task: () => void, onClose?: () => void): void {
    if (isClosed) return onClose?.();
    const timer = setTimeout(() => {
      running.delete(timer);
      task();
    }, milliseconds);
    running.set(timer, onClose);
  }
  return {
    pause: (milliseconds) => new Promise((resolve) => start(milliseconds, resolve, resolve)),
    later: (milliseconds, task) => start(milliseconds, task),
    close: () => {
      isClosed = true;
      for (const [timer, onClose] of running) {
        clearTimeout(timer);
        onClose?.();
      }
      running.clear();
    },
  };
}
