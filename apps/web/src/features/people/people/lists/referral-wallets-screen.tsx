import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { columns } from "../../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../../shared/list/list-page.tsx";
import { fullName } from "../../../../shared/people/names.ts";
import { Copyable } from "../../../../shared/ui/kit.tsx";

type Row = RowOf<typeof calls.peopleStatistics.referralWallets>;

const shown = columns<Row>([
  { key: "last_name", header: "Name", card: "title", width: 220, render: fullName },
  {
    key: "balance_kobo",
    header: "Balance",
    kind: "money",
    card: "field",
    opens: (row) => `/admin/users/${row.id}?tab=orders`,
  },
  { key: "referred", header: "Referred", kind: "number", card: "field" },
  { key: "borrowed", header: "Of them borrowed", kind: "number", card: "field" },
  {
    key: "referral_code",
    header: "Code",
    render: (row) =>
      row.referral_code ? (
        <Copyable text={row.referral_code} label="referral code">
          <code>{row.referral_code}</code>
        </Copyable>
      ) : (
        <span className="muted">–</span>
      ),
  },
  { key: "email", header: "E-mail", width: 240 },
  { key: "created_at", header: "Registered", kind: "relative" },
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
