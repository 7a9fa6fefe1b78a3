/** A secure card was closed: its deposit pays what is owed on it, and the rest goes back to its owner. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Progress, Step } from "../../../house/app.ts";
import type { CardHooks } from "../../../house/cards.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import {
  accountOf,
  balancesOf,
  cardLineBooks,
  newReference,
  postDepositReturned,
  postOverdrawnRepaid,
} from "../../money/books/index.ts";
import { queryable } from "../../../db/database.ts";
import { fullOf } from "../../companies/line-statements/index.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { recordPersonal } from "../../people/personal-wallets/index.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { lockCardLine, payCardLine } from "../card-lines/index.ts";
import { returned } from "./messages.ts";
import { divideDeposit } from "./rules.ts";

/** The card in the place of another is the one whose closing counts. */
export const secureHooks: CardHooks = {
  async closed(tx, _app, { id, replaced_by }) {
    if (replaced_by) await changeRows(tx, "secure_cards", { used_card_id: id }, { used_card_id: replaced_by });
  },
};

interface Closed {
  id: string;
  user_id: string;
  card_id: string;
}

/** The card that has the deposit and those that took its place, the oldest first. */
async function cardsOf(tx: Tx, card_id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select id, 0 as at from cards where id = ${card_id}
      union all
      select c.id, chain.at + 1
      from cards c
      join chain on c.replacement_for = chain.id
      where c.status <> 'declined'
    )
    select id from chain order by at
  `.execute(tx);
  return rows.map(({ id }) => id);
}

interface Debt {
  card_id: string;
  owed_kobo: bigint;
  overdrawn_kobo: bigint;
  held_kobo: bigint;
}
async function debtsOf(tx: Tx, cards: readonly string[]): Promise<Debt[]> {
  const found: Debt[] = [];
  for (const card_id of cards) {
    const { held_kobo, ...books } = await cardLineBooks(tx, card_id);
    const [overdrawn] = await balancesOf(queryable(tx), [accountOf("card_overdrawn", card_id)]);
    found.push({ card_id, owed_kobo: fullOf(books), overdrawn_kobo: overdrawn?.natural_kobo ?? 0n, held_kobo });
  }
  return found;
}

/** Pays the debts of a card from the deposit, in the order in which they were divided. */
async function payDebt(
  tx: Tx,
  deposit_card_id: string,
  { card_id }: Debt,
  { owed, overdrawn }: { owed: bigint; overdrawn: bigint },
  on: string,
): Promise<void> {
  const from = { line: "secure_deposit", owner_id: deposit_card_id } as const;
  const fact = { on, actor: SYSTEM };
  const line = owed > 0n ? await lockCardLine(tx, card_id) : undefined;
  if (line) await payCardLine(tx, { line, amount_kobo: owed, channel: "deposit", from, id: uuidv7(), ...fact });
  if (overdrawn > 0n)
    await postOverdrawnRepaid(tx, {
      id: uuidv7(),
      card_id,
      reference: newReference("SD", on),
      account: accountOf("secure_deposit", deposit_card_id),
      from_kobo: overdrawn,
      drawn_kobo: 0n,
      receivable: accountOf("secure_deposit", deposit_card_id),
      kind: "repay_overdrawn",
      on,
      actor: SYSTEM.name,
    });
}

/** Whether something is credited for now in a dispute: it is owed again where that is lost. */
async function isDisputed(tx: Tx, cards: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from card_disputes where card_id = any(${cards}::uuid[]) and credited_kobo > 0 limit 1
  `.execute(tx);
  return rows.length > 0;
}

/** @returns false while a payment is still held on one of its cards, or its dispute may be lost */
async function giveBack(tx: Tx, app: App, { id, user_id, card_id }: Closed, on: string): Promise<boolean> {
  const cards = await cardsOf(tx, card_id);
  const debts = await debtsOf(tx, cards);
  if (debts.some(({ held_kobo }) => held_kobo > 0n) || (await isDisputed(tx, cards))) return false;
  const { deposit_kobo } = await cardLineBooks(tx, card_id);
  const { paid, rest_kobo } = divideDeposit(
    deposit_kobo,
    debts.flatMap(({ owed_kobo, overdrawn_kobo }) => [owed_kobo, overdrawn_kobo]),
  );
  for (const [at, debt] of debts.entries())
    await payDebt(tx, card_id, debt, { owed: paid[2 * at] ?? 0n, overdrawn: paid[2 * at + 1] ?? 0n }, on);
  await lockPerson(tx, user_id);
  if (rest_kobo > 0n) {
    const ledger_transaction_id = uuidv7();
    const fact = { id: ledger_transaction_id, card_id, user_id, amount_kobo: rest_kobo, on, actor: SYSTEM.name };
    await postDepositReturned(tx, fact);
    const moved = { user_id, kind: "deposit_back", reference: newReference("SD", on), actor: SYSTEM, on } as const;
    await recordPersonal(tx, "cash", { ...moved, amount_kobo: rest_kobo, ledger_transaction_id });
  }
  const after = { returned_on: on, owed_kobo: deposit_kobo - rest_kobo, returned_kobo: rest_kobo };
  await changeRows(tx, "secure_cards", id, after);
  await changeState(tx, { noun: "secureCard", id, from: "paid", action: "return", actor: SYSTEM, business_date: on });
  await recordAudit(tx, SYSTEM, "deposit_returned", ["card", card_id], { after, about: user_id });
  await tell(tx, app, user_id, returned({ id, ...after }));
  return true;
}

const AT_ONCE = 100;

/** Deposits of cards that were closed long enough ago, or that the issuer did not make. */
export const returnDeposits: Step = {
  name: "deposit_returns",
  at: 78.9,
  async batch(app, tx, { opening }, cursor): Promise<Progress> {
    const until = addDays(opening, -(await readSetting(tx, "secure_return_days")));
    const { rows } = await sql<Closed>`
      select s.id, s.user_id, s.card_id
      from secure_cards s
      join cards c on c.id = s.used_card_id
      where s.status = 'paid' and (${cursor}::uuid is null or s.id > ${cursor}::uuid)
        and (c.status = 'declined' or (c.status = 'closed' and (c.closed_at at time zone 'Africa/Lagos')::date <= ${until}::date))
      order by s.id
      limit ${AT_ONCE}
      for update of s
    `.execute(tx);
    let given = 0;
    for (const secure of rows) if (await giveBack(tx, app, secure, opening)) given += 1;
    return { cursor: rows.length < AT_ONCE ? null : rows.at(-1)!.id, counts: { returned: given } };
  },
};
