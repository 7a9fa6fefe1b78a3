/** Steps of the close: interest of the day on what is drawn, and offers that nobody signed. */
import { interestOfDay } from "@manilla/credit";
import { sql } from "kysely";
import type { Progress, Step } from "../../../house/app.ts";
import { type NewTransaction, lineInterestEntry, postMany } from "../../money/books/index.ts";
import { queryable } from "../../../db/database.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { tellSignatories } from "./approvals.ts";
import * as messages from "./messages.ts";

const LINES_A_BATCH = 500;

/** Interest of the closing day on the principal as it was when the day closed. */
export const accrueLines: Step = {
  name: "line_interest",
  at: 77,
  async batch(_app, tx, { closing }, cursor): Promise<Progress> {
    const { rows } = await sql<{ company_id: string; rate: string; drawn_kobo: bigint }>`
      select l.company_id, l.annual_rate_percent::text as rate, b.balance_kobo as drawn_kobo
      from credit_lines l
      join ledger.accounts a on a.tenant = '' and a.code = 'line_principal:' || l.company_id
      join ledger.balances b on b.account_id = a.id
      where l.company_id > ${cursor ?? BEGINNING}::uuid and b.balance_kobo > 0
      order by l.company_id
      limit ${LINES_A_BATCH}
      for no key update of l
    `.execute(tx);
    const entries: NewTransaction[] = rows.flatMap(({ company_id, rate, drawn_kobo }) => {
      const amount_kobo = interestOfDay(drawn_kobo, rate);
      return amount_kobo > 0n ? [lineInterestEntry({ company_id, amount_kobo, on: closing })] : [];
    });
    for (const { verdict, ...rest } of entries.length > 0 ? await postMany(queryable(tx), entries) : [])
      if (verdict === "rejected") throw (rest as { error: Error }).error;
    return {
      cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.company_id ?? null),
      counts: { earned: entries.length },
    };
  },
};

export const lapseOffers: Step = {
  name: "line_offers",
  at: 78,
  async batch(app, tx, { opening }): Promise<Progress> {
    const { rows } = await sql<{ id: string; company_id: string }>`
      select id, company_id
      from line_applications
      where status = 'offered' and offer_expires_on < ${opening}::date
      order by id
      limit ${LINES_A_BATCH}
      for update
    `.execute(tx);
    for (const { id, company_id } of rows) {
      await changeState(tx, { noun: "lineApplication", id, from: "offered", action: "lapse", actor: SYSTEM });
      await tellSignatories(tx, app, company_id, messages.lapsed(id));
    }
    return { cursor: rows.length < LINES_A_BATCH ? null : rows.at(-1)!.id, counts: { lapsed: rows.length } };
  },
};
