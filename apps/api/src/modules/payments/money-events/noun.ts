import * as calls from "@manilla/contract/payments/money-events";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { moneySearch } from "./search.ts";
import { ofMoney } from "./timeline.ts";

export const moneyEvents = noun({
  calls,
  handlers,
  timelines: ofMoney,
  search: [moneySearch],
  personal: { kept: { money_events: "Booked money of the person." } },
});
