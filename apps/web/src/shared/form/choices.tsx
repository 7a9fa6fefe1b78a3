import { type ReactNode, useId } from "react";
import styles from "./choices.module.css";
import { asText, useField } from "./field.ts";

interface Option<Value extends string> {
  value: Value;
  label: string;
  hint?: ReactNode;
  /** What it comes to. */
  figure?: string;
  disabled?: boolean;
}

interface ChoicesProps<Value extends string> {
  legend: string;
  choices: readonly Option<Value>[];
  value: string;
  onChange: (value: Value) => void;
  id?: string;
  error?: string | undefined;
}

/** From here on words alone share a line: on a phone what follows them would be a screen away. */
const MANY = 5;

/** One of a few, each with a line of its own and, where it is about money, its amount. */
export function Choices<Value extends string>({ legend, value, onChange, ...props }: ChoicesProps<Value>): ReactNode {
  const name = useId();
  const isDense = props.choices.length >= MANY && props.choices.every(({ hint, figure }) => !hint && !figure);
  return (
    <fieldset className={styles.choices} id={props.id} data-dense={isDense}>
      <legend>{legend}</legend>
      {props.choices.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          <strong>{option.label}</strong>
          {option.figure && <strong>{option.figure}</strong>}
          {option.hint && <small>{option.hint}</small>}
        </label>
      ))}
      {props.error && <p className="small danger">{props.error}</p>}
    </fieldset>
  );
}

type RadioProps<Value extends string> = Omit<ChoicesProps<Value>, "value" | "onChange" | "id" | "error"> & {
  name: string;
  onChoose?: (value: Value) => void;
};

/** The same as the field of a form. */
export function RadioField<Value extends string>({ name, onChoose, ...props }: RadioProps<Value>): ReactNode {
  const field = useField({ name, label: props.legend });
  return (
    <Choices
      {...props}
      id={field.id}
      value={asText(field.value)}
      error={field.error}
      onChange={(value) => (field.set(value), onChoose?.(value))}
    />
  );
}
