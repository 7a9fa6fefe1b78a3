/** What is on record of a company, in its timeline. */
import type { Timelines } from "../../../house/timelines.ts";
import { auditTold } from "../../platform/audit/index.ts";

export const ofCompanies: Timelines = {
  company: [auditTold("company", { kind: "decisions", can: ["provider:can_view_companies"] })],
};
