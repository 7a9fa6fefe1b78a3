import * as calls from "@manilla/contract/companies/companies";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const companies = noun({
  calls,
  handlers,
  personal: { kept: { orders: "What was ordered of a company's plan." } },
});
