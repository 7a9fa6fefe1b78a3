import * as calls from "@manilla/contract/money/charges";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { workOnCharges } from "./index.ts";
import { chargeEvents } from "./events.ts";
import { cardSetup } from "./purpose.ts";
import { handlers } from "./handlers.ts";
import { ofDebits } from "./timeline.ts";

export const charges = noun({
  calls,
  handlers,
  timelines: ofDebits,
  events: [chargeEvents],
  jobs: [workOnCharges],
  purposes: { charges: { card_setup: cardSetup } },
  personal: {
    blanked: { virtual_accounts: { account_name: "Deleted person" } },
    kept: { charges: "Booked money.", repayment_cards: "The token is encrypted with the person's key." },
    async erase(tx, { user_id, emails, phones }) {
      // What the provider told of their payments: booked long since.
      const words = [user_id, ...emails, ...phones];
      const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
      await sql`
        update webhooks
        set body = '{}'::jsonb
        where processed_at is not null
          and body::text like any(${patterns}::text[])
          and exists (
            select 1
            from virtual_accounts
            where user_id = ${user_id}
            union all select 1
            from charges
            where user_id = ${user_id}
            union all select 1
            from payouts
            where user_id = ${user_id}
          )
      `.execute(tx);
    },
  },
});
