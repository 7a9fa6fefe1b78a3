import type * as calls from "@manilla/contract/lending/daily-statistics";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { clock, dayInLagos, fiveYesterday } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";
import { readSetting } from "../../platform/configuration/index.ts";

type Brought = NonNullable<z.output<typeof calls.daily.response>["brought"]>;

/** Whom colleagues brought this month, the caller and all of them. */
export async function broughtBy(db: Database, user_id: string): Promise<Brought> {
  const month = dayInLagos(clock.now()).slice(0, 7);
  const figures = (whose: RawBuilder<unknown>) =>
    sql<Brought["mine"]>`
      select count(*) filter (where u.created_at >= ${`${month}-01`}::date::timestamp at time zone 'Africa/Lagos')::int as month,
        count(*) filter (where u.created_at > ${fiveYesterday()}::timestamptz)::int as since,
        count(*) filter (where u.running_loans > 0)::int as active
      from users u
      where u.is_customer and u.erased_at is null and ${whose}
    `.execute(db);
  const [mine, team, target] = await Promise.all([
    figures(sql`u.created_by = ${user_id}`),
    figures(sql`u.created_by is not null`),
    readSetting(db, "sales_target_a_month"),
  ]);
  return { month, target, mine: mine.rows[0]!, team: team.rows[0]! };
}
