/** Steps of the close: rewards that were not redeemed in time expire; those that soon will are named to their owners. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Progress, Step } from "../../../house/app.ts";
import { newReference, postRewardExpired } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { note, tell } from "../../platform/notifications/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { expired, expiresSoon } from "./messages.ts";

const LOTS_A_BATCH = 200;

interface Lot {
  id: string;
  user_id: string;
  left_kobo: bigint;
  expires_on: string;
}

/** What is left of lots whose last day was before the day that begins; the oldest first. */
export const expireRewards: Step = {
  name: "rewards_expire",
  at: 79.6,
  async batch(_app, tx, { closing, opening }): Promise<Progress> {
    const { rows: due } = await sql<Pick<Lot, "id" | "user_id">>`
      select id, user_id
      from reward_lots
      where status = 'available' and expires_on < ${opening}::date
      order by expires_on, id
      limit ${LOTS_A_BATCH}
    `.execute(tx);
    // People first, in one order: a redemption locks its person too.
    for (const user_id of [...new Set(due.map((lot) => lot.user_id))].toSorted()) await lockPerson(tx, user_id);
    const { rows } = await sql<Lot>`
      select id, user_id, left_kobo, expires_on::text as expires_on
      from reward_lots
      where id = any(${due.map(({ id }) => id)}::uuid[]) and status = 'available'
      order by expires_on, id
      for update
    `.execute(tx);
    for (const { id: lot_id, user_id, left_kobo } of rows) {
      const id = uuidv7();
      await postRewardExpired(tx, { id, lot_id, user_id, amount_kobo: left_kobo, on: closing, actor: SYSTEM.name });
      const set = { left_kobo: 0n };
      const change = { noun: "rewardLot", action: "expire", actor: SYSTEM, business_date: closing } as const;
      await changeWhere(tx, { ...change, where: sql`id = ${lot_id}`, set });
      const reference = newReference("RW", closing);
      const moved = { user_id, kind: "expired", reference, ledger_transaction_id: id, actor: SYSTEM } as const;
      await recordPersonal(tx, "reward", { ...moved, amount_kobo: -left_kobo, on: closing });
      await note(tx, user_id, expired({ left_kobo }));
    }
    return { cursor: due.length < LOTS_A_BATCH ? null : due.at(-1)!.id, counts: { expired: rows.length } };
  },
};

/** Once for each lot, some days before its last. */
export const remindOfRewards: Step = {
  name: "reward_reminders",
  at: 79.7,
  async batch(app, tx, { opening }): Promise<Progress> {
    const days = await readSetting(tx, "reward_remind_days");
    if (days === 0) return { cursor: null, counts: { reminded: 0 } };
    const { rows } = await sql<Lot>`
      update reward_lots
      set reminded_on = ${opening}::date
      where id in (
        select id
        from reward_lots
        where status = 'available' and reminded_on is null and expires_on <= ${addDays(opening, days)}::date
        order by expires_on, id
        limit ${LOTS_A_BATCH}
        for update skip locked
      )
      returning id, user_id, left_kobo, expires_on::text as expires_on
    `.execute(tx);
    for (const lot of rows) await tell(tx, app, lot.user_id, expiresSoon(lot));
    return { cursor: rows.length < LOTS_A_BATCH ? null : rows.at(-1)!.id, counts: { reminded: rows.length } };
  },
};
