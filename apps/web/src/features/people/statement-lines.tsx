import { count, naira, sentence, shortDay } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import { useCall } from "../../shared/api/use-call.ts";
import { useMay } from "../../shared/session/session.ts";
import { Empty, Panel } from "../../shared/ui/kit.tsx";
import { Loaded, type Person } from "./parts.tsx";
import personStyles from "./person.module.css";
import type { Analysis } from "./statement-tab.tsx";
import { breakdownRows } from "./statement-breakdown.tsx";
import styles from "./statement.module.css";

const SHOWN_AT_ONCE = 100;

/** The rows of the statement that a finding rests on; undefined when every row is meant. */
function rowsOf(analysis: Analysis, finding: string | null): { name: string; rows: readonly number[] } | undefined {
  if (finding === null) return undefined;
  if (finding === "salary" && analysis.salary) return { name: "the salary", rows: analysis.salary.rows };
  if (finding === "flags") return { name: "what does not add up", rows: analysis.flags.map(({ row }) => row) };
  const income = finding.startsWith("income-") ? analysis.regular_income[Number(finding.slice("income-".length))] : undefined;
  if (income) return { name: `income from ${income.source}`, rows: income.rows };
  const found = analysis.findings[finding];
  return found && { name: sentence(finding).toLowerCase(), rows: found.rows };
}

/** C068: the statement line by line, or only the lines behind a figure. */
export function StatementLines({ person, analysis }: { person: Person; analysis: Analysis }): ReactNode {
  const [search] = useSearchParams();
  const { hash } = useLocation();
  const finding = search.get("finding");
  const mayBreakDown = useMay(calls.documents.breakdown);
  const { data: breakdown } = useCall(calls.documents.breakdown, { params: { id: analysis.document_id } }, { enabled: mayBreakDown });
  const only = useMemo(() => rowsOf(analysis, finding) ?? breakdownRows(breakdown, finding), [analysis, breakdown, finding]);
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const anchor = useRef<HTMLDivElement>(null);
  const result = useCall(calls.documents.bankStatement, { params: { id: person.id }, query: { document_id: analysis.document_id } });
  const isThere = result.data !== undefined;
  useEffect(() => {
    setShown(SHOWN_AT_ONCE);
    if (isThere && hash === "#lines") anchor.current?.scrollIntoView({ block: "start" });
  }, [finding, hash, isThere]);
  const wanted = useMemo(() => new Set(only?.rows), [only]);
  return (
    <div ref={anchor} id="lines" className={styles.lines}>
      <Panel title={only ? `Lines behind ${only.name} (${count(only.rows.length)})` : "Lines"} actions={only && <Link to={`?tab=statement${search.get("statement") ? `&statement=${search.get("statement")}` : ""}#lines`}>Show all lines</Link>} flush>
        <Loaded result={result}>
          {({ statement }) => {
            const rows = (statement?.transactions ?? []).filter(({ number }) => only === undefined || wanted.has(number));
            if (rows.length === 0) return <Empty title="No line" />;
            return (
              <>
                <Table rows={rows.slice(0, shown)} />
                {rows.length > shown && (
                  <div className={personStyles.padded}>
                    <Button size="sm" variant="default" onClick={() => setShown(shown + 5 * SHOWN_AT_ONCE)}>
                      Show more ({count(rows.length - shown)} left)
                    </Button>
                  </div>
                )}
              </>
            );
          }}
        </Loaded>
      </Panel>
    </div>
  );
}

interface Line {
  number: number;
  booked_on: string;
  narration: string;
  debit_kobo: number | bigint;
  credit_kobo: number | bigint;
  balance_kobo: number | bigint | null;
  category: string | null;
}

const orNothing = (kobo: number | bigint): ReactNode => (Number(kobo) === 0 ? "" : naira(kobo));

const Table = ({ rows }: { rows: readonly Line[] }): ReactNode => (
  <div className={personStyles.scroll} tabIndex={0} role="region" aria-label="Lines of the statement">
    <table className={`${personStyles.table} ${styles.table}`}>
      <caption className="visually-hidden">Lines of the statement</caption>
      <thead>
        <tr>
          <th scope="col" data-figure>Line</th>
          <th scope="col">Date</th>
          <th scope="col">Narration</th>
          <th scope="col">Counted as</th>
          <th scope="col" data-figure>Out</th>
          <th scope="col" data-figure>In</th>
          <th scope="col" data-figure>Balance</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((line) => (
          <tr key={line.number}>
            <td data-figure className="muted">{line.number}</td>
            <td>{shortDay(line.booked_on)}</td>
            <td className={styles.narration}>{line.narration}</td>
            <td>{line.category && line.category !== "none" ? sentence(line.category) : ""}</td>
            <td data-figure>{orNothing(line.debit_kobo)}</td>
            <td data-figure>{orNothing(line.credit_kobo)}</td>
            <td data-figure>{line.balance_kobo === null ? "" : naira(line.balance_kobo)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
