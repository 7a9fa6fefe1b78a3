import * as calls from "@manilla/contract/companies/team";
import { sql } from "kysely";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { noun } from "../../../house/index.ts";
import { changeRoles, companyAdmins, heldBy } from "./administrators.ts";
import { endInvitations, handlers } from "./handlers.ts";
import { keepRoles } from "./inviting.ts";
import { makeCompanyAdministrator } from "./provider-invites.ts";
import { administratorChain } from "./second-administrator.ts";

export const team = noun({
  calls,
  handlers,
  company_admins: companyAdmins,
  approvals: { make_company_administrator: makeCompanyAdministrator(heldBy, keepRoles) },
  chains: { administrator: administratorChain(heldBy, changeRoles) },
  periodic: [{ name: "end invitations", every_milliseconds: 600_000, run: endInvitations }],
  personal: {
    async erase(tx, { user_id }) {
      for (const action of ["leave", "withdraw"])
        await changeWhere(tx, { noun: "employment", action, where: sql`user_id = ${user_id}`, actor: SYSTEM });
    },
    kept: {
      administrator_changes: "Who gave whom which rights in a company.",
      powers_given: "Who gave whom power in a company, alone.",
      powers_ended: "Who took which rights from whom in a company.",
    },
    blanked: { employments: { kept_name: null, staff_number: null, position: null } },
  },
});
