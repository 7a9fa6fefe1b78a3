import * as calls from "@manilla/contract/lending/limits";
import { noun } from "../../../house.ts";
import { setLimit } from "./index.ts";
import { handlers } from "./handlers.ts";

export const limits = noun({ calls, handlers, approvals: { set_limit: setLimit } });
