import * as calls from "@manilla/contract/money/reconciliation";
import { noun } from "../../../house/index.ts";
import { setAside } from "./aside.ts";
import { matchByHand } from "./by-hand.ts";
import { returnCame } from "./came.ts";
import { claimReceipt } from "./claim.ts";
import { resolveDifference } from "./differences.ts";
import { handlers } from "./handlers.ts";

export const reconciliation = noun({
  calls,
  handlers,
  approvals: {
    resolve_difference: resolveDifference,
    return_came: returnCame,
    claim_receipt: claimReceipt,
    set_aside: setAside,
    match_by_hand: matchByHand,
  },
});
