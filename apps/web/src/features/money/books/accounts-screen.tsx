import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

const shown = columns<RowOf<typeof calls.books.accounts>>([
  { key: "name", header: "Account", card: "title" },
  { key: "owner", header: "Of", card: "field" },
  { key: "type", header: "Type", render: (row) => sentence(row.type), card: "field" },
  { key: "balance_kobo", header: "Balance", kind: "money", card: "field" },
  { key: "currency", header: "Currency" },
  { key: "code", header: "Code", render: (row) => <code>{row.code}</code>, width: 260 },
  { key: "opened_at", header: "Opened", kind: "relative", card: "field" },
  { key: "id", header: "Id", kind: "id", isHidden: true },
]);

/** Accounts of the ledger; each opens its statement. */
export default function AccountsScreen(): ReactNode {
  return (
    <ListPage
      call={calls.books.accounts}
      columns={shown}
      href={(row) => `/admin/books/accounts/${row.id}`}
      slots={{
        lead: "Balances stand in each account's own direction: assets and expenses in debit, the rest in credit.",
        actions: <Link to="/admin/books/trial-balance">Trial balance</Link>,
        empty: { text: "No account was opened yet." },
      }}
    />
  );
}
