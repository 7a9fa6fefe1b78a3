/** R025: the limits of the tiers, dated, changed by two people; the days before keep theirs. */
import { day, naira, sentence } from "@manilla/contract/formats";
import type * as calls from "@manilla/contract/people/cash-limits";
import { type CashLimit, cashLimitNames, cashLimits } from "@manilla/contract/people/wallet-kinds";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { hasPassed, requestApproval } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { whyNotFrom } from "./rules.ts";

type Shown = z.output<typeof calls.configuration.response>;
type Asked = z.output<typeof calls.change.body>;
type Plan = Asked["plan"];

/** What holds, held and will hold. */
export async function configurationOf(db: Database): Promise<Shown> {
  const today = await businessDate(db);
  const { rows: tiers } = await sql<Shown["tiers"][number]>`
    select l.plan, l.valid_from::text as valid_from, l.single_deposit_kobo, l.daily_outflow_kobo, l.single_outflow_kobo, l.monthly_outflow_kobo, l.balance_kobo, l.daily_transfers,
      l.reason, u.full_name as set_by,
      l.valid_from = max(l.valid_from) filter (where l.valid_from <= ${today}::date) over (partition by l.plan) as is_now
    from plan_limits l
    left join users u on u.id = l.set_by
    order by l.plan, l.valid_from desc
  `.execute(db);
  const { rows: waiting } = await sql<Shown["waiting"][number]>`
    select id as approval_id, title
    from approvals
    where kind = 'change_cash_limits' and status = 'pending'
    order by created_at
  `.execute(db);
  return {
    today,
    tiers,
    waiting,
    transfer_approval_kobo: BigInt(await readSetting(db, "cash_transfer_approval_kobo")),
    limit_by_one_kobo: BigInt(await readSetting(db, "cash_limit_by_one_kobo")),
  };
}

async function plannedDays(db: Database | Tx, plan: Plan): Promise<string[]> {
  const { rows } = await sql<{ valid_from: string }>`
    select valid_from::text as valid_from from plan_limits where plan = ${plan}
  `.execute(db);
  return rows.map(({ valid_from }) => valid_from);
}

/** How many may leave in a day then: what is not said stays as it is. */
async function transfersOf(
  tx: Tx,
  plan: Plan,
  { valid_from, daily_transfers }: { valid_from: string; daily_transfers?: number | null | undefined },
): Promise<number | null> {
  if (daily_transfers !== undefined) return daily_transfers;
  const { rows } = await sql<{ daily_transfers: number | null }>`
    select daily_transfers
    from plan_limits
    where plan = ${plan} and valid_from < ${valid_from}::date
    order by valid_from desc
    limit 1
  `.execute(tx);
  return rows[0]?.daily_transfers ?? null;
}

/** The maker's half. @throws InvalidFields, Conflict while another change of the tier waits */
export async function askForTier(tx: Tx, context: Context, asked: Asked): Promise<string> {
  const { plan, valid_from, reason } = asked;
  const why_not = whyNotFrom(valid_from, await businessDate(tx), await plannedDays(tx, plan));
  if (why_not) throw new InvalidFields({ valid_from: [why_not] });
  const limits = Object.fromEntries(
    cashLimitNames.map((kind) => [`${kind}_kobo`, asked[`${kind}_kobo`]?.toString() ?? null]),
  );
  return requestApproval(tx, context, {
    kind: "change_cash_limits",
    title: `Cash limits of ${sentence(plan).toLowerCase()} from ${day(valid_from)}`,
    payload: { plan, valid_from, reason, ...limits, daily_transfers: await transfersOf(tx, plan, asked) },
    once: ["plan"],
    reason,
  });
}

type Payload = Record<`${CashLimit}_kobo`, string | null> & {
  plan: Plan;
  valid_from: string;
  reason: string;
  /** Missing in older requests. */
  daily_transfers?: number | null;
};
/** Missing in older requests. */
const limitOf = (text: string | null | undefined): bigint | null => (text ? BigInt(text) : null);

/** The second person's half. */
export const changeCashLimits: ApprovalKind<Payload> = {
  permission: "provider:can_update_system_configuration",
  over: hasPassed,
  shows: async (_, { payload }) => ({
    facts: [
      { label: "From", value: day(payload.valid_from) },
      ...cashLimitNames.map((kind) => {
        const limit = limitOf(payload[`${kind}_kobo`]);
        return { label: `${cashLimits[kind]}, at most`, value: limit === null ? "Without a limit" : naira(limit) };
      }),
      { label: "Transfers in a day, at most", value: String(payload.daily_transfers ?? "Without a limit") },
    ],
  }),
  async execute(tx, context, { payload, maker_id }) {
    const { plan, valid_from, reason } = payload;
    const why_not = whyNotFrom(valid_from, await businessDate(tx), await plannedDays(tx, plan));
    if (why_not) throw new Conflict("The day has passed, or other limits begin on it by now. Ask again.", "changed");
    const limits = {
      single_deposit_kobo: limitOf(payload.single_deposit_kobo),
      daily_outflow_kobo: limitOf(payload.daily_outflow_kobo),
      single_outflow_kobo: limitOf(payload.single_outflow_kobo),
      monthly_outflow_kobo: limitOf(payload.monthly_outflow_kobo),
      balance_kobo: limitOf(payload.balance_kobo),
      daily_transfers: await transfersOf(tx, plan, payload),
    };
    await tx
      .insertInto("plan_limits")
      .values({ plan, valid_from, ...limits, reason, set_by: maker_id, set_at: clock.now() })
      .execute();
    await recordAudit(tx, context, "cash_limits_changed", ["configuration", plan], {
      after: { plan, valid_from, ...limits },
      reason,
    });
    return undefined;
  },
};
