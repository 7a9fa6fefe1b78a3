import { requestKindWords } from "@manilla/contract/companies/expense-lines";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { rowActionsOf } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";
import { accountTypeOf } from "../../../shared/session/session.ts";

const { listAll, pay, remove } = calls.expenseRequests;
const { purse } = pay.choices;
const here = (): string => `/${accountTypeOf(location.pathname) ?? "corporate"}/expenses/requests`;

const shown = columns<RowOf<typeof listAll>>([
  column("purpose", { header: "Request", card: "title", width: 280 }),
  column("status", { badge: "expense_request", card: "badge", width: 116 }),
  column("amount_kobo", { card: "field", width: 140 }),
  column("person", {
    header: "By",
    card: "field",
    width: 170,
    render: ({ person, has_left }) => (has_left ? `${person.name} (has left)` : person.name),
  }),
  column("kind", { header: "Kind", words: requestKindWords, width: 160, render: ({ kind }) => requestKindWords[kind] }),
  column("department", { width: 150 }),
  column("created_at", { header: "Made", card: "field", width: 120 }),
]);

/** R054: what people ask their company for; one's own for those who may not see all (A23). */
export default function RequestsScreen(): ReactNode {
  const isOwn = accountTypeOf(location.pathname) === "customer";
  return (
    <ListPage
      call={listAll}
      columns={shown}
      tiles="amount_kobo"
      views={[
        { name: "Pending", address: "f.status=pending", empty: "Nothing is pending" },
        { name: "To change", address: "f.status=draft,returned", empty: "No draft, and nothing was returned" },
        { name: "To pay", address: "f.status=approved", empty: "Nothing waits to be paid" },
        { name: "Paid", address: "f.status=paying,paid", empty: "Nothing has been paid yet" },
      ]}
      href={({ id }) => `${here()}/${id}`}
      rowActions={rowActionsOf([purse, remove])}
      lead={`What ${isOwn ? "you ask your" : "people ask the"} company for. The chain of the company decides, line by line.`}
      actions={
        <Button component={Link} to={`${here()}/new`}>
          Ask for money
        </Button>
      }
      without={isOwn ? ["person"] : undefined}
      empty={isOwn ? "You have no requests yet." : "No requests yet."}
    />
  );
}
