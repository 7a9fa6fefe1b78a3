import { naira, ordinal, sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { fullName } from "../../../shared/people/names.ts";
import { Toned } from "../../../shared/people/toned.tsx";
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

const shown = columns<Row>([
  { key: "last_name", header: "Person", card: "title", width: 200, render: fullName },
  { key: "status", header: "Read", card: "badge", render: (row) => <Toned status={row.status} /> },
  { key: "balances_hold", header: "Balances", card: "field", render: balances },
  { key: "salary_kobo", header: "Salary", card: "field", render: salary },
  { key: "months", header: "Months", kind: "number", card: "field" },
  { key: "bank_name", header: "Bank", render: (row) => [row.bank_name, row.account_no].filter(Boolean).join(" ") },
  { key: "account_name", header: "Account name" },
  { key: "source", header: "Came through", render: (row) => sentence(row.source) },
  { key: "document_status", header: "Document", render: (row) => sentence(row.document_status) },
  { key: "transaction_count", header: "Lines", kind: "number", isHidden: true },
  { key: "failure", header: "Why not read", isHidden: true },
  { key: "created_at", header: "Came", kind: "relative" },
]);

const hrefOf = (row: Row): string => `/admin/users/${row.user_id}?tab=statement&statement=${row.document_id}`;

/** R087: every bank statement with what was read from it. */
export default function StatementsScreen(): ReactNode {
  return (
    <ListPage
      call={calls.documents.listStatements}
      columns={shown}
      href={hrefOf}
      slots={{
        lead: "What was read from each, whether its balances add up, and the salary that was found.",
        empty: { text: "No statement has come yet." },
      }}
    />
  );
}
