import { count, counted } from "@manilla/contract/formats";
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { IconArrowDown, IconArrowUp, IconSearch } from "../ui/icons.ts";
import styles from "./long-table.module.css";

interface Props<Row> {
  rows: readonly Row[];
  textOf: (row: Row) => string;
  /** What the rows are: "lines of the statement". */
  what: string;
  /** The row that was found last, or none. */
  onMark: (index: number | undefined) => void;
  /** Brings a row into sight. */
  onShow: (index: number) => void;
}

/** Finds in rows that are not drawn, which the browser's own search cannot. Enter next, Shift+Enter back. */
export function FindInRows<Row>({ rows, textOf, what, onMark, onShow }: Props<Row>): ReactNode {
  const [text, setText] = useState("");
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const found = useMemo(
    () =>
      wanted === "" ? [] : rows.flatMap((row, index) => (textOf(row).toLowerCase().includes(wanted) ? [index] : [])),
    [rows, textOf, wanted],
  );
  const [at, setAt] = useState(0);
  const tell = useRef({ onMark, onShow });
  tell.current = { onMark, onShow };
  useEffect(() => setAt(0), [wanted]);
  const index = found[at];
  useEffect(() => {
    tell.current.onMark(index);
    if (index !== undefined) tell.current.onShow(index);
  }, [index]);
  const step = (by: 1 | -1): void =>
    setAt((now) => (found.length === 0 ? 0 : (now + by + found.length) % found.length));
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && text !== "") {
      event.stopPropagation();
      setText("");
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    step(event.shiftKey ? -1 : 1);
  };
  return (
    <div className={styles.find}>
      <label>
        <IconSearch size={16} aria-hidden="true" />
        <input
          data-page-search
          type="search"
          aria-label={`Find in ${what}`}
          placeholder={`Find in ${counted(rows.length, "row")}`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
        />
      </label>
      <span role="status">
        {wanted === "" ? "" : found.length === 0 ? "Not found" : `${count(at + 1)} of ${count(found.length)}`}
      </span>
      <button type="button" aria-label="Previous match" disabled={found.length === 0} onClick={() => step(-1)}>
        <IconArrowUp size={16} />
      </button>
      <button type="button" aria-label="Next match" disabled={found.length === 0} onClick={() => step(1)}>
        <IconArrowDown size={16} />
      </button>
    </div>
  );
}
