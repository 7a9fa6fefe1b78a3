import { decisionFacts, factNames } from "@manilla/contract/lending/rule-facts";
import { type ReactNode, useState } from "react";
import { FigureInput } from "./condition-field.tsx";
import { amountOf, formulaInWords } from "@manilla/contract/lending/rule-conditions";
import styles from "./rules.module.css";

/** Points, more or less than none. */
export function PointsInput({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: number;
  onChange: (points: number) => void;
}): ReactNode {
  const [text, setText] = useState(String(value));
  const read = (typed: string): number => Number.parseInt(typed.replace("−", "-"), 10) || 0;
  return (
    <input
      id={id}
      className={styles.cell}
      inputMode="numeric"
      aria-label={label}
      maxLength={5}
      value={read(text) === value ? text : String(value)}
      onChange={(event) => (setText(event.currentTarget.value), onChange(read(event.currentTarget.value)))}
      onBlur={() => setText(String(value))}
    />
  );
}

/** A limit or a rate: an amount, or a formula with the facts' names. */
export function ValueField({
  id,
  name,
  isRate,
  value,
  message,
  onChange,
}: {
  id: string;
  name: string;
  isRate: boolean;
  value: string;
  message: string | undefined;
  onChange: (value: string) => void;
}): ReactNode {
  const amount = amountOf(value);
  const [isFormula, setFormula] = useState(amount === undefined);
  return (
    <>
      <select
        className={styles.cell}
        aria-label={`How it is found: ${name}`}
        value={isFormula ? "formula" : "amount"}
        onChange={(event) => (
          setFormula(event.currentTarget.value === "formula"),
          event.currentTarget.value === "amount" && amount === undefined && onChange("0")
        )}
      >
        <option value="amount">{isRate ? "A rate" : "An amount"}</option>
        <option value="formula">A formula</option>
      </select>
      {isFormula ? (
        <>
          <textarea
            id={id}
            className={styles.formula}
            rows={2}
            maxLength={300}
            aria-label={`Value: ${name}`}
            aria-invalid={message !== undefined || undefined}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {amount === undefined && <span className={styles.words}>{formulaInWords(value)}</span>}
        </>
      ) : (
        <FigureInput
          id={id}
          kind={isRate ? "percent" : "kobo"}
          label={`Value: ${name}`}
          value={amount ?? ""}
          isWrong={message !== undefined}
          onChange={onChange}
        />
      )}
      {message && <span className={styles.wrong}>{message}</span>}
    </>
  );
}

export const FormulaNames = (): ReactNode => (
  <details className={styles.names}>
    <summary>Names that a formula may use</summary>
    <p className="small muted">
      Amounts are in kobo, shares in percent. Also: + − * / ( ), floor(…), round(…), ceil(…), abs(…), min([…]),
      max([…]).
    </p>
    <dl>
      {factNames.map((fact) => (
        <div key={fact}>
          <dt>
            <code>{fact}</code>
          </dt>
          <dd>{decisionFacts[fact].label}</dd>
        </div>
      ))}
    </dl>
  </details>
);
