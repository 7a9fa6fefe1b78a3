/** Figures, plain tables and charts of screens that are no lists. */
import type { Tone } from "@manilla/contract/badges";
import { counted, naira } from "@manilla/contract/formats";
import type { CSSProperties, ReactNode } from "react";
import { Link } from "react-router";
import { cellOf, type Column, completed, type DeclaredColumn, isFigure } from "../list/columns.tsx";
import { useIsPhone } from "../ui/device.ts";
import { Empty, type Maybe, present } from "../ui/kit.tsx";
import styles from "./figures.module.css";

export { styles as figureStyles };

export interface Figure {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  tone?: Tone | undefined;
  /** Where the figure leads: to what it is made of. */
  href?: string;
  /** It is what the screen shows now. */
  isCurrent?: boolean;
}

/** An amount in two lines is misread: it is set smaller where it would not fit (figures.module.css). */
const widthOf = (value: ReactNode): CSSProperties | undefined =>
  typeof value === "string" ? ({ "--characters": value.length } as CSSProperties) : undefined;

/** Figures side by side, each with its name above it. @param props.isStrip one row that scrolls sideways on a phone */
export function Figures({ items, isStrip }: { items: readonly Maybe<Figure>[]; isStrip?: boolean }): ReactNode {
  return (
    <dl
      className={styles.figures}
      data-strip={isStrip ?? false}
      {...(isStrip && { tabIndex: 0, "aria-label": "Figures" })}
    >
      {present(items).map(({ label, value, note, tone, href, isCurrent }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tone={tone} style={widthOf(value)}>
            {href ? (
              <Link
                to={href}
                {...(typeof value === "string" && { "aria-label": `${label}: ${value}` })}
                aria-current={isCurrent ? "true" : undefined}
              >
                {typeof value !== "string" && <span className="visually-hidden">{label}: </span>}
                {value}
              </Link>
            ) : (
              value
            )}
            {note && <small>{note}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps<Row> {
  isNarrow?: boolean;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** By default the row's id, or its place. */
  keyOf?: (row: Row, index: number) => string;
}

interface PlainTableProps<Row> extends Omit<TableProps<Row>, "columns"> {
  /** One that is there only under a condition may be false. */
  columns: readonly Maybe<DeclaredColumn<Row>>[];
  /** Shown when there are no rows. */
  empty?: string;
  /** Stays a table on a phone, of those columns alone that a card would have, and has no margin of its own. */
  isNarrow?: boolean;
}

/** A table of a few rows that are all there; on a phone every row is a labelled card. */
export function PlainTable<Row>({ columns, empty, ...props }: PlainTableProps<Row>): ReactNode {
  const Table = useIsPhone() && !props.isNarrow ? PlainCards : WideTable;
  if (empty !== undefined && props.rows.length === 0) return <Empty title={empty} />;
  return <Table {...props} columns={present(columns).map(completed)} />;
}

function keyOfRow<Row>(row: Row, index: number): string {
  const { id } = row as { id?: unknown };
  return typeof id === "string" ? id : String(index);
}

function WideTable<Row>({ caption, columns, rows, keyOf = keyOfRow, isNarrow }: TableProps<Row>): ReactNode {
  return (
    <div className={`scroller ${styles.scroller}`} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table} data-narrow={isNarrow ?? false}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                data-figure={isFigure(column)}
                data-card={column.card !== undefined}
                style={column.width === undefined ? undefined : { width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={keyOf(row, index)}>
              {columns.map((column) =>
                column.card === "title" ? (
                  <th key={column.key} scope="row" data-card>
                    {cellOf(column, row)}
                  </th>
                ) : (
                  <td
                    key={column.key}
                    data-figure={isFigure(column)}
                    data-card={column.card !== undefined}
                    data-wrap={column.canWrap ?? false}
                  >
                    {cellOf(column, row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {columns.some(({ total }) => total !== undefined) && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.key} data-figure={isFigure(column)}>
                  {column.total}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function PlainCards<Row>({ caption, columns, rows, keyOf = keyOfRow }: TableProps<Row>): ReactNode {
  const title = columns.find(({ card }) => card === "title");
  const fields = columns.filter((column) => column !== title);
  const totals = fields.filter(({ total }) => total !== undefined);
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row, index) => (
        <li key={keyOf(row, index)}>
          {title && <strong>{cellOf(title, row)}</strong>}
          <dl>
            {fields.map((column) => {
              const shown = cellOf(column, row);
              return shown === "" ? null : (
                <div key={column.key}>
                  <dt>{column.header}</dt>
                  <dd>{shown}</dd>
                </div>
              );
            })}
          </dl>
        </li>
      ))}
      {totals.length > 0 && (
        <li data-total="true">
          <strong>In all</strong>
          <dl>
            {totals.map(({ key, header, total }) => (
              <div key={key}>
                <dt>{header}</dt>
                <dd>{total}</dd>
              </div>
            ))}
          </dl>
        </li>
      )}
    </ul>
  );
}

/** Amounts beside each other as bars, each with its figure; nothing is only in the colour. Amounts in kobo. */
export function Bars({
  label,
  rows,
}: {
  label: string;
  rows: readonly { key: string; name: ReactNode; kobo: number; count: number; noun: string }[];
}): ReactNode {
  const largest = Math.max(1, ...rows.map(({ kobo }) => kobo));
  return (
    <ul className={styles.bars} aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <span>{row.name}</span>
          <div className={styles.track}>
            <span style={{ width: `${(Math.max(0, row.kobo) / largest) * 45}%` }} />
            <span>
              {naira(row.kobo)} <span className="muted">{counted(row.count, row.noun)}</span>
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** `2026-03` as `Mar 26`. */
export const monthName = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1] ?? ""} ${month.slice(2, 4)}`;
