import * as calls from "@manilla/contract/payments/bill-desk";
import { noun } from "../../../house/index.ts";
import { approvals, handlers } from "./handlers.ts";
import { billSearch } from "./search.ts";

export const billDesk = noun({ calls, handlers, approvals, search: [billSearch] });
