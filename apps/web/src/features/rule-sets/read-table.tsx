import { count } from "@manilla/contract/formats";
import { decisionFacts, kindOfModule } from "@manilla/contract/rule-facts";
import type { ReactNode } from "react";
import { RuleBadge } from "../../shared/decisions/decision-view.tsx";
import { PlainTable } from "../../shared/figures/figures.tsx";
import type { Table } from "./rule-set-screen.tsx";

/** A table of rules as it decides. */
export function ReadTable({ table }: { table: Table }): ReactNode {
  const kind = kindOfModule(table.module);
  return (
    <PlainTable
      caption={`Rules: ${table.module}`} rows={table.rows} keyOf={(row) => row.id}
      columns={[
        { header: "What is told", isTitle: true, cell: (row) => row.reason },
        ...table.facts.map((fact) => ({ header: decisionFacts[fact].label, cell: (row: Table["rows"][number]) => (row.when[fact] ? <code>{row.when[fact]}</code> : <span className="muted">any</span>) })),
        { header: kind === "points" ? "Points" : kind === "value" ? "Value" : "Outcome", isFigure: kind === "points", cell: (row) => (kind === "points" ? count(row.points ?? 0) : kind === "value" ? <code>{row.value}</code> : <RuleBadge outcome={row.outcome ?? "passed"} />) },
      ]}
    />
  );
}
