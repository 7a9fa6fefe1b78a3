/** Which pending requests somebody may decide: the list, the menu and the home count by the rules that refuse the decision. */
import { refusalOf } from "@manilla/contract/abilities";
import { isoDay } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/platform/approvals";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import { clock, fiveYesterday } from "../../../clock.ts";
import type { Context } from "../../../house/app.ts";
import { callerOf } from "../states/index.ts";
import { type ApprovalFacts, approvalRules } from "./rules.ts";

type Waiting = z.output<typeof calls.waiting.response>;

/** Whether the request `a` is about the caller, or about what they did. */
export function concerns({ house, session }: Context): RawBuilder<boolean> {
  const own = [...house.approvals].flatMap(([kind, { bars }]) =>
    bars ? [sql<boolean>`(a.kind = ${kind} and ${bars(session)})`] : [],
  );
  const conditions = [sql`a.payload ->> 'user_id' = ${session.user_id}`, ...own];
  return sql`coalesce(${sql.join(conditions, sql` or `)}, false)`;
}

/** Why the caller may not decide it, as a code; null when they may. Declining has the same rules as approving. */
export const refusedTo = (context: Context, facts: ApprovalFacts): string | null =>
  refusalOf(calls.approve, approvalRules.approve, facts, callerOf(context));

type Pending = Omit<ApprovalFacts, "permission"> &
  Pick<z.output<typeof calls.approvalRow>, "id" | "kind" | "amount_kobo" | "created_at">;

/** The pending requests that the caller may decide, oldest first. */
export async function decidable(context: Context): Promise<Pending[]> {
  const { rows } = await sql<Pending>`
    select a.id, a.kind, a.status, a.maker_id, a.amount_kobo, a.created_at, ${concerns(context)} as is_own
    from approvals a
    where a.status = 'pending'
    order by a.created_at
  `.execute(context.db);
  return rows.filter(
    (row) => refusedTo(context, { ...row, permission: context.house.approvals.get(row.kind)?.permission }) === null,
  );
}

/** The figures of the menu and of the home. */
export async function waitingFor(context: Context): Promise<Waiting> {
  const { db, session } = context;
  const today = isoDay(clock.now());
  const [mine, all, decided, { rows }] = await Promise.all([
    decidable(context),
    sql<Waiting["all"]>`
      select count(*)::int as count, coalesce(sum(amount_kobo), 0)::bigint as amount_kobo, min(created_at) as oldest_at
      from approvals
      where status = 'pending'
    `.execute(db),
    sql<{ came: number; left: number }>`
      select count(*) filter (where created_at > ${fiveYesterday()}::timestamptz)::int as came, count(*)::int as left
      from approvals
      where checker_id = ${session.user_id} and decided_at > ${fiveYesterday()}::timestamptz
    `.execute(db),
    sql<Waiting["asked"]>`
      select count(*) filter (where status = 'pending')::int as pending,
        count(*) filter (where decided_at >= ${today}::date::timestamp at time zone 'Africa/Lagos')::int as decided_today,
        ${today}::text as today
      from approvals
      where maker_id = ${session.user_id}
    `.execute(db),
  ]);
  return {
    to_decide: {
      count: mine.length,
      amount_kobo: mine.reduce((sum, { amount_kobo }) => sum + (amount_kobo ?? 0n), 0n),
      oldest_at: mine[0]?.created_at ?? null,
      came: mine.filter(({ created_at }) => created_at > fiveYesterday()).length + (decided.rows[0]?.came ?? 0),
      left: decided.rows[0]?.left ?? 0,
    },
    all: all.rows[0]!,
    asked: rows[0]!,
  };
}
