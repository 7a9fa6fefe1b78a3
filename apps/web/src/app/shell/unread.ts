import { useQueryClient } from "@tanstack/react-query";
import { calls } from "../../shared/api/calls.gen.ts";
import { refreshEverything } from "../../shared/api/query-client.ts";
import { keyOf, useCall } from "../../shared/api/use-call.ts";
import { accountTypeOf } from "../../shared/session/session.ts";
import { useLive } from "../../shared/ui/live.ts";
import { latestNotifications } from "../../shared/messages/latest.ts";
import { toast } from "../../shared/ui/toasts.tsx";

/** How many notifications are unread, as it happens. */
export function useUnreadCount(): number {
  const client = useQueryClient();
  const { data } = useCall(calls.notifications.unread, latestNotifications);
  const refresh = (): void =>
    void client.invalidateQueries({ queryKey: keyOf(calls.notifications.unread, latestNotifications) });
  // The stream says the number as soon as it opens: mostly the one that is known.
  useLive("count", ({ unread_count }) => {
    if (unread_count !== data?.unread_count) refresh();
  });
  useLive("notification", ({ title }) => {
    if (typeof title === "string") toast(title, { tone: "info" });
    // Customers see a decision where they wait for it. A record that staff work in must not change under their hands.
    if (accountTypeOf(location.pathname) === "admin") refresh();
    else void refreshEverything();
  });
  return data?.unread_count ?? 0;
}
