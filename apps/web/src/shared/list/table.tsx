import { type ReactNode, type RefObject, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { isShortcut, useKeys } from "../ui/keys.ts";
import { useKeptScroll } from "../ui/kept-scroll.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Facts, Skeleton } from "../ui/kit.tsx";
import { useScreenTitle } from "../ui/page.tsx";
import { cellOf, type Column } from "./columns.tsx";
import { rowId, rowName } from "./row-id.ts";
import { nameClipped } from "./clipped.ts";
import styles from "./list.module.css";
import type { RowActions } from "./row-menu.tsx";
import type { Selection } from "./selection.ts";
import { HeadCell, type HeadDoings } from "./table-head.tsx";
import { type RowDoings, TableRow } from "./table-row.tsx";
import type { Table } from "./table-memory.ts";
import type { List } from "./use-list.ts";

type Row = Record<string, unknown>;
export interface RowsProps {
  list: List<Row>;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  href: ((row: Row) => string) | undefined;
  rowActions: RowActions<Row> | undefined;
  onOpen: () => void;
  selection: Selection | undefined;
}

/** `j` and `k` move between rows from anywhere on the page, `x` ticks, Enter opens, Space shows all of a row; off while typing. */
function useRowKeys(
  body: RefObject<HTMLTableSectionElement | null>,
  act: (key: "x" | "Enter" | " ", index: number) => void,
): void {
  useKeys((event) => {
    if (!["j", "k", "x", "Enter", " "].includes(event.key) || !isShortcut(event)) return;
    const rows = [...(body.current?.rows ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    if (event.key === "j" || event.key === "k") {
      event.preventDefault();
      rows[Math.max(0, Math.min(rows.length - 1, at < 0 ? 0 : at + (event.key === "j" ? 1 : -1)))]?.focus();
    } else if (at >= 0 && (event.key === "x" || document.activeElement === rows[at])) {
      event.preventDefault();
      act(event.key as "x" | "Enter" | " ", at);
    }
  });
}

/** The table of a list: sticky head and first column, sorting in the head, widths by dragging, rows that are links. */
export function DataTable({
  list,
  rows,
  columns,
  all,
  href,
  rowActions,
  onOpen,
  selection,
  table,
}: RowsProps & { table: Table; all: readonly Column<Row>[] }): ReactNode {
  const navigate = useNavigate();
  const title = useScreenTitle();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const [detail, setDetail] = useState<Row>();
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
    else if (key === " ") setDetail(row);
    else open(row);
  });
  // Rows are drawn again only when they change, not when the page around them does; what they do is looked up when it is done.
  const doings = useRef<RowDoings>({ open, go: navigate, href, rowActions, toggle: undefined });
  doings.current = { open, go: navigate, href, rowActions, toggle: selection?.toggle };
  const headDoings = useRef<HeadDoings>({ list, table });
  headDoings.current = { list, table };
  const { sort } = list.state;
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      data-density={table.density}
      tabIndex={0}
      role="region"
      onPointerOver={nameClipped}
      aria-label={`${title}, table`}
    >
      <table className={styles.table}>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className={styles.tick}>
                <input
                  type="checkbox"
                  aria-label="Select the rows of this page"
                  checked={selection.isPageSelected}
                  onChange={selection.togglePage}
                />
              </th>
            )}
            {columns.map((column, at) => (
              <HeadCell
                key={column.key}
                column={column}
                at={at}
                order={column.key === sort.column ? sort.order : undefined}
                isSortable={list.declaration.sorts.includes(column.key)}
                widths={table.memory.widths}
                doings={headDoings}
              />
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
                // By place, not by record: another page then changes words in existing rows instead of building twenty new ones.
                return (
                  <TableRow
                    key={index}
                    id={id}
                    row={row}
                    index={index}
                    columns={columns}
                    widths={table.memory.widths}
                    isSelected={selection?.has(id) ?? false}
                    isLink={href !== undefined}
                    hasTick={selection !== undefined}
                    hasMenu={rowActions !== undefined}
                    doings={doings}
                  />
                );
              })}
        </tbody>
      </table>
      <Dialog
        opened={detail !== undefined}
        onClose={() => setDetail(undefined)}
        title={detail ? rowName(detail, 0) : ""}
      >
        {detail && (
          <Facts
            items={all
              .filter(({ key }) => key !== "id")
              .map((column) => ({ label: column.header, value: cellOf(column, detail, false) }))}
          />
        )}
      </Dialog>
    </div>
  );
}
