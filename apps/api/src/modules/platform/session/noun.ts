import * as calls from "@manilla/contract/platform/session";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { forgetExpired } from "./expiry.ts";
import { handlers } from "./handlers.ts";

export const session = noun({
  calls,
  handlers,
  periodic: [{ name: "forget what has expired", every_milliseconds: 600_000, run: forgetExpired }],
  personal: {
    deleted: ["one_time_codes", "last_writes"],
    kept: { sessions: "Ended by erasing." },
    exported: { sessions: "created_at, device, network_address" },
    async erase(tx, { user_id, emails, phones }) {
      await sql`delete from idempotency_keys where principal = ${user_id}`.execute(tx);
      // Answers about them to colleagues: the key still answers that it was done, without the person.
      const { rows } = await sql<{ word: string }>`
        select id::text as word
        from approvals
        where payload ->> 'user_id' = ${user_id}
        union all select full_name
        from users
        where id = ${user_id}
      `.execute(tx);
      const words = [user_id, ...emails, ...phones, ...rows.map(({ word }) => word)];
      const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, String.raw`\$&`)}%`);
      await sql`
        update idempotency_keys
        set response_body = '{"success": true, "message": "This was done; the person it was about has been erased."}'::jsonb
        where state = 'done' and response_body is not null and response_body::text like any(${patterns}::text[])
      `.execute(tx);
    },
  },
});
