import { employmentStatuses } from "@manilla/contract/people/completeness";
import { sentence } from "@manilla/contract/formats";
import { decisionFacts, type FactName } from "@manilla/contract/lending/rule-facts";
import { type ReactNode, useState } from "react";
import {
  formulaInWords,
  type Operator,
  operatorsOf,
  operatorWords,
  readCondition,
  shownValue,
  typedValue,
  withOperator,
  writeCondition,
} from "@manilla/contract/lending/rule-conditions";
import styles from "./rules.module.css";

type Kind = (typeof decisionFacts)[FactName]["kind"];

interface FigureProps {
  id?: string | undefined;
  kind: Kind;
  label: string;
  value: string;
  isWrong: boolean;
  onChange: (value: string) => void;
}

/** A figure with its unit: naira for kobo, with the percent sign for shares. The value is as the engine reads it. */
export function FigureInput({ id, kind, label, value, isWrong, onChange }: FigureProps): ReactNode {
  const [text, setText] = useState(() => shownValue(kind, value));
  const isInStep = typedValue(kind, text) === value;
  return (
    <span className={styles.unit} data-wrong={isWrong}>
      {kind === "kobo" && <span aria-hidden="true">₦</span>}
      <input
        id={id}
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={18}
        size={kind === "kobo" ? 14 : 6}
        aria-invalid={isWrong || undefined}
        value={isInStep ? text : shownValue(kind, value)}
        onChange={(event) => (
          setText(event.currentTarget.value),
          onChange(typedValue(kind, event.currentTarget.value))
        )}
        onBlur={() => setText(shownValue(kind, value))}
      />
      {kind === "percent" && <span aria-hidden="true">%</span>}
    </span>
  );
}

interface Props {
  id: string;
  fact: FactName;
  /** The rule's own words, so that fields of different rules are distinguished. */
  rule: string;
  cell: string;
  message: string | undefined;
  onChange: (cell: string) => void;
  onRemove: () => void;
}

/** One condition: the fact, the comparison in words, the figure. */
export function ConditionField({ id, fact, rule, cell, message, onChange, onRemove }: Props): ReactNode {
  const { kind, label } = decisionFacts[fact];
  const read = readCondition(kind, cell);
  // A formula stays one while it is typed, also when it could be said in words in the meantime.
  const [isFormula, setFormula] = useState(read.operator === "formula");
  const condition = isFormula ? { operator: "formula" as const, values: [cell] } : read;
  const choose = (operator: Operator): void => {
    setFormula(operator === "formula");
    onChange(writeCondition(kind, withOperator(kind, condition, operator)));
  };
  const put = (at: number, value: string): void =>
    onChange(
      writeCondition(kind, {
        ...condition,
        values: condition.values.map((other, place) => (place === at ? value : other)),
      }),
    );
  return (
    <li className={styles.condition}>
      <span>{label}</span>
      <span className={styles.parts}>
        <select
          id={id}
          className={styles.cell}
          aria-label={`${label}: ${rule}`}
          aria-invalid={message !== undefined || undefined}
          value={condition.operator}
          onChange={(event) => choose(event.currentTarget.value as Operator)}
        >
          {operatorsOf[kind].map((operator) => (
            <option key={operator} value={operator}>
              {operatorWords[operator]}
            </option>
          ))}
        </select>
        {condition.values.map((value, at) => {
          // A comparison has one figure or two, which never change places.
          const shared = {
            label: `${label}, ${condition.values.length > 1 ? (at === 0 ? "from" : "to") : "compared with"}: ${rule}`,
            isWrong: message !== undefined,
          };
          if (condition.operator === "formula")
            return (
              <input
                key={at}
                className={styles.formula}
                aria-label={`${label}, formula: ${rule}`}
                aria-invalid={shared.isWrong || undefined}
                value={value}
                maxLength={300}
                onChange={(event) => onChange(event.currentTarget.value)}
              />
            );
          if (fact === "employment_status" && condition.operator !== "one_of") {
            return (
              <select
                key={at}
                className={styles.cell}
                aria-label={shared.label}
                value={value}
                onChange={(event) => put(at, event.currentTarget.value)}
              >
                {!employmentStatuses.some((status) => status === value) && (
                  <option value={value}>{value || "Choose…"}</option>
                )}
                {employmentStatuses.map((status) => (
                  <option key={status} value={status}>
                    {sentence(status)}
                  </option>
                ))}
              </select>
            );
          }
          if (kind === "text")
            return (
              <input
                key={at}
                className={styles.cell}
                aria-label={shared.label}
                aria-invalid={shared.isWrong || undefined}
                value={value}
                maxLength={200}
                placeholder={condition.operator === "one_of" ? "one, another" : undefined}
                onChange={(event) => put(at, event.currentTarget.value.replaceAll('"', ""))}
              />
            );
          return <FigureInput key={at} kind={kind} {...shared} value={value} onChange={(next) => put(at, next)} />;
        })}
        <button
          type="button"
          className={styles.icon}
          aria-label={`Remove the condition ${label}: ${rule}`}
          title="Remove the condition"
          onClick={onRemove}
        >
          ×
        </button>
      </span>
      {message && <span className={styles.wrong}>{message}</span>}
      {condition.operator === "formula" && /[a-z]{3}/.test(cell) && (
        <span className={styles.words}>{formulaInWords(cell)}</span>
      )}
    </li>
  );
}
