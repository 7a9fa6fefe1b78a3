import { badge } from "@manilla/contract/badges";
import { count, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { ChartPanel } from "../../../shared/figures/chart.tsx";
import { halves, periodOf } from "../../../shared/figures/chart-values.ts";
import { Compared } from "../../../shared/figures/compared.tsx";
import { shareFinding } from "../../../shared/figures/findings.ts";
import { Figures, PlainTable, monthName } from "../../../shared/figures/figures.tsx";
import { ShareBars } from "../../../shared/people/share-bars.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { AsAt, Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";

type Statistics = Answer<typeof calls.admissions.statistics>;

/** R041: companies in figures. */
export default function StatisticsScreen(): ReactNode {
  const answer = useRecord(calls.admissions.statistics, {});
  const { data } = answer;
  return (
    <Page lead={<>Who applies, who is in, and what their people owe. {data && <AsAt at={data.counted_at} />}</>}>
      <Answered of={answer} height={320}>
        {(data) => <Details data={data} />}
      </Answered>
    </Page>
  );
}

function Details({ data }: { data: Statistics }): ReactNode {
  const sum = (which: "applied" | "approved"): number => data.by_month.reduce((all, row) => all + row[which], 0);
  return (
    <>
      <Figures
        items={[
          ...data.by_status.map(({ status, companies }) => ({
            label: badge("company", status).label,
            value: count(companies),
            href: `/admin/companies?f.status=${status}`,
          })),
          { label: "People", value: count(data.staff), href: "/admin/staff?f.status=invited,expired,active,inactive" },
          {
            label: "Owed by their people",
            value: naira(data.outstanding_kobo),
            href: "/admin/companies?sortColumn=outstanding_kobo&sortOrder=desc",
          },
          { label: "Of it past due", value: naira(data.late_kobo), href: "/admin/companies?f.is_late=true" },
        ]}
      />
      <ChartPanel
        empty="No company has applied yet"
        label="Applied by month, and approved of them"
        finding={shareFinding(sum("approved"), sum("applied"), "of the applications of these months were approved")}
        unit="count"
        series={["Applied", "Approved"]}
        compared={<Compared {...halves(data.by_month.map(({ applied }) => applied))} than="in the six months before" />}
        opens={(month) => periodOf("/admin/companies", "created_at", month)}
        rows={data.by_month.map((row) => ({
          key: row.month,
          name: monthName(row.month),
          values: [row.applied, row.approved],
        }))}
      />
      <div className="panels">
        <Panel title="What they do">
          {data.by_industry.length === 0 ? (
            <Empty title="No company is approved yet" />
          ) : (
            <ShareBars
              label="Companies by industry"
              rows={data.by_industry.map((row) => ({
                key: row.industry,
                name: row.industry,
                count: row.companies,
                note: naira(row.outstanding_kobo),
              }))}
            />
          )}
        </Panel>
        <Panel title="Whose people owe most" flush>
          {data.largest.length === 0 ? (
            <Empty title="No loans through a company" />
          ) : (
            <PlainTable
              caption="Whose people owe most"
              rows={data.largest}
              columns={[
                {
                  key: "name",
                  header: "Company",
                  card: "title",
                  render: ({ id, name }) => <Link to={`/admin/companies/${id}`}>{name}</Link>,
                },
                { key: "staff", header: "People", kind: "number" },
                { key: "outstanding_kobo", header: "Owed" },
                { key: "late", header: "Late loans", kind: "number" },
              ]}
            />
          )}
        </Panel>
      </div>
    </>
  );
}
