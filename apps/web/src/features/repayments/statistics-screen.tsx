import { badge } from "@manilla/contract/badges";
import { count, day, naira, percent } from "@manilla/contract/formats";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { calls } from "../../shared/api/calls.gen.ts";
import type { Answer } from "../../shared/api/call.ts";
import { useCall } from "../../shared/api/use-call.ts";
import { Bars, ColumnChart, Figures, figureStyles as styles, monthName, PlainTable } from "../../shared/figures/figures.tsx";
import { DayInput } from "../../shared/list/date-range.tsx";
import { StatusBadge } from "../../shared/ui/badge.tsx";
import { AsAt, Empty, Failure, Panel, Skeleton } from "../../shared/ui/kit.tsx";
import { Page } from "../../shared/ui/page.tsx";
import { channelName } from "./repayment-columns.tsx";

type Statistics = Answer<typeof calls.repayments.statistics>;
const many = (value: number, noun: string): string => `${count(value)} ${value === 1 ? noun : `${noun}s`}`;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** R120: what fell due, what came in, what is overdue; the business month unless other days are chosen. */
export default function RepaymentStatisticsScreen(): ReactNode {
  const [search, setSearch] = useSearchParams();
  const [start, end] = [search.get("rangeStart") ?? "", search.get("rangeEnd") ?? ""];
  const { data, error, refetch, isPlaceholderData } = useCall(calls.repayments.statistics, { query: { ...(DAY.test(start) && { rangeStart: start }), ...(DAY.test(end) && { rangeEnd: end }) } }, { freshForMs: 0, keep: true });
  const set = (name: "rangeStart" | "rangeEnd", value: string | undefined): void =>
    setSearch((now) => {
      const next = new URLSearchParams(now);
      if (value) next.set(name, value);
      else next.delete(name);
      return next;
    });
  return (
    <Page
      lead={data ? <>{day(data.from)} to {day(data.to)}, by business day. <AsAt at={data.counted_at} /></> : "By business day."}
      actions={
        <div className={styles.controls}>
          <DayInput label="From" value={DAY.test(start) ? start : data?.from} onChange={(value) => set("rangeStart", value)} />
          <DayInput label="To" value={DAY.test(end) ? end : data?.to} onChange={(value) => set("rangeEnd", value)} />
          {(start || end) && <Button variant="default" size="sm" onClick={() => setSearch({})}>This month</Button>}
        </div>
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={320} />}
      {data && (
        <div className={styles.stack} aria-busy={isPlaceholderData} style={{ opacity: isPlaceholderData ? 0.55 : 1 }}>
          <Details data={data} />
        </div>
      )}
    </Page>
  );
}

function Details({ data }: { data: Statistics }): ReactNode {
  const { automatic_debits: debits } = data;
  return (
    <>
      <Figures
        items={[
          { label: "Fell due", value: naira(data.due.amount_kobo), note: many(data.due.count, "instalment") },
          { label: "Paid of it", value: naira(data.collected_of_due_kobo), note: percent(data.collection_rate_percent) },
          { label: "Received in these days", value: naira(data.received.amount_kobo), note: many(data.received.count, "receipt"), href: `/admin/repayments/receipts?rangeStart=${data.from}&rangeEnd=${data.to}` },
          { label: "Overdue now", value: naira(data.overdue.amount_kobo), note: many(data.overdue.count, "instalment"), tone: data.overdue.count > 0 ? "danger" : undefined, href: "/admin/repayments/defaulters" },
          { label: "Automatic debits", value: `${count(debits.succeeded)} of ${count(debits.attempted)}`, note: debits.unknown > 0 ? `${count(debits.unknown)} with unknown outcome` : "succeeded" },
        ]}
      />
      <Panel title="Due and paid by month">
        {data.by_month.length === 0 ? <Empty title="Nothing is scheduled yet" /> : <ColumnChart label="Due and paid by month" series={["Due", "Paid of it"]} rows={data.by_month.map((row) => ({ key: row.month, name: monthName(row.month), values: [row.due_kobo, row.paid_kobo] }))} />}
      </Panel>
      <div className={styles.grid}>
        <Panel title="Received by channel">
          {data.by_channel.length === 0 ? <Empty title="Nothing received in these days" /> : <Bars label="Received by channel" rows={data.by_channel.map((row) => ({ key: row.channel, name: channelName(row.channel), kobo: row.amount_kobo, count: row.count, noun: "receipt" }))} />}
        </Panel>
        <Panel title="What fell due, by status" flush>
          {data.by_status.length === 0 ? (
            <Empty title="Nothing fell due in these days" />
          ) : (
            <PlainTable
              caption="What fell due, by status" rows={data.by_status} keyOf={({ status }) => status}
              columns={[
                { header: "Status", isTitle: true, cell: ({ status }) => <StatusBadge kind="repayment" status={status} /> },
                { header: "Instalments", isFigure: true, cell: (row) => <Link aria-label={`${count(row.count)} instalments: ${badge("repayment", row.status).label}`} to={`/admin/repayments?f.status=${row.status}&rangeStart=${data.from}&rangeEnd=${data.to}`}>{count(row.count)}</Link> },
                { header: "Amount", isFigure: true, cell: (row) => naira(row.amount_kobo) },
              ]}
            />
          )}
        </Panel>
      </div>
    </>
  );
}
