import { count, counted, percent } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../../shared/api/use-call.ts";
import type { Answer } from "../../../../shared/api/call.ts";
import { chartGroupOf, groupDays, groupEnd, groupName, groupTitle } from "../../../../shared/figures/chart-groups.ts";
import { periodOf } from "../../../../shared/figures/chart-values.ts";
import { ChartPanel } from "../../../../shared/figures/chart.tsx";
import { Compared, daysBefore } from "../../../../shared/figures/compared.tsx";
import { shareFinding } from "../../../../shared/figures/findings.ts";
import { Figures, PlainTable } from "../../../../shared/figures/figures.tsx";
import { DayRange, useDayRange } from "../../../../shared/figures/day-range.tsx";
import { hours } from "../../../../shared/people/hours.ts";
import { ShareBars } from "../../../../shared/people/share-bars.tsx";
import { Answered } from "../../../../shared/ui/answered.tsx";
import { AsAt, Empty, Panel } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";

/** The list that these figures count. */
const LIST = "/admin/underwriters-statistics/decisions";

type Underwriting = Answer<typeof calls.peopleStatistics.underwriting>;

/** R107: what the underwriters decided in these days, and how long people waited for it. */
export default function UnderwritersScreen(): ReactNode {
  const answer = useRecord(calls.peopleStatistics.underwriting, { query: useDayRange() }, { keep: true });
  const { data } = answer;
  return (
    <Page
      lead={
        <>
          Decisions in these days by underwriter, and how long people waited for them.{" "}
          {data && <AsAt at={data.counted_at} />}
        </>
      }
      actions={<DayRange from={data?.from} to={data?.to} usual="Usual days" />}
    >
      <Answered of={answer} height={320} className="stack">
        {(data) => <Details data={data} />}
      </Answered>
    </Page>
  );
}

function Details({ data }: { data: Underwriting }): ReactNode {
  const group = chartGroupOf(data.from, data.to);
  /** The decisions of these days. */
  const within = (filter: string): string =>
    periodOf(filter ? `${LIST}?${filter}` : LIST, "decided_at", data.from, data.to);
  const days = groupDays(
    data.by_day.map((row) => ({ day: row.day, values: [row.activated, row.declined] })),
    group,
  );
  return (
    <>
      <Figures
        items={[
          {
            label: "Waiting now",
            value: count(data.waiting),
            note: data.oldest_waiting_hours === null ? undefined : `the oldest for ${hours(data.oldest_waiting_hours)}`,
            href: "/admin/users/process?sortColumn=waits_since&sortOrder=asc",
          },
          { label: "Decisions", value: count(data.decided), href: within("") },
          {
            label: "Approved",
            value: count(data.approved),
            note: percent(data.approval_rate_percent),
            href: within("f.decision=activated"),
          },
          { label: "Declined", value: count(data.declined), href: within("f.decision=declined") },
          { label: "Until the decision", value: hours(data.median_hours_to_decision), note: "half of them sooner" },
        ]}
      />
      <ChartPanel
        empty="Nothing was decided in these days"
        label={`Activated and declined ${groupTitle(group).toLowerCase()}`}
        finding={shareFinding(data.approved, data.approved + data.declined, "of the cases that ended were approved")}
        unit="count"
        series={["Activated", "Declined"]}
        compared={
          <Compared
            now={data.decided}
            before={data.decided_before}
            than={`was decided in ${daysBefore(data.from, data.to)}`}
          />
        }
        opens={(day) =>
          periodOf(`${LIST}?f.decision=activated,declined`, "decided_at", day, groupEnd(day, group, data.to))
        }
        rows={days.map((row) => ({ key: row.day, name: groupName(row.day, group), values: row.values }))}
      />
      <Panel title="By underwriter" flush>
        {
          <PlainTable
            empty="No decisions in these days"
            caption="By underwriter"
            rows={data.underwriters}
            keyOf={({ id, name }) => id ?? name}
            columns={[
              { key: "name", header: "Underwriter", card: "title" },
              { key: "verified", kind: "number" },
              { key: "pre_approved", header: "Pre-approved", kind: "number" },
              { key: "activated", kind: "number" },
              { key: "declined", kind: "number" },
              { key: "uncertain", kind: "number" },
              { key: "deactivated", kind: "number" },
              {
                key: "decided",
                render: ({ id, name, decided }) =>
                  id ? (
                    <Link to={within(`f.decider_id=${id}`)} aria-label={`${counted(decided, "decision")} of ${name}`}>
                      {count(decided)}
                    </Link>
                  ) : (
                    count(decided)
                  ),
                align: "right",
              },
              { key: "_until_the_decision", render: (row) => hours(row.median_hours_to_decision), align: "right" },
            ]}
          />
        }
      </Panel>
      <Panel title="Why people were declined">
        {data.decline_reasons.length === 0 ? (
          <Empty title="No declines in these days" />
        ) : (
          <ShareBars
            label="Reasons for declining"
            rows={data.decline_reasons.map((row) => ({ key: row.reason, name: row.reason, count: row.count }))}
          />
        )}
      </Panel>
    </>
  );
}
