import { type KeyboardEvent, memo, type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from "react";
import { IconArrowUp } from "../ui/icons.ts";
import { type Column, isFigure } from "./columns.tsx";
import styles from "./list.module.css";
import { widthOf } from "./table-row.tsx";
import { fitting, type Table } from "./table-memory.ts";
import type { ListState } from "./url-state.ts";
import type { List } from "./use-list.ts";

type Row = Record<string, unknown>;
type Order = ListState["sort"]["order"];
/** The list and its table as they are now: read when something is done, so that another page does not draw every head again. */
export interface HeadDoings {
  list: List<Row>;
  table: Table;
}
interface Props {
  column: Column<Row>;
  at: number;
  /** How the list is sorted by this column, if it is. */
  order: Order | undefined;
  isSortable: boolean;
  widths: Readonly<Record<string, number>>;
  doings: RefObject<HeadDoings>;
}

/** In pixels, for the keyboard. */
const WIDTH_STEP = 16;
/** A pointer that rests on a head for this time probably presses it; one that only crosses is faster. */
const REST_MS = 60;

const without = (widths: Readonly<Record<string, number>>, key: string): Record<string, number> =>
  Object.fromEntries(Object.entries(widths).filter(([name]) => name !== key));
const setWidth = ({ table }: HeadDoings, key: string, width: number): void =>
  table.setMemory({ widths: { ...table.memory.widths, [key]: fitting(width) } });

function dragWidth(event: PointerEvent<HTMLElement>, key: string, doings: RefObject<HeadDoings>): void {
  const edge = event.currentTarget;
  const start = event.clientX;
  const before = edge.parentElement?.offsetWidth ?? 120;
  edge.setPointerCapture(event.pointerId);
  const move = (at: globalThis.PointerEvent): void => setWidth(doings.current, key, before + at.clientX - start);
  edge.addEventListener("pointermove", move);
  edge.addEventListener("pointerup", () => edge.removeEventListener("pointermove", move), { once: true });
}

/** The rows in the order that the next press would ask for are fetched while somebody rests on the button, or has come to it with the keyboard. */
function useSortedAhead(
  order: Order | undefined,
  next: ListState["sort"],
  doings: RefObject<HeadDoings>,
): { onPointerEnter: () => void; onPointerLeave: () => void; onFocus: () => void; onBlur: () => void } {
  const isNear = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const come = (): void => {
    isNear.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => doings.current.list.fetchAhead({ page: 1, sort: next }), REST_MS);
  };
  const leave = (): void => {
    isNear.current = false;
    clearTimeout(timer.current);
  };
  const again = useRef(come);
  again.current = come;
  // The pointer is still over it after sorting: the next press reverses.
  useEffect(() => {
    if (isNear.current) again.current();
  }, [order]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { onPointerEnter: come, onPointerLeave: leave, onFocus: come, onBlur: leave };
}

/** A column's head: a button that sorts where the list can, and an edge to drag. */
export const HeadCell = memo(function HeadCell({ column, at, order, isSortable, widths, doings }: Props): ReactNode {
  return (
    <th
      scope="col"
      data-column={column.key}
      data-figure={isFigure(column)}
      style={widthOf(column, widths, at)}
      {...(order && { "aria-sort": order === "asc" ? ("ascending" as const) : ("descending" as const) })}
    >
      {isSortable ? <SortButton column={column} order={order} doings={doings} /> : column.header}
      <span
        className={styles.edge}
        aria-hidden="true"
        onPointerDown={(event) => dragWidth(event, column.key, doings)}
        onDoubleClick={() =>
          doings.current.table.setMemory({ widths: without(doings.current.table.memory.widths, column.key) })
        }
      />
    </th>
  );
});

function SortButton({ column, order, doings }: Pick<Props, "column" | "order" | "doings">): ReactNode {
  const next = { column: column.key, order: order === "asc" ? "desc" : "asc" } as const;
  const ahead = useSortedAhead(order, next, doings);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === "ArrowLeft" ? -WIDTH_STEP : event.key === "ArrowRight" ? WIDTH_STEP : 0;
    if (!event.shiftKey || by === 0) return;
    event.preventDefault();
    setWidth(
      doings.current,
      column.key,
      (doings.current.table.memory.widths[column.key] ?? event.currentTarget.closest("th")?.offsetWidth ?? 120) + by,
    );
  };
  return (
    <button
      type="button"
      className={styles.sort}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      title="Sort; Shift and an arrow key change the width"
      onClick={() => doings.current.list.change({ sort: next })}
      onKeyDown={onKeyDown}
      {...ahead}
    >
      {column.header}
      <span className={styles.arrow} data-on={order !== undefined} data-order={order}>
        <IconArrowUp size={12} aria-hidden="true" />
      </span>
    </button>
  );
}
