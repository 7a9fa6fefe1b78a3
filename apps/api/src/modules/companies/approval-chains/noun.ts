import * as calls from "@manilla/contract/companies/approval-chains";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { chainOfChains } from "./changing.ts";
import { handlers } from "./handlers.ts";
import { escalateWaiting, handOnFrom } from "./tending.ts";

export const approvalChains = noun({
  calls,
  handlers,
  chains: { approval_chain: chainOfChains },
  close: [escalateWaiting],
  personal: {
    // Who decided what for a company stays with it; the name goes with the person.
    async erase(tx, { user_id }) {
      await handOnFrom(tx, user_id);
      await sql`update company_approval_events set reason = null where actor_id = ${user_id}`.execute(tx);
      await sql`update delegations set reason = null where ${user_id}::uuid in (absent_id, delegate_id)`.execute(tx);
    },
  },
});
