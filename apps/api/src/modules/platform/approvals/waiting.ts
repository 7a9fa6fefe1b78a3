import type * as calls from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Context } from "../../../house/app.ts";

type Waiting = z.output<typeof calls.waiting.response>;

/** The pending requests that this person may decide (by the permission of their kind), and their own. */
export async function waitingFor({ db, house, session }: Context): Promise<Waiting> {
  const mayDecide = session.permissions.has("provider:can_decide_approvals");
  const kinds = mayDecide
    ? [...house.approvals].filter(([, { permission }]) => session.permissions.has(permission)).map(([kind]) => kind)
    : [];
  const { rows } = await sql<{
    count: number;
    amount_kobo: bigint;
    oldest_at: Date | null;
    pending: number;
    decided_today: number;
  }>`
    select count(*) filter (where a.maker_id <> ${session.user_id} and a.kind = any(${kinds}))::int as count,
      coalesce(sum(a.amount_kobo) filter (where a.maker_id <> ${session.user_id} and a.kind = any(${kinds})), 0)::bigint
        as amount_kobo,
      min(a.created_at) filter (where a.maker_id <> ${session.user_id} and a.kind = any(${kinds})) as oldest_at,
      count(*) filter (where a.maker_id = ${session.user_id})::int as pending,
      (
        select count(*)::int
        from approvals d
        where d.maker_id = ${session.user_id}
          and d.status <> 'pending'
          and d.decided_at > ${clock.now()}::timestamptz - interval '1 day'
      ) as decided_today
    from approvals a
    where a.status = 'pending'
  `.execute(db);
  const { count = 0, amount_kobo = 0n, oldest_at = null, pending = 0, decided_today = 0 } = rows[0] ?? {};
  return { to_decide: { count, amount_kobo, oldest_at }, asked: { pending, decided_today } };
}
