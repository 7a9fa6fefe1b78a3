/** Post-no-debit (C200, C201): money may come in and may not go out; for one person, or for several with a verdict each. */
import * as calls from "@manilla/contract/people/profiles";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../../house/app.ts";
import type { Tx } from "../../../../db/database.ts";
import { changeRows } from "../../../../db/row.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import type { Change } from "../../../platform/states/index.ts";
import { type Case, act } from "./acting.ts";
import { LIFTS, askToLift } from "./lifting.ts";
import { REOPENED, isStoppedByHand } from "./rules.ts";

type Foreseen = z.output<typeof calls.previewPostNoDebit.response>["rows"][number];

const { own_case, already_decided: active } = calls.activatePostNoDebit.action.refuses;
const { already_decided: inactive } = calls.deactivatePostNoDebit.action.refuses;

/** One person sets it, also over the stop of a case that was opened again, which activating no longer ends then; taking it away needs a second one. */
export const postNoDebit = {
  on: {
    audit: "post_no_debit_activated",
    async does(
      tx: Tx,
      _: Context,
      { user_id, is_post_no_debit, post_no_debit_reason }: Case,
      { body }: { body: { reason: string } },
    ): Promise<Change> {
      await changeRows(tx, "users", user_id, { is_post_no_debit: true, post_no_debit_reason: body.reason });
      return {
        before: { is_post_no_debit, ...(is_post_no_debit && { post_no_debit_reason }) },
        after: { is_post_no_debit: true, ...(is_post_no_debit && { post_no_debit_reason: body.reason }) },
        answer: { user_id, is_post_no_debit: true },
      };
    },
  },
  off: { does: askToLift(LIFTS.post_no_debit) },
};

/**
 * The money of a deactivated person, which does not leave, stays where it is when one person opens the case again: post-no-debit is set,
 * where it is not, until it is lifted by two as ever, or the case was looked at and activated, which are two persons' work.
 */
export async function followCase(tx: Tx, context: Context, user_id: string, is: "reopened" | "activated") {
  const is_post_no_debit = is === "reopened";
  const { numUpdatedRows } = await tx
    .updateTable("users")
    .set({ is_post_no_debit, post_no_debit_reason: is_post_no_debit ? REOPENED : null })
    .where("id", "=", user_id)
    .where("is_post_no_debit", "=", !is_post_no_debit)
    .$if(!is_post_no_debit, (query) => query.where("post_no_debit_reason", "=", REOPENED))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const change = { before: { is_post_no_debit: !is_post_no_debit }, after: { is_post_no_debit }, reason: REOPENED };
  const audit = is_post_no_debit ? postNoDebit.on.audit : LIFTS.post_no_debit.audit;
  await recordAudit(tx, context, audit, ["user", user_id], change);
}

/** The same for one of several people. */
export const setPostNoDebit = {
  on: act.one(calls.activatePostNoDebit, postNoDebit.on),
  off: act.one(calls.deactivatePostNoDebit, postNoDebit.off),
};

/** What would become of each person and why; nothing is changed. Unknown people have a row too. */
export async function previewPostNoDebit(
  { db, session }: Context,
  { user_ids, is_post_no_debit }: { user_ids: readonly string[]; is_post_no_debit: boolean },
): Promise<{ rows: Foreseen[] }> {
  const { rows } = await sql<Omit<Foreseen, "why_not"> & { is_post_no_debit: boolean }>`
    select u.id as user_id, u.full_name as name, u.is_post_no_debit,
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
        why_not:
          user_id === session.user_id
            ? own_case.words
            : is_post_no_debit
              ? isStoppedByHand({ is_post_no_debit: is_so, post_no_debit_reason: row.stopped_because })
                ? active.words
                : null
              : is_so
                ? null
                : inactive.words,
      };
    }),
  };
}
