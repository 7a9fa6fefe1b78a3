/** Step of the close: who spent something is reminded of its missing receipt on the seventh, fourteenth and twenty-ninth day. */
import { daysBetween } from "@manilla/credit";
import { sql } from "kysely";
import type { Progress, Step } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { receiptsMissing } from "./messages.ts";
import { REMINDER_DAYS, reminderDue } from "./rules.ts";

const PEOPLE_A_BATCH = 200;

/** Only for active employees: leavers and suspended people send none any more. What all came back of needs none. */
const MISSING = sql`
  not e.has_receipt and e.wants_receipt and e.no_receipt_reason is null and e.status <> 'deleted' and e.amount_kobo <> 0
  and exists (
    select 1 from employments s where s.user_id = e.user_id and s.company_id = e.company_id and s.status = 'active'
  )
`;

interface Missing {
  id: string;
  merchant: string;
  recorded_on: string;
  reminded: number;
  snoozed_until: string | null;
}

const missingOf = async (tx: Tx, user_id: string): Promise<Missing[]> =>
  (
    await sql<Missing>`
      select e.id, e.merchant, e.recorded_on, e.receipt_reminded as reminded, e.receipt_snoozed_until as snoozed_until
      from expenses e
      where e.user_id = ${user_id} and ${MISSING}
      order by e.spent_on, e.id
      for no key update
    `.execute(tx)
  ).rows;

export const remindOfReceipts: Step = {
  name: "missing_receipts",
  at: 86,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const { rows: people } = await sql<{ user_id: string }>`
      select distinct e.user_id
      from expenses e
      join users u on u.id = e.user_id and u.erased_at is null
      where e.user_id > ${cursor ?? BEGINNING}::uuid and ${MISSING}
        and e.recorded_on <= ${opening}::date - ${REMINDER_DAYS[0]}::integer
        and (e.receipt_snoozed_until is null or e.receipt_snoozed_until <= ${opening}::date)
      order by e.user_id
      limit ${PEOPLE_A_BATCH}
    `.execute(tx);
    let reminded = 0;
    for (const { user_id } of people) {
      const places: string[] = [];
      let latest = 0;
      for (const { id, merchant, recorded_on, ...missing } of await missingOf(tx, user_id)) {
        const day = reminderDue({ ...missing, days: daysBetween(recorded_on, opening) }, opening);
        if (day === null) continue;
        await changeRows(tx, "expenses", id, { receipt_reminded: day, receipt_snoozed_until: null });
        places.push(merchant);
        latest = Math.max(latest, day);
      }
      if (places.length > 0) await tell(tx, app, user_id, receiptsMissing(places, latest));
      reminded += places.length;
    }
    return { cursor: people.length < PEOPLE_A_BATCH ? null : people.at(-1)!.user_id, counts: { reminded } };
  },
};
