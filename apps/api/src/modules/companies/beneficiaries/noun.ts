import * as calls from "@manilla/contract/companies/beneficiaries";
import { changeRows } from "../../../db/row.ts";
import { noun } from "../../../house/index.ts";
import { beneficiaryChain } from "./changes.ts";
import { checkFiles } from "./files.ts";
import { handlers } from "./handlers.ts";

export const beneficiaries = noun({
  calls,
  handlers,
  chains: { beneficiary: beneficiaryChain },
  jobs: [checkFiles],
  personal: {
    // Whom a company pays is its own record; that it was one of its people goes with them.
    async erase(tx, { user_id }) {
      await changeRows(tx, "beneficiaries", { employee_id: user_id }, { employee_id: null });
      await changeRows(tx, "beneficiary_changes", { employee_id: user_id }, { employee_id: null });
    },
  },
});
