import * as calls from "@manilla/contract/money/charges";
import { noun } from "../../../house.ts";
import { workOnCharges } from "./index.ts";
import { handlers } from "./handlers.ts";

export const charges = noun({ calls, handlers, jobs: [workOnCharges] });
