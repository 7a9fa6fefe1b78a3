import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

const shown = columns<RowOf<typeof calls.books.accounts>>([
  column("name", { header: "Account", card: "title" }),
  column("owner", { header: "Of", card: "field" }),
  column("type", { kind: "word", card: "field" }),
  column("balance_kobo", { card: "field" }),
  column("currency"),
  column("code", { kind: "code", width: 260 }),
  column("opened_at", { card: "field" }),
  column("id", { isHidden: true }),
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
