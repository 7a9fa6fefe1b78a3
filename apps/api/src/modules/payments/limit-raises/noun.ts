import * as calls from "@manilla/contract/payments/limit-raises";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { endRaises, raiseWalletLimit } from "./granting.ts";
import { handlers } from "./handlers.ts";

export const limitRaises = noun({
  calls,
  handlers,
  approvals: { raise_wallet_limit: raiseWalletLimit },
  close: [endRaises],
  personal: {
    blanked: { limit_raises: { purpose: null, decision_reason: null } },
    exported: { limit_raises: "kind, status, requested_kobo, granted_kobo, created_at" },
    erase: (tx, { user_id }) => eraseHistory(tx, "limit_raises", user_id),
  },
});
