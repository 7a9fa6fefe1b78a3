import * as calls from "@manilla/contract/people/people-statistics";
import { noun } from "../../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const peopleStatistics = noun({ calls, handlers });
