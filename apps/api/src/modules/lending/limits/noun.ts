import * as calls from "@manilla/contract/lending/limits";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { setLimit } from "./index.ts";
import { handlers } from "./handlers.ts";

export const limits = noun({
  calls,
  handlers,
  approvals: { set_limit: setLimit },
  personal: {
    blanked: { limit_requests: { purpose: null, decision_reason: null }, credit_limits: { reason: "erased" } },
    exported: { limit_requests: "kind, status, requested_kobo, granted_kobo, created_at" },
    erase: (tx, { user_id }) => eraseHistory(tx, "limit_requests", user_id),
  },
});
