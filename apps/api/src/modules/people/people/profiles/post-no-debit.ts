/** Post-no-debit (C200, C201): money may come in and may not go out; for one person, or for several with a verdict each. */
import type * as calls from "@manilla/contract/people/profiles";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../../app.ts";
import type { Tx } from "../../../../db/database.ts";
import { Conflict, NotAllowed } from "../../../../http/errors.ts";
import { actorOf, recordAudit } from "../../../platform/audit/index.ts";
import { eachOf } from "../../../platform/states/index.ts";
import { requireCustomer } from "../index.ts";

type Result = z.output<typeof calls.postNoDebitOfMany.response>["results"][number];
type Foreseen = z.output<typeof calls.previewPostNoDebit.response>["rows"][number];

const alreadySo = (is_post_no_debit: boolean): string =>
  `Post-no-debit is ${is_post_no_debit ? "active already" : "not active"}.`;
const OWN = "Nobody decides about themselves.";

async function setOne(
  tx: Tx,
  context: Context,
  user_id: string,
  is_post_no_debit: boolean,
  reason: string,
): Promise<void> {
  await requireCustomer(tx, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed(OWN);
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ is_post_no_debit, post_no_debit_reason: is_post_no_debit ? reason : null })
    .where("id", "=", user_id)
    .where("is_post_no_debit", "=", !is_post_no_debit)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Conflict(alreadySo(is_post_no_debit), "already_decided");
  await recordAudit(tx, actorOf(context), {
    action: is_post_no_debit ? "post_no_debit_activated" : "post_no_debit_deactivated",
    subject_type: "user",
    subject_id: user_id,
    before: { is_post_no_debit: !is_post_no_debit },
    after: { is_post_no_debit },
    reason,
  });
}

/** @throws NotFound @throws Conflict when it is so already @throws NotAllowed for oneself */
export async function setPostNoDebit(
  context: Context,
  user_id: string,
  is_post_no_debit: boolean,
  reason: string,
): Promise<{ user_id: string; is_post_no_debit: boolean }> {
  await context.db.transaction().execute((tx) => setOne(tx, context, user_id, is_post_no_debit, reason));
  return { user_id, is_post_no_debit };
}

/** Several people, each with a verdict. */
export async function setPostNoDebitOfMany(
  context: Context,
  { user_ids, is_post_no_debit, reason }: { user_ids: readonly string[]; is_post_no_debit: boolean; reason: string },
): Promise<{ results: Result[] }> {
  const work = (tx: Tx, user_id: string) => setOne(tx, context, user_id, is_post_no_debit, reason);
  const verdicts = await eachOf(context, user_ids, work);
  return { results: verdicts.map(({ id, is_done, reason: refused }) => ({ user_id: id, is_done, reason: refused })) };
}

/** What would become of each person now, and what stands behind it; nothing is changed. Whoever is unknown has a row too. */
export async function previewPostNoDebit(
  { db, session }: Context,
  { user_ids, is_post_no_debit }: { user_ids: readonly string[]; is_post_no_debit: boolean },
): Promise<{ rows: Foreseen[] }> {
  const { rows } = await sql<Omit<Foreseen, "why_not"> & { is_post_no_debit: boolean }>`
    select u.id as user_id, u.name || ' ' || u.last_name as name, u.is_post_no_debit,
      u.post_no_debit_reason as stopped_because, u.running_loans,
      (
        select coalesce(sum(l.outstanding_principal_kobo), 0)::bigint
        from loans l
        where l.user_id = u.id and l.status in ('running', 'past_due')
      ) as outstanding_kobo
    from users u
    where u.id = any(${[...user_ids]}::uuid[]) and u.is_customer and u.erased_at is null
  `.execute(db);
  const known = new Map(rows.map((row) => [row.user_id, row]));
  return {
    rows: [...new Set(user_ids)].map((user_id) => {
      const row = known.get(user_id);
      if (!row)
        return {
          user_id,
          name: "Unknown",
          stopped_because: null,
          running_loans: 0,
          outstanding_kobo: 0n,
          why_not: "This person was not found.",
        };
      const { is_post_no_debit: is_so, ...shown } = row;
      return {
        ...shown,
        why_not: user_id === session.user_id ? OWN : is_so === is_post_no_debit ? alreadySo(is_post_no_debit) : null,
      };
    }),
  };
}
