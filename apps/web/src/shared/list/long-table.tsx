/** A long table without pages: only the visible rows are drawn. */
import { counted } from "@manilla/contract/formats";
import { defaultRangeExtractor, type Range, useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useIsPhone } from "../ui/device.ts";
import { isShortcut, useKeys } from "../ui/keys.ts";
import { cellOf, type Column, completed, type DeclaredColumn, isFigure } from "./columns.tsx";
import { FindInRows } from "./find-in-rows.tsx";
import styles from "./long-table.module.css";

interface Props<Row> {
  caption: string;
  /** One without a width takes what is left: rows come and go, columns keep their place. */
  columns: readonly DeclaredColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** What find looks through. */
  textOf: (row: Row) => string;
  /** How many lines a row's title may take; rows are all alike. */
  lines?: 1 | 2;
  /** The rows so far are nearly through: called at most once for each number of rows. */
  onNearEnd?: (() => void) | undefined;
}

/** In pixels, as in the style sheet. */
const ROWS = { 1: 36, 2: 48 } as const;
const HEAD = 34;
const FIELD = 24;
const CARD_EDGES = 72;
/** What is left for the column without a width is at least this; below it the table scrolls sideways. */
const NARROWEST = 150;
/** Up to this many rows show without a window of their own. */
const MAX_UNWINDOWED = 20;
/** Rows drawn above and below the visible ones. */
const AROUND = 12;
/** In pixels, until the place was measured. */
const FIRST_SIGHT = { width: 0, height: 600 };
const MAX_PRINTED = 5_000;
const NEAR_END = 40;

/** While the page is being printed every row is there: paper cannot scroll. */
function useIsPrinting(rows: number): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const before = (): void => flushSync(() => setPrinting(rows <= MAX_PRINTED));
    const after = (): void => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, [rows]);
  return isPrinting;
}

/** `j` and `k` go from row to row while the table has the keyboard; arrows and Page scroll it, which is the browser's. */
function useRowSteps(scroller: RefObject<HTMLElement | null>, rows: number, show: (index: number) => void): void {
  useKeys((event) => {
    if ((event.key !== "j" && event.key !== "k") || !isShortcut(event)) return;
    const { activeElement } = document;
    if (!activeElement || !scroller.current?.contains(activeElement)) return;
    const at = rowAt(activeElement);
    event.preventDefault();
    const top = scroller.current.querySelector("[data-row]");
    const next = at === undefined ? ((top && rowAt(top)) ?? 0) : at + (event.key === "j" ? 1 : -1);
    show(Math.max(0, Math.min(rows - 1, next)));
  });
}

/** The row in which an element is. */
function rowAt(element: Element): number | undefined {
  const row = element.closest<HTMLElement>("[data-row]")?.dataset["row"];
  return row === undefined ? undefined : Number(row);
}

/** A row that is drawn, or a gap in the place of several. */
type Part = { index: number } | { gap: number; before: number };

/** @param drawn in their order */
function partsOf(drawn: readonly number[], all: number): Part[] {
  const parts = drawn.flatMap((index, place): Part[] => {
    const gap = index - (place === 0 ? 0 : drawn[place - 1]! + 1);
    return gap > 0 ? [{ gap, before: index }, { index }] : [{ index }];
  });
  const after = all - 1 - (drawn.at(-1) ?? -1);
  return after > 0 ? [...parts, { gap: after, before: all }] : parts;
}

/** A table of any length. The caller sorts and filters; `/` finds. */
export function LongTable<Row>({
  caption,
  columns: declared,
  rows,
  keyOf,
  textOf,
  lines = 1,
  onNearEnd,
}: Props<Row>): ReactNode {
  const columns = useMemo(() => declared.map(completed), [declared]);
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const height = isPhone ? CARD_EDGES + FIELD * (columns.length - 1) : ROWS[lines];
  const isPrinting = useIsPrinting(rows.length);
  /** The row that has the keyboard: drawn however far away one scrolls, so that it keeps the focus. */
  const [focused, setFocused] = useState<number>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      const inSight = defaultRangeExtractor(range);
      if (focused === undefined || focused >= range.count || inSight.includes(focused)) return inSight;
      return focused < inSight[0]! ? [focused, ...inSight] : [...inSight, focused];
    },
    [focused],
  );
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoized by a compiler: each drawing asks it again
  const { getVirtualItems, measure, scrollToIndex } = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: AROUND,
    rangeExtractor,
    initialRect: FIRST_SIGHT,
    // The head covers the top of the rows: a row from above scrolls that much further.
    scrollPaddingEnd: isPhone ? 0 : HEAD,
  });
  useEffect(measure, [measure, height]);
  const [marked, setMarked] = useState<number>();
  const drawn = isPrinting ? [...rows.keys()] : getVirtualItems().map(({ index }) => index);
  const end = (drawn.findLast((index) => index !== focused) ?? -1) + 1;
  const near = useRef(0);
  useEffect(() => {
    if (!onNearEnd || end < rows.length - NEAR_END || near.current === rows.length) return;
    near.current = rows.length;
    onNearEnd();
  }, [onNearEnd, end, rows.length]);
  const bringIn = (index: number, align: "auto" | "center" = "auto"): void => {
    // The table itself may be partly below the window's edge.
    scroller.current?.scrollIntoView({ block: "nearest" });
    scrollToIndex(index, { align });
  };
  const focusOn = (index: number): void => {
    flushSync(() => setFocused(index));
    scroller.current?.querySelector<HTMLElement>(`[data-row="${index}"]`)?.focus({ preventScroll: true });
    bringIn(index);
  };
  useRowSteps(scroller, rows.length, focusOn);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target === scroller.current || !["Home", "End"].includes(event.key)) return;
    event.preventDefault();
    focusOn(event.key === "Home" ? 0 : rows.length - 1);
  };
  const Body = isPhone ? CardRows : TableRows;
  return (
    <div className={styles.long}>
      {rows.length > MAX_UNWINDOWED && (
        <FindInRows
          rows={rows}
          textOf={textOf}
          what={caption.toLowerCase()}
          onMark={setMarked}
          onShow={(index) => bringIn(index, "center")}
        />
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a scrolling region takes the keyboard, and Home and End mean all rows */}
      <div
        ref={scroller}
        className={styles.scroller}
        data-whole={rows.length <= MAX_UNWINDOWED || isPrinting}
        data-lines={lines}
        role="region"
        aria-label={`${caption}, ${counted(rows.length, "row")}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => setFocused(rowAt(target))}
        onBlur={({ relatedTarget }) => scroller.current?.contains(relatedTarget) || setFocused(undefined)}
      >
        <Body
          caption={caption}
          columns={columns}
          rows={rows}
          parts={partsOf(drawn, rows.length)}
          height={height}
          keyOf={keyOf}
          marked={marked}
          isOpenEnded={onNearEnd !== undefined}
        />
      </div>
    </div>
  );
}

interface BodyProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  parts: readonly Part[];
  /** Of a row, in pixels. */
  height: number;
  keyOf: (row: Row) => string | number;
  marked: number | undefined;
  /** More rows may follow: how many there are is not known. */
  isOpenEnded: boolean;
}

function TableRows<Row>({
  caption,
  columns,
  rows,
  parts,
  height,
  keyOf,
  marked,
  isOpenEnded,
}: BodyProps<Row>): ReactNode {
  const widths = columns.reduce((sum, { width }) => sum + (width ?? NARROWEST), 0);
  return (
    <table className={styles.table} style={{ minWidth: widths }} aria-rowcount={isOpenEnded ? -1 : rows.length + 1}>
      <caption className="visually-hidden">{caption}</caption>
      <colgroup>
        {columns.map(({ key, width }) => (
          <col key={key} style={width === undefined ? undefined : { width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <th key={column.key} scope="col" data-figure={isFigure(column)}>
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part) =>
          "gap" in part ? (
            <tr key={`before-${part.before}`} aria-hidden="true" className={styles.gap}>
              <td colSpan={columns.length} style={{ height: part.gap * height }} />
            </tr>
          ) : (
            <OneRow
              key={keyOf(rows[part.index]!)}
              row={rows[part.index]}
              index={part.index}
              columns={columns as readonly Column<unknown>[]}
              isMarked={marked === part.index}
            />
          ),
        )}
      </tbody>
    </table>
  );
}

interface OneProps {
  row: unknown;
  index: number;
  columns: readonly Column<unknown>[];
  isMarked: boolean;
}

/** Drawn once for as long as it is in sight. */
const OneRow = memo(function OneRow({ row, index, columns, isMarked }: OneProps): ReactNode {
  return (
    <tr data-row={index} aria-rowindex={index + 2} data-marked={isMarked} tabIndex={-1}>
      {columns.map((column) =>
        column.card === "title" ? (
          <th key={column.key} scope="row">
            {cellOf(column, row)}
          </th>
        ) : (
          <td key={column.key} data-figure={isFigure(column)}>
            {cellOf(column, row)}
          </td>
        ),
      )}
    </tr>
  );
});

function CardRows<Row>({
  caption,
  columns,
  rows,
  parts,
  height,
  keyOf,
  marked,
  isOpenEnded,
}: BodyProps<Row>): ReactNode {
  return (
    <ul className={`list ${styles.cards}`} aria-label={caption}>
      {parts.map((part) =>
        "gap" in part ? (
          <li
            key={`before-${part.before}`}
            aria-hidden="true"
            className={styles.gap}
            style={{ height: part.gap * height }}
          />
        ) : (
          <OneCard
            key={keyOf(rows[part.index]!)}
            row={rows[part.index]}
            index={part.index}
            all={isOpenEnded ? -1 : rows.length}
            columns={columns as readonly Column<unknown>[]}
            isMarked={marked === part.index}
          />
        ),
      )}
    </ul>
  );
}

const OneCard = memo(function OneCard({ row, index, all, columns, isMarked }: OneProps & { all: number }): ReactNode {
  const title = columns.find(({ card }) => card === "title");
  const fields = columns.filter((column) => column !== title);
  return (
    <li
      data-row={index}
      aria-posinset={index + 1}
      aria-setsize={all}
      data-marked={isMarked}
      tabIndex={-1}
      style={{ height: CARD_EDGES + FIELD * (columns.length - 1) }}
    >
      <strong>{title && cellOf(title, row)}</strong>
      <dl>
        {fields.map((column) => (
          <div key={column.key}>
            <dt>{column.header}</dt>
            <dd>{cellOf(column, row) || "–"}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
});
