import { naira, ordinal } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { ToneBadge } from "../../../shared/ui/badge.tsx";

type Row = RowOf<typeof calls.documents.listStatements>;

const balances = (row: Row): ReactNode =>
  row.balances_hold === null ? (
    <span className="muted">–</span>
  ) : (
    <ToneBadge tone={row.balances_hold ? "success" : "danger"}>
      {row.balances_hold ? "Add up" : "Do not add up"}
    </ToneBadge>
  );
const salary = (row: Row): ReactNode =>
  row.salary_kobo === null ? (
    <span className="muted">None found</span>
  ) : (
    <>
      {naira(row.salary_kobo)}
      {row.salary_day !== null && <span className="muted"> · {ordinal(row.salary_day)}</span>}
    </>
  );

const hrefOf = (row: Row): string => `/admin/users/${row.user_id}?tab=statement&statement=${row.document_id}`;

/** R087: every bank statement with what was read from it. */
export default listPage(calls.documents.listStatements, {
  columns: [
    column("last_name", { header: "Person", card: "title", width: 200 }),
    column("status", { header: "Read", card: "badge" }),
    column("balances_hold", { header: "Balances", card: "field", render: balances }),
    column("salary_kobo", { card: "field", render: salary }),
    column("months", { kind: "number", card: "field" }),
    column("bank_name", { render: (row) => [row.bank_name, row.account_no].filter(Boolean).join(" ") }),
    column("account_name"),
    column("source"),
    column("document_status", { header: "Document", kind: "word" }),
    column("transaction_count", { header: "Lines", isHidden: true }),
    column("failure", { header: "Why not read", isHidden: true }),
    column("created_at", { header: "Came" }),
  ],
  href: hrefOf,
  views: [
    { name: "Not read", address: "f.status=failed", empty: "Each statement could be read" },
    { name: "Do not add up", address: "f.balances_hold=no", empty: "The balances of each add up" },
    { name: "Salary found", address: "f.has_salary=yes", empty: "No salary was found" },
  ],
  lead: "The reading of each statement: whether its balances add up, and the salary found.",
  empty: "No statement has come yet.",
});
