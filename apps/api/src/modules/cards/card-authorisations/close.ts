/** Steps of the close: payments that nobody captured in time are over, cards without their receipts are frozen, and what cards took beyond their money is paid. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { App, Periodic, Progress, Step } from "../../../house/app.ts";
import { longMissing } from "../../companies/expenses/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { type Card, freezeCard, lockCard, unfreezeCard } from "../card-records/index.ts";
import { repayOverdrawn } from "./capturing.ts";
import { expiryOf, follow } from "./following.ts";
import * as messages from "./messages.ts";

const A_BATCH = 200;

export const expirePayments: Step = {
  name: "card_payments_expire",
  at: 87,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const { rows } = await sql<{ id: string; card_id: string; issuer_authorisation_id: string }>`
      select id, card_id, issuer_authorisation_id
      from card_authorisations
      where not is_over and expires_on <= ${opening}::date and id > ${cursor ?? BEGINNING}::uuid
      order by id
      limit ${A_BATCH}
    `.execute(tx);
    for (const payment of rows) {
      const card = await lockCard(tx, payment.card_id);
      if (!card) continue;
      await follow(tx, app, card, expiryOf(payment, clock.now()));
      await repayOverdrawn(tx, card, opening);
    }
    const raises = cursor ? [] : await endRaises(tx, opening);
    const last = rows.length < A_BATCH ? null : rows.at(-1)!.id;
    return { cursor: last, counts: { expired: rows.length, raises_ended: raises.length } };
  },
};

/** What was let through on top of limits, and what nobody decided, until a day that is over. */
const endRaises = (tx: Tx, opening: string): Promise<string[]> =>
  changeWhere(tx, { noun: "cardRaise", action: "end", where: sql`ends_on < ${opening}::date`, actor: SYSTEM });

/** Cards that took more than was there, for a payment or for a credit that was taken back, and whose money has come. */
export const repayCards: Step = {
  name: "card_overdrawn",
  at: 88,
  async batch(_app, tx, { opening }, cursor): Promise<Progress> {
    const { rows } = await sql<{ card_id: string }>`
      select a.owner_id::uuid as card_id
      from ledger.accounts a
      join ledger.balances b on b.account_id = a.id and b.balance_kobo > 0
      where a.chart_code in ('card_overdrawn', 'dollar_overdrawn') and a.owner_id::uuid > ${cursor ?? BEGINNING}::uuid
      order by 1
      limit ${A_BATCH}
    `.execute(tx);
    let repaid = 0;
    for (const { card_id } of rows) {
      const card = await lockCard(tx, card_id);
      if (card && (await repayOverdrawn(tx, card, opening)) > 0n) repaid += 1;
    }
    return { cursor: rows.length < A_BATCH ? null : rows.at(-1)!.card_id, counts: { repaid } };
  },
};

/** Money came into a purse: it pays first what cards took beyond it. */
export async function repayFromPurse(
  tx: Tx,
  { company_id, user_id, on }: { company_id: string; user_id: string; on: string },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select c.id
    from cards c
    join ledger.accounts a on a.tenant = '' and a.code = 'card_overdrawn:' || c.id
    join ledger.balances b on b.account_id = a.id and b.balance_kobo > 0
    where c.user_id = ${user_id} and c.company_id = ${company_id} and c.kind = 'company_debit'
    order by c.id
  `.execute(tx);
  for (const { id } of rows) {
    const card: Card = await tx.selectFrom("cards").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    await repayOverdrawn(tx, card, on);
  }
}

/** A receipt is missing from the thirty-first day on: reminders were on the 7th, 14th and 29th. */
const MISSING_DAYS = 31;
const REASON = "missing_receipt";

const cardsOf = async (tx: Tx, company_id: string, user_id: string): Promise<Card[]> =>
  tx
    .selectFrom("cards")
    .selectAll()
    .where("company_id", "=", company_id)
    .where("user_id", "=", user_id)
    .where("status", "in", ["active", "frozen"])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();

export const freezeWithoutReceipt: Step = {
  name: "card_receipts",
  at: 89,
  async batch(app, tx, { opening }): Promise<Progress> {
    let frozen = 0;
    for (const { company_id, user_id, merchant } of await longMissing(tx, addDays(opening, -MISSING_DAYS), "CC"))
      for (const card of await cardsOf(tx, company_id, user_id)) {
        const isNew = await freezeCard(tx, app, card, {
          by: "system",
          reason: `${REASON}: ${merchant}`,
          actor: SYSTEM,
        });
        if (!isNew) continue;
        frozen += 1;
        await tell(tx, app, user_id, messages.receiptMissing({ merchant, last4: card.last4 ?? "" }));
      }
    return { cursor: null, counts: { frozen } };
  },
};

/** A card whose receipts are there again works again, without anybody's doing. */
export const unfreezeWithReceipt: Periodic = {
  name: "unfreeze cards whose receipts have come",
  every_milliseconds: 5_000,
  run: (app: App) =>
    app.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ card_id: string }>`
        select f.card_id
        from card_freezes f
        join cards c on c.id = f.card_id
        where f.lifted_at is null and f."by" = 'system' and f.reason like ${`${REASON}: %`}
          and not exists (
            select 1 from expenses e
            where e.user_id = c.user_id and e.company_id = c.company_id and not e.has_receipt and e.wants_receipt
              and e.no_receipt_reason is null and e.status <> 'deleted' and e.money_reference like 'CC%'
              and e.recorded_on <= (select business_date - ${MISSING_DAYS}::integer from business_calendar)
          )
        limit ${A_BATCH}
      `.execute(tx);
      for (const { card_id } of rows) {
        const card = await lockCard(tx, card_id);
        if (card) await unfreezeCard(tx, app, card, { by: "system", actor: SYSTEM });
      }
    }),
};
