/** Offers whose last day has passed. */
import { sql } from "kysely";
import type { Progress, Step } from "../../../house/app.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { offerExpired } from "./messages.ts";
import { changeStates } from "../../platform/states/index.ts";

const OFFERS_A_BATCH = 500;

export const offers: Step = {
  name: "offers",
  at: 70,
  async batch(_, tx, { opening }): Promise<Progress> {
    const { rows } = await sql<{ id: string; user_id: string; reference: string }>`
      select id, user_id, reference
      from loans
      where status = 'offered' and offer_expires_on < ${opening}::date
      order by id
      limit ${OFFERS_A_BATCH}
      for no key update
    `.execute(tx);
    await changeStates(tx, {
      noun: "loan",
      ids: rows.map(({ id }) => id),
      from: "offered",
      action: "expire",
      actor: SYSTEM,
      reason: "The offer was not accepted in time",
      business_date: opening,
    });
    for (const loan of rows) await tellSoon(tx, loan.user_id, offerExpired({ loan }));
    return {
      cursor: rows.length < OFFERS_A_BATCH ? null : (rows.at(-1)?.id ?? null),
      counts: { expired: rows.length },
    };
  },
};
