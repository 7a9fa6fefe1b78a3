import * as calls from "@manilla/contract/companies/wallets";
import { noun } from "../../../house/index.ts";
import { fundWallet, walletFunding } from "./funding.ts";
import { handlers } from "./handlers.ts";

export const wallets = noun({
  calls,
  handlers,
  approvals: { fund_wallet: fundWallet },
  purposes: { receipts: { wallet_funding: walletFunding } },
  personal: { kept: { wallet_movements: "Booked money of the company.", purses: "Booked money of the company." } },
});
