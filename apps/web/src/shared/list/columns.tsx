import { type BadgeKind, badge } from "@manilla/contract/badges";
import {
  count,
  date,
  day,
  dollars,
  exactTime,
  money,
  percent,
  relativeTime,
  sentence,
  shortReference,
  waitingTime,
} from "@manilla/contract/formats";
import type { Endpoint } from "@manilla/contract/endpoint";
import { type FieldKind, fieldOf } from "@manilla/contract/fields";
import { displayPhone } from "@manilla/contract/phone";
import { isValidElement, type ReactNode } from "react";
import { Link } from "react-router";
import { fullName } from "../people/names.ts";
import { Toned } from "../people/toned.tsx";
import { StatusBadge } from "../ui/badge.tsx";
import { Copyable } from "../ui/kit.tsx";

/** A column of any table: the names of its row's fields, and what differs from what the contract says of them (fields.ts). */
export interface Column<Row> {
  /** A field of the row, or a name of its own that begins with "_" and brings `render`. */
  key: Extract<keyof Row, string> | `_${string}`;
  header: string;
  kind?: FieldKind;
  /** The record of a `badge` column's status; without it the status is a word in its tone. */
  badge?: BadgeKind;
  render?: (row: Row) => ReactNode;
  /** The names of its values, in the cells and in the filter. */
  words?: Readonly<Record<string, string>>;
  /** The address of a figure's parts. */
  opens?: (row: Row) => string | undefined;
  /** Who may go there, by one of these rights; for others the cell is plain text. */
  opensFor?: Endpoint["can"];
  align?: "left" | "right";
  /** In pixels; in a list the person may change it. */
  width?: number;
  /** On phones: the card's title, its badge, or one of its three or four fields. Other columns of a list are left out there. */
  card?: "title" | "badge" | "field";
  /** Hidden until somebody chooses it. */
  isHidden?: boolean;
  /** A text of any length, which may take several lines. */
  canWrap?: boolean;
  /** The cell of the last row. */
  total?: ReactNode;
}

/** A column as it is declared: what the contract says of the field may be left out. */
export type DeclaredColumn<Row> = Omit<Column<Row>, "header"> & { header?: string };

/** Completes a column by its field: label, kind and width, for a cell that is not rendered by the screen itself. */
export function completed<Row>(column: DeclaredColumn<Row>): Column<Row> {
  const { label, kind, width } = fieldOf(column.key);
  return { header: label, ...(!column.render && { kind }), ...(width !== undefined && { width }), ...column };
}

/** A column of a field. @param more what differs from the contract's field */
export const column = <Row,>(
  key: NoInfer<Column<Row>["key"]>,
  more: NoInfer<Omit<DeclaredColumn<Row>, "key">> = {},
): Column<Row> => completed({ key, ...more });

/** What a filter calls a choice: the same word as the column of that name. */
export function choiceWord(columns: readonly Column<never>[], filter: string, choice: string): string {
  const column = columns.find(({ key }) => key === filter || key === `_${filter}`);
  return column?.words?.[choice] ?? (column?.badge ? badge(column.badge, choice).label : sentence(choice));
}

/** Columns of the row of a call: `columns<RowOf<typeof calls.loans.listAll>>([column("reference"), …])`. */
export const columns = <Row,>(list: readonly Column<Row>[]): readonly Column<Row>[] => list;

const figures = new Set<FieldKind>(["money", "dollars", "percent", "number"]);
/** Figures are right-aligned, so that their digits align. */
export const isFigure = <Row,>(column: Column<Row>): boolean =>
  column.align === "right" || (column.align === undefined && column.kind !== undefined && figures.has(column.kind));

const isWireMoney = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

/** A name, a record with names, or the row's own names. */
const personName = (value: unknown, row: unknown, key: string): string => {
  if (typeof value === "string" && key !== "name" && key !== "last_name") return value;
  const { name, last_name = "" } = (typeof value === "object" ? value : row) as { name: string; last_name?: string };
  return fullName({ name, last_name });
};

/** Amounts of a dollar card, or of an account in dollars, are dollars. */
function currencyOf(row: unknown): string {
  const { card_currency, currency } = row as { card_currency?: string; currency?: string };
  return card_currency ?? (currency === "USD" ? "USD" : "NGN");
}

function formatted<Row>({ key, kind, badge: badgeKind, words }: Column<Row>, row: Row): ReactNode {
  const value = (row as Record<string, unknown>)[key];
  if (value === null || value === undefined || value === "") return <span className="muted">–</span>;
  const text = typeof value === "string" ? value : typeof value === "object" ? "" : String(value as number);
  switch (kind) {
    case "money":
      return isWireMoney(value) ? money(value, currencyOf(row)) : text;
    case "dollars":
      return isWireMoney(value) ? dollars(value) : text;
    case "percent":
      return percent(text);
    case "number":
      return isWireMoney(value) ? count(value) : text;
    case "date":
      return (
        <time dateTime={text} title={exactTime(text)}>
          {date(text)}
        </time>
      );
    case "day":
      return day(text);
    case "relative":
    case "waiting":
      return (
        <time dateTime={text} title={exactTime(text)}>
          {(kind === "waiting" ? waitingTime : relativeTime)(text, new Date())}
        </time>
      );
    case "badge":
      if (badgeKind) return <StatusBadge kind={badgeKind} status={text} />;
      return <Toned status={text} label={words?.[text]} />;
    case "person":
      return personName(value, row, key);
    case "word":
      return sentence(text);
    case "code":
      return <code>{text}</code>;
    case "reference":
      return (
        <Copyable text={text} label={key.replaceAll("_", " ")}>
          <code>{shortReference(text)}</code>
        </Copyable>
      );
    case "id":
      return (
        <Copyable text={text} label="id">
          <code>{text.length > 14 ? `…${text.slice(-8)}` : text}</code>
        </Copyable>
      );
    case "phone":
      return (
        <Copyable text={text} label="phone number">
          {displayPhone(text)}
        </Copyable>
      );
    case "boolean":
      return value === true ? "Yes" : "No";
    case "text":
    case undefined:
      return words?.[text] ?? text;
  }
}

/** Whether words, or marks made of words: nothing that could remember something of its record. */
export const isPlain = (node: ReactNode): boolean =>
  node === null ||
  typeof node !== "object" ||
  (Array.isArray(node)
    ? node.every(isPlain)
    : isValidElement<{ children?: ReactNode }>(node) && typeof node.type === "string" && isPlain(node.props.children));

/**
 * A cell's content.
 * @param hasPlainLinks the row goes the way of its links: the router's own draw themselves again at every change of address
 */
export function cellOf<Row>(column: Column<Row>, row: Row, hasPlainLinks = false): ReactNode {
  const shown = column.render ? column.render(row) : formatted(column, row);
  const href = column.opens?.(row);
  if (!href) return shown;
  return hasPlainLinks ? <a href={href}>{shown}</a> : <Link to={href}>{shown}</Link>;
}
