/** Loans of people who are employed by companies, as the provider sees them (C094 to C096; R098, R112): the list of loans, limited to them. */
import { z } from "zod";
import { list } from "../endpoint.ts";
import { disbursementRooms } from "../permissions.ts";
import { loanRow } from "./loan-rows.ts";
import { loanStates } from "./loan-states.ts";

const company = z.object({ id: z.uuid(), name: z.string() });
const whose = { company_id: { kind: "id", label: "Company" } } as const;

const loans = {
  row: loanRow.extend({ company }),
  search: ["reference", "customer", "company"],
  filters: {
    ...whose,
    status: { kind: "choice", label: "Status", options: loanStates.states },
    principal_kobo: { kind: "kobo", label: "Amount" },
    days_past_due: { kind: "number", label: "Days past due" },
  },
  sorts: ["created_at", "principal_kobo", "outstanding_principal_kobo"],
  ranges: ["created_at", "disbursed_on"],
  default_sort: "-created_at",
} as const;

export const listAll = list("/admin/corporate/loans", {
  spec: "C094",
  summary: "Loans of people who are employed by companies",
  can: ["provider:can_view_loans"],
  ...loans,
});

export const approved = list("/admin/corporate/loans/approved", {
  spec: "C095",
  summary: "The same between decision and payout",
  can: disbursementRooms,
  ...loans,
});

export const disbursed = list("/admin/corporate/loans/disbursed", {
  spec: "C096",
  summary: "The same that were paid out",
  can: disbursementRooms,
  ...loans,
});
