import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column } from "../../../shared/list/columns.tsx";
import { listPage } from "../../../shared/list/list-page.tsx";

/** Accounts of the ledger; each opens its statement. */
export default listPage(calls.books.accounts, {
  columns: [
    column("name", { header: "Account", card: "title" }),
    column("owner", { header: "Of", card: "field" }),
    column("type", { kind: "word", card: "field" }),
    column("balance_kobo", { card: "field" }),
    column("currency"),
    column("code", { kind: "code", width: 260 }),
    column("opened_at", { card: "field" }),
    column("id", { isHidden: true }),
  ],
  href: (row) => `/admin/books/accounts/${row.id}`,
  lead: "Balances are in each account's own direction: assets and expenses in debit, the rest in credit.",
  actions: <Link to="/admin/books/trial-balance">Trial balance</Link>,
  empty: "No account was opened yet.",
});
