import { calls } from "../../../../shared/api/calls.gen.ts";
import { column } from "../../../../shared/list/columns.tsx";
import { listPage } from "../../../../shared/list/list-page.tsx";

/** R092: what customers have earned by referring others. */
export default listPage(calls.peopleStatistics.referralWallets, {
  columns: [
    column("last_name", { card: "title" }),
    column("balance_kobo", { card: "field", opens: (row) => `/admin/users/${row.id}?tab=orders` }),
    column("referred", { kind: "number", card: "field" }),
    column("borrowed", { card: "field" }),
    column("referral_code", { header: "Code", kind: "reference" }),
    column("email"),
    column("created_at", { header: "Registered" }),
  ],
  href: (row) => `/admin/users/${row.id}?tab=orders`,
  lead: "Who brought others, how many of them borrowed, and what was earned with it.",
  empty: "Nobody has brought another customer yet.",
});
