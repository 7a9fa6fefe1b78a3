import * as calls from "@manilla/contract/payments/card-partners";
import { noun } from "../../../house/index.ts";
import { followPartners, readReports } from "./funding.ts";
import { handlers } from "./handlers.ts";
import { partnerHooks } from "./partners.ts";
import { partnerRepayment, payCardPartner } from "./paying.ts";
import { changePartnerTerms } from "./terms.ts";

export const cardPartners = noun({
  calls,
  handlers,
  approvals: { pay_card_partner: payCardPartner, change_partner_terms: changePartnerTerms },
  purposes: { payouts: { partner_repayment: partnerRepayment } },
  cards: partnerHooks,
  periodic: [
    { name: "ask partners that fund cards", every_milliseconds: 30_000, run: followPartners },
    { name: "read reports of partners that fund cards", every_milliseconds: 300_000, run: readReports },
  ],
  personal: { kept: { partner_cards: "Who funds a card is part of its books." } },
});
