import { count, counted, day, naira, ordinal, sentence } from "@manilla/contract/formats";
import { lazy, type ReactNode, Suspense } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { type Answer } from "../../../shared/api/call.ts";
import { FileButton } from "../../../shared/form/file-button.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Facts, Money, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { CashFlowChart } from "./cash-flow-chart.tsx";
import { orDash, type Person } from "./parts.tsx";
import styles from "./statement.module.css";
import { StatementBreakdown } from "./statement-breakdown.tsx";

/** With the table of long lists, which a person's page needs nowhere else. */
const StatementLines = lazy(() => import("./statement-lines.tsx"));

export type Analysis = NonNullable<Answer<typeof calls.underwriting.statementAnalysis>["analysis"]>;

/** The way to the lines that a figure rests on. */
const opening = (document: string | null, finding: string): string =>
  `?tab=statement${document ? `&statement=${document}` : ""}&finding=${encodeURIComponent(finding)}#lines`;

/** What the statement says: salary and its day, cash flow, findings, and the lines behind every figure. */
export function StatementTab({ person }: { person: Person }): ReactNode {
  const [search, setSearch] = useSearchParams();
  const chosen = search.get("statement");
  const query = chosen ? { document_id: chosen } : {};
  const result = useRecord(calls.underwriting.statementAnalysis, { params: { id: person.id }, query });
  const statements = person.documents.filter(({ type, analysis }) => type === "bank_statement" && analysis !== null);
  return (
    <>
      {statements.length > 1 && (
        <label className={styles.which}>
          Statement
          <select
            value={result.data?.analysis?.document_id ?? chosen ?? ""}
            onChange={(event) =>
              setSearch(
                { tab: "statement", statement: event.currentTarget.value },
                { replace: true, preventScrollReset: true },
              )
            }
          >
            {statements.map((document) => (
              <option key={document.id} value={document.id}>
                {document.title || document.original_name}, {day(document.created_at)}
                {document.status === "invalidated" ? " (invalidated)" : ""}
              </option>
            ))}
          </select>
        </label>
      )}
      <Answered of={result} height={96}>
        {({ analysis }) =>
          analysis ? (
            <Found person={person} analysis={analysis} chosen={chosen} />
          ) : (
            <Panel title="Statement">
              <Empty title="No statement yet">
                The person sends one as PDF or CSV, or lets us fetch it from the bank. You can also add one, or ask for
                it, under Documents.
              </Empty>
            </Panel>
          )
        }
      </Answered>
    </>
  );
}

function Found({ person, analysis, chosen }: { person: Person; analysis: Analysis; chosen: string | null }): ReactNode {
  if (analysis.status === "pending")
    return <Notice tone="info">The statement is being read. This takes a few seconds.</Notice>;
  if (analysis.status === "failed") {
    return (
      <Notice
        tone="danger"
        action={<Link to={`?tab=documents&document=${analysis.document_id}`}>Open the document</Link>}
      >
        The statement could not be read: {analysis.failure}
      </Notice>
    );
  }
  return (
    <>
      {analysis.flags.length > 0 && <Flags analysis={analysis} chosen={chosen} />}
      <div className={styles.pair}>
        <Income analysis={analysis} chosen={chosen} stated={person.profile.salary_kobo} />
        <About person={person} analysis={analysis} />
      </div>
      <Panel title="Cash flow by month">
        {analysis.months.length > 0 ? (
          <CashFlowChart months={analysis.months} opens={(month) => opening(chosen, `month-${month}`)} />
        ) : (
          <p className="muted">The statement has no movement.</p>
        )}
      </Panel>
      <Findings analysis={analysis} chosen={chosen} />
      <StatementBreakdown
        document_id={analysis.document_id}
        opens={(group, name) => opening(chosen, `${group}:${name}`)}
      />
      <Suspense>
        <StatementLines person={person} analysis={analysis} />
      </Suspense>
    </>
  );
}

function Flags({ analysis, chosen }: { analysis: Analysis; chosen: string | null }): ReactNode {
  return (
    <Notice tone="danger" action={<Link to={opening(chosen, "flags")}>Show the lines</Link>}>
      <strong>This statement does not add up.</strong>
      <ul className={`list ${styles.flags}`}>
        {analysis.flags.slice(0, 5).map((flag) => (
          <li key={`${flag.row}-${flag.message}`}>
            Line {flag.row}: {flag.message}
          </li>
        ))}
      </ul>
      {analysis.flags.length > 5 && <p className="small">And {count(analysis.flags.length - 5)} more.</p>}
    </Notice>
  );
}

function Income({
  analysis,
  chosen,
  stated,
}: {
  analysis: Analysis;
  chosen: string | null;
  stated: number | bigint | null;
}): ReactNode {
  const { salary } = analysis;
  return (
    <Panel title="Salary">
      {salary ? (
        <>
          <p className={styles.figure}>
            <Money kobo={salary.amount_kobo} href={opening(chosen, "salary")} />
          </p>
          <p>
            On the {ordinal(salary.day)} of the month from <strong className={styles.source}>{salary.source}</strong>,
            in {counted(salary.months, "month")}
            {salary.confidence && `, with a certainty of ${salary.confidence.replace(".00%", "%")}`}.
          </p>
        </>
      ) : (
        <p>No salary was found: nothing comes in regularly that looks like one.</p>
      )}
      <p className="muted">
        {stated === null ? "The person has stated no salary." : `The person stated ${naira(stated)}.`}
      </p>
      {analysis.regular_income.length > 0 && (
        <>
          <h3 className={styles.sub}>Other regular income</h3>
          <ul className={styles.incomes}>
            {analysis.regular_income.map((income, index) => (
              <li key={`${income.source}-${income.day}`}>
                <span className={styles.source}>{income.source}</span>
                <Link to={opening(chosen, `income-${index}`)}>{naira(income.amount_kobo)}</Link>
                <span className="small muted">
                  {ordinal(income.day)}, {counted(income.months, "month")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

function About({ person, analysis }: { person: Person; analysis: Analysis }): ReactNode {
  return (
    <Panel
      title="Statement"
      actions={
        <FileButton call={calls.underwriting.statementPdf} input={{ params: { id: person.id } }} name="statement.pdf">
          Download PDF
        </FileButton>
      }
    >
      <Facts
        items={[
          { label: "Account", value: orDash([analysis.account_name, analysis.bank_name].filter(Boolean).join(", ")) },
          {
            label: "Period",
            value:
              analysis.from_on && analysis.to_on ? `${day(analysis.from_on)} to ${day(analysis.to_on)}` : orDash(null),
          },
          { label: "Lines", value: count(analysis.transaction_count) },
          {
            label: "Balances",
            value:
              analysis.balances_hold === null
                ? "The statement shows none"
                : analysis.balances_hold
                  ? "Add up, line by line"
                  : "Do not add up",
          },
          { label: "Came in", value: naira(analysis.money_in_kobo) },
          { label: "Went out", value: naira(analysis.money_out_kobo) },
          { label: "Income a month", value: naira(analysis.average_monthly_income_kobo) },
          analysis.income_basis?.from &&
            analysis.income_basis.to && {
              label: "Counted from",
              value: `${naira(analysis.income_basis.income_kobo)} in ${counted(analysis.income_basis.months, "whole month")}, ${day(analysis.income_basis.from)} to ${day(analysis.income_basis.to)}`,
            },
          {
            label: "Average balance",
            value: analysis.average_balance_kobo === null ? orDash(null) : naira(analysis.average_balance_kobo),
          },
          {
            label: "Lowest balance",
            value: analysis.lowest_balance_kobo === null ? orDash(null) : naira(analysis.lowest_balance_kobo),
          },
        ]}
      />
    </Panel>
  );
}

function Findings({ analysis, chosen }: { analysis: Analysis; chosen: string | null }): ReactNode {
  const found = Object.entries(analysis.findings).toSorted(([, left], [, right]) => right.count - left.count);
  return (
    <Panel title="Findings" flush>
      {found.every(([, finding]) => finding.count === 0) && <Empty title="Nothing unusual" />}
      <ul className={styles.findings}>
        {found
          .filter(([, finding]) => finding.count > 0)
          .map(([name, finding]) => (
            <li key={name}>
              <Link to={opening(chosen, name)}>{sentence(name)}</Link>
              <span className="muted">{counted(finding.count, "line")}</span>
              <span>{naira(finding.total_kobo)}</span>
            </li>
          ))}
      </ul>
    </Panel>
  );
}
