import * as calls from "@manilla/contract/platform/presence";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const presence = noun({ calls, handlers, personal: { kept: { presences: "Gone within minutes." } } });
