import * as calls from "@manilla/contract/people/personal-wallets";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { cashWithdrawal } from "./withdrawing.ts";

export const personalWallets = noun({
  calls,
  handlers,
  purposes: { payouts: { cash_withdrawal: cashWithdrawal } },
  personal: { kept: { personal_movements: "Booked money of the person." } },
});
