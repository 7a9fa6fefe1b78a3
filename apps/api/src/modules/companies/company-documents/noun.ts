import * as calls from "@manilla/contract/companies/company-documents";
import { noun } from "../../../house/index.ts";
import { handlers } from "./handlers.ts";

export const companyDocuments = noun({ calls, handlers });
