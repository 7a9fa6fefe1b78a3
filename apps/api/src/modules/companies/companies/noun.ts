import * as calls from "@manilla/contract/companies/companies";
import { noun } from "../../../house/index.ts";
import { planPayment } from "./plans.ts";
import { handlers } from "./handlers.ts";

export const companies = noun({
  calls,
  handlers,
  purposes: { charges: { plan_payment: planPayment } },
  personal: { kept: { orders: "What was ordered of a company's plan." } },
});
