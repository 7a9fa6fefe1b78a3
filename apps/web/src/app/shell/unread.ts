import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { calls } from "../../shared/api/calls.gen.ts";
import { addressOf } from "../../shared/api/call.ts";
import { keyOf, useCall } from "../../shared/api/use-call.ts";
import { toast } from "../../shared/ui/toasts.tsx";

const LATEST = { query: { limit: 20 } } as const;

const parse = (event: Event): Record<string, unknown> => {
  try {
    return JSON.parse((event as MessageEvent<string>).data) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** How many notifications are unread, as it happens: server-sent events, which the browser reconnects by itself. */
export function useUnreadCount(): number {
  const client = useQueryClient();
  const { data } = useCall(calls.notifications.unread, LATEST);
  useEffect(() => {
    const source = new EventSource(addressOf(calls.notifications.stream, {}), { withCredentials: true });
    const refresh = (): void => void client.invalidateQueries({ queryKey: keyOf(calls.notifications.unread, LATEST) });
    source.addEventListener("count", refresh);
    source.addEventListener("notification", (event) => {
      const { title } = parse(event);
      if (typeof title === "string") toast(title, { tone: "info" });
      refresh();
    });
    return () => source.close();
  }, [client]);
  return data?.unread_count ?? 0;
}
