import * as calls from "@manilla/contract/people/cash-limits";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { handlers } from "./handlers.ts";
import { setCashLimit } from "./raising.ts";
import { changeCashLimits } from "./tiers.ts";

export const cashLimits = noun({
  calls,
  handlers,
  approvals: { set_cash_limit: setCashLimit, change_cash_limits: changeCashLimits },
  personal: {
    blanked: { cash_limit_requests: { purpose: null, decision_reason: null }, cash_limits: { reason: null } },
    exported: { cash_limit_requests: "kind, status, requested_kobo, granted_kobo, created_at" },
    erase: (tx, { user_id }) => eraseHistory(tx, "cash_limit_requests", user_id),
  },
});
