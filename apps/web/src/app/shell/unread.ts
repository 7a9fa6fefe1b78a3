import { useQueryClient } from "@tanstack/react-query";
import { calls } from "../../shared/api/calls.gen.ts";
import { keyOf, useCall } from "../../shared/api/use-call.ts";
import { useLive } from "../../shared/ui/live.ts";
import { toast } from "../../shared/ui/toasts.tsx";

const LATEST = { query: { limit: 20 } } as const;

/** How many notifications are unread, as it happens. */
export function useUnreadCount(): number {
  const client = useQueryClient();
  const { data } = useCall(calls.notifications.unread, LATEST);
  const refresh = (): void => void client.invalidateQueries({ queryKey: keyOf(calls.notifications.unread, LATEST) });
  useLive("count", refresh);
  useLive("notification", ({ title }) => {
    if (typeof title === "string") toast(title, { tone: "info" });
    refresh();
  });
  return data?.unread_count ?? 0;
}
