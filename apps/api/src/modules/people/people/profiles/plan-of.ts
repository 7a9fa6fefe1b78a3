/** The plan that a person is on (KYC tier), its limits in kobo, and why they cannot be on another. */
import * as calls from "@manilla/contract/people/profiles";
import { sql } from "kysely";
import type { z } from "zod";
import type { Database, Tx } from "../../../../db/database.ts";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../../clock.ts";
import { SYSTEM, recordAudit } from "../../../platform/audit/index.ts";
import { note } from "../../../platform/notifications/index.ts";
import { businessDate } from "../../../platform/states/index.ts";
import { type PersonFacts, loadFacts } from "./facts.ts";
import { tierLifted } from "./messages.ts";
import { type Plan, type PlanSet, liftTo, whyNotPlan } from "./plans.ts";

export const isPlan = (text: string | undefined): text is Plan => calls.plans.some((plan) => plan === text);

/** A plan's limits, each null where there is none. */
export interface PlanLimits {
  plan: Plan;
  single_deposit_kobo: bigint | null;
  daily_outflow_kobo: bigint | null;
  single_outflow_kobo: bigint | null;
  monthly_outflow_kobo: bigint | null;
  balance_kobo: bigint | null;
  /** How many may be sent in a day. */
  daily_transfers: number | null;
}

const limitsOn = (db: Database | Tx, today: string) =>
  sql<PlanLimits>`
    select distinct on (plan) plan, single_deposit_kobo, daily_outflow_kobo, single_outflow_kobo, monthly_outflow_kobo,
      balance_kobo, daily_transfers
    from plan_limits
    where valid_from <= ${today}::date
    order by plan, valid_from desc
  `.execute(db);

/** The person's plan as staff see it: since when and why, and what the others would need. */
export async function planOf(db: Database, user_id: string): Promise<z.output<typeof calls.activePlan.response>> {
  const person = await loadFacts(db, user_id);
  const today = await businessDate(db);
  const [{ rows: limits }, { rows: set }] = await Promise.all([
    limitsOn(db, today),
    sql<{ plan: Plan; reason: string | null; set_at: Date; set_by: string | null }>`
      select p.plan, p.reason, p.set_at, u.full_name as set_by
      from user_plans p
      left join users u on u.id = p.set_by
      where p.user_id = ${user_id}
      order by p.set_at desc
      limit 1
    `.execute(db),
  ]);
  const [last] = set;
  const active = limits.find(({ plan }) => plan === (last?.plan ?? "tier_1"));
  if (!active) throw new Error("there are no limits for this plan");
  return {
    active,
    set_at: last?.set_at ?? null,
    set_by: last?.set_by ?? null,
    reason: last?.reason ?? null,
    plans: limits.map((row) => ({
      ...row,
      why_not: row.plan === active.plan ? "This is the present plan." : whyNotPlan(person, row.plan),
    })),
  };
}

/** Lifts a person to the tier that their papers allow, and says so to them; those whom a colleague has lowered stay there. */
export async function liftPlan(tx: Tx, of: PersonFacts | string): Promise<void> {
  const person = typeof of === "string" ? await loadFacts(tx, of) : of;
  const { id: user_id } = person;
  const { rows: last } = await sql<PlanSet>`
    select plan, set_by from user_plans where user_id = ${user_id} order by set_at desc limit 2
  `.execute(tx);
  const { rows: proof } = await sql`
    select 1 from documents where user_id = ${user_id} and type = 'govt_id' and status = 'confirmed' limit 1
  `.execute(tx);
  const plan = liftTo(person, last, proof.length > 0);
  if (!plan) return;
  const reason = "Their papers allow it.";
  const set_at = clock.now();
  await tx.insertInto("user_plans").values({ id: uuidv7(), user_id, plan, reason, set_at }).execute();
  await recordAudit(tx, SYSTEM, "plan_changed", ["user", user_id], {
    before: { plan: last[0]?.plan ?? "tier_1" },
    after: { plan },
    reason,
  });
  await note(tx, user_id, tierLifted(plan));
}
