import { count, naira, sentence, shortDay } from "@manilla/contract/formats";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useCall } from "../../../shared/api/use-call.ts";
import type { DeclaredColumn } from "../../../shared/list/columns.tsx";
import { monthName } from "../../../shared/figures/figures.tsx";
import { LongTable } from "../../../shared/list/long-table.tsx";
import { useMay } from "../../../shared/session/session.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Empty, Panel } from "../../../shared/ui/kit.tsx";
import { type Person } from "./parts.tsx";
import type { Analysis } from "./statement-tab.tsx";
import { breakdownRows } from "./statement-breakdown.tsx";
import styles from "./statement.module.css";

/** The rows of the statement that a finding rests on; undefined when every row is meant. */
function rowsOf(analysis: Analysis, finding: string | null): { name: string; rows: readonly number[] } | undefined {
  if (finding === null) return undefined;
  if (finding === "salary" && analysis.salary) return { name: "the salary", rows: analysis.salary.rows };
  if (finding === "flags") return { name: "what does not add up", rows: analysis.flags.map(({ row }) => row) };
  const income = finding.startsWith("income-")
    ? analysis.regular_income[Number(finding.slice("income-".length))]
    : undefined;
  if (income) return { name: `income from ${income.source}`, rows: income.rows };
  const found = analysis.findings[finding];
  return found && { name: sentence(finding).toLowerCase(), rows: found.rows };
}

/** C068: the statement line by line, or only the lines behind a figure. */
export default function StatementLines({ person, analysis }: { person: Person; analysis: Analysis }): ReactNode {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const finding = search.get("finding");
  const mayBreakDown = useMay(calls.documents.breakdown);
  const { data: breakdown } = useCall(
    calls.documents.breakdown,
    { params: { id: analysis.document_id } },
    { enabled: mayBreakDown },
  );
  const only = useMemo(
    () => rowsOf(analysis, finding) ?? breakdownRows(breakdown, finding),
    [analysis, breakdown, finding],
  );
  const anchor = useRef<HTMLDivElement>(null);
  const result = useCall(calls.documents.bankStatement, {
    params: { id: person.id },
    query: { document_id: analysis.document_id },
  });
  const month = finding?.startsWith("month-") ? finding.slice("month-".length) : undefined;
  const name = month ? monthName(month) : only?.name;
  const isThere = result.data !== undefined;
  useEffect(() => {
    if (isThere && hash === "#lines") anchor.current?.scrollIntoView({ block: "start" });
  }, [finding, hash, isThere]);
  const all = result.data?.statement?.transactions;
  const rows = useMemo(() => {
    const wanted = new Set(only?.rows);
    return (all ?? []).filter(({ number, booked_on }) =>
      month ? booked_on.startsWith(month) : only === undefined || wanted.has(number),
    );
  }, [all, only, month]);
  return (
    <div ref={anchor} id="lines" className={styles.lines}>
      <Panel
        title={name ? `Lines behind ${name} (${count(rows.length)})` : "Lines"}
        actions={
          name && (
            <Link to={`?tab=statement${search.get("statement") ? `&statement=${search.get("statement")}` : ""}#lines`}>
              Show all lines
            </Link>
          )
        }
        flush
      >
        <Answered of={result} height={96}>
          {() =>
            rows.length === 0 ? (
              <Empty title="No line" />
            ) : (
              <LongTable
                key={finding ?? "all"}
                caption="Lines of the statement"
                columns={columns}
                rows={rows}
                keyOf={numberOf}
                textOf={textOf}
                lines={2}
              />
            )
          }
        </Answered>
      </Panel>
    </div>
  );
}

type Line = NonNullable<Answer<typeof calls.documents.bankStatement>["statement"]>["transactions"][number];

const orNothing = (kobo: number | bigint): string => (Number(kobo) === 0 ? "" : naira(kobo));
const numberOf = (line: Line): number => line.number;
/** Found by what one reads: the words, the day as it is written, the amounts. */
const textOf = (line: Line): string =>
  `${line.narration} ${shortDay(line.booked_on)} ${line.category ?? ""} ${orNothing(line.debit_kobo)} ${orNothing(line.credit_kobo)}`;

const columns: readonly DeclaredColumn<Line>[] = [
  { key: "_line", width: 60, render: (line) => <span className="muted">{line.number}</span>, align: "right" },
  { key: "_date", width: 96, render: (line) => shortDay(line.booked_on) },
  { key: "_narration", render: (line) => <span title={line.narration}>{line.narration}</span>, card: "title" },
  {
    key: "_counted_as",
    width: 116,
    render: (line) => (line.category && line.category !== "none" ? sentence(line.category) : ""),
  },
  { key: "_out", width: 116, render: (line) => orNothing(line.debit_kobo), align: "right" },
  { key: "_in", width: 116, render: (line) => orNothing(line.credit_kobo), align: "right" },
  {
    key: "_balance",
    width: 128,
    render: (line) => (line.balance_kobo === null ? "" : naira(line.balance_kobo)),
    align: "right",
  },
];
