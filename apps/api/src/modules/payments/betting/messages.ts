/** What people read of betting. */
import { date } from "@manilla/contract/formats";
import type { Message } from "../../platform/notifications/index.ts";

export const keptOut = (user_id: string, until: Date | null): Message => ({
  kind: "bill",
  link: "/customer/bills",
  about: `user:${user_id}`,
  title: "You are kept out of betting",
  body: `Nothing is paid to betting accounts ${until ? `until ${date(until)}; then it ends by itself` : "any more"}. Nobody lifts it earlier, also not on request.`,
});
