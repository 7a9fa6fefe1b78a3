import { useEffect, useRef } from "react";
import { calls } from "../api/calls.gen.ts";
import { addressOf } from "../api/call.ts";

type Listener = (data: Readonly<Record<string, unknown>>) => void;

/** One connection for the whole page, however many parts listen; the browser reconnects it by itself. */
const listeners = new Map<string, Set<Listener>>();
let source: EventSource | undefined;

function parse(event: Event): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse((event as MessageEvent<string>).data) as Record<string, unknown>;
  } catch {
    return {};
  }
}

const deliver = (event: Event): void => {
  const data = parse(event);
  for (const listener of listeners.get(event.type) ?? []) listener(data);
};

function listen(name: string, listener: Listener): () => void {
  source ??= new EventSource(addressOf(calls.notifications.stream, {}), { withCredentials: true });
  const heard = listeners.get(name) ?? new Set();
  listeners.set(name, heard.add(listener));
  source.addEventListener(name, deliver);
  return () => {
    heard.delete(listener);
    if (heard.size > 0) return;
    listeners.delete(name);
    source?.removeEventListener(name, deliver);
    if (listeners.size > 0) return;
    source?.close();
    source = undefined;
  };
}

/**
 * Hears what the server tells this person as it happens (server-sent events).
 * @param name `notification`, `count`, `presence` or `export`
 */
export function useLive(name: string, onEvent: Listener): void {
  const latest = useRef(onEvent);
  latest.current = onEvent;
  useEffect(() => listen(name, (data) => latest.current(data)), [name]);
}
