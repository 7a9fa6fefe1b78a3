import * as calls from "@manilla/contract/growth/affiliates";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const affiliates = noun({ calls, handlers });
