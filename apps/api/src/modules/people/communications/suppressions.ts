/** Ways that do not reach a person: learnt from the providers' reports, forgotten when the number or address changes or somebody lifts them. */
import { type RawBuilder, sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { readSetting } from "../../platform/configuration/index.ts";

export interface Failure {
  user_id: string;
  channel: string;
  job_id: string;
  is_hard: boolean;
  is_marketing_only: boolean;
  reason: string;
}

/** One message that did not arrive; the same message counts once. */
export async function noteFailure(
  tx: Tx,
  { user_id, channel, job_id, is_hard, is_marketing_only, reason }: Failure,
): Promise<void> {
  await sql`
    insert into suppressions as s (user_id, channel, is_hard, is_marketing_only, reason, last_job_id)
    values (${user_id}, ${channel}, ${is_hard}, ${is_marketing_only}, ${reason}, ${job_id})
    on conflict (user_id, channel) do update set failures = s.failures + (s.last_job_id <> excluded.last_job_id)::int,
    is_hard = s.is_hard or excluded.is_hard,
    is_marketing_only = case
      when s.is_hard and excluded.is_hard then s.is_marketing_only and excluded.is_marketing_only
      when s.is_hard then s.is_marketing_only
      else excluded.is_marketing_only
    end, reason = case when s.is_hard and not excluded.is_hard then s.reason else excluded.reason end,
    last_job_id = excluded.last_job_id
  `.execute(tx);
}

/** Something arrived: passing failures are over, and so is what this very message was said to have failed of. */
export async function noteSuccess(
  tx: Tx,
  { user_id, channel, job_id }: Pick<Failure, "user_id" | "channel" | "job_id">,
): Promise<void> {
  await sql`
    delete from suppressions
    where user_id = ${user_id} and channel = ${channel} and (not is_hard or last_job_id = ${job_id})
  `.execute(tx);
}

/** Why a way does not reach the person of the row `u`, as a column of a query; null where it does. */
export const suppressionOf = (
  channel: string,
  category: string | RawBuilder<unknown>,
): RawBuilder<string | null> => sql<string | null>`
  (
    select x.reason
    from suppressions x
    where x.user_id = u.id
      and x.channel = ${channel}
      and (
        x.is_hard
          or x.failures >= (select (value #>> '{}')::int from configuration where key = 'failures_until_suppressed')
      )
      and (not x.is_marketing_only or ${category} = 'marketing')
  )
`;

/** A person's suppressions, and those that do not count yet. */
export async function suppressionsOf(tx: Parameters<typeof readSetting>[0], user_id: string) {
  const most = await readSetting(tx, "failures_until_suppressed");
  return tx
    .selectFrom("suppressions")
    .select(["channel", "reason", "is_marketing_only", "since"])
    .where("user_id", "=", user_id)
    .where((eb) => eb.or([eb("is_hard", "=", true), eb("failures", ">=", most)]))
    .orderBy("channel")
    .execute();
}
