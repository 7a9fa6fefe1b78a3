import * as calls from "@manilla/contract/people/people-statistics";
import { noun } from "../../../../house.ts";
import { handlers } from "./handlers.ts";

export const peopleStatistics = noun({ calls, handlers });
