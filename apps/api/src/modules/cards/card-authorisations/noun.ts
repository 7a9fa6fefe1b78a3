import * as calls from "@manilla/contract/cards/card-authorisations";
import { noun } from "../../../house/index.ts";
import { expirePayments, freezeWithoutReceipt, repayCards, repayFromPurse, unfreezeWithReceipt } from "./close.ts";
import { handlers } from "./handlers.ts";
import { ofPayments } from "./timeline.ts";
import { followLeavers } from "./leaving.ts";
import { openOn } from "./queries.ts";
import { cardPaymentSearch, cardSearch } from "./search.ts";

export const cardAuthorisations = noun({
  calls,
  handlers,
  timelines: ofPayments,
  close: [expirePayments, repayCards, freezeWithoutReceipt],
  periodic: [unfreezeWithReceipt],
  cards: { open: openOn },
  companies: followLeavers,
  search: [cardSearch, cardPaymentSearch],
  purposes: { purse_filled: repayFromPurse },
  personal: {
    kept: {
      card_authorisations: "What was paid with a card is a company's or a person's booked money.",
      card_captures: "Booked money.",
    },
    exported: {
      card_authorisations:
        "merchant, amount_kobo, coalesce(asked_currency, (select c.currency from cards c where c.id = card_id)) as currency, status, created_at",
    },
  },
});
