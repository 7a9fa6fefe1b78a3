import * as calls from "@manilla/contract/companies/departments";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const departments = noun({ calls, handlers, personal: { deleted: ["department_members"] } });
