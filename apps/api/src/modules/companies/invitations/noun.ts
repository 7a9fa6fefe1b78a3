import * as calls from "@manilla/contract/companies/invitations";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const invitations = noun({ calls, handlers });
