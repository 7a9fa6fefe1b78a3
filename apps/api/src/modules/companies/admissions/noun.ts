import * as calls from "@manilla/contract/companies/admissions";
import { noun } from "../../../house/index.ts";
import { letBackCompany, suspendCompany } from "./approvals.ts";
import { handlers } from "./handlers.ts";
import { lookUpNew } from "./look-up.ts";
import { companySearch } from "./search.ts";
import { ofCompanies } from "./timeline.ts";

export const admissions = noun({
  calls,
  handlers,
  timelines: ofCompanies,
  approvals: { suspend_company: suspendCompany, let_back_company: letBackCompany },
  periodic: [{ name: "look up new companies", every_milliseconds: 60_000, run: lookUpNew }],
  search: [companySearch],
});
