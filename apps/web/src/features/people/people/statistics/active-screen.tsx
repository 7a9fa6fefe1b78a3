import { count, counted, naira } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../../shared/api/use-call.ts";
import type { Answer } from "../../../../shared/api/call.ts";
import { ChartPanel } from "../../../../shared/figures/chart.tsx";
import { halves, periodOf } from "../../../../shared/figures/chart-values.ts";
import { Compared } from "../../../../shared/figures/compared.tsx";
import { shareFinding } from "../../../../shared/figures/findings.ts";
import { Figures, monthName } from "../../../../shared/figures/figures.tsx";
import { ShareBars } from "../../../../shared/people/share-bars.tsx";
import { Answered } from "../../../../shared/ui/answered.tsx";
import { AsAt, Empty, Panel } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";

type Active = Answer<typeof calls.peopleStatistics.active>;
const bucketName = (bucket: string): string =>
  bucket === "current" ? "On time" : `${bucket.replace("-", "–")} days late`;

/** R071: customers with running loans, in figures. */
export default function ActiveScreen(): ReactNode {
  const answer = useRecord(calls.peopleStatistics.active, {});
  const { data } = answer;
  return (
    <Page lead={<>Who borrows now, who could, and who came back. {data && <AsAt at={data.counted_at} />}</>}>
      <Answered of={answer} height={320}>
        {(data) => <Details data={data} />}
      </Answered>
    </Page>
  );
}

function Details({ data }: { data: Active }): ReactNode {
  return (
    <>
      <Figures
        items={[
          { label: "With a running loan", value: count(data.active), href: "/admin/users/active" },
          { label: "Approved, without one", value: count(data.inactive), href: "/admin/users/inactive" },
          { label: "Paid a loan back", value: count(data.paid), href: "/admin/users/paid" },
          { label: "Borrowed again", value: count(data.repeat) },
          {
            label: "Principal owed",
            value: naira(data.outstanding_kobo),
            href: "/admin/loans?f.status=running,past_due,stop_requested",
          },
          { label: "On average", value: naira(data.average_outstanding_kobo), note: "for each who borrows" },
        ]}
      />
      <div className="panels">
        <Panel title="How punctual they are">
          {data.by_bucket.length === 0 ? (
            <Empty title="No loan runs" />
          ) : (
            <ShareBars
              label="Loans by days late"
              rows={data.by_bucket.map((row) => ({
                key: row.bucket,
                name: bucketName(row.bucket),
                count: row.loans,
                note: `${naira(row.outstanding_kobo)}, ${counted(row.people, "person", "people")}`,
                href: `/admin/loans?f.arrears_bucket=${encodeURIComponent(row.bucket)}&f.status=running,past_due,stop_requested`,
              }))}
            />
          )}
        </Panel>
        <Panel title="Where they live">
          {data.by_state.length === 0 ? (
            <Empty title="No loan runs" />
          ) : (
            <ShareBars
              label="People by state"
              rows={data.by_state.map((row) => ({ key: row.state, name: row.state, count: row.people }))}
            />
          )}
        </Panel>
      </div>
      <ChartPanel
        empty="Nothing paid out yet"
        label="First and repeated loans by month"
        finding={shareFinding(
          data.by_month.slice(-12).reduce((sum, row) => sum + row.repeat_loans, 0),
          data.by_month.slice(-12).reduce((sum, row) => sum + row.first_loans + row.repeat_loans, 0),
          "of the loans of these months went to people who had borrowed before",
        )}
        unit="count"
        series={["First loans", "Repeated"]}
        compared={
          <Compared
            {...halves(
              data.by_month.map((row) => row.first_loans + row.repeat_loans),
              12,
            )}
            than="in the twelve months before"
          />
        }
        opens={(month) => periodOf("/admin/loans", "disbursed_on", month)}
        rows={data.by_month
          .slice(-12)
          .map((row) => ({ key: row.month, name: monthName(row.month), values: [row.first_loans, row.repeat_loans] }))}
      />
    </>
  );
}
