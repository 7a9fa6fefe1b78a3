import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { OutcomeBadge, outcomeWords } from "../../../shared/decisions/outcomes.tsx";
import { column, columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

type Row = RowOf<typeof calls.creditDecisions.listAll>;

const shown = columns<Row>([
  column("last_name", { card: "title", width: 200 }),
  column("final_outcome", {
    header: "Outcome",
    words: outcomeWords,
    card: "badge",
    render: (row) => <OutcomeBadge outcome={row.final_outcome} />,
  }),
  column("outcome", {
    header: "Rules said",
    words: outcomeWords,
    isHidden: true,
    render: (row) => <OutcomeBadge outcome={row.outcome} />,
  }),
  column("first_reason", {
    width: 300,
    card: "field",
    render: (row) => row.first_reason ?? <span className="muted">Nothing against it</span>,
  }),
  column("limit_kobo", { card: "field" }),
  column("score"),
  column("loan", {
    render: (row) =>
      row.loan ? (
        <Link to={`/admin/loans/${row.loan.id}`}>{row.loan.reference}</Link>
      ) : (
        <span className="muted">–</span>
      ),
  }),
  column("occasion", { kind: "word", isHidden: true }),
  column("rule_set_number", { header: "Rules", kind: "number" }),
  column("overruled_by", { isHidden: true }),
  column("decided_at", { card: "field" }),
]);

/** R099: what the rules said about each request; the added list shows every decision. */
export default function DecisionsScreen(): ReactNode {
  const isProcessor = useLocation().pathname.endsWith("/loan-processor");
  return (
    <ListPage
      key={String(isProcessor)}
      call={calls.creditDecisions.listAll}
      columns={shown}
      href={(row) => `/admin/credit-decisions/${row.id}`}
      {...(isProcessor && { fixed: { occasion: ["loan_request"] } })}
      lead={
        isProcessor
          ? "What the rules say about each requested loan; a person decides."
          : "Every decision of the rules, explained from its own record."
      }
      actions={<Link to="/admin/rule-sets">Credit rules</Link>}
      empty={
        isProcessor ? "No loan was requested since the rules decide." : "The rules have not decided about anybody yet."
      }
    />
  );
}
