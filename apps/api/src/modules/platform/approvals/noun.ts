import * as calls from "@manilla/contract/platform/approvals";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const approvals = noun({ calls, handlers });
