import * as calls from "@manilla/contract/cards/secure-cards";
import { noun } from "../../../house/index.ts";
import { eraseHistory } from "../../platform/states/index.ts";
import { handlers } from "./handlers.ts";
import { cardDeposit, markDepositPaid } from "./paying-in.ts";
import { returnDeposits, secureHooks } from "./returning.ts";

export const secureCards = noun({
  calls,
  handlers,
  approvals: { mark_deposit_paid: markDepositPaid },
  purposes: { receipts: { card_deposit: cardDeposit } },
  close: [returnDeposits],
  cards: secureHooks,
  personal: {
    blanked: { secure_cards: { delivery_address: null, delivery_state: null, decision_reason: null } },
    exported: { secure_cards: "reference, status, deposit_kobo, paid_on, returned_on, returned_kobo" },
    erase: (tx, { user_id }) => eraseHistory(tx, "secure_cards", user_id),
  },
});
