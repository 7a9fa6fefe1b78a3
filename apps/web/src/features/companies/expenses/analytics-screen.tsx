import { counted, day, naira, shortDay } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Answer } from "../../../shared/api/call.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import { useRecord } from "../../../shared/api/use-call.ts";
import { BudgetChart } from "../../../shared/expenses/budget-chart.tsx";
import { spentOn } from "../../../shared/expenses/spent.ts";
import { ChartPanel } from "../../../shared/figures/chart.tsx";
import { Compared, daysBefore } from "../../../shared/figures/compared.tsx";
import { DayRange, useDayRange } from "../../../shared/figures/day-range.tsx";
import { Figures } from "../../../shared/figures/figures.tsx";
import { SpendParts } from "../../../shared/figures/spend-parts.tsx";
import { largestFinding } from "../../../shared/figures/findings.ts";
import { Answered } from "../../../shared/ui/answered.tsx";
import { Page } from "../../../shared/ui/page.tsx";

type Analytics = Answer<typeof calls.expenses.analytics>;
const DIMENSIONS = ["department", "category", "merchant", "person"] as const;
const titles = {
  department: ["By department", "No department"],
  category: ["By category", "No category"],
  merchant: ["By merchant", ""],
  person: ["By person", ""],
} as const;

/** R030: what was spent on what in a period, beside the period before; every figure opens its expenses. */
export default function AnalyticsScreen(): ReactNode {
  const answer = useRecord(calls.expenses.analytics, { query: useDayRange() });
  const { data } = answer;
  return (
    <Page
      lead="Spending for the company. Deleted expenses do not count."
      actions={<Link to="/corporate/expenses">All expenses</Link>}
    >
      <DayRange from={data?.from} to={data?.to} usual="This month" />
      <Answered of={answer} height={320}>
        {(found) => <Spent of={found} />}
      </Answered>
    </Page>
  );
}

function Spent({
  of: { from, to, amount_kobo, count, before_kobo, by_day, by, budgets },
}: {
  of: Analytics;
}): ReactNode {
  const compared = <Compared now={amount_kobo} before={before_kobo} than={daysBefore(from, to)} />;
  const rows = by_day.map((row) => ({ key: row.day, name: shortDay(row.day).slice(0, 5), values: [row.amount_kobo] }));
  return (
    <>
      <Figures
        items={[
          { label: "Spent", value: naira(amount_kobo), href: spentOn(from, to) },
          { label: "Expenses", value: counted(count, "expense"), href: spentOn(from, to) },
        ]}
      />
      <ChartPanel
        empty={`Nothing was spent from ${day(from)} to ${day(to)}`}
        label="Spent by day"
        finding={largestFinding("spent", rows)}
        series={["Spent"]}
        compared={compared}
        opens={(on) => spentOn(on, on)}
        rows={rows}
      />
      {budgets.departments.length > 0 && <BudgetChart budgets={budgets} />}
      {DIMENSIONS.map((dimension) => (
        <Parts key={dimension} dimension={dimension} rows={by[dimension]} from={from} to={to} />
      ))}
    </>
  );
}

type Rows = Analytics["by"]["department"];

function Parts({
  dimension,
  rows,
  from,
  to,
}: {
  dimension: (typeof DIMENSIONS)[number];
  rows: Rows;
  from: string;
  to: string;
}): ReactNode {
  const [title, none] = titles[dimension];
  return (
    <SpendParts
      title={title}
      noun="expense"
      rows={rows.map(({ id, name, ...part }) => ({
        ...part,
        key: id,
        name: name ?? none,
        to: `${spentOn(from, to)}&f.${dimension}_id=${id}`,
      }))}
    />
  );
}
