import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useRef } from "react";
import { useNavigate } from "react-router";
import { isShortcut, useKeys } from "../ui/keys.ts";
import { IconArrowDown, IconArrowUp } from "../ui/icons.ts";
import { useKeptScroll } from "../ui/kept-scroll.ts";
import { Skeleton } from "../ui/kit.tsx";
import { useScreenTitle } from "../ui/page.tsx";
import { type Column, isFigure } from "./columns.tsx";
import { rowId } from "./row-id.ts";
import styles from "./list.module.css";
import type { RowAction } from "./row-menu.tsx";
import type { Selection } from "./selection.ts";
import { type RowDoings, TableRow, widthOf } from "./table-row.tsx";
import { fitting, type Table } from "./table-memory.ts";
import type { List } from "./use-list.ts";

type Row = Record<string, unknown>;
export interface RowsProps {
  list: List<Row>;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  href: ((row: Row) => string) | undefined;
  rowActions: ((row: Row) => readonly RowAction[]) | undefined;
  onOpen: () => void;
  selection: Selection | undefined;
}

/** `j` and `k` move between rows from anywhere on the page, `x` ticks, Enter opens; off while typing. */
function useRowKeys(body: RefObject<HTMLTableSectionElement | null>, act: (key: "x" | "Enter", index: number) => void): void {
  useKeys((event) => {
    if (!["j", "k", "x", "Enter"].includes(event.key) || !isShortcut(event)) return;
    const rows = [...(body.current?.rows ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (event.key === "j" || event.key === "k") {
      event.preventDefault();
      rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + (event.key === "j" ? 1 : -1)))]?.focus();
    } else if (at >= 0 && (event.key === "x" || document.activeElement === rows[at])) {
      event.preventDefault();
      act(event.key as "x" | "Enter", at);
    }
  });
}

/** The table of a list: sticky head and first column, sorting in the head, widths by dragging, rows that are links. */
export function DataTable({ list, rows, columns, href, rowActions, onOpen, selection, table }: RowsProps & { table: Table }): ReactNode {
  const navigate = useNavigate();
  const title = useScreenTitle();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const isFirstLoad = list.result.data === undefined;
  useKeptScroll(scroller, "table", !isFirstLoad);
  const open = (row: Row): void => {
    onOpen();
    if (href) void navigate(href(row));
  };
  useRowKeys(body, (key, index) => {
    const row = rows[index];
    if (!row) return;
    if (key === "x") selection?.toggle(rowId(row, index));
    else open(row);
  });
  // Rows are drawn again only when they change, not when the page around them does; what they do is looked up when it is done.
  const doings = useRef<RowDoings>({ open, href, rowActions, toggle: undefined });
  doings.current = { open, href, rowActions, toggle: selection?.toggle };
  return (
    <div ref={scroller} className={styles.scroller} data-density={table.density} tabIndex={0} role="region" aria-label={`${title}, table`}>
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.tick}>
                <input type="checkbox" aria-label="Select the rows of this page" checked={selection.isPageSelected} onChange={selection.togglePage} />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell key={column.key} column={column} at={at} list={list} table={table} />
            ))}
            {rowActions && (
              <th scope="col" className={styles.more}>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {isFirstLoad
            ? Array.from({ length: Math.min(list.state.limit, 12) }, (_, index) => (
                <tr key={index}>
                  {selection && <td className={styles.tick} />}
                  {columns.map((column) => (
                    <td key={column.key}>
                      <Skeleton width={column.width ?? 90} height={12} />
                    </td>
                  ))}
                  {rowActions && <td />}
                </tr>
              ))
            : rows.map((row, index) => {
                const id = rowId(row, index);
                // By place, not by record: another page then changes words in rows that stand there instead of building twenty new ones.
                return <TableRow key={index} id={id} row={row} index={index} columns={columns} widths={table.memory.widths} isSelected={selection?.has(id) ?? false} isLink={href !== undefined} hasTick={selection !== undefined} hasMenu={rowActions !== undefined} doings={doings} />;
              })}
        </tbody>
      </table>
    </div>
  );
}

/** A column's head: a button that sorts where the list can, and an edge to drag. */
function HeadCell({ column, at, list, table }: { column: Column<Row>; at: number; list: List<Row>; table: Table }): ReactNode {
  const { sort } = list.state;
  const isSortable = list.declaration.sorts.includes(column.key);
  const isSorted = sort.column === column.key;
  const flip = (): void => list.change({ sort: { column: column.key, order: isSorted && sort.order === "asc" ? "desc" : "asc" } });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === "ArrowLeft" ? -WIDTH_STEP : event.key === "ArrowRight" ? WIDTH_STEP : 0;
    if (!event.shiftKey || by === 0) return;
    event.preventDefault();
    const width = table.memory.widths[column.key] ?? event.currentTarget.closest("th")?.offsetWidth ?? 120;
    table.setMemory({ widths: { ...table.memory.widths, [column.key]: fitting(width + by) } });
  };
  const Arrow = sort.order === "asc" ? IconArrowUp : IconArrowDown;
  return (
    <th scope="col" data-column={column.key} data-figure={isFigure(column)} style={widthOf(column, table.memory.widths, at)} {...(isSorted && { "aria-sort": sort.order === "asc" ? ("ascending" as const) : ("descending" as const) })}>
      {isSortable ? (
        <button type="button" className={styles.sort} aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight" title="Sort; Shift and an arrow key change the width" onClick={flip} onKeyDown={onKeyDown}>
          {column.header}
          <span className={styles.arrow} data-on={isSorted}>
            <Arrow size={12} aria-hidden="true" />
          </span>
        </button>
      ) : (
        column.header
      )}
      <span className={styles.edge} aria-hidden="true" onPointerDown={(event) => dragWidth(event, column.key, table)} onDoubleClick={() => table.setMemory({ widths: without(table.memory.widths, column.key) })} />
    </th>
  );
}

const without = (widths: Readonly<Record<string, number>>, key: string): Record<string, number> => Object.fromEntries(Object.entries(widths).filter(([name]) => name !== key));
/** In pixels, for the keyboard. */
const WIDTH_STEP = 16;

function dragWidth(event: PointerEvent<HTMLElement>, key: string, table: Table): void {
  const edge = event.currentTarget;
  const start = event.clientX;
  const before = edge.parentElement?.offsetWidth ?? 120;
  edge.setPointerCapture(event.pointerId);
  const move = (at: globalThis.PointerEvent): void => table.setMemory({ widths: { ...table.memory.widths, [key]: fitting(before + at.clientX - start) } });
  edge.addEventListener("pointermove", move);
  edge.addEventListener("pointerup", () => edge.removeEventListener("pointermove", move), { once: true });
}

