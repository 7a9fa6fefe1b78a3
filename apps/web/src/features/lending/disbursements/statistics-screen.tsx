import { counted, naira, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ChartPanel } from "../../../shared/figures/chart.tsx";
import { Compared } from "../../../shared/figures/compared.tsx";
import { largestFinding } from "../../../shared/figures/findings.ts";
import { Figures, PlainTable } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { AsAt, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { stageName } from "./stages.tsx";

const LOANS = "/admin/disbursement/personal/loans";
const NOT_SENT: readonly string[] = ["ready", "awaiting_approval"];
const OPEN: readonly string[] = ["on_its_way", "unknown", "needs_review"];

/** R109: disbursements ready, under way, and settled by day. */
export default function DisbursementStatisticsScreen(): ReactNode {
  const answer = useRecord(calls.disbursements.statistics, {});
  const { data } = answer;
  const waiting = data?.stages.filter(({ stage }) => NOT_SENT.includes(stage)) ?? [];
  const open = data?.stages.filter(({ stage }) => OPEN.includes(stage)) ?? [];
  const sum = (rows: typeof waiting): { count: number; kobo: number } => ({
    count: rows.reduce((all, row) => all + row.count, 0),
    kobo: rows.reduce((all, row) => all + row.amount_kobo, 0),
  });
  return (
    <Page
      lead={<>By business day. {data && <AsAt at={data.counted_at} />}</>}
      actions={<Link to="/admin/disbursement/personal/loans">All disbursements</Link>}
    >
      <Answered of={answer} height={320}>
        {(data) => (
          <>
            <Figures
              items={[
                {
                  label: "Paid out today",
                  value: naira(data.paid_today.amount_kobo),
                  note: counted(data.paid_today.count, "loan"),
                  href: `${LOANS}?f.settled_on=today`,
                },
                {
                  label: "Paid out this month",
                  value: naira(data.paid_this_month.amount_kobo),
                  note: counted(data.paid_this_month.count, "loan"),
                  href: `${LOANS}?f.settled_on=this_month`,
                },
                {
                  label: "Not yet sent",
                  value: naira(sum(waiting).kobo),
                  note: counted(sum(waiting).count, "loan"),
                  href: `${LOANS}?f.stage=${NOT_SENT.join(",")}`,
                },
                {
                  label: "Sent, outcome open",
                  value: naira(sum(open).kobo),
                  note: counted(sum(open).count, "loan"),
                  href: `${LOANS}?f.stage=${OPEN.join(",")}`,
                  tone: sum(open).count > 0 ? "warning" : undefined,
                },
              ]}
            />
            <Days rows={data.by_day} before_kobo={data.paid_before_kobo} />
            <Panel title="By stage" flush>
              <PlainTable
                caption="Disbursements by stage"
                rows={data.stages}
                keyOf={({ stage }) => stage}
                columns={[
                  {
                    key: "_stage",
                    render: ({ stage }) => (
                      <Link to={`/admin/disbursement/personal/loans?f.stage=${stage}`}>{stageName(stage)}</Link>
                    ),
                    card: "title",
                  },
                  { key: "count", header: "Loans", kind: "number" },
                  { key: "amount_kobo" },
                ]}
              />
            </Panel>
          </>
        )}
      </Answered>
    </Page>
  );
}

function Days({
  rows: days,
  before_kobo,
}: {
  rows: readonly { day: string; amount_kobo: number }[];
  before_kobo: number;
}): ReactNode {
  const rows = days.map((row) => ({ key: row.day, name: shortDay(row.day).slice(0, 5), values: [row.amount_kobo] }));
  return (
    <ChartPanel
      empty="Nothing paid out yet"
      label="Paid out by day"
      finding={largestFinding("paid out", rows)}
      series={["Paid out"]}
      compared={
        <Compared
          now={days.reduce((sum, row) => sum + row.amount_kobo, 0)}
          before={before_kobo}
          than="was paid out in the 31 days before"
        />
      }
      opens={(on) => `/admin/disbursement/personal/loans?f.stage=paid&f.settled_on=${on}..${on}`}
      rows={rows}
    />
  );
}
