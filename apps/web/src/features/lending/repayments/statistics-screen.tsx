import { badge } from "@manilla/contract/badges";
import { count, counted, day, naira, percent } from "@manilla/contract/formats";
import { repaymentStates } from "@manilla/contract/lending/repayment-states";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { DayRange, useDayRange } from "../../../shared/figures/day-range.tsx";
import { ChartPanel } from "../../../shared/figures/chart.tsx";
import { periodOf } from "../../../shared/figures/chart-values.ts";
import { Compared, daysBefore } from "../../../shared/figures/compared.tsx";
import { Bars, Figures, figureStyles as styles, monthName, PlainTable } from "../../../shared/figures/figures.tsx";
import { Answered } from "../../../shared/ui/answered.tsx";
import { AsAt, Empty, Panel } from "../../../shared/ui/kit.tsx";
import { Page } from "../../../shared/ui/page.tsx";
import { channelName } from "./repayment-columns.tsx";

/** The instalments that count: those waived are none. */
const INSTALMENTS = `/admin/repayments?f.status=${repaymentStates.states
  .filter((state) => state !== "waived" && state !== "superseded")
  .join(",")}`;

type Statistics = Answer<typeof calls.repayments.statistics>;

/** R120: what fell due, what came in, what is overdue; the business month unless other days are chosen. */
export default function RepaymentStatisticsScreen(): ReactNode {
  const answer = useRecord(calls.repayments.statistics, { query: useDayRange() }, { keep: true });
  const { data } = answer;
  return (
    <Page
      lead={
        data ? (
          <>
            {day(data.from)} to {day(data.to)}, by business day. <AsAt at={data.counted_at} />
          </>
        ) : (
          "By business day."
        )
      }
      actions={<DayRange from={data?.from} to={data?.to} usual="This month" />}
    >
      <Answered of={answer} height={320} className={styles.stack}>
        {(data) => <Details data={data} />}
      </Answered>
    </Page>
  );
}

function Details({ data }: { data: Statistics }): ReactNode {
  const { automatic_debits: debits } = data;
  return (
    <>
      <Figures
        items={[
          {
            label: "Fell due",
            value: naira(data.due.amount_kobo),
            note: counted(data.due.count, "instalment"),
            href: periodOf(INSTALMENTS, "due_on", data.from, data.to),
          },
          {
            label: "Repaid",
            value: naira(data.collected_of_due_kobo),
            note: percent(data.collection_rate_percent),
            href: periodOf("/admin/repayments?f.status=paid,part_paid", "due_on", data.from, data.to),
          },
          {
            label: "Received in these days",
            value: naira(data.received.amount_kobo),
            note: counted(data.received.count, "receipt"),
            href: periodOf(
              "/admin/repayments/receipts?f.is_reversed=false&f.purpose=loan_repayment,credit",
              "received_on",
              data.from,
              data.to,
            ),
          },
          {
            label: "Overdue now",
            value: naira(data.overdue.amount_kobo),
            note: counted(data.overdue.count, "instalment"),
            tone: data.overdue.count > 0 ? "danger" : undefined,
            href: "/admin/repayments/defaulters",
          },
          {
            label: "Automatic debits",
            value: `${count(debits.succeeded)} of ${count(debits.attempted)}`,
            note: debits.unknown > 0 ? `${count(debits.unknown)} with unknown outcome` : "succeeded",
            href: periodOf("/admin/repayments/debits?f.kind=automatic_debit", "created_at", data.from, data.to),
          },
        ]}
      />
      <ChartPanel
        empty="Nothing is scheduled yet"
        label="Due and paid by month"
        finding={
          data.due.count > 0
            ? `${percent(data.collection_rate_percent)} of what fell due in these days is repaid`
            : undefined
        }
        series={["Repaid", "Due"]}
        mark="Due"
        compared={
          <Compared
            now={data.received.amount_kobo}
            before={data.received_before_kobo}
            than={`was received in ${daysBefore(data.from, data.to)}`}
          />
        }
        opens={(month) => periodOf(INSTALMENTS, "due_on", month)}
        plannedFrom={data.by_month.find(({ month }) => month > data.business_date.slice(0, 7))?.month}
        rows={data.by_month.map((row) => ({
          key: row.month,
          name: monthName(row.month),
          values: [row.paid_kobo, row.due_kobo],
        }))}
      />
      <div className={styles.grid}>
        <Panel title="Received by channel">
          {data.by_channel.length === 0 ? (
            <Empty title="Nothing received in these days" />
          ) : (
            <Bars
              label="Received by channel"
              rows={data.by_channel.map((row) => ({
                key: row.channel,
                name: channelName(row.channel),
                kobo: row.amount_kobo,
                count: row.count,
                noun: "receipt",
              }))}
            />
          )}
        </Panel>
        <Panel title="What fell due, by status" flush>
          <PlainTable
            empty="Nothing fell due in these days"
            caption="What fell due, by status"
            rows={data.by_status}
            keyOf={({ status }) => status}
            columns={[
              { key: "status", badge: "repayment", card: "title" },
              {
                key: "_instalments",
                render: (row) => (
                  <Link
                    aria-label={`${counted(row.count, "instalment")}: ${badge("repayment", row.status).label}`}
                    to={`/admin/repayments?f.status=${row.status}&rangeStart=${data.from}&rangeEnd=${data.to}`}
                  >
                    {count(row.count)}
                  </Link>
                ),
                align: "right",
              },
              { key: "amount_kobo" },
            ]}
          />
        </Panel>
      </div>
    </>
  );
}
