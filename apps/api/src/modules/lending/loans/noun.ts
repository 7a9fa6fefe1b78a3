import * as calls from "@manilla/contract/lending/loans";
import { noun } from "../../../house.ts";
import { offers } from "./close.ts";
import { loanSearch } from "./search.ts";
import { handlers } from "./handlers.ts";

export const loans = noun({ calls, handlers, close: [offers], search: [loanSearch] });
