/** Card bills that the wallet did not pay on their day: taken from the bank card that the holder has saved, where they want it. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { App, Day, Progress, Step } from "../../../house/app.ts";
import type { ChargePurpose } from "../../../house/purposes.ts";
import { getRow } from "../../../db/row.ts";
import { automaticOf, fullOf, lastStatement } from "../../companies/line-statements/index.ts";
import { cardLineBooks } from "../../money/books/index.ts";
import { createCharge, sendCharge } from "../../money/charges/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { bankCardNotDebited } from "./messages.ts";
import { lockCardLine, ofCards } from "../card-lines/index.ts";

/** What a debit of a bank card for a bill is. The money itself is received by the engine, and pays the line. */
export const billDebit: ChargePurpose = {
  prefix: "CH",
  channel: "direct_debit",
  is_hosted: false,
  takes_part: false,
  receipt: "card_repayment",
  subjectOf: async (tx, { id }) => (await getRow(tx, "card_bank_debits", { charge_id: id }, ["card_id"])).card_id,
  fail: (tx, { user_id, amount_kobo }, failure) => tellSoon(tx, user_id, bankCardNotDebited(amount_kobo, failure)),
};

const A_BATCH = 100;
const DAYS_A_WEEK = 7;
interface Due {
  id: string;
  card_id: string;
  user_id: string;
  tried: number;
  tried_on: string | null;
}

/** Bills that are due at the end of the day, of people who let us debit a card that is there. */
async function readBatch(app: App, { closing }: Day, cursor: string | null): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select s.id, s.card_id, l.user_id, count(d.charge_id)::int as tried, max(d.business_date)::text as tried_on
    from card_statements s
    join card_lines l on l.card_id = s.card_id
    left join card_bank_debits d on d.statement_id = s.id
    where (
        s.status in ('issued', 'overdue') and s.due_on <= ${closing}::date
        or s.status = 'met' and s.due_on = ${closing}::date and l.automatic = 'full'
      )
      and l.debits_bank_card
      and l.automatic <> 'none'
      and exists (select 1 from repayment_cards c where c.user_id = l.user_id and c.is_default and c.removed_at is null)
      and s.id > ${cursor ?? BEGINNING}::uuid
    group by s.id, l.user_id
    order by s.id
    limit ${A_BATCH}
  `.execute(app.db);
  return rows;
}

/** Records the debit before the bank is asked: a run that comes back finds it and leaves the question to the queue. */
async function debit(app: App, due: Due, { closing }: Day): Promise<string> {
  const created = await app.db.transaction().execute(async (tx) => {
    const line = await lockCardLine(tx, due.card_id);
    const statement = await lastStatement(tx, ofCards, due.card_id);
    if (!line || statement?.id !== due.id) return undefined;
    const { rows: open } = await sql`
      select 1
      from card_bank_debits d
      join charges c on c.id = d.charge_id
      where d.card_id = ${due.card_id} and c.status in ('created', 'sent', 'unknown')
      limit 1
    `.execute(tx);
    const amount_kobo = automaticOf(statement, {
      automatic: line.automatic,
      is_due_day: closing === statement.due_on,
      available_kobo: statement.full_kobo,
      owed_kobo: fullOf(await cardLineBooks(tx, due.card_id)),
    });
    if (open.length > 0 || amount_kobo === 0n) return undefined;
    const request_key = `card-bill:${due.id}:${closing}`;
    const asked = { user_id: line.user_id, kind: "card_bill_debit", amount_kobo, request_key } as const;
    const { charge, isNew } = await createCharge(app, tx, asked);
    if (!isNew) return undefined;
    const { id: statement_id, card_id, user_id } = due;
    await tx
      .insertInto("card_bank_debits")
      .values({ charge_id: charge.id, statement_id, card_id, user_id, business_date: closing })
      .execute();
    return charge;
  });
  if (!created) return "skipped";
  const { status } = await sendCharge(app, created);
  return status === "success" ? "collected" : status === "failed" ? "failed" : "unknown";
}

/** A step of the close, before what is still unpaid is overdue. Some days one after the other, then once a week, as for loans. */
export const debitBankCards: Step = {
  name: "card_bank_debits",
  at: 78.55,
  async outside(app, day, cursor): Promise<Progress> {
    const dues = await readBatch(app, day, cursor);
    const daily = await readSetting(app.db, "collection_daily_attempts");
    const counts: Record<string, number> = { looked_at: dues.length };
    for (const due of dues) {
      const pause = due.tried < daily ? 1 : DAYS_A_WEEK;
      if (due.tried_on && addDays(due.tried_on, pause) > day.closing) continue;
      const outcome = await debit(app, due, day);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    }
    return { cursor: dues.length < A_BATCH ? null : dues.at(-1)!.id, counts };
  },
};
