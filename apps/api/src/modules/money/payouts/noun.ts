import { sql } from "kysely";
import { silentNoun } from "../../../house/index.ts";
import { transferEvents } from "./events.ts";
import { workOnPayouts } from "./index.ts";
import { eraseActor } from "../../platform/states/index.ts";

export const payouts = silentNoun({
  events: [transferEvents],
  jobs: [workOnPayouts],
  personal: {
    blanked: { payouts: { account_name: "Deleted person" } },
    async erase(tx, { user_id }) {
      await eraseActor(tx, "payouts", user_id);
      await sql`
        update approvals
        set title = 'About a deleted person', reason = null, decision_reason = null, before = null, items = '[]'::jsonb,
          payload = jsonb_build_object('user_id', ${user_id}::text)
        where status <> 'pending' and payload ->> 'payout_id' in (select id::text from payouts where user_id = ${user_id})
      `.execute(tx);
    },
  },
});
