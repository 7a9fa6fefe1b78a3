import * as calls from "@manilla/contract/companies/departments";
import { changeRows } from "../../../db/row.ts";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const departments = noun({
  calls,
  handlers,
  personal: {
    deleted: ["department_members"],
    erase: (tx, { user_id }) => changeRows(tx, "departments", { head_id: user_id }, { head_id: null }),
  },
});
