import * as calls from "@manilla/contract/companies/companies";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";
import { endPlans } from "./plan-endings.ts";
import { beginPlans, declined, planCharge, planPayment } from "./plan-payments.ts";

export const companies = noun({
  calls,
  handlers,
  purposes: { charges: { plan_payment: planCharge }, receipts: { plan_payment: planPayment } },
  close: [beginPlans, endPlans],
  companies: { declined },
  personal: { kept: { orders: "What was ordered of a company's plan." } },
});
