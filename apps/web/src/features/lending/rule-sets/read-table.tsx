import { kindOfModule, moduleNames } from "@manilla/contract/lending/rule-facts";
import type { ReactNode } from "react";
import { RuleBadge } from "../../../shared/decisions/outcomes.tsx";
import { PlainTable } from "../../../shared/figures/figures.tsx";
import { conditionsOf, resultInWords } from "@manilla/contract/lending/rule-words";
import type { Table } from "./rule-set-screen.tsx";
import styles from "./rules.module.css";

type Row = Table["rows"][number];

function When({ row, facts }: { row: Row; facts: Table["facts"] }): ReactNode {
  const conditions = conditionsOf(row, facts);
  if (conditions.length === 0) return <span className="muted">any</span>;
  return (
    <ul className={styles.plain}>
      {conditions.map(({ fact, label, words }) => (
        <li key={fact}>
          <span className="muted">{label}:</span> {words}
        </li>
      ))}
    </ul>
  );
}

/** A table of rules as it decides. */
export function ReadTable({ table }: { table: Table }): ReactNode {
  const kind = kindOfModule(table.module);
  return (
    <PlainTable
      caption={`Rules: ${moduleNames[table.module].name}`}
      rows={table.rows}
      columns={[
        { key: "reason", header: "Reason given", width: 360, card: "title" },
        { key: "_when", canWrap: true, render: (row) => <When row={row} facts={table.facts} /> },
        {
          key: "_outcome",
          header:
            kind === "points" ? "Points" : table.module === "price" ? "Rate" : kind === "value" ? "Limit" : "Outcome",
          canWrap: kind === "value",
          width: kind === "value" ? 340 : 140,
          render: (row: Row) =>
            kind === "check" ? <RuleBadge outcome={row.outcome ?? "passed"} /> : resultInWords(table.module, row),
          align: kind === "points" ? "right" : "left",
        },
      ]}
    />
  );
}
