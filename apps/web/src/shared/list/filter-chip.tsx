import { koboOf, naira, plainMoney, sentence, shortDay } from "@manilla/contract/formats";
import { isPeriod, periods } from "@manilla/contract/periods";
import { TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useMaybeSession } from "../session/session.ts";
import { IconChevronDown, IconX } from "../ui/icons.ts";
import { Popup } from "../ui/popup.tsx";
import { DayInput, PeriodChoice } from "./date-range.tsx";
import type { FilterDeclaration, ListDeclaration } from "./declaration.ts";
import styles from "./list.module.css";
import type { FilterValue } from "./url-state.ts";

/** The filters that a person may set: those of the list without the screen's own. */
export const filtersOf = (
  list: ListDeclaration,
  fixed: Readonly<Record<string, FilterValue>> | undefined,
): [string, FilterDeclaration][] => Object.entries(list.filters).filter(([name]) => !(fixed && name in fixed));

type Bounds = { min?: number; max?: number; from?: string; to?: string };
const span = (low: string | undefined, high: string | undefined): string =>
  low && high ? (low === high ? low : `${low} – ${high}`) : low ? `from ${low}` : `up to ${high ?? ""}`;

/** A filter's condition in words. @param word what a choice is called @param me the viewer's id */
export function describeFilter(
  kind: FilterDeclaration["kind"],
  value: FilterValue,
  word: (choice: string) => string = sentence,
  me?: string,
): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string" && /^(date|moment)$/.test(kind) && isPeriod(value)) return periods[value];
  if (typeof value === "string") return kind === "id" && value === me ? "me" : value;
  if (Array.isArray(value))
    return value.length > 2 ? `${value.length} chosen` : value.map((item: string) => word(item)).join(", ");
  const { min, max, from, to } = value as Bounds;
  if (kind === "kobo")
    return span(min === undefined ? undefined : naira(min), max === undefined ? undefined : naira(max));
  if (kind === "number") return span(min?.toString(), max?.toString());
  return span(from && shortDay(from), to && shortDay(to));
}

/** A filter as a chip: quiet while it asks nothing, filled with its condition otherwise; one click clears it. */
export function FilterChip({ filter, value, word, onChange }: Omit<EditorProps, "onClose">): ReactNode {
  const isSet = value !== undefined;
  const me = useMaybeSession()?.user.id;
  const trigger = (
    <>
      {filter.label}
      {isSet ? (
        <strong>{describeFilter(filter.kind, value, word, me)}</strong>
      ) : (
        <IconChevronDown size={14} aria-hidden="true" />
      )}
    </>
  );
  return (
    <span className={styles.chip} data-set={isSet}>
      <Popup
        trigger={trigger}
        className={styles.chipText}
        kind="dialog"
        title={`Filter by ${filter.label}`}
        width={260}
      >
        {(close) => <FilterEditor filter={filter} value={value} word={word} onChange={onChange} onClose={close} />}
      </Popup>
      {isSet && (
        <button
          type="button"
          className={styles.chipClear}
          aria-label={`Clear the filter ${filter.label}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}

interface EditorProps {
  filter: FilterDeclaration;
  value: FilterValue | undefined;
  /** What a choice is called: the same as in the list. */
  word: (choice: string) => string;
  onChange: (value: FilterValue | undefined) => void;
  onClose: () => void;
}

/** What a filter's kind is asked with. */
export function FilterEditor(props: EditorProps): ReactNode {
  const { filter, value, word, onChange, onClose } = props;
  switch (filter.kind) {
    case "choice":
      return (
        <Choices
          options={filter.options ?? []}
          chosen={Array.isArray(value) ? value : []}
          onChange={(chosen) => onChange(chosen.length > 0 ? chosen : undefined)}
          label={filter.label}
          word={word}
        />
      );
    case "boolean":
      return (
        <Choices
          options={["yes", "no"]}
          chosen={value === undefined ? [] : [value ? "yes" : "no"]}
          onChange={(chosen) => (onChange(chosen.length > 0 ? chosen.at(-1) === "yes" : undefined), onClose())}
          label={filter.label}
          word={sentence}
        />
      );
    case "kobo":
    case "number":
      return <NumberBounds {...props} />;
    case "date":
    case "moment": {
      const { from, to } = (typeof value === "object" ? value : {}) as Bounds;
      const set = (change: Bounds): void => {
        const next = { from, to, ...change };
        onChange(
          next.from || next.to ? { ...(next.from && { from: next.from }), ...(next.to && { to: next.to }) } : undefined,
        );
      };
      return (
        <div className={styles.editor}>
          <PeriodChoice value={value} onChange={(period) => (onChange(period), onClose())} />
          <DayInput label="From" value={from} onChange={(day) => set({ from: day ?? "" })} />
          <DayInput label="To" value={to} onChange={(day) => set({ to: day ?? "" })} />
        </div>
      );
    }
    case "text":
    case "id":
      return <TextCondition {...props} />;
  }
}

function Choices({
  options,
  chosen,
  onChange,
  label,
  word,
}: {
  options: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  label: string;
  word: (choice: string) => string;
}): ReactNode {
  // Two choices of one word, such as what is declined and what was deactivated, are distinguished.
  const told = (option: string): string =>
    options.some((other) => other !== option && word(other) === word(option)) && word(option) !== sentence(option)
      ? `${word(option)} (${sentence(option).toLowerCase()})`
      : word(option);
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={() =>
              onChange(chosen.includes(option) ? chosen.filter((other) => other !== option) : [...chosen, option])
            }
          />
          {told(option)}
        </label>
      ))}
    </fieldset>
  );
}

function TextCondition({ filter, value, onChange, onClose }: EditorProps): ReactNode {
  const [text, setText] = useState(typeof value === "string" ? value : "");
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => (event.preventDefault(), onChange(text.trim() || undefined), onClose())}
    >
      <TextInput
        label={filter.kind === "id" ? `${filter.label}, whole id` : `${filter.label} contains`}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      <button type="submit" className={styles.apply}>
        Apply
      </button>
    </form>
  );
}

function NumberBounds({ filter, value, onChange, onClose }: EditorProps): ReactNode {
  const isMoney = filter.kind === "kobo";
  const show = (number: number | undefined): string =>
    number === undefined ? "" : isMoney ? plainMoney(number) : String(number);
  const { min, max } = (value ?? {}) as Bounds;
  const [low, setLow] = useState(show(min));
  const [high, setHigh] = useState(show(max));
  const read = (text: string): number | undefined => {
    const kobo = koboOf(text);
    return kobo === undefined ? undefined : Number(isMoney ? kobo : kobo / 100n);
  };
  const apply = (): void => {
    const bounds = {
      ...(read(low) !== undefined && { min: read(low) }),
      ...(read(high) !== undefined && { max: read(high) }),
    } as { min?: number; max?: number };
    onChange(Object.keys(bounds).length > 0 ? bounds : undefined);
    onClose();
  };
  return (
    <form className={styles.editor} onSubmit={(event) => (event.preventDefault(), apply())}>
      <TextInput
        label={`${filter.label} from`}
        leftSection={isMoney ? "₦" : undefined}
        inputMode="decimal"
        value={low}
        onChange={(event) => setLow(event.currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label="to"
        leftSection={isMoney ? "₦" : undefined}
        inputMode="decimal"
        value={high}
        onChange={(event) => setHigh(event.currentTarget.value)}
      />
      <button type="submit" className={styles.apply}>
        Apply
      </button>
    </form>
  );
}
