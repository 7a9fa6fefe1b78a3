import { type ReactNode, useId } from "react";
import styles from "./repayments.module.css";

interface Props<Value extends string> {
  legend: string;
  choices: readonly { value: Value; label: string; hint?: string; figure?: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, each with a line of its own and, where it is about money, its amount. */
export function Choices<Value extends string>({ legend, choices, value: chosen, onChange }: Props<Value>): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      {choices.map(({ value, label, hint, figure }) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChange(value)} />
          <div>
            <strong>
              <span>{label}</span>
              {figure && <span>{figure}</span>}
            </strong>
            {hint && <div className={styles.hint}>{hint}</div>}
          </div>
        </label>
      ))}
    </fieldset>
  );
}
