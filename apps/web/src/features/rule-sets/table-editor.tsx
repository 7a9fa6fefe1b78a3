import { decisionFacts, factNames, type FactName, kindOfModule, ruleOutcomes } from "@manilla/contract/rule-facts";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Table } from "./rule-set-screen.tsx";
import styles from "./rules.module.css";

type Row = Table["rows"][number];
const newId = (rows: readonly Row[]): string => {
  let number = rows.length + 1;
  while (rows.some(({ id }) => id === `row-${number}`)) number += 1;
  return `row-${number}`;
};

interface CellProps {
  label: string;
  value: string;
  message: string | undefined;
  onChange: (text: string) => void;
  placeholder?: string;
  isWide?: boolean;
}

function Cell({ label, value, message, onChange, placeholder, isWide }: CellProps): ReactNode {
  return (
    <>
      <input className={styles.cell} data-wide={isWide ?? false} aria-label={label} value={value} placeholder={placeholder} aria-invalid={message !== undefined || undefined} onChange={(event) => onChange(event.currentTarget.value)} />
      {message && <span className={styles.wrong}>{message}</span>}
    </>
  );
}

/** A table of rules that can be changed: conditions in the language of the engine, words for the person, what a row says. */
export function TableEditor({ table, index, problems, onChange }: { table: Table; index: number; problems: Readonly<Record<string, string>>; onChange: (table: Table) => void }): ReactNode {
  const kind = kindOfModule(table.module);
  const change = (at: number, part: Partial<Row>): void => onChange({ ...table, rows: table.rows.map((row, place) => (place === at ? { ...row, ...part } : row)) });
  const move = (at: number, by: number): void => {
    const rows = [...table.rows];
    const [row] = rows.splice(at, 1);
    if (row) rows.splice(at + by, 0, row);
    onChange({ ...table, rows });
  };
  const add = (): void => onChange({ ...table, rows: [...table.rows, { id: newId(table.rows), when: {}, reason: "", ...(kind === "check" ? { outcome: "attention" as const } : kind === "points" ? { points: 0 } : { value: "0" }) }] });
  const free = factNames.filter((fact) => !table.facts.includes(fact));
  return (
    <>
      <div className={styles.scroller} role="region" aria-label={`Rules: ${table.module}`} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">Rules: {table.module}</caption>
          <thead>
            <tr>
              <th scope="col">What is told</th>
              {table.facts.map((fact) => <th key={fact} scope="col">{decisionFacts[fact].label}</th>)}
              <th scope="col">{kind === "points" ? "Points" : kind === "value" ? "Value" : "Outcome"}</th>
              <th scope="col"><span className="visually-hidden">Order</span></th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, at) => {
              const said = (field: string) => problems[`${index}.${at}.${field}`];
              const name = row.reason || `row ${at + 1}`;
              return (
                <tr key={row.id}>
                  <td><Cell label={`What is told, row ${at + 1}`} value={row.reason} message={said("reason") ?? said("id")} isWide onChange={(reason) => change(at, { reason })} /></td>
                  {table.facts.map((fact) => (
                    <td key={fact}><Cell label={`${decisionFacts[fact].label}: ${name}`} value={row.when[fact] ?? ""} placeholder="any" message={said(`when.${fact}`)} onChange={(text) => change(at, { when: { ...row.when, [fact]: text } })} /></td>
                  ))}
                  <td>
                    {kind === "check" && (
                      <select className={styles.cell} aria-label={`Outcome: ${name}`} value={row.outcome ?? "passed"} onChange={(event) => change(at, { outcome: event.currentTarget.value as Row["outcome"] })}>
                        {ruleOutcomes.map((outcome) => <option key={outcome}>{outcome}</option>)}
                      </select>
                    )}
                    {kind === "points" && <Cell label={`Points: ${name}`} value={String(row.points ?? "")} message={said("points")} onChange={(text) => change(at, { points: Number.parseInt(text, 10) || 0 })} />}
                    {kind === "value" && <Cell label={`Value: ${name}`} value={row.value ?? ""} message={said("value")} isWide onChange={(value) => change(at, { value })} />}
                  </td>
                  <td className={styles.order}>
                    <button type="button" aria-label={`Up: ${name}`} disabled={at === 0} onClick={() => move(at, -1)}>↑</button>
                    <button type="button" aria-label={`Down: ${name}`} disabled={at === table.rows.length - 1} onClick={() => move(at, 1)}>↓</button>
                    <button type="button" aria-label={`Remove: ${name}`} onClick={() => onChange({ ...table, rows: table.rows.filter((_, place) => place !== at) })}>×</button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <div className={styles.add}>
        <Button size="compact-sm" variant="default" onClick={add}>Add a row</Button>
        <select className={styles.cell} aria-label={`Look at another fact: ${table.module}`} value="" onChange={(event) => onChange({ ...table, facts: [...table.facts, event.currentTarget.value as FactName] })}>
          <option value="">Look at another fact…</option>
          {free.map((fact) => <option key={fact} value={fact}>{decisionFacts[fact].label}</option>)}
        </select>
      </div>
    </>
  );
}
