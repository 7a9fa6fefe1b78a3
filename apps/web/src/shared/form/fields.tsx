/** The fields of forms. Each takes the name of a field of the call's body and is used inside <Form>. */
import { compactPhone } from "@manilla/contract/phone";
import { PasswordInput, TextInput } from "@mantine/core";
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useRef } from "react";
import { asText, type FieldProps, useField } from "./field.ts";
import styles from "./form.module.css";

type TextProps = FieldProps & {
  type?: "text" | "email" | "url" | "search";
  autoComplete?: string;
  placeholder?: string;
  inputMode?: "text" | "numeric" | "decimal" | "email" | "tel";
  maxLength?: number;
  /** It is a number of this length, an account or a BVN: what is copied between its digits is taken out before it is cut. */
  digits?: number;
};

/** One line of text. */
export function TextField({ name, label, hint, digits, ...rest }: TextProps): ReactNode {
  const field = useField({ name, label });
  const plain = (typed: string) => (digits ? typed.replace(/[\s.\-\p{Cf}]/gu, "").slice(0, digits) : typed);
  return (
    <TextInput
      {...(digits && { inputMode: "numeric", autoComplete: "off" })}
      {...rest}
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      value={asText(field.value)}
      error={field.error}
      onChange={(event) => field.set(plain(event.currentTarget.value))}
      onBlur={field.leave}
    />
  );
}

/** A password that can be looked at while it is typed. */
export function PasswordField({
  name,
  label,
  hint,
  autoComplete,
  ...rest
}: FieldProps & { autoComplete: "current-password" | "new-password" }): ReactNode {
  const field = useField({ name, label });
  return (
    <PasswordInput
      {...rest}
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      autoComplete={autoComplete}
      value={asText(field.value)}
      error={field.error}
      onChange={(event) => field.set(event.currentTarget.value)}
      onBlur={field.leave}
      aria-invalid={field.error !== undefined || undefined}
      visibilityToggleButtonProps={{ "aria-label": "Show or hide the password", tabIndex: 0 }}
    />
  );
}

/** A Nigerian phone number: what people type between the digits is taken out. */
export function PhoneField({ name, label, hint, ...rest }: FieldProps): ReactNode {
  const field = useField({ name, label });
  return (
    <TextInput
      {...rest}
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      type="tel"
      inputMode="tel"
      autoComplete="tel"
      placeholder="0803 123 4567"
      value={asText(field.value)}
      error={field.error}
      onChange={(event) => field.set(compactPhone(event.currentTarget.value))}
      onBlur={field.leave}
    />
  );
}

/** What a box is given, digits only: all of them when several came at once, and only the new one when it was typed beside the old. */
const digitsFor = (text: string, old: string): string => {
  const digits = text.replace(/\D/g, "");
  return digits.length === 2 ? digits.replace(old, "") : digits;
};

/**
 * K029: boxes of one character each. Typing moves on, backspace moves back, pasting spreads the characters over the boxes.
 * @param length how many boxes, 6 by default
 */
export function CodeField({
  name,
  label,
  length = 6,
  onComplete,
  autoFocus,
}: FieldProps & { length?: number; onComplete?: (code: string) => void }): ReactNode {
  const field = useField({ name, label });
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const characters = asText(field.value).padEnd(length).slice(0, length).split("");
  const keep = (next: readonly string[]): void => {
    const code = next.join("").trimEnd();
    field.set(code);
    if (/^\d+$/.test(code) && code.length === length) onComplete?.(code);
  };
  const clear = (at: number): void => keep(characters.map((each, index) => (index === at ? " " : each)));
  const write = (at: number, text: string): void => {
    const digits = digitsFor(text, characters[at] ?? " ");
    if (digits === "") return text === "" ? clear(at) : undefined;
    keep(characters.map((each, index) => digits[index - at] ?? each));
    boxes.current[Math.min(at + digits.length, length - 1)]?.focus();
  };
  const onPaste = (event: ClipboardEvent): void => {
    event.preventDefault();
    write(0, event.clipboardData.getData("text"));
  };
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Backspace: characters[at]?.trim() ? 0 : -1 }[event.key] ?? 0;
    const next = boxes.current[at + step];
    if (step === 0 || !next) return;
    // The box that is come to stays selected: what is typed next takes the place of what is in it.
    event.preventDefault();
    next.focus();
    if (event.key === "Backspace") clear(at + step);
  };
  return (
    <fieldset className={styles.fieldset} aria-describedby={field.error ? `${field.id}-error` : undefined}>
      <legend className={styles.label}>{field.label}</legend>
      <div className={styles.code} data-error={field.error !== undefined} onPaste={onPaste}>
        {characters.map((character, at) => (
          <input
            // The boxes never change places.
            key={at}
            ref={(box) => void (boxes.current[at] = box)}
            id={at === 0 ? field.id : undefined}
            aria-label={`Digit ${at + 1} of ${length}`}
            inputMode="numeric"
            autoComplete={at === 0 ? "one-time-code" : "off"}
            value={character.trim()}
            autoFocus={autoFocus && at === 0}
            aria-invalid={field.error !== undefined || undefined}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => write(at, event.currentTarget.value)}
            onKeyDown={(event) => onKeyDown(event, at)}
            onBlur={() => at === length - 1 && field.leave()}
          />
        ))}
      </div>
      {field.error && (
        <p id={`${field.id}-error`} className={styles.error}>
          {field.error}
        </p>
      )}
    </fieldset>
  );
}

/** Fields side by side where there is room. */
export const FieldRow = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={styles.row}>{children}</div>
);
