import { calls } from "../../../shared/api/calls.gen.ts";
import { OutcomeBadge, outcomeWords } from "../../../shared/decisions/outcomes.tsx";
import { column } from "../../../shared/list/columns.tsx";
import { listPage } from "../../../shared/list/list-page.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";

/** The decisions that another version would have made otherwise. */
export default listPage(calls.ruleSets.backtestRows, {
  columns: [
    column("last_name", { card: "title", width: 200 }),
    column("before", {
      header: "Was",
      words: outcomeWords,
      card: "field",
      render: (row) => <OutcomeBadge outcome={row.before} />,
    }),
    column("after", {
      header: "Would be",
      words: outcomeWords,
      card: "badge",
      render: (row) => <OutcomeBadge outcome={row.after} />,
    }),
    column("reason", { header: "Because", width: 300, card: "field" }),
    column("limit_before_kobo", { header: "Limit was" }),
    column("limit_after_kobo", { header: "Limit would be", card: "field" }),
    column("loan_status", {
      header: "Loan since",
      render: (row) =>
        row.loan_status ? <StatusBadge kind="loan" status={row.loan_status} /> : <span className="muted">none</span>,
    }),
    column("principal_kobo", { header: "Principal" }),
    column("decided_at"),
  ],
  href: (row) => `/admin/users/${row.user_id}`,
  lead: "Each past decision that would be otherwise under the tested rules.",
  empty: "No decision would have been otherwise.",
});
