import { calls } from "../../../../shared/api/calls.gen.ts";
import { column } from "../../../../shared/list/columns.tsx";
import { listPage } from "../../../../shared/list/list-page.tsx";

/** R034: every attempt to verify a BVN or NIN. */
export default listPage(calls.peopleStatistics.identityVerifications, {
  columns: [
    column("last_name", { card: "title" }),
    column("status", { header: "Outcome", card: "badge" }),
    column("kind", {
      header: "Number",
      card: "field",
      render: ({ kind, number }) => (
        <>
          {kind.toUpperCase()} <code>{number}</code>
        </>
      ),
    }),
    column("attempts", { header: "Codes tried", kind: "number", card: "field" }),
    column("failure", { header: "What went wrong", width: 320 }),
    column("created_at", { header: "Begun", card: "field" }),
    column("decided_at"),
  ],
  href: (row) => `/admin/users/${row.user_id}?tab=identity`,
  views: [
    { name: "Other name", address: "f.status=mismatch", empty: "Each number belongs to its holder" },
    { name: "Failed", address: "f.status=failed", empty: "No check failed" },
  ],
  lead: "Every attempt to verify a BVN or NIN, successful or not.",
  empty: "No identity checks yet.",
});
