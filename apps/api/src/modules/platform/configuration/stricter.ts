/** What makes a dated sum smaller needs no second person: a value withdrawn before its day, a sum lowered from today on. */
import { day, naira } from "@manilla/contract/formats";
import type { DatedKey } from "@manilla/contract/platform/configuration";
import { configurationWords } from "@manilla/contract/platform/configuration-words";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { its, requestApproval, unless } from "../approvals/index.ts";
import { recordAudit } from "../audit/index.ts";
import { businessDate } from "../states/index.ts";
import { settingsOn } from "./dated.ts";

interface ToCome {
  id: string;
  key: DatedKey;
  value: number;
  valid_from: string;
}

/** Changes of one key come one after the other. */
const lockKey = (tx: Tx, key: string): Promise<unknown> =>
  sql`select 1 from configuration where key = ${key} for update`.execute(tx);

/** The value, locked, and what would hold on its day without it. @throws NotFound, or Conflict where it is no longer to come */
async function valueToCome(tx: Tx, id: string): Promise<ToCome & { instead: number }> {
  const key = await tx.selectFrom("configuration_values").select("key").where("id", "=", id).executeTakeFirst();
  if (!key) throw new NotFound();
  await lockKey(tx, key.key);
  const { rows } = await sql<ToCome & { is_to_come: boolean }>`
    select id, key, value::text::float8 as value, valid_from::text as valid_from,
      withdrawn_at is null and valid_from > (select business_date from business_calendar) as is_to_come
    from configuration_values
    where id = ${id}::uuid
    for update
  `.execute(tx);
  const { is_to_come, ...value } = rows[0]!;
  if (!is_to_come) throw new Conflict("Its day has begun, or somebody has withdrawn it.", "not_to_come");
  const [instead = 0] = await settingsOn(tx, [value.key], value.valid_from, id);
  return { ...value, instead };
}

async function takeOut(
  tx: Tx,
  context: Context,
  { id, key, value, valid_from }: ToCome,
  { reason, by }: { reason: string; by: string },
): Promise<void> {
  await sql`
    update configuration_values
    set withdrawn_at = ${clock.now()}, withdrawn_by = ${by}::uuid, withdrawn_because = ${reason}
    where id = ${id}::uuid
  `.execute(tx);
  await recordAudit(tx, context, "configuration_withdrawn", ["configuration", key], {
    before: { value, valid_from },
    reason,
  });
}

/** @returns the request, where the sum of that day would be higher without the value: that is raising it. */
export async function withdrawValue(tx: Tx, context: Context, id: string, reason: string): Promise<string | null> {
  const value = await valueToCome(tx, id);
  if (value.value < value.instead)
    return requestApproval(tx, context, {
      kind: "withdraw_configuration",
      title: `Withdraw: ${configurationWords(value.key).label} from ${day(value.valid_from)}`,
      payload: { value_id: id, reason },
      once: ["value_id"],
      reason,
    });
  await takeOut(tx, context, value, { reason, by: context.session.user_id });
  return null;
}

/** A value that would have lowered the sum is withdrawn, once a second person has agreed. */
export const withdrawConfiguration: ApprovalKind<{ value_id: string; reason: string }> = {
  permission: "provider:can_update_system_configuration",
  over: unless(sql`configuration_values v where v.id = ${its("value_id")} and v.withdrawn_at is null
    and v.valid_from > (select business_date from business_calendar)`),
  async shows({ db }, { payload: { value_id } }) {
    const { rows } = await sql<ToCome>`
      select id, key, value::text::float8 as value, valid_from::text as valid_from
      from configuration_values
      where id = ${value_id}::uuid
    `.execute(db);
    const { key, value, valid_from } = rows[0]!;
    const [instead = 0] = await settingsOn(db, [key], valid_from, value_id);
    return {
      facts: [
        { label: configurationWords(key).label, value: naira(value) },
        { label: "Would have held from", value: day(valid_from) },
        { label: "Without it there holds", value: naira(instead) },
      ],
    };
  },
  async execute(tx, context, { payload: { value_id, reason }, maker_id }) {
    await takeOut(tx, context, await valueToCome(tx, value_id), { reason, by: maker_id });
    return undefined;
  },
};

/** A smaller sum from today on. @throws InvalidFields where it is not smaller than what holds */
export async function lowerNow(
  tx: Tx,
  context: Context,
  { key, value, reason }: { key: DatedKey; value: number; reason: string },
): Promise<void> {
  await lockKey(tx, key);
  const today = await businessDate(tx);
  const [held = 0] = await settingsOn(tx, [key], today);
  if (value >= held)
    throw new InvalidFields({ value: [`this field has to be less than ${naira(held)}, which holds today`] });
  // By the wall clock, not the start of the transaction: the last of several on one day holds.
  await sql`
    insert into configuration_values (key, valid_from, value, reason, set_by, set_at, is_at_once)
    values (
      ${key}, ${today}::date, ${JSON.stringify(value)}::jsonb, ${reason}, ${context.session.user_id}::uuid,
      clock_timestamp(), true
    )
  `.execute(tx);
  await recordAudit(tx, context, "configuration_lowered", ["configuration", key], {
    before: { value: held },
    after: { value, valid_from: today },
    reason,
  });
}
