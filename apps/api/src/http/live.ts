import type { Live, ServerEvent } from "../request.ts";
import { EventEmitter, on } from "node:events";
import pg from "pg";

const CHANNEL = "live";
const RECONNECT_MILLISECONDS = 1_000;

/** Begins to listen. A lost connection is reported to `onError` and opened again. */
export async function startLive(connectionString: string, onError: (error: Error) => void): Promise<Live> {
  const emitter = new EventEmitter().setMaxListeners(0);
  let client: pg.Client | undefined;
  let isStopped = false;

  async function listen(): Promise<void> {
    const next = new pg.Client({ connectionString });
    next.on("error", onError);
    next.on("end", () => {
      if (!isStopped) setTimeout(() => void listen().catch(onError), RECONNECT_MILLISECONDS).unref();
    });
    next.on("notification", ({ payload }) => {
      const { user_id, ...event } = JSON.parse(payload ?? "{}") as ServerEvent & { user_id: string };
      emitter.emit(user_id, event);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  }
  await listen();

  return {
    async *eventsOf(user_id, until) {
      try {
        for await (const [event] of on(emitter, user_id, until && { signal: until })) yield event as ServerEvent;
      } catch (error) {
        if (!until?.aborted) throw error;
      }
    },
    hear(topic, listener) {
      emitter.on(topic, listener);
    },
    async stop() {
      isStopped = true;
      await client?.end();
    },
  };
}
