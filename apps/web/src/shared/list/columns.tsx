import { type BadgeKind, badge } from "@manilla/contract/badges";
import {
  count,
  date,
  day,
  dollars,
  exactTime,
  naira,
  percent,
  relativeTime,
  sentence,
} from "@manilla/contract/formats";
import { displayPhone } from "@manilla/contract/phone";
import { isValidElement, type ReactNode } from "react";
import { Link } from "react-router";
import { StatusBadge } from "../ui/badge.tsx";
import { Copyable } from "../ui/kit.tsx";

export type CellKind =
  | "text"
  | "money"
  | "dollars"
  | "percent"
  | "number"
  | "date"
  | "day"
  | "relative"
  | "badge"
  | "id"
  | "phone"
  | "boolean";

export interface Column<Row> {
  /** A field of the row, or a name of its own that begins with "_" and brings `render`. */
  key: Extract<keyof Row, string> | `_${string}`;
  header: string;
  kind?: CellKind;
  /** Whose status a `badge` column shows. */
  badge?: BadgeKind;
  render?: (row: Row) => ReactNode;
  /** What its choices are called in the filter, where the column does not call them by their own names. */
  words?: Readonly<Record<string, string>>;
  /** Where a figure leads: to what it is made of. */
  opens?: (row: Row) => string | undefined;
  align?: "left" | "right";
  /** In pixels; the person may change it. */
  width?: number;
  /** On phones: the card's title, its badge, or one of its three or four fields. Other columns are left out there. */
  card?: "title" | "badge" | "field";
  /** Not shown until somebody chooses it. */
  isHidden?: boolean;
}

/** What a filter calls a choice: the same word as the column of that name. */
export function choiceWord(columns: readonly Column<never>[], filter: string, choice: string): string {
  const column = columns.find(({ key }) => key === filter || key === `_${filter}`);
  return column?.words?.[choice] ?? (column?.badge ? badge(column.badge, choice).label : sentence(choice));
}

/** Columns typed by the row of a call: `columns<Answer<typeof calls.loans.list>["items"][number]>([...])`. */
export const columns = <Row,>(list: readonly Column<Row>[]): readonly Column<Row>[] => list;

const figures = new Set<CellKind>(["money", "dollars", "percent", "number"]);
/** Figures stand on the right, so that their digits align. */
export const isFigure = <Row,>(column: Column<Row>): boolean =>
  column.align === "right" || (column.align === undefined && column.kind !== undefined && figures.has(column.kind));

const isWireMoney = (value: unknown): value is number | bigint =>
  typeof value === "number" || typeof value === "bigint";

function formatted(kind: CellKind, value: unknown, badgeKind: BadgeKind): ReactNode {
  if (value === null || value === undefined || value === "") return <span className="muted">–</span>;
  const text = typeof value === "string" ? value : typeof value === "object" ? "" : String(value as number);
  switch (kind) {
    case "money":
      return isWireMoney(value) ? naira(value) : text;
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
      return (
        <time dateTime={text} title={exactTime(text)}>
          {relativeTime(text, new Date())}
        </time>
      );
    case "badge":
      return <StatusBadge kind={badgeKind} status={text} />;
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
      return text;
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
 * What stands in a cell.
 * @param hasPlainLinks the row goes the way of its links: the router's own draw themselves again at every change of address
 */
export function cellOf<Row>(column: Column<Row>, row: Row, hasPlainLinks = false): ReactNode {
  const shown = column.render
    ? column.render(row)
    : formatted(column.kind ?? "text", (row as Record<string, unknown>)[column.key], column.badge ?? "transaction");
  const href = column.opens?.(row);
  if (!href) return shown;
  return hasPlainLinks ? <a href={href}>{shown}</a> : <Link to={href}>{shown}</Link>;
}
