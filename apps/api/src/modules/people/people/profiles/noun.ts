import * as calls from "@manilla/contract/people/profiles";
import { sql } from "kysely";
import { noun } from "../../../../house/index.ts";
import { erasePerson } from "./erasing.ts";
import { handlers } from "./handlers.ts";
import { LIFTS, liftedByTwo } from "./lifting.ts";
import { changePhone } from "./phone.ts";

export const profiles = noun({
  calls,
  handlers,
  approvals: {
    erase_person: erasePerson,
    change_phone: changePhone,
    lift_post_no_debit: liftedByTwo(LIFTS.post_no_debit),
  },
  personal: {
    blanked: { user_plans: { reason: null } },
    kept: { profiles: "Emptied when a person is erased (erasing.ts)." },
    async erase(tx, { user_id }) {
      // Reasons of loans stay: decisions on money are explained to the regulator for six years.
      await sql`
        update transitions
        set reason = null
        where subject_id = ${user_id} and noun in ('profile', 'case') and actor_id is not null
      `.execute(tx);
      await sql`
        update transitions set actor_name = 'Deleted person' where actor_id = ${user_id} and subject_id = ${user_id}
      `.execute(tx);
    },
  },
});
