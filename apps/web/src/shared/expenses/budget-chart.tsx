import { counted, longMonth } from "@manilla/contract/formats";
import type { ReactNode } from "react";
import type { Answer } from "../api/call.ts";
import { calls } from "../api/calls.gen.ts";
import { ChartPanel } from "../figures/chart.tsx";
import { spentOn } from "./spent.ts";

type Budgets = Answer<typeof calls.expenses.analytics>["budgets"];

/** What departments have spent this month beside what they may; a column opens its expenses. */
export function BudgetChart({ budgets: { from, to, departments } }: { budgets: Budgets }): ReactNode {
  const over = departments.filter(({ spent_kobo, budget_kobo }) => spent_kobo > budget_kobo);
  const rows = departments.map(({ id, name, spent_kobo, budget_kobo }) => ({
    key: id,
    name,
    values: [spent_kobo, budget_kobo],
  }));
  const month = longMonth(from.slice(0, 7));
  const isUnit = new Map(departments.map(({ id, is_unit }) => [id, is_unit]));
  return (
    <ChartPanel
      empty="No department has a budget"
      label={`Spent against budget, ${month}`}
      finding={
        over.length > 0
          ? `${over.map(({ name }) => name).join(", ")} spent more than planned in ${month}`
          : `${counted(departments.length, "department")} within budget in ${month}`
      }
      series={["Spent", "Budget"]}
      mark="Budget"
      opens={(id) => `${spentOn(from, to)}&f.${isUnit.get(id) ? "department" : "within"}_id=${id}`}
      rows={rows}
    />
  );
}
