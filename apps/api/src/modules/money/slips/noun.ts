import * as calls from "@manilla/contract/money/slips";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const slips = noun({ calls, handlers });
