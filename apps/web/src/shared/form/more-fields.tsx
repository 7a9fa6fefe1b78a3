/** The fields that not every form needs: they are loaded with the screens that use them. */
import { shortDay, isoDayOf, koboOf, plainMoney } from "@manilla/contract/formats";
import { banks } from "@manilla/contract/nigeria/banks";
import "../ui/kit-styles.ts";
import { Checkbox, NativeSelect, Select, Textarea, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { slashed } from "./slashes.ts";
import { asText, type FieldProps, useField } from "./field.ts";

/** Groups the whole part of an amount while it is typed; anything that is no amount stays as typed, for its message. */
export function groupWhileTyping(text: string): string {
  const compact = text.replace(/[₦,\s]/g, "");
  const match = /^(\d{1,15})(\.\d{0,2})?$/.exec(compact);
  return match ? `${(match[1] ?? "").replace(/\B(?=(\d{3})+$)/g, ",")}${match[2] ?? ""}` : text;
}

/** An amount of naira: grouped while typing; the value of the field is a whole number of kobo. */
export function MoneyField({
  name,
  label,
  hint,
  disabled,
  autoFocus,
  symbol = "₦",
}: FieldProps & { symbol?: "₦" | "$" }): ReactNode {
  const field = useField({ name, label });
  const [text, setText] = useState(() =>
    typeof field.value === "number" ? plainMoney(field.value) : asText(field.value),
  );
  const isInStep = typeof field.value !== "number" || koboOf(text) === BigInt(field.value);
  const change = (typed: string): void => {
    setText(groupWhileTyping(typed));
    const kobo = koboOf(typed);
    field.set(
      kobo === undefined || kobo > BigInt(Number.MAX_SAFE_INTEGER) ? (typed === "" ? null : typed) : Number(kobo),
    );
  };
  return (
    <TextInput
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      disabled={disabled ?? false}
      autoFocus={autoFocus ?? false}
      leftSection={symbol}
      inputMode="decimal"
      autoComplete="off"
      value={isInStep ? text : plainMoney(field.value as number)}
      error={field.error}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => (typeof field.value === "number" && setText(plainMoney(field.value)), field.leave())}
    />
  );
}

/** Several lines of text. */
export function TextAreaField({ name, label, hint, disabled, rows = 3 }: FieldProps & { rows?: number }): ReactNode {
  const field = useField({ name, label });
  return (
    <Textarea
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      disabled={disabled ?? false}
      rows={rows}
      value={asText(field.value)}
      error={field.error}
      onChange={(event) => field.set(event.currentTarget.value)}
      onBlur={field.leave}
    />
  );
}

const NO_DATE = "this date does not exist";
/** A day, typed as dd/mm/yyyy; the value of the field is `yyyy-mm-dd`. Slashes come by themselves. */
export function DateField({ name, label, hint, disabled }: FieldProps): ReactNode {
  const field = useField({ name, label });
  const [text, setText] = useState(() =>
    /^\d{4}-/.test(asText(field.value)) ? shortDay(asText(field.value)) : asText(field.value),
  );
  const change = (typed: string): void => {
    const day = slashed(typed, text);
    setText(day);
    field.set(isoDayOf(day) ?? day);
  };
  const isWrong = text !== "" && isoDayOf(text) === undefined;
  return (
    <TextInput
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      disabled={disabled ?? false}
      placeholder="dd/mm/yyyy"
      inputMode="numeric"
      maxLength={10}
      value={text}
      error={field.error ?? (isWrong && text.length === 10 ? NO_DATE : undefined)}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => (field.leave(), isWrong && field.form.refuse(name, NO_DATE))}
    />
  );
}

export interface Choice {
  value: string;
  label: string;
}

/** One of a few; the device's own list, which is best on phones. */
export function SelectField({
  name,
  label,
  hint,
  disabled,
  choices,
  empty = "Choose…",
}: FieldProps & { choices: readonly Choice[]; empty?: string }): ReactNode {
  const field = useField({ name, label });
  return (
    <NativeSelect
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      disabled={disabled ?? false}
      data={[{ value: "", label: empty }, ...choices]}
      value={asText(field.value)}
      error={field.error}
      onChange={(event) => field.set(event.currentTarget.value)}
      onBlur={field.leave}
    />
  );
}

/** Any of several, each with a box of its own. */
export function ChoicesField({
  name,
  label,
  hint,
  choices,
}: FieldProps & { choices: readonly (Choice & { description?: string })[] }): ReactNode {
  const field = useField({ name, label });
  return (
    <Checkbox.Group
      id={field.id}
      label={field.label}
      description={hint}
      error={field.error}
      value={[...(field.value as readonly string[])]}
      onChange={(chosen) => field.set(chosen)}
    >
      <div className="stack" style={{ gap: 8, marginBlock: 8 }}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** One of many, found by typing. Its list stays beside it, where an open dialog lets it be reached, and is not cut off by the dialog's edge. */
export function SearchableField({
  name,
  label,
  hint,
  disabled,
  choices,
}: FieldProps & { choices: readonly Choice[] }): ReactNode {
  const field = useField({ name, label });
  return (
    <Select
      id={field.id}
      name={name}
      label={field.label}
      description={hint}
      disabled={disabled ?? false}
      data={choices}
      searchable
      clearable
      clearButtonProps={{ "aria-label": `Clear ${label}` }}
      nothingFoundMessage="Nothing found"
      limit={60}
      openOnFocus={false}
      comboboxProps={{ withinPortal: false, floatingStrategy: "fixed" }}
      value={asText(field.value) || null}
      error={field.error}
      onChange={(value) => field.set(value ?? "")}
      onBlur={field.leave}
    />
  );
}

const bankChoices: readonly Choice[] = banks.map(({ code, name }) => ({ value: code, label: name }));
/** A Nigerian bank, found by typing; the value is its code. */
export const BankField = (props: FieldProps): ReactNode => <SearchableField {...props} choices={bankChoices} />;

/** A statement that can be agreed to. */
export function CheckboxField({
  name,
  label,
  hint,
  disabled,
}: Omit<FieldProps, "label"> & { label: string }): ReactNode {
  const field = useField({ name, label });
  return (
    <Checkbox
      id={field.id}
      name={name}
      label={label}
      description={hint}
      disabled={disabled ?? false}
      checked={field.value === true}
      error={field.error}
      onChange={(event) => field.set(event.currentTarget.checked)}
      onBlur={field.leave}
    />
  );
}
