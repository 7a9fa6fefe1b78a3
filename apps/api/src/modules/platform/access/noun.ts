import * as calls from "@manilla/contract/platform/access";
import { noun } from "../../../house/index.ts";
import { changeCompanyPermissions } from "./company-permissions.ts";
import { changeRoles } from "./index.ts";
import { handlers } from "./handlers.ts";
import { changeRolePermissions } from "./role-permissions.ts";

export const access = noun({
  calls,
  handlers,
  approvals: {
    change_roles: changeRoles,
    change_role_permissions: changeRolePermissions,
    change_company_permissions: changeCompanyPermissions,
  },
  personal: {
    kept: { user_roles: "Rights are ended with the account.", user_permissions: "Rights are ended with the account." },
  },
});
