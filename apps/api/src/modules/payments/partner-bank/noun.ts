import * as calls from "@manilla/contract/payments/partner-bank";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { inboundCredit } from "./placing.ts";
import { releaseHeld } from "./releasing.ts";
import { inboundReturn, sendBackHeld } from "./sending-back.ts";

export const partnerBank = noun({
  calls,
  handlers,
  approvals: { send_back_held: sendBackHeld },
  purposes: { receipts: { inbound_credit: inboundCredit }, payouts: { inbound_return: inboundReturn } },
  periodic: [{ name: "release held money", every_milliseconds: 30_000, run: releaseHeld }],
  personal: {
    kept: {
      partner_accounts: "The number is encrypted with the person's key and is never given to anybody else.",
      inbound_credits: "Booked money; the sender's account is encrypted with the person's key.",
    },
    exported: { inbound_credits: "session_id, amount_kobo, sender_name, narration, status, created_at" },
  },
});
