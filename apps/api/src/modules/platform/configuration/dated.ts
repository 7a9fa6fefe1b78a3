/** Values that hold from a day on: the past keeps the value of its own day. */
import type { DatedKey, find } from "@manilla/contract/platform/configuration";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../db/database.ts";
import { InvalidFields } from "../../../errors.ts";

type Held = z.output<typeof find.response>["items"][number]["dated"];

/**
 * The numbers that held on a day, in the order of the keys.
 * @param without a value that is looked away from
 * @throws Error when the migrations did not run
 */
export async function settingsOn(
  db: Database | Tx,
  keys: readonly DatedKey[],
  on: string,
  without: string | null = null,
): Promise<number[]> {
  const { rows } = await sql<{ key: string; value: unknown }>`
    select c.key,
      coalesce((
        select v.value
        from configuration_values v
        where v.key = c.key and v.valid_from <= ${on}::date and v.withdrawn_at is null
          and v.id is distinct from ${without}::uuid
        order by v.valid_from desc, v.set_at desc
        limit 1
      ), c.value) as value
    from configuration c
    where c.key = any(${[...keys]}::text[])
  `.execute(db);
  const values = new Map(rows.map(({ key, value }) => [key, Number(value)]));
  return keys.map((key) => {
    const value = values.get(key);
    if (value === undefined || !Number.isFinite(value)) throw new Error(`the configuration has no ${key}`);
    return value;
  });
}

/** The values of each key since the beginning, the newest first; `valid_from` is null for the one before them all. */
export async function datedShown(db: Database, today: string): Promise<Map<string, NonNullable<Held>>> {
  const { rows } = await sql<NonNullable<Held>[number] & { key: string }>`
    select v.key, v.id, v.valid_from::text as valid_from, v.value, v.reason, u.full_name as set_by,
      v.withdrawn_because, w.full_name as withdrawn_by,
      v.withdrawn_at is null and v.valid_from > ${today}::date as is_to_come,
      v.id = first_value(v.id) over (
        partition by v.key order by (v.withdrawn_at is null and v.valid_from <= ${today}::date) desc, v.valid_from desc, v.set_at desc
      ) and v.withdrawn_at is null and v.valid_from <= ${today}::date as is_now
    from configuration_values v
    left join users u on u.id = v.set_by
    left join users w on w.id = v.withdrawn_by
    order by v.key, v.valid_from desc, v.set_at desc
  `.execute(db);
  return Map.groupBy(rows, ({ key }) => key);
}

/** A day to come on which nothing else begins. @throws InvalidFields */
export async function requireDay(
  db: Database | Tx,
  keys: readonly string[],
  { valid_from, today }: { valid_from: string | undefined; today: string },
): Promise<string> {
  if (valid_from === undefined || valid_from <= today)
    throw new InvalidFields({ valid_from: ["this field has to be a day to come"] });
  const { rows } = await sql`
    select 1
    from configuration_values
    where key = any(${[...keys]}::text[]) and valid_from = ${valid_from}::date and withdrawn_at is null
  `.execute(db);
  if (rows.length > 0) throw new InvalidFields({ valid_from: ["another value begins on this day"] });
  return valid_from;
}
