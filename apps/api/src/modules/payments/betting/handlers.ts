import * as calls from "@manilla/contract/payments/betting";
import type { BettingPause } from "@manilla/contract/payments/betting-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { bettingOf, endOfPause, limitBegins } from "../bills/index.ts";
import * as messages from "./messages.ts";

type Seen = z.output<typeof calls.ofPerson.response>;

async function seenOf(db: Database | Tx, user_id: string): Promise<Seen> {
  const { rows } = await sql<Seen["exclusions"][number]>`
    select e.id, e.pause, e.since, e.until, e.reason, u.full_name as by
    from betting_exclusions e
    join users u on u.id = e.set_by
    where e.user_id = ${user_id}
    order by e.since desc
  `.execute(db);
  return { ...(await bettingOf(db, user_id)), exclusions: rows };
}

/** @throws NotFound */
async function requirePerson(db: Database | Tx, id: string): Promise<void> {
  const person = await findRow(db, "users", id, ["erased_at"]);
  if (!person || person.erased_at) throw new NotFound("This person");
}

/** Begins at once: what they are paying at this moment is before it or refused. */
async function keepOut(tx: Tx, context: Context, user_id: string, pause: BettingPause, reason: string | null) {
  await lockPerson(tx, user_id);
  const since = clock.now();
  const until = endOfPause(pause, since);
  const { bvn_hash = null } = (await findRow(tx, "profiles", { user_id }, ["bvn_hash"])) ?? {};
  const made = { id: uuidv7(), user_id, pause, since, until, reason, set_by: context.session.user_id, bvn_hash };
  await tx.insertInto("betting_exclusions").values(made).execute();
  await recordAudit(tx, context, "betting_excluded", ["user", user_id], { after: { pause }, reason });
  await tell(tx, context, user_id, messages.keptOut(user_id, until));
}

export const handlers: Handlers<typeof calls> = {
  own: ({ db, session }) => bettingOf(db, session.user_id),
  exclude: (context, { body }) =>
    context.db.transaction().execute(async (tx) => {
      const { user_id } = context.session;
      await keepOut(tx, context, user_id, body.pause, null);
      return bettingOf(tx, user_id);
    }),
  setLimit: (context, { body: { daily_kobo } }) =>
    context.db.transaction().execute(async (tx) => {
      const { user_id } = context.session;
      await lockPerson(tx, user_id);
      const now = clock.now();
      const before = await bettingOf(tx, user_id);
      const valid_from = limitBegins(before.daily_kobo, daily_kobo, await readSetting(tx, "betting_raise_hours"), now);
      // What was requested before and has not begun is taken back by it.
      await sql`delete from betting_limits where user_id = ${user_id} and valid_from > ${now}`.execute(tx);
      await tx.insertInto("betting_limits").values({ id: uuidv7(), user_id, daily_kobo, valid_from }).execute();
      await recordAudit(tx, context, "betting_limit_set", ["user", user_id], {
        before: { daily_kobo: before.own_kobo },
        after: { daily_kobo },
      });
      return bettingOf(tx, user_id);
    }),
  ofPerson: async ({ db }, { params: { id } }) => {
    await requirePerson(db, id);
    return seenOf(db, id);
  },
  excludePerson: (context, { params: { id }, body: { pause, reason } }) =>
    context.db.transaction().execute(async (tx) => {
      await requirePerson(tx, id);
      await keepOut(tx, context, id, pause, reason);
      return seenOf(tx, id);
    }),
};
