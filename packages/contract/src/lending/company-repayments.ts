import { z } from "zod";
import { list } from "../endpoint.ts";
import { repaymentRow } from "./repayment-rows.ts";
import { repaymentStates } from "./repayment-states.ts";

/** C098. Of people who are employed by companies (R118). */
export const ofCompanies = list("/admin/corporate/repayments", {
  spec: "C098",
  summary: "Repayments of people who are employed by companies",
  can: ["provider:can_view_repayments"],
  row: repaymentRow.extend({
    company: z.object({ id: z.uuid(), name: z.string() }),
    loan_id: z.uuid(),
    reference: z.string(),
  }),
  search: ["loan reference", "customer", "company"],
  filters: {
    company_id: { kind: "id", label: "Company" },
    status: { kind: "choice", options: repaymentStates.states },
    due_on: "date",
    days_past_due: { kind: "number", label: "Days past due" },
  },
  sorts: ["due_on", "days_past_due", "total_kobo", "outstanding_kobo"],
  ranges: ["due_on", "paid_on"],
  default_sort: "due_on",
});
