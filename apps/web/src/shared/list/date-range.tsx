import { slashed } from "../form/slashes.ts";
import { isoDayOf, sentence, shortDay } from "@manilla/contract/formats";
import { type Period, periodNames, periods } from "@manilla/contract/periods";
import { TextInput } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { IconCalendar, IconX } from "../ui/icons.ts";
import { Popup } from "../ui/popup.tsx";
import type { Column } from "./columns.tsx";
import styles from "./list.module.css";
import type { ListState } from "./url-state.ts";
import type { List } from "./use-list.ts";

/** A choice among periods that move with the calendar. */
export const PeriodChoice = ({
  value,
  onChange,
}: {
  value: unknown;
  onChange: (period: Period | undefined) => void;
}): ReactNode => (
  <div className={styles.presets}>
    {periodNames.map((name) => (
      <button
        key={name}
        type="button"
        aria-pressed={value === name}
        onClick={() => onChange(value === name ? undefined : name)}
      >
        {periods[name]}
      </button>
    ))}
  </div>
);

/** A day typed as dd/mm/yyyy. @param onChange gets `yyyy-mm-dd`, or undefined when the field is emptied */
export function DayInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}): ReactNode {
  const [text, setText] = useState(value ? shortDay(value) : "");
  useEffect(() => setText(value ? shortDay(value) : ""), [value]);
  const isWrong = text !== "" && isoDayOf(text) === undefined;
  const settle = (): void => {
    const day = isoDayOf(text);
    if (day !== value && (day || text === "")) onChange(day);
  };
  return (
    <TextInput
      label={label}
      placeholder="dd/mm/yyyy"
      inputMode="numeric"
      maxLength={10}
      value={text}
      error={isWrong && text.length === 10 ? "this date does not exist" : undefined}
      onChange={(event) => setText(slashed(event.currentTarget.value, text))}
      onBlur={settle}
      onKeyDown={(event) => event.key === "Enter" && settle()}
    />
  );
}

type Columns<Row> = readonly Column<never>[] | readonly Column<Row>[];
/** What a date of the rows is called: as its column. */
export const rangeName = <Row,>(columns: Columns<Row>, key: string): string =>
  columns.find((column) => column.key === key)?.header ?? sentence(key.replace(/_(at|on|date)$/, ""));

/** The days of a range in words. */
export const rangeInWords = ({ start, end, period }: NonNullable<ListState["range"]>): string =>
  period
    ? periods[period]
    : start && end
      ? start === end
        ? shortDay(start)
        : `${shortDay(start)} – ${shortDay(end)}`
      : start
        ? `from ${shortDay(start)}`
        : `up to ${shortDay(end)}`;

/** The list's date range as a chip: which date, presets, and two days. */
export function DateRange<Row>({ list, columns }: { list: List<Row>; columns: Columns<Row> }): ReactNode {
  const { range } = list.state;
  const { ranges } = list.declaration;
  const [chosen, setChosen] = useState(range?.key ?? ranges[0] ?? "");
  const nameOf = (key: string): string => rangeName(columns, key);
  const set = (start: string | undefined, end: string | undefined): void =>
    list.change({ range: start || end ? { start, end, key: chosen } : undefined });
  const words = range && rangeInWords(range);
  const trigger = (
    <>
      <IconCalendar size={14} aria-hidden="true" />
      {range ? nameOf(range.key) : "Date"}
      {words && <strong>{words}</strong>}
    </>
  );
  return (
    <span className={styles.chip} data-set={range !== undefined}>
      <Popup trigger={trigger} className={styles.chipText} kind="dialog" title="Dates" width={300}>
        {(close) => (
          <div className={styles.editor}>
            {ranges.length > 1 && (
              <label className={styles.size}>
                <span>Which date</span>
                <select
                  value={chosen}
                  onChange={(event) => {
                    setChosen(event.currentTarget.value);
                    if (range) list.change({ range: { ...range, key: event.currentTarget.value } });
                  }}
                >
                  {ranges.map((key) => (
                    <option key={key} value={key}>
                      {nameOf(key)}
                    </option>
                  ))}
                </select>
              </label>
            )}
            <PeriodChoice
              value={range?.period}
              onChange={(period) => (list.change({ range: period && { period, key: chosen } }), close())}
            />
            <div className={styles.pair}>
              <DayInput label="From" value={range?.start} onChange={(day) => set(day, range?.end)} />
              <DayInput label="To" value={range?.end} onChange={(day) => set(range?.start, day)} />
            </div>
          </div>
        )}
      </Popup>
      {range && (
        <button
          type="button"
          className={styles.chipClear}
          aria-label="Clear the dates"
          onClick={() => set(undefined, undefined)}
        >
          <IconX size={14} />
        </button>
      )}
    </span>
  );
}
