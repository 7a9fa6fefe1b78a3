import * as calls from "@manilla/contract/people/communications";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { deliveryReports } from "./events.ts";
import { giveUpMessages, handOverMessages, sendCommunications, sendToMany } from "./index.ts";
import { handlers } from "./handlers.ts";
import { ofCommunications } from "./timeline.ts";

export const communications = noun({
  calls,
  handlers,
  timelines: ofCommunications,
  approvals: { send_to_many: sendToMany },
  events: deliveryReports,
  jobs: [handOverMessages, sendCommunications],
  periodic: [{ name: "give up messages that no provider took", every_milliseconds: 60_000, run: giveUpMessages }],
  personal: {
    kept: {
      communication_messages: "Which message went to them and whether it arrived; goes by retention.",
      message_deliveries: "Whether a message arrived; goes by retention.",
      contact_preferences: "Which messages they did not want.",
      suppressions: "Keeps messages from an address that refused them.",
    },
    exported: { contact_preferences: "channel, is_allowed, changed_at" },
    async erase(tx, { user_id, emails, phones }) {
      // A message that was not handed over yet is not handed over any more.
      await sql`
        delete from pgboss.job
        where name in ('send-mail', 'send-sms', 'send-push')
          and (lower(data ->> 'to') = any(${[...emails, ...phones]}::text[]) or data ->> 'user_id' = ${user_id})
      `.execute(tx);
    },
  },
});
