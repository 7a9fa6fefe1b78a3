import type { ReactNode } from "react";
import { asText, useField } from "../../../shared/form/field.ts";
import styles from "./repayments.module.css";

interface Option {
  value: string;
  label: string;
  figure?: string;
  note?: string;
  disabled?: boolean;
}

/** One of two or three ways, each with what it comes to. */
export function RadioField({
  name,
  label,
  options,
  onChoose,
}: {
  name: string;
  label: string;
  options: readonly Option[];
  onChoose?: (value: string) => void;
}): ReactNode {
  const field = useField({ name, label });
  return (
    <fieldset className={styles.choices} id={field.id}>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={`${field.id}-choice`}
            value={option.value}
            checked={asText(field.value) === option.value}
            disabled={option.disabled ?? false}
            onChange={() => (field.set(option.value), onChoose?.(option.value))}
          />
          <span>{option.label}</span>
          <strong>{option.figure}</strong>
          {option.note && <small>{option.note}</small>}
        </label>
      ))}
      {field.error && <p className={styles.error}>{field.error}</p>}
    </fieldset>
  );
}
