import type { ReactNode } from "react";
import { IconArrowDown, IconArrowUp, IconMinus, IconPlus } from "../ui/icons.ts";
import { LinkButton } from "../ui/kit.tsx";
import type { Column } from "./columns.tsx";
import styles from "./list.module.css";
import { densities, fitting, inOrder, type Table } from "./table-memory.ts";
import type { List } from "./use-list.ts";

type Row = Record<string, unknown>;
/** In pixels: what a press of "wider" or "narrower" makes of a column. */
const WIDTH_STEP = 24;
const names = { compact: "Compact", regular: "Regular", relaxed: "Relaxed" };

/** How the table looks: row height, which columns, in what order. Remembered per person and table. */
export function ColumnsMenu({
  list,
  all,
  shown,
  table,
}: {
  list: List<Row>;
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  table: Table;
}): ReactNode {
  const keys = shown.map(({ key }) => key);
  const ordered = inOrder(
    all,
    list.state.columns
      ? [...keys, ...table.memory.order.filter((key) => !keys.includes(key as never))]
      : table.memory.order,
  );
  const apply = (order: readonly string[], visible: readonly string[]): void => {
    table.setMemory({ order, hidden: all.map(({ key }) => key).filter((key) => !visible.includes(key)) });
    list.change(
      { columns: visible.length > 0 ? order.filter((key) => visible.includes(key)) : undefined, page: list.state.page },
      { replace: true },
    );
  };
  const order = ordered.map(({ key }) => key);
  const toggle = (key: string): void => {
    const visible = keys.includes(key as never) ? keys.filter((other) => other !== key) : [...keys, key];
    if (visible.length > 0) apply(order, visible);
  };
  const resize = (column: Column<Row>, by: number): void => {
    const now =
      table.memory.widths[column.key] ??
      document.querySelector<HTMLElement>(`th[data-column="${CSS.escape(column.key)}"]`)?.offsetWidth ??
      column.width ??
      120;
    table.setMemory({ widths: { ...table.memory.widths, [column.key]: fitting(now + by) } });
  };
  const move = (index: number, by: -1 | 1): void => {
    const next: string[] = [...order];
    const [key] = next.splice(index, 1);
    if (key !== undefined) next.splice(index + by, 0, key);
    apply(next, keys);
  };
  return (
    <div className={styles.editor}>
      <fieldset className={styles.density}>
        <legend>Row height</legend>
        {densities.map((density) => (
          <button
            key={density}
            type="button"
            aria-pressed={table.density === density}
            onClick={() => table.setDensity(density)}
          >
            {names[density]}
          </button>
        ))}
      </fieldset>
      <fieldset className={styles.columns}>
        <legend>Columns</legend>
        {ordered.map((column, index) => (
          <div key={column.key}>
            <label>
              <input type="checkbox" checked={keys.includes(column.key)} onChange={() => toggle(column.key)} />
              {column.header}
            </label>
            <button
              type="button"
              aria-label={`Make ${column.header} narrower`}
              title="Narrower"
              onClick={() => resize(column, -WIDTH_STEP)}
            >
              <IconMinus size={14} />
            </button>
            <button
              type="button"
              aria-label={`Make ${column.header} wider`}
              title="Wider"
              onClick={() => resize(column, WIDTH_STEP)}
            >
              <IconPlus size={14} />
            </button>
            <button
              type="button"
              aria-label={`Move ${column.header} up`}
              disabled={index === 0}
              onClick={() => move(index, -1)}
            >
              <IconArrowUp size={14} />
            </button>
            <button
              type="button"
              aria-label={`Move ${column.header} down`}
              disabled={index === ordered.length - 1}
              onClick={() => move(index, 1)}
            >
              <IconArrowDown size={14} />
            </button>
          </div>
        ))}
      </fieldset>
      <LinkButton
        onClick={() => {
          table.setMemory(undefined);
          list.change({ columns: undefined, page: list.state.page }, { replace: true });
        }}
      >
        Reset columns and widths
      </LinkButton>
    </div>
  );
}
