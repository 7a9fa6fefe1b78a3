import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../../shared/list/list-page.tsx";

type Row = RowOf<typeof calls.peopleStatistics.referralWallets>;

const shown = columns<Row>([
  column("last_name", { card: "title" }),
  column("balance_kobo", { card: "field", opens: (row) => `/admin/users/${row.id}?tab=orders` }),
  column("referred", { kind: "number", card: "field" }),
  column("borrowed", { card: "field" }),
  column("referral_code", { header: "Code", kind: "reference" }),
  column("email"),
  column("created_at", { header: "Registered" }),
]);

/** R092: what customers have earned by referring others. */
export default (): ReactNode => (
  <ListPage
    call={calls.peopleStatistics.referralWallets}
    columns={shown}
    href={(row) => `/admin/users/${row.id}?tab=orders`}
    slots={{
      lead: "Who brought others, how many of them borrowed, and what was earned with it.",
      empty: { text: "Nobody has brought another customer yet." },
    }}
  />
);
