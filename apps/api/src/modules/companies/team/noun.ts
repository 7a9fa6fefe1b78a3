import * as calls from "@manilla/contract/companies/team";
import { noun } from "../../../house/index.ts";
import { companyAdmins } from "./administrators.ts";
import { endInvitations, handlers } from "./handlers.ts";

export const team = noun({
  calls,
  handlers,
  company_admins: companyAdmins,
  periodic: [{ name: "end invitations", every_milliseconds: 600_000, run: endInvitations }],
  personal: { blanked: { employments: { kept_name: null, staff_number: null, position: null } } },
});
