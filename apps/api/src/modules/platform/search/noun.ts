import * as calls from "@manilla/contract/platform/search";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const search = noun({ calls, handlers });
