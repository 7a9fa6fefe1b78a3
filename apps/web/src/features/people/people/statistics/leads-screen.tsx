import { count, percent } from "@manilla/contract/formats";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useSearchParams } from "react-router";
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
import { withParameter } from "../../../../shared/list/url-state.ts";
import { ShareBars } from "../../../../shared/people/share-bars.tsx";
import { Answered } from "../../../../shared/ui/answered.tsx";
import { AsAt, Panel } from "../../../../shared/ui/kit.tsx";
import { Page } from "../../../../shared/ui/page.tsx";

type Leads = Answer<typeof calls.peopleStatistics.leads>;

const stages: Record<Leads["funnel"][number]["stage"], string> = {
  registered: "Registered",
  identified: "Identified",
  complete: "Application complete",
  decided: "Decided",
  approved: "Approved",
  borrowed: "Borrowed",
};
const shareOf = (part: number, whole: number): string =>
  whole === 0 ? "–" : percent(((part / whole) * 100).toFixed(4));

/** R070: who registered in these days, from where, and how far they came. */
export default function LeadsScreen(): ReactNode {
  const range = useDayRange();
  const [search] = useSearchParams();
  const source = search.get("source") ?? "";
  const answer = useRecord(
    calls.peopleStatistics.leads,
    { query: { ...range, ...(source && { source }) } },
    { keep: true },
  );
  const { data } = answer;
  return (
    <Page
      lead={
        <>
          Those who registered in these days, and how far they have come since. {data && <AsAt at={data.counted_at} />}
        </>
      }
      actions={
        <>
          <Source value={source} />
          <DayRange from={data?.from} to={data?.to} usual="Usual days" />
        </>
      }
    >
      <Answered of={answer} height={320} className="stack">
        {(data) => <Details data={data} source={source} />}
      </Answered>
    </Page>
  );
}

/** One source alone, kept in the address. */
function Source({ value }: { value: string }): ReactNode {
  const [, setSearch] = useSearchParams();
  const [text, setText] = useState(value);
  const settle = (): void => setSearch((now) => withParameter(now, "source", text.trim()));
  return (
    <TextInput
      label="Source"
      placeholder="All"
      value={text}
      maxLength={100}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text !== value && settle()}
      onKeyDown={(event) => event.key === "Enter" && settle()}
    />
  );
}

function Details({ data, source }: { data: Leads; source: string }): ReactNode {
  const list = `/admin/users${source && `?f.registration_source=${encodeURIComponent(source)}`}`;
  const group = chartGroupOf(data.from, data.to);
  const days = groupDays(
    data.by_day.map((row) => ({ day: row.day, values: [row.registered, row.complete] })),
    group,
  );
  return (
    <>
      <Figures
        items={[
          {
            label: "Registered",
            value: count(data.registered),
            href: periodOf(list, "created_at", data.from, data.to),
          },
          { label: "Fresh now", value: count(data.open.fresh), href: "/admin/users/fresh" },
          { label: "Cold now", value: count(data.open.cold), href: "/admin/users/cold" },
          { label: "Dumped now", value: count(data.open.dump), href: "/admin/users/dump" },
        ]}
      />
      <div className="panels">
        <Panel title="How far they came">
          <ShareBars
            label="How far they came"
            rows={data.funnel.map((row) => ({
              key: row.stage,
              name: stages[row.stage],
              count: row.count,
              note: shareOf(row.count, data.registered),
            }))}
          />
        </Panel>
        <Panel title="By source" flush>
          {
            <PlainTable
              empty="No registrations in these days"
              caption="By source"
              rows={data.by_source}
              keyOf={(row) => row.source}
              columns={[
                { key: "source", header: "Source", card: "title" },
                { key: "registered", kind: "number" },
                { key: "complete", kind: "number" },
                { key: "approved", kind: "number" },
                { key: "borrowed", header: "Borrowed" },
              ]}
            />
          }
        </Panel>
      </div>
      <ChartPanel
        empty="No registrations in these days"
        label={`Registered and complete ${groupTitle(group).toLowerCase()}`}
        finding={shareFinding(
          data.by_day.reduce((sum, row) => sum + row.complete, 0),
          data.by_day.reduce((sum, row) => sum + row.registered, 0),
          "of those who registered have completed their application",
        )}
        unit="count"
        series={["Registered", "Complete since"]}
        compared={
          <Compared
            now={data.registered}
            before={data.registered_before}
            than={`registered in ${daysBefore(data.from, data.to)}`}
          />
        }
        opens={(day) => periodOf(list, "created_at", day, groupEnd(day, group, data.to))}
        rows={days.map((row) => ({ key: row.day, name: groupName(row.day, group), values: row.values }))}
      />
    </>
  );
}
