import { counted, naira } from "@manilla/contract/formats";
import { loanColumns, loanFile, requiredLoanColumns } from "@manilla/contract/lending/loan-import-columns";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { type Answer, saveFile } from "../../../shared/api/call.ts";
import { Figures } from "../../../shared/figures/figures.tsx";
import { TrialForm, type TrialRow } from "../../../shared/imports/trial-form.tsx";
import { LinkButton, Money } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

const optional = loanColumns.filter((column) => !requiredLoanColumns.some((required) => required === column));
const template = `${loanColumns.join(",")}\nOLD-0001,08031234567,salary-loan,250000,4,month,reducing,12,monthly,2025-06-10,2025-07-10,84612.53,48126.47,1500,2025-11-10,165387.47,6615.50\n`;

// The rows are those of this noun's own trial: the form knows what all kinds of files have.
type Trial = Answer<typeof calls.loanImports.tryMany>["trial"];
type Row = Trial["rows"][number];
const rowOf = (row: TrialRow): Row => row as Row;

const beside = [
  {
    key: "_owed",
    header: "Owed",
    kind: "money",
    width: 130,
    card: "field",
    render: (row: TrialRow) => {
      const { outstanding_principal_kobo: owed, accrued_interest_kobo: interest } = rowOf(row);
      if (owed === null) return "–";
      return (
        <>
          <Money kobo={owed} />
          {interest !== null && interest > 0 && <div className="muted small">and {naira(interest)} interest</div>}
        </>
      );
    },
  },
  {
    key: "_late",
    header: "Late",
    width: 110,
    card: "field",
    render: (row: TrialRow) => {
      const { days_past_due: days } = rowOf(row);
      return days === null ? "–" : days === 0 ? "On time" : counted(days, "day");
    },
  },
] as const;

const sumsOf = (trial: unknown): ReactNode => {
  const { sums } = trial as Trial;
  return (
    <Figures
      items={[
        { label: "Loans", value: String(sums.loan_count), note: `lent as ${naira(sums.principal_kobo)}` },
        { label: "Principal owed", value: <Money kobo={sums.outstanding_principal_kobo} /> },
        { label: "Interest due", value: <Money kobo={sums.accrued_interest_kobo} />, note: "earned and unpaid" },
        {
          label: "Overdue",
          value: <Money kobo={sums.overdue_kobo} />,
          note: counted(sums.late_count, "late loan"),
          tone: sums.late_count > 0 ? "danger" : undefined,
        },
        { label: "With warnings", value: String(sums.warning_count) },
      ]}
    />
  );
};

/** Running loans of another book from a file: what each would be here, then a second person. */
export default function NewLoanImportScreen(): ReactNode {
  const navigate = useNavigate();
  return (
    <Page
      width="full"
      lead="Running loans from another lender’s book. A second person approves before anything is written; borrowers get no message."
      actions={<Link to="/admin/loans/imports">Earlier files</Link>}
    >
      <TrialForm
        of={calls.loanImports}
        noun="loan"
        label="CSV file or workbook"
        act="Ask a second person to bring in"
        become="brought in"
        beside={beside}
        sums={sumsOf}
        columns={loanFile}
        onDone={(answer) => navigate(`/admin/loans/imports/${answer.import.id}`)}
      >
        <div className="small muted stack-8">
          <p>
            The first line names the columns: {requiredLoanColumns.join(", ")}, and any of {optional.join(", ")}. Other
            headings of a CSV file can be matched to ours after you choose it. Amounts are in naira, dates are
            2026-01-31 or 31/01/2026 (day first). At most 10,000 rows.
          </p>
          <p>
            A person is the phone, e-mail or our id of an existing customer; a product is the code or name of one of
            ours. The rate is per year unless rate_period says month; interest_kind is flat, reducing or equal
            principal; interval is monthly, weekly or biweekly. Principal paid and outstanding add up to the principal.
          </p>
          <p>
            We build the schedule from these terms and apply what was paid, the oldest instalment first. Penalties count
            from the day the loan is brought in; cards are not debited for a week where anything was late or paid ahead.
          </p>
          <LinkButton onClick={() => saveFile(new Blob([template], { type: "text/csv" }), "loans-template.csv")}>
            Download a template
          </LinkButton>
        </div>
      </TrialForm>
    </Page>
  );
}
