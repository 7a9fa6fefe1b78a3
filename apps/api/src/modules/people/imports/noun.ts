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
          or lower(data ->> 'person') = any(${[...emails, user_id]}::text[])
          -- Phones as a file has them: 0803 123 4567 and +234 803 123 4567 are one.
          or right(regexp_replace(coalesce(data ->> 'phone', data ->> 'person', ''), '\\D', '', 'g'), 10) =
            any(${[...phones].map((phone) => phone.replace(/\D/g, "").slice(-10)).filter((digits) => digits.length === 10)}::text[])
      `.execute(tx);
    },
  },
});
