import * as calls from "@manilla/contract/people/cash-transactions";
import { noun } from "../../../house/index.ts";
import { approvals, handlers } from "./handlers.ts";

export const cashTransactions = noun({ calls, handlers, approvals });
