import { sentence } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { OutcomeBadge, outcomeWords } from "../../../shared/decisions/decision-view.tsx";
import { columns } from "../../../shared/list/columns.tsx";
import { ListPage, type RowOf } from "../../../shared/list/list-page.tsx";

type Row = RowOf<typeof calls.creditDecisions.listAll>;

const shown = columns<Row>([
  { key: "last_name", header: "Name", card: "title", width: 200, render: (row) => `${row.name} ${row.last_name}` },
  {
    key: "final_outcome",
    header: "Outcome",
    card: "badge",
    words: outcomeWords,
    render: (row) => <OutcomeBadge outcome={row.final_outcome} />,
  },
  {
    key: "outcome",
    header: "Rules said",
    words: outcomeWords,
    isHidden: true,
    render: (row) => <OutcomeBadge outcome={row.outcome} />,
  },
  {
    key: "first_reason",
    header: "First reason",
    width: 300,
    card: "field",
    render: (row) => row.first_reason ?? <span className="muted">Nothing against it</span>,
  },
  { key: "limit_kobo", header: "Limit", kind: "money", card: "field" },
  { key: "score", header: "Score", kind: "number" },
  {
    key: "loan",
    header: "Loan",
    render: (row) =>
      row.loan ? (
        <Link to={`/admin/loans/${row.loan.id}`}>{row.loan.reference}</Link>
      ) : (
        <span className="muted">–</span>
      ),
  },
  { key: "occasion", header: "Occasion", isHidden: true, render: (row) => sentence(row.occasion) },
  { key: "rule_set_number", header: "Rules", kind: "number" },
  { key: "overruled_by", header: "Overruled by", isHidden: true },
  { key: "decided_at", header: "Decided", kind: "relative", card: "field" },
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
      slots={{
        lead: isProcessor
          ? "What the rules say about each loan that was asked for; a person decides."
          : "Every decision of the rules, explained from its own record.",
        actions: <Link to="/admin/rule-sets">Credit rules</Link>,
        empty: {
          text: isProcessor
            ? "Nobody has asked for a loan since the rules decide."
            : "The rules have not decided about anybody yet.",
        },
      }}
    />
  );
}
