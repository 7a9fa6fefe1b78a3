import * as calls from "@manilla/contract/people/employment-claims";
import { noun } from "../../../house.ts";
import { handlers } from "./handlers.ts";

export const employmentClaims = noun({ calls, handlers });
