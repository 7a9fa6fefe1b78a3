import { requestKindWords } from "@manilla/contract/companies/expense-lines";
import type { ReactNode } from "react";
import { useMayCompany } from "../../../shared/companies/company-link.tsx";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { partWords, receiptWords } from "../../../shared/expenses/words.ts";
import { accountTypeOf } from "../../../shared/session/session.ts";
import { ToneBadge } from "../../../shared/ui/badge.tsx";
import { toDecide } from "./expense-views.ts";

const { listAll, update } = calls.expenses;
const { approve, flag, remove } = update.choices;

const companyOf = ({ company }: RowOf<typeof listEverywhere>): string => `/admin/companies/${company.id}`;
const shown = columns<RowOf<typeof listAll>>([
  column("merchant", {
    card: "title",
    width: 220,
    render: ({ merchant, is_twice }) => (
      <>
        {merchant} {is_twice && <ToneBadge tone="warning">There twice</ToneBadge>}
      </>
    ),
  }),
  column("status", { badge: "expense", card: "badge", width: 116 }),
  column("amount_kobo", { kind: "money", card: "field", width: 130, render: partWords }),
  column("spent_on", { header: "Spent", card: "field", width: 120 }),
  column("person", { header: "By", card: "field", width: 160, render: ({ person }) => person.name }),
  column("category", { header: "Category", width: 190 }),
  column("has_receipt", { header: "Receipt", card: "field", width: 100, render: receiptWords }),
  column("department", { isHidden: true }),
  column("ledger_code", { header: "Ledger code", isHidden: true }),
  column("is_twice", { header: "There twice", isHidden: true }),
  column("created_at", { header: "Recorded", isHidden: true }),
]);

const { listEverywhere } = calls.expenseRequests;
const asked = columns<RowOf<typeof listEverywhere>>([
  column("purpose", { header: "Request", card: "title", width: 230 }),
  column("status", { badge: "expense_request", card: "badge", width: 116 }),
  column("company", {
    header: "Company",
    kind: "text",
    card: "field",
    width: 180,
    render: ({ company }) => company.name,
  }),
  column("person", { header: "By", card: "field", width: 160, render: ({ person }) => person.name }),
  column("kind", { header: "Kind", words: requestKindWords, width: 160, render: ({ kind }) => requestKindWords[kind] }),
  column("amount_kobo", { card: "field", width: 130 }),
  column("created_at", { header: "Made", width: 110 }),
  column("reference", { header: "Payment", isHidden: true }),
]);

/** R053 of the provider's staff: what the people of all companies ask for. Their companies decide. */
const Everywhere = (): ReactNode => (
  <ListPage
    call={listEverywhere}
    columns={asked}
    title="Expense Requests"
    tiles="amount_kobo"
    views={[
      { name: "Pending", address: "f.status=pending", empty: "Nothing is pending" },
      { name: "On their way", address: "f.status=paying", empty: "No payment is on its way" },
      { name: "Paid", address: "f.status=paid,retired", empty: "Nothing was paid yet" },
    ]}
    {...(useMayCompany() && { href: companyOf })}
    lead="What the people of all companies ask for. Their companies decide and pay."
    empty="No requests yet."
  />
);

/** Says nothing of one's own expenses, or leads there from the company's analytics. */
const OF_OTHERS = ["person", "person_id", "category_id", "department_id", "within_id", "merchant_id"];

/** R053: what was spent for the company; one's own for those who may not see all. */
export default function ExpensesScreen(): ReactNode {
  if (accountTypeOf(location.pathname) === "admin") return <Everywhere />;
  return (
    <ListPage
      call={listAll}
      columns={shown}
      tiles="amount_kobo"
      views={[...toDecide, { name: "There twice", address: "f.is_twice=true", empty: "Nothing is there twice" }]}
      href={({ id }) => `/${accountTypeOf(location.pathname) ?? "corporate"}/expenses/${id}`}
      rowActions={rowActionsOf([approve, flag, remove])}
      without={accountTypeOf(location.pathname) === "customer" ? OF_OTHERS : undefined}
      lead="Spending for the company. Deleted expenses stay on record."
      empty="Nothing has been spent yet."
    />
  );
}
