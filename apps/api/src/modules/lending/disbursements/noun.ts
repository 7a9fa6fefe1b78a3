import * as calls from "@manilla/contract/lending/disbursements";
import { sql } from "kysely";
import { noun } from "../../../house/index.ts";
import { disburse, undisburse } from "./index.ts";
import { handlers } from "./handlers.ts";
import { loanDisbursement } from "./purpose.ts";
import { payoutSearch } from "./search.ts";

export const disbursements = noun({
  calls,
  handlers,
  search: [payoutSearch],
  approvals: { disburse_many: disburse, undisburse_many: undisburse },
  personal: {
    // A batch names several people: only this one goes.
    async erase(tx, { user_id }) {
      await sql`
        update approvals a
        set title = case when item_count = 1 then 'About a deleted person' else title end,
          items = (
            select jsonb_agg(
              case
                when i ->> 'loan_id' in (select id::text from loans where user_id = ${user_id})
                  then jsonb_set(i, '{label}', to_jsonb('Deleted person'::text))
                else i
              end
            )
            from jsonb_array_elements(a.items) i
          )
        where exists (
          select 1 from loans l
          where l.user_id = ${user_id} and a.items @> jsonb_build_array(jsonb_build_object('loan_id', l.id))
        )
      `.execute(tx);
    },
  },
  purposes: { payouts: { loan_disbursement: loanDisbursement } },
});
