import {
  decisionFacts,
  factNames,
  type FactName,
  kindOfModule,
  moduleNames,
  type RuleModule,
  ruleOutcomeWords,
} from "@manilla/contract/lending/rule-facts";
import { Button } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { ConditionField } from "./condition-field.tsx";
import { staleFigure } from "@manilla/contract/lending/rule-conditions";
import type { Table } from "./rule-set-screen.tsx";
import styles from "./rules.module.css";
import { PointsInput, ValueField } from "./value-field.tsx";

type Row = Table["rows"][number];
const MAX_FACTS = 12;
/** What a new condition begins with. */
const firstCell = { number: "> ", kobo: "> ", percent: "> ", boolean: "true", text: '""' } as const;

const newId = (rows: readonly Row[]): string => {
  let number = rows.length + 1;
  while (rows.some(({ id }) => id === `row-${number}`)) number += 1;
  return `row-${number}`;
};

/** The id of a rule's field, for the list of what is wrong. @param field `when.age_years`, `reason` */
export const cellId = (table: number, row: number, field: string): string =>
  `rule-${table}-${row}-${field.replace(".", "-")}`;

/** The facts that a table looks at: those of its rules, in the order in which they came. */
const factsOf = (facts: readonly FactName[], rows: readonly Row[]): FactName[] => {
  const used = new Set(rows.flatMap(({ when }) => Object.keys(when)));
  return [...new Set([...facts, ...factNames.filter((name) => used.has(name))])].filter((name) => used.has(name));
};

interface Props {
  table: Table;
  index: number;
  problems: Readonly<Record<string, string>>;
  onChange: (table: Table) => void;
}

/** The rules of a module, as they are changed: in words, one below the other. */
export function TableEditor({ table, index, problems, onChange }: Props): ReactNode {
  const kind = kindOfModule(table.module);
  const body = useRef<HTMLOListElement>(null);
  const adder = useRef<HTMLButtonElement>(null);
  const put = (rows: readonly Row[]): void =>
    onChange({ ...table, facts: factsOf(table.facts, rows), rows: [...rows] });
  const change = (at: number, part: Partial<Row>): void =>
    put(table.rows.map((row, place) => (place === at ? { ...row, ...part } : row)));
  /** Keeps the focus on this control of the rule at that place, once it is drawn. */
  const focusIn = (at: number, ...places: readonly string[]): void =>
    void requestAnimationFrame(() => {
      const rule = body.current?.querySelectorAll("li[data-rule]")[at];
      (places.map((place) => rule?.querySelector<HTMLElement>(place)).find(Boolean) ?? adder.current)?.focus();
    });
  const move = (at: number, by: number): void => {
    const rows = [...table.rows];
    const [row] = rows.splice(at, 1);
    if (row) rows.splice(at + by, 0, row);
    put(rows);
    // At the end only the way back is left.
    focusIn(at + by, by > 0 ? "[data-move=down]:enabled" : "[data-move=up]:enabled", "[data-move]:enabled");
  };
  const remove = (at: number): void => {
    put(table.rows.filter((_, place) => place !== at));
    focusIn(Math.min(at, table.rows.length - 2), "[data-remove]");
  };
  const add = (): void => {
    put([
      ...table.rows,
      {
        id: newId(table.rows),
        when: {},
        reason: "",
        ...(kind === "check" ? { outcome: "attention" as const } : kind === "points" ? { points: 0 } : { value: "0" }),
      },
    ]);
    focusIn(table.rows.length, "textarea");
  };
  return (
    <>
      <ol
        ref={body}
        className={styles.rules}
        data-wide={kind === "value"}
        aria-label={`Rules: ${moduleNames[table.module].name}`}
      >
        {table.rows.map((row, at) => (
          <li key={row.id} data-rule>
            <RuleFields
              row={row}
              at={at}
              module={table.module}
              idOf={(field) => cellId(index, at, field)}
              messageOf={(field) => problems[`${index}.${at}.${field}`]}
              facts={table.facts}
              onChange={(part) => change(at, part)}
            />
            <div className={styles.order}>
              {[
                { sign: "↑", word: "Up", by: -1, isEnd: at === 0 },
                { sign: "↓", word: "Down", by: 1, isEnd: at === table.rows.length - 1 },
              ].map(({ sign, word, by, isEnd }) => (
                <button
                  key={word}
                  type="button"
                  className={styles.icon}
                  aria-label={`${word}: ${row.reason || `rule ${at + 1}`}`}
                  title={word}
                  data-move={word.toLowerCase()}
                  disabled={isEnd}
                  onClick={() => move(at, by)}
                >
                  {sign}
                </button>
              ))}
              <button
                type="button"
                className={styles.icon}
                aria-label={`Remove: ${row.reason || `rule ${at + 1}`}`}
                title="Remove the rule"
                data-remove
                onClick={() => remove(at)}
              >
                ×
              </button>
            </div>
          </li>
        ))}
      </ol>
      <div className={styles.add}>
        <Button ref={adder} size="compact-sm" variant="default" onClick={add}>
          Add a rule
        </Button>
      </div>
    </>
  );
}

interface RuleProps {
  row: Row;
  at: number;
  module: RuleModule;
  idOf: (field: string) => string;
  messageOf: (field: string) => string | undefined;
  /** The table's facts, in the order of the conditions. */
  facts: readonly FactName[];
  onChange: (part: Partial<Row>) => void;
}

function RuleFields({ row, at, module, idOf, messageOf, facts, onChange }: RuleProps): ReactNode {
  const kind = kindOfModule(module);
  const name = row.reason || `rule ${at + 1}`;
  const conditions = facts.filter((fact) => (row.when[fact] ?? "") !== "");
  const wrong = messageOf("reason") ?? messageOf("id");
  const before = useRef(row.when).current;
  const stale = staleFigure(before, row.when, row.reason);
  const without = (fact: FactName): Row["when"] =>
    Object.fromEntries(Object.entries(row.when).filter(([other]) => other !== fact));
  const look = (fact: FactName): void => {
    onChange({ when: { ...row.when, [fact]: firstCell[decisionFacts[fact].kind] } });
    requestAnimationFrame(() => document.getElementById(idOf(`when.${fact}`))?.focus());
  };
  const adder = useRef<HTMLSelectElement>(null);
  const forget = (fact: FactName): void => {
    onChange({ when: without(fact) });
    requestAnimationFrame(() => adder.current?.focus());
  };
  return (
    <>
      <div className={styles.when}>
        <span className={styles.head}>When</span>
        {conditions.length === 0 && <p className="muted">any: it applies to everybody</p>}
        <ul>
          {conditions.map((fact) => (
            <ConditionField
              key={fact}
              id={idOf(`when.${fact}`)}
              fact={fact}
              rule={name}
              cell={row.when[fact] ?? ""}
              message={messageOf(`when.${fact}`)}
              onChange={(cell) => onChange({ when: { ...row.when, [fact]: cell } })}
              onRemove={() => forget(fact)}
            />
          ))}
        </ul>
        {facts.length < MAX_FACTS && (
          <select
            ref={adder}
            className={styles.more}
            aria-label={`Add a condition: ${name}`}
            value=""
            onChange={(event) => look(event.currentTarget.value as FactName)}
          >
            <option value="">{conditions.length === 0 ? "Add a condition…" : "and…"}</option>
            {factNames
              .filter((fact) => !conditions.includes(fact))
              .map((fact) => (
                <option key={fact} value={fact}>
                  {decisionFacts[fact].label}
                </option>
              ))}
          </select>
        )}
      </div>
      <div className={styles.then}>
        <span className={styles.head}>
          {kind === "points" ? "Points" : kind === "value" ? (module === "price" ? "Rate a year" : "Limit") : "Outcome"}
        </span>
        {kind === "check" && (
          <select
            id={idOf("outcome")}
            className={styles.cell}
            aria-label={`Outcome: ${name}`}
            value={row.outcome ?? "passed"}
            onChange={(event) => onChange({ outcome: event.currentTarget.value as NonNullable<Row["outcome"]> })}
          >
            {Object.entries(ruleOutcomeWords).map(([outcome, words]) => (
              <option key={outcome} value={outcome}>
                {words}
              </option>
            ))}
          </select>
        )}
        {kind === "points" && (
          <PointsInput
            id={idOf("points")}
            label={`Points: ${name}`}
            value={row.points ?? 0}
            onChange={(points) => onChange({ points })}
          />
        )}
        {kind === "value" && (
          <ValueField
            id={idOf("value")}
            name={name}
            isRate={module === "price"}
            value={row.value ?? ""}
            message={messageOf("value")}
            onChange={(value) => onChange({ value })}
          />
        )}
        {[messageOf("outcome"), messageOf("points")].map(
          (message) =>
            message && (
              <span key={message} className={styles.wrong}>
                {message}
              </span>
            ),
        )}
      </div>
      <div className={styles.told}>
        <label className={styles.head} htmlFor={idOf("reason")}>
          Reason given
        </label>
        <textarea
          id={idOf("reason")}
          className={styles.cell}
          rows={2}
          maxLength={200}
          aria-label={`Reason given, rule ${at + 1}`}
          aria-invalid={wrong !== undefined || undefined}
          value={row.reason}
          onChange={(event) => onChange({ reason: event.currentTarget.value.replaceAll("\n", " ") })}
        />
        {wrong && <span className={styles.wrong}>{wrong}</span>}
        {stale !== undefined && (
          <span className={styles.wrong}>It still says {stale}, which is no longer required.</span>
        )}
      </div>
    </>
  );
}
