/** What bounds a person's betting now: our limit of a day, their own, and whether they have kept themselves out. */
import type * as calls from "@manilla/contract/payments/betting";
import { date, naira } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import { clock, dayInLagos } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { ageOn } from "../../people/people/profiles/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type OwnLimit, exclusionAt, leftOf, ownLimitsAt } from "./betting-rules.ts";

/** What of a day counts: what failed or was paid back is not spent. */
async function spentOn(db: Database | Tx, user_id: string, on: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo
    from bills
    where user_id = ${user_id} and kind = 'betting' and business_date = ${on}::date
      and status not in ('failed', 'refunded')
  `.execute(db);
  return rows[0]!.kobo;
}

const isSold = async (db: Database | Tx, on: string): Promise<boolean> => {
  const { rows } = await sql<{ is_sold: boolean }>`
    select is_sold from bill_terms where kind = 'betting' and valid_from <= ${on}::date order by valid_from desc limit 1
  `.execute(db);
  return rows[0]?.is_sold ?? false;
};

export async function bettingOf(db: Database | Tx, user_id: string): Promise<z.output<typeof calls.own.response>> {
  const now = clock.now();
  const on = await businessDate(db);
  const { rows: exclusions } = await sql<{ until: Date | null }>`
    select until from betting_exclusions_of(${user_id})
  `.execute(db);
  const { rows: limits } = await sql<OwnLimit>`
    select daily_kobo, valid_from from betting_limits where user_id = ${user_id}
  `.execute(db);
  const { own, next } = ownLimitsAt(limits, now);
  const ours_kobo = BigInt(await readSetting(db, "betting_daily_kobo"));
  const daily_kobo = own && own.daily_kobo < ours_kobo ? own.daily_kobo : ours_kobo;
  return {
    is_sold: await isSold(db, on),
    daily_kobo,
    ours_kobo,
    own_kobo: own?.daily_kobo ?? null,
    next_kobo: next?.daily_kobo ?? null,
    next_from: next?.valid_from ?? null,
    left_kobo: leftOf(daily_kobo, await spentOn(db, user_id, on)),
    ...exclusionAt(exclusions, now),
  };
}

/** Whether a person may put an amount into betting now. They are locked, so nobody counts beside us. @throws InvalidFields, Conflict */
export async function requireMayBet(
  tx: Tx,
  user_id: string,
  { amount_kobo, paid_from }: { amount_kobo: bigint; paid_from: string },
): Promise<void> {
  if (paid_from !== "cash") throw new InvalidFields({ paid_from: ["betting is paid from your own cash wallet alone"] });
  const { left_kobo, daily_kobo, is_excluded, excluded_until } = await bettingOf(tx, user_id);
  if (is_excluded) {
    const until = excluded_until ? `until ${date(excluded_until)}` : "permanently";
    throw new Conflict(`You have kept yourself out of betting ${until}.`, "excluded");
  }
  // One BVN, one person: without it a second phone would be a second limit, and no exclusion.
  const { bvn_verified_at } = await getRow(tx, "users", user_id, ["bvn_verified_at"]);
  const person = await findRow(tx, "profiles", { user_id }, ["date_of_birth"]);
  if (!bvn_verified_at || !person?.date_of_birth)
    throw new Conflict(
      "Betting is for people whose BVN and date of birth we know. Complete your profile.",
      "not_known",
    );
  const least = await readSetting(tx, "minimum_age_years");
  if (ageOn(person.date_of_birth, dayInLagos(clock.now())) < least)
    throw new Conflict(`Betting is for people of ${least} years and more.`, "too_young");
  if (amount_kobo > left_kobo)
    throw new InvalidFields({
      amount_kobo: [`of ${naira(daily_kobo)} a day, ${naira(left_kobo)} is left for betting today`],
    });
}
