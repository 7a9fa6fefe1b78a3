/** What applications for a line tell in the timeline of their company. */
import { naira, sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";
import { statesTold } from "../../platform/states/index.ts";

export const ofLines: Timelines = {
  company: [
    statesTold("lineApplication", () => "", {
      kind: "decisions",
      can: ["provider:can_view_companies"],
      from: "line_applications a join transitions t on t.subject_id = a.id and t.noun = 'lineApplication'",
      of: ({ id }) => sql`a.company_id = ${id} and t.to_state <> 'draft'`,
      what: "t.to_state",
      amount: "a.amount_kobo",
      data: "json_build_object('id', a.id)",
      says: ({ what, amount_kobo }) => `Line of ${naira(amount_kobo!)}: ${sentence(what).toLowerCase()}`,
      page: ({ data }) => `/admin/companies/credit-applications/${String(data?.id)}`,
    }),
  ],
};
