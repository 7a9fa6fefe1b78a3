import * as calls from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { ofRequests } from "./timeline.ts";
import { withdrawOver } from "./withdrawing.ts";

export const approvals = noun({
  calls,
  handlers,
  timelines: ofRequests,
  periodic: [{ name: "withdraw requests that are over", every_milliseconds: 10_000, run: withdrawOver }],
  personal: {
    async erase(tx, { user_id }) {
      await sql`
        update approvals
        set title = 'About a deleted person', reason = null, decision_reason = null, before = null, items = '[]'::jsonb,
          payload = jsonb_build_object('user_id', ${user_id}::text)
        where status <> 'pending' and payload ->> 'user_id' = ${user_id}
      `.execute(tx);
      await sql`
        update approvals
        set title = 'About a deleted person', reason = null, before = null, payload = payload - array['phone', 'before', 'reason', 'stopped_because']
        where status = 'pending' and payload ->> 'user_id' = ${user_id}
      `.execute(tx);
    },
  },
});
