import { memo, type MouseEvent, type ReactNode, type RefObject } from "react";
import { cellOf, type Column, isFigure, isPlain } from "./columns.tsx";
import { rowName } from "./row-id.ts";
import styles from "./list.module.css";
import { type RowActions, RowMenu } from "./row-menu.tsx";

type Row = Record<string, unknown>;

/** What a row can do, as it is now: read when it is done, so that a new function does not draw every row again. */
export interface RowDoings {
  open: (row: Row) => void;
  /** To an address of the application, without loading the page again. */
  go: (address: string) => unknown;
  href: ((row: Row) => string) | undefined;
  rowActions: RowActions<Row> | undefined;
  toggle: ((id: string) => void) | undefined;
}

interface Props {
  id: string;
  row: Row;
  index: number;
  columns: readonly Column<Row>[];
  widths: Readonly<Record<string, number>>;
  isSelected: boolean;
  isLink: boolean;
  hasTick: boolean;
  hasMenu: boolean;
  doings: RefObject<RowDoings>;
}

/** Where a press leads that the browser would answer with a page loaded again: a plain link within the application, no key held. */
function plainWay(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const address = link?.getAttribute("href");
  return address?.startsWith("/") &&
    !address.startsWith("/api/") &&
    link?.target === "" &&
    !link.hasAttribute("download")
    ? address
    : undefined;
}

const isBusyTarget = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a, button, input, label, select, textarea, dialog, [popover]") !== null;

/** A name may be this wide before it is cut, whatever its column's author thought: it is what a row is known by. */
const NAME_WIDTH = 220;

/** The width of a column's cells: what the person made of it, else the author's. */
export function widthOf(
  column: Column<Row>,
  widths: Readonly<Record<string, number>>,
  at: number,
): { width: number; minWidth: number; maxWidth: number } | undefined {
  const chosen = widths[column.key];
  const width = chosen ?? column.width;
  if (width === undefined) return undefined;
  return { width, minWidth: width, maxWidth: chosen === undefined && at === 0 ? Math.max(width, NAME_WIDTH) : width };
}

/** One row. Its first cell is a real link; a press anywhere else on the row does the same. */
export const TableRow = memo(function TableRow({
  id,
  row,
  index,
  columns,
  widths,
  isSelected,
  isLink,
  hasTick,
  hasMenu,
  doings,
}: Props): ReactNode {
  const address = isLink ? doings.current.href?.(row) : undefined;
  const onRowClick = (event: MouseEvent): void => {
    const way = plainWay(event);
    if (way !== undefined) {
      event.preventDefault();
      return void doings.current.go(way);
    }
    if (address === undefined || isBusyTarget(event.target) || getSelection()?.toString()) return;
    if (event.ctrlKey || event.metaKey) return void window.open(address, "_blank");
    doings.current.open(row);
  };
  // A plain link: the router's own would draw itself again at every change of address.
  const onLinkClick = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    doings.current.open(row);
  };
  return (
    <tr tabIndex={-1} data-selected={isSelected} data-link={isLink} onClick={onRowClick}>
      {hasTick && (
        <td className={styles.tick}>
          <input
            type="checkbox"
            aria-label={`Select ${rowName(row, index)}`}
            checked={isSelected}
            onChange={() => doings.current.toggle?.(id)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const shown = cellOf(column, row, true);
        return (
          // What a screen draws itself may remember something of its record: it does not outlive it. Plain words do.
          <td
            key={column.render && !isPlain(shown) ? `${column.key} ${id}` : column.key}
            data-figure={isFigure(column)}
            style={widthOf(column, widths, at)}
          >
            {at === 0 && address !== undefined ? (
              <a className={styles.rowLink} href={address} onClick={onLinkClick}>
                {shown}
              </a>
            ) : (
              shown
            )}
          </td>
        );
      })}
      {hasMenu && (
        <td className={styles.more}>
          <RowMenu
            row={row}
            label={rowName(row, index)}
            actions={(given, show) => doings.current.rowActions?.(given, show) ?? []}
          />
        </td>
      )}
    </tr>
  );
});
