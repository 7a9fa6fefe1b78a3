/** Many rows on the way from the process that reads a file: in pages, so that unpacking them leaves others their turn. */
import { setImmediate } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";

const PAGE = 500;
export type Pages = readonly Uint8Array[];

export const packRows = (rows: readonly unknown[]): Pages =>
  Array.from(
    { length: Math.ceil(rows.length / PAGE) },
    (_, page) => new Uint8Array(serialize(rows.slice(page * PAGE, (page + 1) * PAGE))),
  );

export async function unpackRows<Row>(pages: Pages): Promise<Row[]> {
  const rows: Row[] = [];
  for (const page of pages) {
    for (const row of deserialize(page) as Row[]) rows.push(row);
    await setImmediate();
  }
  return rows;
}
