import { counted } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { ImportPage } from "../../../shared/imports/import-page.tsx";
import { nameOf, Reasons, VerdictBadge, verdictWords } from "../../../shared/imports/verdicts.tsx";
import { columns, column } from "../../../shared/list/columns.tsx";
import type { RowOf } from "../../../shared/list/list-page.tsx";
import { Notice } from "../../../shared/ui/kit.tsx";

type Found = Required<Answer<typeof calls.loanImports.find>["import"]>;
type Row = RowOf<typeof calls.loanImports.rows>;
const personPage = (id: string): string => `/admin/users/${id}`;

const shown = columns<Row>([
  column("number", { header: "Row", width: 80, card: "field" }),
  column("verdict", {
    words: { ...verdictWords, created: "Brought in" },
    card: "badge",
    render: (row) => <VerdictBadge verdict={row.verdict} created="Brought in" />,
  }),
  column("reference", {
    header: "Reference there",
    card: "title",
    render: (row) => {
      const words = row.reference ?? nameOf(row);
      return row.loan_id ? <Link to={`/admin/loans/${row.loan_id}`}>{words}</Link> : words;
    },
  }),
  column("name", {
    header: "Borrower",
    card: "field",
    render: (row) => (row.user_id ? <Link to={personPage(row.user_id)}>{nameOf(row)}</Link> : nameOf(row)),
  }),
  column("outstanding_principal_kobo", { card: "field" }),
  column("accrued_interest_kobo", { header: "Interest due" }),
  column("overdue_kobo", { header: "Overdue" }),
  column("days_past_due", { header: "Days past due", kind: "number", card: "field", width: 120 }),
  column("reasons", {
    header: "Why",
    width: 300,
    card: "field",
    canWrap: true,
    render: (row) => <Reasons of={row.reasons} />,
  }),
]);

const { runAgain, giveUp } = calls.loanImports;

/** Its job ended before the file did. */
function Stopped({ found }: { found: Found }): ReactNode {
  return (
    <>
      <Notice tone="danger">
        {found.failure} {counted(found.created_count, "loan")} came in and stay;{" "}
        {counted(found.total_count - found.done_count, "row")} wait.
      </Notice>
      <Actions of={found} calls={[runAgain, giveUp]} />
    </>
  );
}

/** One file of loans of another book: who has to agree, how far it is, and the loan of each row. */
export default function LoanImportScreen(): ReactNode {
  return (
    <ImportPage of={calls.loanImports} hrefOf={personPage} columns={shown as never} become="brought in">
      {(found) => {
        const { status, total_count, refused_count, already_count } = found;
        return status === "awaiting_approval" ? (
          <Notice tone="warning">
            {counted(total_count - refused_count - already_count, "loan")} wait for{" "}
            <Link to="/admin/approvals">a second person</Link>. Nothing is in the books yet.
          </Notice>
        ) : status === "refused" ? (
          <Notice tone="danger">The second person did not agree, or the request was withdrawn. Nothing came in.</Notice>
        ) : status === "failed" ? (
          <Stopped found={found as Found} />
        ) : null;
      }}
    </ImportPage>
  );
}
