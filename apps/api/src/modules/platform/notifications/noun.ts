import * as calls from "@manilla/contract/platform/notifications";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const notifications = noun({ calls, handlers });
