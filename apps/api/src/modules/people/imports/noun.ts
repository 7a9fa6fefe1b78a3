import * as calls from "@manilla/contract/people/imports";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { runImports } from "./index.ts";
import { handlers } from "./handlers.ts";

export const imports = noun({
  calls,
  handlers,
  jobs: [runImports],
  personal: {
    kept: { import_rows: "The verdict; what the row said goes." },
    async erase(tx, { user_id, emails, phones }) {
      await sql`
        update import_rows
        set data = '{}'::jsonb, reasons = case when verdict = 'refused' then '["erased"]'::jsonb else reasons end
        where user_id = ${user_id}
          or lower(data ->> 'email') = any(${[...emails]}::text[])
          or data ->> 'phone' = any(${[...phones]}::text[])
          or lower(data ->> 'person') = any(${[...emails, ...phones]}::text[])
      `.execute(tx);
    },
  },
});
