import * as calls from "@manilla/contract/companies/expense-policies";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const expensePolicies = noun({ calls, handlers });
