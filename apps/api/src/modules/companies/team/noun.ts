import * as calls from "@manilla/contract/companies/team";
import { sql } from "kysely";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { noun } from "../../../house/index.ts";
import { companyAdmins } from "./administrators.ts";
import { endInvitations, handlers } from "./handlers.ts";

export const team = noun({
  calls,
  handlers,
  company_admins: companyAdmins,
  periodic: [{ name: "end invitations", every_milliseconds: 600_000, run: endInvitations }],
  personal: {
    async erase(tx, { user_id }) {
      for (const action of ["leave", "withdraw"])
        await changeWhere(tx, { noun: "employment", action, where: sql`user_id = ${user_id}`, actor: SYSTEM });
    },
    blanked: { employments: { kept_name: null, staff_number: null, position: null } },
  },
});
