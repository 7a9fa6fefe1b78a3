/** How a plan ends that nobody renews: a reminder, the last paid day, days of grace, and the lapse. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { App, Day, Progress, Step } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { type Message, tell } from "../../platform/notifications/index.ts";
import * as messages from "./messages.ts";

const COMPANIES_A_BATCH = 200;

interface Ending {
  id: string;
  name: string;
  unique_plan: string;
  plan_paid_until: string;
}

/** Those who manage the subscription. */
async function tellOwners(tx: Tx, app: App, company_id: string, message: Message): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select u.id
    from users u
    join user_roles g on g.user_id = u.id and g.role = 'company_super_admin'
    where u.company_id = ${company_id} and u.erased_at is null
  `.execute(tx);
  for (const { id } of rows) await tell(tx, app, id, message);
}

/** One company on the day that begins. @returns what was done */
async function end(tx: Tx, app: App, company: Ending, opening: string, days: { remind: number; grace: number }) {
  const { id, unique_plan, plan_paid_until } = company;
  const ends_on = addDays(plan_paid_until, days.grace);
  if (opening >= ends_on) {
    await changeRows(tx, "companies", id, { unique_plan: null });
    await recordAudit(tx, SYSTEM, "company_plan_lapsed", ["company", id], {
      before: { plan: unique_plan, paid_until: plan_paid_until },
      after: { plan: null },
    });
    await tellOwners(tx, app, id, messages.planLapsed(company));
    return "lapsed";
  }
  if (opening === addDays(plan_paid_until, -days.remind)) await tellOwners(tx, app, id, messages.planEnds(company));
  else if (opening === plan_paid_until || opening === addDays(ends_on, -1))
    await tellOwners(tx, app, id, messages.planUnpaid(company, ends_on));
  else return "left";
  return "told";
}

/** Step of the close, after payments of the day have begun their months. */
export const endPlans: Step = {
  name: "plan_ends",
  at: 76,
  async batch(app, tx, { opening }: Day, cursor): Promise<Progress> {
    const [remind, grace] = [await readSetting(tx, "plan_remind_days"), await readSetting(tx, "plan_grace_days")];
    const { rows } = await sql<Ending>`
      select id, name, unique_plan, plan_paid_until
      from companies
      where unique_plan is not null
        and plan_paid_until <= ${addDays(opening, remind)}::date
        and (${cursor}::uuid is null or id > ${cursor}::uuid)
      order by id
      limit ${COMPANIES_A_BATCH}
      for update
    `.execute(tx);
    const counts = { told: 0, lapsed: 0, left: 0 };
    for (const company of rows) counts[await end(tx, app, company, opening, { remind, grace })] += 1;
    return { cursor: rows.length < COMPANIES_A_BATCH ? null : (rows.at(-1)?.id ?? null), counts };
  },
};
