import * as calls from "@manilla/contract/cards/dollar-cards";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { writeOffOwedDollars } from "./owing.ts";
import { returnDollars } from "./returning.ts";
import { changeDollarTerms } from "./terms.ts";

export const dollarCards = noun({
  calls,
  handlers,
  approvals: { change_dollar_terms: changeDollarTerms, write_off_owed_dollars: writeOffOwedDollars },
  periodic: [{ name: "dollars of closed cards", every_milliseconds: 60_000, run: returnDollars }],
  personal: {
    kept: { dollar_quotes: "Each exchange is booked money, with the rate that was agreed." },
    exported: { dollar_quotes: "kind, amount_cents, amount_kobo, rate_e4, used_at" },
  },
});
