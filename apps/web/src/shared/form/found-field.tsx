import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { remember, remembered } from "../ui/device.ts";
import { type FieldProps, useField } from "./field.ts";
import styles from "./form.module.css";

export interface Found {
  id: string;
  label: string;
  detail?: string | undefined;
}

type Props = FieldProps & {
  /** How many characters it takes to look. */
  least: number;
  /** A hook that looks for what was typed; asked with "" while that is too short. */
  useFound: (text: string) => { items: readonly Found[]; isFetching: boolean };
  /** Shown when nothing was found. */
  none: string;
};

/** Something chosen from what typing finds: the field holds its id, and nothing until one of the found is chosen. */
export function FoundField({ name, label, hint, least, useFound, none }: Props): ReactNode {
  const field = useField({ name, label });
  const memory = field.form.draftKey && `${field.form.draftKey}.${name}`;
  // A draft brings the id back; what was typed to find it has to come back with it, or something would be sent that nobody sees.
  const [text, setText] = useState(() => (memory && field.value ? remembered(memory, "") : ""));
  const asked = text.trim().length >= least ? text.trim() : "";
  const { items, isFetching } = useFound(asked);
  const found = asked ? items : [];
  return (
    <div className="stack-12">
      <TextInput
        id={field.id}
        label={field.label}
        description={hint}
        autoComplete="off"
        value={text}
        error={field.error}
        onChange={(event) => (setText(event.currentTarget.value), field.set(""))}
      />
      {found.length > 0 && (
        <ul className={styles.found}>
          {found.map((item) => (
            <li key={item.id}>
              <label>
                <input
                  type="radio"
                  name={`${field.id}-found`}
                  checked={field.value === item.id}
                  onChange={() => (field.set(item.id), memory && remember(memory, text))}
                />
                <span>{item.label}</span>
                {item.detail && <small>{item.detail}</small>}
              </label>
            </li>
          ))}
        </ul>
      )}
      {asked && !isFetching && found.length === 0 && <p className="small muted">{none}</p>}
    </div>
  );
}
