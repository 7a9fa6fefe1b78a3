import { count, date, longMonth, money, day, sentence } from "@manilla/contract/formats";
import { MAX_GROUPS, datePeriods, measureKinds, scheduleInWords } from "@manilla/contract/platform/report-rules";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Actions } from "../../../shared/actions/actions.tsx";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { Chart } from "../../../shared/figures/chart.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { FileButton } from "../../../shared/form/file-button.tsx";
import type { DeclaredColumn } from "../../../shared/list/columns.tsx";
import { RecordPage } from "../../../shared/record/record-page.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { StatusBadge } from "../../../shared/ui/badge.tsx";
import { Facts, Notice, Panel } from "../../../shared/ui/kit.tsx";
import { type Summary, chartOf } from "./summary-chart.ts";
import { type Report, queryInWords } from "./words.ts";

const { download, find, openRun, pause, remove, resume, runNow, summarise } = calls.reports;
type Line = Summary["lines"][number];
type Run = Report["runs"][number];

/** One report: what it is of, its summary now, who gets it and when, and the files that were made. */
export default function ReportScreen(): ReactNode {
  return (
    <RecordPage
      call={find}
      title={({ name }) => name}
      actions={(report) =>
        report && (
          <>
            <StatusBadge kind="report" status={report.status} />
            {report.is_own && <Link to={`/admin/reports/${report.id}/change`}>Change</Link>}
            <Actions of={report} calls={[runNow, pause, resume, remove]} />
          </>
        )
      }
    >
      {(report) => (
        <>
          <About report={report} />
          {report.is_summary && <SummaryPanel report={report} />}
          <Runs report={report} />
        </>
      )}
    </RecordPage>
  );
}

const fileButtons = ({ id, name }: Report): ReactNode =>
  (["xlsx", "csv"] as const).map((type) => (
    <FileButton key={type} call={download} input={{ params: { id }, query: { type } }} name={`${name}.${type}`}>
      {type === "xlsx" ? "Spreadsheet" : "CSV"}
    </FileButton>
  ));

const About = ({ report }: { report: Report }): ReactNode => (
  <Panel title="What it shows" actions={fileButtons(report)}>
    <Facts
      items={[
        { label: "List", value: report.list_name },
        { label: "Rows", value: queryInWords(report.query) },
        { label: "Made by", value: report.is_own ? "You" : report.owner },
        { label: "Shared with", value: report.recipients.map(({ name }) => name).join(", ") || "Nobody" },
        { label: "Schedule", value: report.schedule ? scheduleInWords(report.schedule) : "By hand only" },
        report.next_due_at && { label: "Next on", value: date(report.next_due_at) },
      ]}
    />
  </Panel>
);

/** A month or a day as people read it; other values are words already. */
function valueOf(value: string | null, by: "day" | "month" | null): string {
  if (value === null) return "None";
  if (by === null) return value;
  return by === "month" ? longMonth(value) : day(value);
}

function columnsOf({ groups, measures, total }: Summary): DeclaredColumn<Line>[] {
  return [
    ...groups.map(({ label, by }, at): DeclaredColumn<Line> => ({
      key: `_group_${at}`,
      header: by === null ? label : `${label}, ${datePeriods[by]}`,
      render: ({ values }) => valueOf(values[at] ?? null, by),
      ...(at === 0 && { card: "title" }),
      ...(at === 0 && { total: "Total" }),
    })),
    { key: "count", header: "Rows", kind: "number", card: "field", total: count(total.count) },
    ...measures.map(({ label, of }, at): DeclaredColumn<Line> => ({
      key: `_amount_${at}`,
      header: `${label}, ${measureKinds[of].toLowerCase()}`,
      align: "right",
      card: "field",
      render: ({ amounts }) => amountOf(amounts[at]),
      total: amountOf(total.amounts[at]),
    })),
  ];
}
const amountOf = (kobo: number | null | undefined): string =>
  kobo === null || kobo === undefined ? "–" : money(kobo, "NGN");

function SummaryPanel({ report }: { report: Report }): ReactNode {
  const summary = useRecord(summarise, { params: { id: report.id } });
  return (
    <Panel title="Summary">
      <Answered of={summary} height={200}>
        {(data) => (
          <>
            {data.is_cut && (
              <Notice tone="warning">
                The first {count(MAX_GROUPS)} groups are shown. The total is of all of them.
              </Notice>
            )}
            <SummaryChart summary={data} />
            <PlainTable
              caption="Summary"
              columns={columnsOf(data)}
              rows={data.groups.length > 0 ? data.lines : [{ values: [], ...data.total }]}
              empty="No row matches"
            />
          </>
        )}
      </Answered>
    </Panel>
  );
}

function SummaryChart({ summary }: { summary: Summary }): ReactNode {
  const chart = chartOf(summary);
  // The summary below has the same figures.
  return chart && <Chart {...chart} table={null} finding={sentence(datePeriods[summary.groups[0]?.by ?? "day"])} />;
}

const runColumns = ({ is_own, name }: Report): DeclaredColumn<Run>[] => [
  { key: "due_at", header: "Due", kind: "date", card: "title" },
  ...(is_own ? [{ key: "recipient", header: "For", kind: "text", card: "field" } as const] : []),
  { key: "status", header: "State", badge: "report_run", kind: "badge", card: "badge" },
  { key: "row_count", header: "Rows", kind: "number", card: "field" },
  { key: "reason", header: "Why not", kind: "text", canWrap: true, card: "field" },
  { key: "kept_until", header: "Kept until", kind: "date", card: "field" },
  {
    key: "_file",
    header: "File",
    card: "field",
    render: (run) =>
      run.is_own && run.status === "made" ? (
        <FileButton call={openRun} input={{ params: { id: run.id } }} name={name}>
          Open
        </FileButton>
      ) : (
        "–"
      ),
  },
];

const Runs = ({ report }: { report: Report }): ReactNode => (
  <Panel title="Files">
    <PlainTable caption="Files" columns={runColumns(report)} rows={report.runs} empty="No file was made yet" />
  </Panel>
);
