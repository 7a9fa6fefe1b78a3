import { useEffect, useState } from "react";
import { remember, remembered } from "../ui/device.ts";
import type { Column } from "./columns.tsx";
import type { Views } from "./saved-views.ts";

/** What a person has made of a table: which columns, in what order, how wide. */
export interface TableMemory {
  order: readonly string[];
  hidden: readonly string[];
  widths: Readonly<Record<string, number>>;
}

export const densities = ["compact", "regular", "relaxed"] as const;
export type Density = (typeof densities)[number];

export const NARROWEST = 64;
export const WIDEST = 640;
/** A width that a column may have, in whole pixels. */
export const fitting = (width: number): number => Math.round(Math.max(NARROWEST, Math.min(WIDEST, width)));

/** All columns in the person's order; new columns at the author's place. */
export function inOrder<Row>(all: readonly Column<Row>[], order: readonly string[]): Column<Row>[] {
  const known = order.flatMap((key) => all.find((column) => column.key === key) ?? []);
  const result = [...known];
  for (const [index, column] of all.entries()) if (!known.includes(column)) result.splice(index, 0, column);
  return result;
}

/** The columns to show: those of the address if it names any, else the person's own choice. */
export function shownColumns<Row>(
  all: readonly Column<Row>[],
  memory: TableMemory,
  fromAddress: readonly string[] | undefined,
): Column<Row>[] {
  const named = fromAddress?.flatMap((key) => all.find((column) => column.key === key) ?? []);
  return named && named.length > 0
    ? named
    : inOrder(all, memory.order).filter((column) => !memory.hidden.includes(column.key));
}

export interface Table {
  memory: TableMemory;
  setMemory(change: Partial<TableMemory> | undefined): void;
  density: Density;
  setDensity(density: Density): void;
}

/** What is remembered of a table, per person and table; the density per person. The device answers at once, the server for every device. */
export function useTableMemory<Row>(
  person: string,
  table: string,
  all: readonly Column<Row>[],
  { kept, rememberTable }: Views,
): Table {
  const key = `table.${person}.${table}`;
  const initial: TableMemory = {
    order: [],
    hidden: all.flatMap((column) => (column.isHidden ? [column.key] : [])),
    widths: {},
  };
  const [memory, setMemory] = useState<TableMemory>(() => remembered(key, initial));
  const [density, setDensity] = useState<Density>(() => remembered<Density>(`density.${person}`, "regular"));
  const fromServer = kept?.memory;
  useEffect(() => {
    if (!fromServer) return;
    setMemory(fromServer);
    remember(key, fromServer);
  }, [fromServer, key]);
  return {
    memory,
    density,
    setMemory(change) {
      const next = change ? { ...memory, ...change } : initial;
      setMemory(next);
      remember(key, change ? next : undefined);
      rememberTable(change ? { order: [...next.order], hidden: [...next.hidden], widths: next.widths } : null);
    },
    setDensity(chosen) {
      setDensity(chosen);
      remember(`density.${person}`, chosen);
    },
  };
}
