import { paymentChannelNames } from "@manilla/contract/money/payment-channels";
import type { snapshot, tierLimits } from "@manilla/contract/people/personal-wallets";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database } from "../../../db/database.ts";
import type { StatementSource } from "../../../db/statement-lines.ts";
import { plans } from "@manilla/contract/people/profiles";
import { personalMovements } from "@manilla/contract/people/wallet-kinds";
import { readSetting } from "../../platform/configuration/index.ts";
import { planOf } from "../people/profiles/index.ts";
import { tierOf } from "./moving.ts";
import { transfersLeft } from "./rules.ts";

/** The limits of a day by how money leaves, where there are such, with what is left of each. */
async function channelsOf(db: Database, user_id: string): Promise<z.output<typeof tierLimits>["channels"]> {
  const each = paymentChannelNames.map(async (channel) => {
    if ((await readSetting(db, `channel_${channel}_person_kobo`)) === 0) return [];
    const { limit_kobo, out_today_kobo: out_kobo } = (await tierOf(db, user_id, undefined, channel)).channel!;
    return { channel, limit_kobo, left_kobo: limit_kobo > out_kobo ? limit_kobo - out_kobo : 0n };
  });
  return (await Promise.all(each)).flat();
}

/** A person's tier as its panel shows it: limits, what is left of them, and what lifts them. */
export async function tierShown(db: Database, user_id: string): Promise<z.output<typeof tierLimits>> {
  const [{ limits, into, out, sent_today }, all, channels] = await Promise.all([
    tierOf(db, user_id),
    planOf(db, user_id),
    channelsOf(db, user_id),
  ]);
  const next = plans[plans.indexOf(limits.plan) + 1];
  const above = all.plans.find(({ plan }) => plan === next);
  return {
    ...limits,
    room_kobo: into?.kobo ?? null,
    left_today_kobo: out?.kobo ?? null,
    transfers_left: transfersLeft(limits, sent_today),
    channels,
    next: above ? { plan: above.plan, missing: above.why_not } : null,
  };
}

type LimitRequest = z.output<typeof snapshot.response>["limit_requests"][number];

/** What the person requested, the newest first. */
export async function limitRequestsOf(db: Database, user_id: string, most: number): Promise<LimitRequest[]> {
  const { rows } = await sql<LimitRequest>`
    select id, kind, requested_kobo, granted_kobo, status, decision_reason, created_at
    from cash_limit_requests
    where user_id = ${user_id}
    order by created_at desc, id desc
    limit ${most}
  `.execute(db);
  return rows;
}

/** Where a person's cash moved. */
export const cashMovements = (user_id: string): StatementSource => ({
  table: "personal_movements",
  joined: sql``,
  where: sql`m.user_id = ${user_id} and m.wallet = 'cash'`,
  person: sql`null::text`,
  kinds: personalMovements,
});
