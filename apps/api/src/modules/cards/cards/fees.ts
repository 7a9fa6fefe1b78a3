/** What a card costs to make: paid from its owner's wallet when it is issued, or as soon as the money is there. Nothing waits for it. */
import { feeOf } from "@manilla/contract/cards/card-fees";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { Step } from "../../../house/app.ts";
import { recordSpent } from "../../companies/expenses/index.ts";
import { findWallet, recordMovement } from "../../companies/wallet-movements/index.ts";
import { freeCash, newReference, postCardFee, walletOf } from "../../money/books/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Card, lockCard } from "../card-records/index.ts";
import { feePaid } from "./messages.ts";

/** What making a card of this form costs today, in kobo. */
export async function feeToday(db: Database | Tx, form: string): Promise<{ fee_kobo: bigint; fee_vat_kobo: bigint }> {
  const key = form === "virtual" ? "card_fee_virtual_kobo" : "card_fee_physical_kobo";
  const [fee, vat] = await Promise.all([readSetting(db, key), readSetting(db, "card_fee_vat_percent")]);
  const { fee_kobo, vat_kobo } = feeOf(BigInt(fee), vat);
  return { fee_kobo, fee_vat_kobo: vat_kobo };
}

/** Financial institutions (ISO 18245): the category of the company's bank fees has it. */
const CHARGES = "6012";

/** A company's fee is spend of its wallet: nobody requested it, and it needs no receipt. */
const spendOn = (
  tx: Tx,
  fee: { company_id: string; user_id: string; amount_kobo: bigint; reference: string; on: string },
) => {
  const { reference: money_reference, ...paid } = fee;
  const spent = { ...paid, money_reference, merchant: "Fee of a card", mcc: CHARGES };
  return recordSpent(
    tx,
    { ...spent, is_from_purse: false, is_from_wallet: true },
    { has_none: true, is_decided: true },
  );
};

/** Takes the fee of a card, which is locked, from its owner's wallet, where it has not been taken and the wallet has it. @returns whether it was paid now */
export async function payFee(tx: Tx, card: Card): Promise<boolean> {
  const { id: card_id, company_id, user_id, fee_kobo, fee_vat_kobo: vat_kobo } = card;
  const amount_kobo = fee_kobo + vat_kobo;
  if (amount_kobo === 0n || card.fee_paid_at) return false;
  const wallet = company_id ? await findWallet(tx, company_id, true) : undefined;
  if (company_id && !wallet) return false;
  if (!company_id) await lockPerson(tx, user_id);
  const has_kobo = company_id ? (await walletOf(tx, company_id)).available_kobo : await freeCash(tx, user_id);
  if (has_kobo < amount_kobo) return false;
  const [id, on] = [uuidv7(), await businessDate(tx)];
  const reference = newReference("CF", on);
  const from = company_id
    ? ({ line: "company_wallet", owner_id: company_id } as const)
    : ({ line: "cash_wallet", owner_id: user_id } as const);
  await postCardFee(tx, { id, card_id, wallet: from, fee_kobo, vat_kobo, on, actor: SYSTEM.name });
  const moved = { kind: "card_fee", amount_kobo: -amount_kobo, reference, actor: SYSTEM, on } as const;
  if (company_id && wallet) {
    await recordMovement(tx, wallet, { ...moved, id, company_id });
    await spendOn(tx, { company_id, user_id, amount_kobo, reference, on });
  } else await recordPersonal(tx, "cash", { ...moved, user_id, ledger_transaction_id: id });
  await changeRows(tx, "cards", card_id, { fee_paid_at: clock.now() });
  await recordAudit(tx, SYSTEM, "card_fee_paid", ["card", card_id], {
    after: { amount_kobo, reference },
    about: user_id,
  });
  await tellSoon(tx, user_id, feePaid(card, amount_kobo));
  return true;
}

const AT_ONCE = 200;

/** Fees that a wallet did not have when the card was issued. */
export const collectFees: Step = {
  name: "card_fees",
  at: 79.56,
  async batch(_app, tx, _day, cursor) {
    const { rows } = await sql<{ id: string }>`
      select id
      from cards
      where fee_paid_at is null
        and fee_kobo > 0
        and status in ('issued', 'active', 'frozen')
        and (${cursor}::uuid is null or id > ${cursor}::uuid)
      order by id
      limit ${AT_ONCE}
    `.execute(tx);
    let paid = 0;
    for (const { id } of rows) {
      const card = await lockCard(tx, id);
      if (card && (await payFee(tx, card))) paid += 1;
    }
    return { cursor: rows.length < AT_ONCE ? null : rows.at(-1)!.id, counts: { paid } };
  },
};
