import * as calls from "@manilla/contract/companies/expense-journals";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const expenseJournals = noun({ calls, handlers });
