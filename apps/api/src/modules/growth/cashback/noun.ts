import * as calls from "@manilla/contract/growth/cashback";
import { noun } from "../../../house/index.ts";
import { earnCashback, takeBackCashback } from "./earning.ts";
import { handlers } from "./handlers.ts";

export const cashback = noun({
  calls,
  handlers,
  purposes: { bill_delivered: earnCashback, bill_refunded: takeBackCashback },
  personal: { kept: { cashbacks: "Booked money of the person." } },
});
