import type * as calls from "@manilla/contract/payments/transfer-desk";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import type { Handlers } from "../../../house/app.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { bankNotice } from "../transfers/index.ts";

type Desk = z.output<typeof calls.find.response>;
const DAY = 86_400_000;

async function deskOf(db: Database): Promise<Desk> {
  const since = new Date(clock.milliseconds() - DAY);
  const { rows } = await sql<Omit<Desk, "limit_kobo">>`
    select s.is_on, s.notice, s.changed_at, transfers_out_on(c.business_date) as out_today_kobo, d.*
    from bank_switch s
    cross join business_calendar c
    cross join lateral (
      select count(*) filter (where status = 'success' and settled_at > ${since})::int as arrived_today,
        -- A payout keeps the day on which it arrived, also where it came back later; its transfer when it ended.
        (
          select count(*)::int
          from transfers t
          where t.status in ('failed', 'reversed') and t.settled_at > ${since} and t.payout_id is not null
        ) as failed_today,
        count(*) filter (where status = 'unknown')::int as unknown_now
      from payouts
      where purpose = 'transfer' and (status = 'unknown' or settled_on >= c.business_date - 2)
    ) d
  `.execute(db);
  return { ...rows[0]!, limit_kobo: BigInt(await readSetting(db, "transfers_daily_kobo")) };
}

/** An account's number, or a longer one. */
const DIGITS = /\d{10}/;

export const handlers: Handlers<typeof calls> = {
  find: ({ db }) => deskOf(db),
  async switchBanks(context, { body: { is_on, notice, reason } }) {
    if (!is_on && !notice) throw new InvalidFields({ notice: ["people read it: say when money leaves again"] });
    if (notice && DIGITS.test(notice.replaceAll(/[\s-]/g, "")))
      throw new InvalidFields({
        notice: ["no account or card numbers: nobody is to send money elsewhere because of it"],
      });
    await context.db.transaction().execute(async (tx) => {
      const before = await getRow(tx, "bank_switch", { one: true }, ["is_on", "notice"], { lock: true });
      const after = { is_on, notice: is_on ? null : (notice ?? null) };
      const changed = { changed_by: context.session.user_id, changed_at: clock.now() };
      await changeRows(tx, "bank_switch", { one: true }, { ...after, ...changed });
      await recordAudit(tx, context, "banks_switched", ["configuration", "banks"], { before, after, reason });
    });
    return deskOf(context.db);
  },
  notice: async ({ db }) => ({ notice: await bankNotice(db) }),
};
