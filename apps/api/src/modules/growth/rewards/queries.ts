import * as calls from "@manilla/contract/growth/rewards";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { redeemable } from "./redeeming.ts";

type Wallet = z.output<typeof calls.findOwn.response>;

const SHOWN = 50;

/** A person's rewards as the wallet shows them. */
export async function rewardsOf(db: Database, user_id: string): Promise<Wallet> {
  const { rows: lots } = await sql<Wallet["lots"][number]>`
    select id, reason, amount_kobo, left_kobo, status, earned_on::text as earned_on, expires_on::text as expires_on
    from reward_lots
    where user_id = ${user_id}
    order by (status = 'available') desc, case when status = 'available' then expires_on end, created_at desc, id
    limit ${SHOWN}
  `.execute(db);
  const { rows } = await sql<{ on: string; amount_kobo: bigint; available_kobo: bigint }>`
    select expires_on::text as on, sum(left_kobo)::bigint as amount_kobo,
      (sum(sum(left_kobo)) over ())::bigint as available_kobo
    from reward_lots
    where user_id = ${user_id} and status = 'available'
    group by expires_on
    order by expires_on
    limit 1
  `.execute(db);
  const [next] = rows;
  const available_kobo = next?.available_kobo ?? 0n;
  return {
    available_kobo,
    ...(await redeemable(db, user_id, available_kobo)),
    next_expiry: next ? { on: next.on, amount_kobo: next.amount_kobo } : null,
    lots,
  };
}

export const listAll = defineList(calls.listAll, {
  from: "reward_wallets w join users u on u.id = w.user_id",
  rows_of: "reward_wallets w join users u on u.id = w.user_id",
  select: `
    u.id, u.name, u.last_name, u.email, w.opened_at, w.available_kobo, w.earned_kobo, w.redeemed_kobo, w.expired_kobo,
    w.next_expires_on::text as next_expires_on
  `,
  id: "w.user_id",
  columns: { has_rewards: "(w.available_kobo > 0)" },
  search: "folded(u.full_name || ' ' || u.email)",
});

export const movements = defineList(calls.movements, {
  from: "personal_movements m join users u on u.id = m.user_id left join users b on b.id = m.moved_by",
  rows_of: "personal_movements m join users u on u.id = m.user_id",
  select: `
    m.id, m.happened_at, m.user_id, u.full_name as person, m.wallet, m.kind, m.amount_kobo, m.balance_kobo, m.reference,
    m.note, b.full_name as by
  `,
  id: "m.id",
  search: ["folded(m.reference)", "folded(u.full_name)"],
});
