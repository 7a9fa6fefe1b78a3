import * as calls from "@manilla/contract/platform/presence";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const presence = noun({ calls, handlers, personal: { kept: { presences: "Gone within minutes." } } });
