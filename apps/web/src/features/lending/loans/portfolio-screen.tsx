import { count, counted, naira, percent } from "@manilla/contract/formats";
import { badge } from "@manilla/contract/badges";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useSession } from "../../../shared/session/session.ts";
import { ChartPanel } from "../../../shared/figures/chart.tsx";
import { halves, periodOf } from "../../../shared/figures/chart-values.ts";
import { Compared } from "../../../shared/figures/compared.tsx";
import { changeFinding } from "../../../shared/figures/findings.ts";
import { Figures, monthName, PlainTable } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { AsAt, Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import styles from "./loans.module.css";

/** The loans of which the portfolio is made. */
const RUNNING = "f.status=running,past_due,stop_requested";

type Statistics = Answer<typeof calls.loans.statistics>;

/** C078: the portfolio at a glance. Every number leads to its loans, every chart has its table. */
export default function PortfolioScreen(): ReactNode {
  const answer = useRecord(calls.loans.statistics, {});
  const { data } = answer;
  return (
    <Page
      lead={<>What is lent, what is late, what was paid out. {data && <AsAt at={data.counted_at} />}</>}
      actions={<Link to="/admin/loans">All loans</Link>}
    >
      <Answered of={answer} height={320}>
        {(data) => (
          <>
            <Figures
              items={[
                {
                  label: "Principal owed",
                  value: naira(data.outstanding_kobo),
                  note: `on ${counted(data.running, "running loan")}`,
                  href: `/admin/loans?${RUNNING}`,
                },
                {
                  label: "Overdue",
                  value: naira(data.overdue_kobo),
                  tone: data.overdue_kobo > 0 ? "danger" : undefined,
                  href: "/admin/loans?f.status=past_due&sortColumn=days_past_due&sortOrder=desc",
                },
                {
                  label: "PAR 1",
                  value: percent(data.portfolio_at_risk_percent.from_1),
                  href: `/admin/loans?f.days_past_due=1..&${RUNNING}`,
                },
                {
                  label: "PAR 30",
                  value: percent(data.portfolio_at_risk_percent.from_30),
                  href: `/admin/loans?f.days_past_due=30..&${RUNNING}`,
                },
                {
                  label: "PAR 60",
                  value: percent(data.portfolio_at_risk_percent.from_60),
                  href: `/admin/loans?f.days_past_due=60..&${RUNNING}`,
                },
                {
                  label: "PAR 90",
                  value: percent(data.portfolio_at_risk_percent.from_90),
                  href: `/admin/loans?f.days_past_due=90..&${RUNNING}`,
                },
              ]}
            />
            <div className="panels">
              <Panel title="Arrears">
                <Buckets rows={data.by_bucket} />
              </Panel>
              <Panel title="By status" flush>
                <Statuses rows={data.by_status} />
              </Panel>
            </div>
            <Months rows={data.by_month} />
          </>
        )}
      </Answered>
    </Page>
  );
}

/** Days late have an order: the ramp, not the palette. */
const colourOf: Record<string, string> = {
  current: "var(--chart-6)",
  "1-30": "var(--ramp-1)",
  "31-60": "var(--ramp-2)",
  "61-90": "var(--ramp-3)",
  "91+": "var(--ramp-4)",
};
const bucketName = (bucket: string): string => (bucket === "current" ? "On time" : `${bucket.replace("-", "–")} days`);

function Buckets({ rows }: { rows: Statistics["by_bucket"] }): ReactNode {
  const largest = Math.max(1, ...rows.map(({ outstanding_kobo }) => outstanding_kobo));
  return (
    <ul className={`list stack-12 ${styles.bars}`} aria-label="Principal owed by days late">
      {rows.map((row) => (
        <li key={row.bucket}>
          <Link
            to={`/admin/loans?f.arrears_bucket=${encodeURIComponent(row.bucket)}&f.status=running,past_due,stop_requested`}
          >
            {bucketName(row.bucket)}
          </Link>
          <span>
            {naira(row.outstanding_kobo)}{" "}
            <span className="small muted">
              {percent(row.share_percent)} · {counted(row.count, "loan")}
            </span>
          </span>
          <div className={styles.track} aria-hidden="true">
            <span style={{ width: `${(row.outstanding_kobo / largest) * 100}%`, background: colourOf[row.bucket] }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Statuses({ rows }: { rows: Statistics["by_status"] }): ReactNode {
  if (rows.length === 0) return <Empty title="No loans yet" />;
  return (
    <PlainTable
      caption="Loans by status"
      rows={rows}
      keyOf={({ status }) => status}
      columns={[
        { key: "status", badge: "loan", card: "title" },
        {
          key: "_loans",
          render: (row) => (
            <Link
              to={`/admin/loans?f.status=${row.status}`}
              aria-label={`${counted(row.count, "loan")}: ${badge("loan", row.status).label}`}
            >
              {count(row.count)}
            </Link>
          ),
          align: "right",
        },
        { key: "principal_kobo", header: "Principal" },
        { key: "outstanding_kobo", header: "Principal owed" },
      ]}
    />
  );
}

/** Every month from the first to the last, also those in which nothing was paid out: a time line has no holes. */
function withoutHoles(rows: Statistics["by_month"]): Statistics["by_month"] {
  const [first, last] = [rows[0]?.month, rows.at(-1)?.month];
  if (!first || !last) return rows;
  const at = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1;
  return Array.from({ length: at(last) - at(first) + 1 }, (_, index) => {
    const number = at(first) + index;
    const month = `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, "0")}`;
    return rows.find((row) => row.month === month) ?? { month, count: 0, principal_kobo: 0 };
  });
}

function Months({ rows: known }: { rows: Statistics["by_month"] }): ReactNode {
  const today = String(useSession().configuration["business_date"] ?? "");
  const all = withoutHoles(known);
  const rows = all.slice(-12);
  const months = rows.map((row) => ({
    key: row.month,
    name: monthName(row.month),
    values: [row.principal_kobo],
    count: row.count,
  }));
  return (
    <ChartPanel
      empty="Nothing paid out yet"
      label="Paid out by month"
      finding={changeFinding("Paid out", months, today.slice(0, 7))}
      series={["Paid out"]}
      compared={
        <Compared
          {...halves(
            all.map((row) => row.principal_kobo),
            12,
          )}
          than="was paid out in the twelve months before"
        />
      }
      opens={(month) => periodOf("/admin/loans", "disbursed_on", month)}
      counted="Loans"
      rows={months}
    />
  );
}
