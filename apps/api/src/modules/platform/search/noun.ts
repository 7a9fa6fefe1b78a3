import * as calls from "@manilla/contract/platform/search";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const search = noun({ calls, handlers });
