import { Link } from "react-router";
import type { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { Chart } from "../../../shared/figures/chart.tsx";
import { moreOutFinding } from "../../../shared/figures/findings.ts";
import { monthName, PlainTable } from "../../../shared/figures/figures.tsx";

type Month = NonNullable<Answer<typeof calls.underwriting.statementAnalysis>["analysis"]>["months"][number];

/** Money in and out by month, and with it what was in the account. */
export function CashFlowChart({ months, opens }: { months: readonly Month[]; opens: (month: string) => string }) {
  const rows = months.map(({ month, money_in_kobo, money_out_kobo }) => ({
    key: month,
    name: monthName(month),
    values: [Number(money_in_kobo), Number(money_out_kobo)],
  }));
  return (
    <Chart
      label="Cash flow by month"
      finding={moreOutFinding(rows)}
      series={["Money in", "Money out"]}
      rows={rows}
      opens={opens}
      table={
        <PlainTable
          caption="Cash flow by month"
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { key: "month", card: "title", render: ({ month }) => <Link to={opens(month)}>{monthName(month)}</Link> },
            { key: "money_in_kobo", header: "In" },
            { key: "money_out_kobo", header: "Out" },
            { key: "net_kobo" },
            { key: "average_balance_kobo" },
            { key: "lowest_balance_kobo" },
          ]}
        />
      }
    />
  );
}
