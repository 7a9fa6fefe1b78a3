import type { ReactNode } from "react";
import { useMayCompany } from "../../../shared/companies/company-link.tsx";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { receiptWords } from "../../../shared/expenses/words.ts";
import { toDecide } from "./expense-views.ts";

const { listEverywhere, update } = calls.expenses;
const { approve, flag, remove } = update.choices;

const companyOf = ({ company }: RowOf<typeof listEverywhere>): string => `/admin/companies/${company.id}`;
const shown = columns<RowOf<typeof listEverywhere>>([
  column("merchant", { card: "title", width: 180 }),
  column("status", { badge: "expense", card: "badge", width: 116 }),
  column("company", {
    header: "Company",
    kind: "text",
    card: "field",
    width: 180,
    render: ({ company }) => company.name,
  }),
  column("person", { header: "By", card: "field", width: 160, render: ({ person }) => person.name }),
  column("amount_kobo", { card: "field", width: 130 }),
  column("category", { header: "Category", width: 150 }),
  column("spent_on", { header: "Spent", card: "field", width: 120 }),
  column("has_receipt", { header: "Receipt", width: 100, render: receiptWords }),
  column("is_twice", { header: "There twice", isHidden: true }),
  column("money_reference", { header: "Payment", isHidden: true }),
  column("created_at", { header: "Recorded", isHidden: true }),
]);

/** R053 of the provider's staff: what the people of all companies spent. */
export default function SpentScreen(): ReactNode {
  return (
    <ListPage
      call={listEverywhere}
      columns={shown}
      tiles="amount_kobo"
      views={toDecide}
      {...(useMayCompany() && { href: companyOf })}
      rowActions={rowActionsOf([approve, flag, remove])}
      actions={<Link to="/admin/expenses">Expense requests</Link>}
      lead="What the people of all companies spent. The spender is notified of each decision; deleted expenses stay on record."
      empty="Nothing has been spent yet."
    />
  );
}
