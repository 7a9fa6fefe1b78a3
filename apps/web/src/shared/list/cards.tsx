import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import { useKeptScroll } from "../ui/kept-scroll.ts";
import { Skeleton } from "../ui/kit.tsx";
import { cellOf, type Column } from "./columns.tsx";
import { rowId, rowName } from "./row-id.ts";
import styles from "./list.module.css";
import { RowMenu } from "./row-menu.tsx";
import type { RowsProps } from "./table.tsx";

type Row = Record<string, unknown>;
const MAX_FIELDS = 4;

/** What of a row a card shows: its title, its badge, and up to four labelled fields. */
function partsOf(columns: readonly Column<Row>[]): {
  title: Column<Row> | undefined;
  badge: Column<Row> | undefined;
  fields: readonly Column<Row>[];
} {
  const title = columns.find(({ card }) => card === "title") ?? columns[0];
  const badge = columns.find(({ card }) => card === "badge") ?? columns.find(({ kind }) => kind === "badge");
  const marked = columns.filter(({ card }) => card === "field");
  const fields = (marked.length > 0 ? marked : columns)
    .filter((column) => column !== title && column !== badge)
    .slice(0, MAX_FIELDS);
  return { title, badge, fields };
}

/** A list on a phone: each row a labelled card with its main fields and the same actions. */
export function Cards({ list, rows, columns, href, rowActions, onOpen, selection }: RowsProps): ReactNode {
  const { title, badge, fields } = partsOf(columns);
  const scroller = useRef<HTMLUListElement>(null);
  useKeptScroll(scroller, "table", list.result.data !== undefined);
  const { page } = list.state;
  const last = useRef(page);
  // The way to the next page is at the foot of this one; its rows begin at the top.
  useEffect(() => {
    if (last.current !== page) scroller.current?.scrollIntoView();
    last.current = page;
  }, [page]);
  if (list.result.data === undefined) {
    return (
      <ul className={styles.cards}>
        {[1, 2, 3, 4].map((number) => (
          <li key={number} className={styles.card}>
            <Skeleton width="60%" height={16} />
            <Skeleton width="90%" height={12} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <ul ref={scroller} className={styles.cards} tabIndex={href ? undefined : 0}>
      {rows.map((row, index) => {
        const id = rowId(row, index);
        return (
          <li key={id} className={styles.card} data-selected={selection?.has(id)}>
            <div className={styles.cardHead}>
              {selection && (
                <input
                  type="checkbox"
                  aria-label={`Select ${rowName(row, index)}`}
                  checked={selection.has(id)}
                  onChange={() => selection.toggle(id)}
                />
              )}
              <h2>
                {title &&
                  (href ? (
                    <Link className={styles.cardLink} to={href(row)} onClick={onOpen}>
                      {cellOf(title, row)}
                    </Link>
                  ) : (
                    cellOf(title, row)
                  ))}
              </h2>
              {badge && cellOf(badge, row)}
              {rowActions && <RowMenu row={row} label={rowName(row, index)} actions={rowActions} />}
            </div>
            <dl className={styles.cardFields}>
              {fields.map((column) => (
                <div key={column.key}>
                  <dt>{column.header}</dt>
                  <dd>{cellOf(column, row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
