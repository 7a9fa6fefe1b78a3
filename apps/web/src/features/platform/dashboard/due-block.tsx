import { count, counted, naira, percent } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { periodOf } from "../../../shared/figures/chart-values.ts";
import { Chart } from "../../../shared/figures/chart.tsx";
import { Compared } from "../../../shared/figures/compared.tsx";
import { againstFinding } from "../../../shared/figures/findings.ts";
import { Block } from "./block.tsx";
import styles from "./dashboard.module.css";

type Day = Answer<typeof calls.collections.today>["trend"][number];
const shareOf = (day: Day | undefined): string | undefined =>
  day && day.due_kobo > 0 ? percent((day.received_kobo / day.due_kobo) * 100) : undefined;
/** Of what fell due today, and the same of the day before. */
function shareWords(trend: readonly Day[]): string[] {
  const [yesterday, today] = [shareOf(trend.at(-2)), shareOf(trend.at(-1))];
  return today === undefined
    ? []
    : [`${today} of what is due${yesterday === undefined ? "" : `, ${yesterday} yesterday`}`];
}

/** The instalments that fall due: not those deferred, waived or written off. */
const INSTALMENTS = "/admin/repayments?f.status=scheduled,due,part_paid,overdue,paid";

/** The day's money in. */
export const DueToday = (): ReactNode => (
  <Block
    title="Due and received today"
    call={calls.collections.today}
    to="/admin/repayments/statistics"
    empty="Nothing falls due today"
    figures={({ due, received, business_date, promises, calls_due, trend }) =>
      [
        {
          label: "Due",
          value: naira(due.amount_kobo),
          note: counted(due.count, "instalment"),
          href: periodOf(INSTALMENTS, "due_on", business_date),
        },
        {
          label: "Received",
          value: naira(received.amount_kobo),
          note: [received.count === 0 ? "none yet" : counted(received.count, "receipt"), ...shareWords(trend)].join(
            ", ",
          ),
          href: periodOf(
            "/admin/repayments/receipts?f.is_reversed=false&f.purpose=loan_repayment,credit",
            "received_on",
            business_date,
          ),
        },
        promises.count > 0 && {
          label: "Promised",
          value: naira(promises.amount_kobo),
          note: counted(promises.count, "promise"),
          href: `/admin/repayments/defaulters?f.promised_on=${business_date}..${business_date}`,
        },
        calls_due > 0 && {
          label: "To call",
          value: count(calls_due),
          note: "as was agreed",
          href: `/admin/repayments/defaulters?f.call_again_on=..${business_date}`,
        },
      ].filter((each) => each !== false)
    }
    more={({ trend, received_before_kobo }) => {
      const rows = trend.map(({ day, due_kobo, received_kobo }) => ({
        key: day,
        name: day.slice(8),
        values: [received_kobo, due_kobo],
      }));
      return (
        <div className={styles.trend}>
          <Chart
            label="Due and received in the last 14 days"
            finding={againstFinding(rows, (got, asked) => `${got} was received, ${asked} fell due`)}
            series={["Received", "Due"]}
            mark="Due"
            opens={(on) => periodOf(INSTALMENTS, "due_on", on)}
            rows={rows}
            compared={
              <Compared
                now={rows.reduce((sum, { values: [got = 0] }) => sum + got, 0)}
                before={received_before_kobo}
                than="was received in the fortnight before"
              />
            }
          />
        </div>
      );
    }}
  />
);
