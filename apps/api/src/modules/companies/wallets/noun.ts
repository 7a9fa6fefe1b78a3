import * as calls from "@manilla/contract/companies/wallets";
import { noun } from "../../../house/index.ts";
import { fundWallet, walletFunding } from "./funding.ts";
import { moneyChain } from "../money-requests/index.ts";
import { assignAgreed } from "./assigning.ts";
import { walletCharge } from "./card.ts";
import { handlers } from "./handlers.ts";
import { raisePurse, raiseWallet } from "./limits.ts";
import { raiseDaily, raiseSingle } from "./senders.ts";

export const wallets = noun({
  calls,
  handlers,
  approvals: { fund_wallet: fundWallet },
  chains: {
    money_limit: moneyChain({
      wallet_limit: raiseWallet,
      purse_limit: raisePurse,
      sender_single: raiseSingle,
      sender_daily: raiseDaily,
    }),
    purse_assignment: moneyChain({ purse: assignAgreed }),
  },
  purposes: { charges: { wallet_funding: walletCharge }, receipts: { wallet_funding: walletFunding } },
  personal: {
    kept: {
      wallet_movements: "Booked money of the company.",
      purses: "Booked money of the company.",
      sender_limits: "A rule of the company about its money.",
      money_requests: "Requests to a company's second person.",
    },
  },
});
