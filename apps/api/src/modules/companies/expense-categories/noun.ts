import * as calls from "@manilla/contract/companies/expense-categories";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const expenseCategories = noun({ calls, handlers });
