/** The lines of cards in the close: interest of the day, what is due, a statement for each month, and what is left of lines that were closed. */
import { interestOfDay } from "@manilla/credit";
import { sql } from "kysely";
import type { App, Progress, Step } from "../../../house/app.ts";
import { type Tx, queryable } from "../../../db/database.ts";
import { type Line, type StatementBook, duesStep, statementsStep } from "../../companies/line-statements/index.ts";
import {
  type NewTransaction,
  cardCodes,
  cardInterestEntry,
  cardLineBooks,
  freeCash,
  postCardPenalty,
  postMany,
} from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { BEGINNING } from "../../platform/business-day/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { emptyLine } from "./granting.ts";
import * as words from "./messages.ts";
import { lockCardLine, ofCards, payFromWallet } from "../card-line-payments/index.ts";

const LINES_A_BATCH = 500;

/** Interest of the closing day on what is owed as it was when the day closed. */
export const accrueCardLines: Step = {
  name: "card_line_interest",
  at: 78.5,
  async batch(_app, tx, { closing }, cursor): Promise<Progress> {
    const { rows } = await sql<{ card_id: string; rate: string; drawn_kobo: bigint }>`
      select l.card_id, l.annual_rate_percent::text as rate, b.balance_kobo as drawn_kobo
      from card_lines l
      join ledger.accounts a on a.tenant = '' and a.code = 'card_receivable:' || l.card_id
      join ledger.balances b on b.account_id = a.id
      where l.card_id > ${cursor ?? BEGINNING}::uuid and b.balance_kobo > 0
      order by l.card_id
      limit ${LINES_A_BATCH}
      for no key update of l
    `.execute(tx);
    const entries: NewTransaction[] = rows.flatMap(({ card_id, rate, drawn_kobo }) => {
      const amount_kobo = interestOfDay(drawn_kobo, rate);
      return amount_kobo > 0n ? [cardInterestEntry({ card_id, amount_kobo, on: closing })] : [];
    });
    for (const { verdict, ...rest } of entries.length > 0 ? await postMany(queryable(tx), entries) : [])
      if (verdict === "rejected") throw (rest as { error: Error }).error;
    return {
      cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.card_id ?? null),
      counts: { earned: entries.length },
    };
  },
};

const book: StatementBook = { ...ofCards, lines: "card_lines", words };

async function cardLine(tx: Tx, app: App, card_id: string): Promise<Line> {
  const line = (await lockCardLine(tx, card_id))!;
  const { user_id, automatic } = line;
  return {
    id: card_id,
    codes: cardCodes(card_id),
    automatic,
    owed: () => cardLineBooks(tx, card_id),
    available: async () => freeCash(tx, user_id),
    pay: (amount_kobo, on) => payFromWallet(tx, line, { amount_kobo, channel: "automatic", on, actor: SYSTEM }),
    charge: async (penalty) => void (await postCardPenalty(tx, { ...penalty, card_id })),
    tell: (message) => tell(tx, app, user_id, message),
  };
}

export const collectCardDues = duesStep("card_dues", 78.6, book, cardLine);
export const issueCardStatements = statementsStep("card_statements", 78.7, book, cardLine);

/** What was held for a payment when its card was closed, and came free since. */
export const emptyClosedLines: Step = {
  name: "card_lines_closed",
  at: 78.8,
  async batch(_app, tx, { opening }, cursor): Promise<Progress> {
    // Lines that began before their card, which the issuer then did not make.
    await sql`
      update card_lines l
      set closed_on = ${opening}::date
      from cards c
      where c.id = l.card_id and c.status = 'declined' and l.closed_on is null
    `.execute(tx);
    const { rows } = await sql<{ card_id: string }>`
      select l.card_id
      from card_lines l
      join ledger.accounts a on a.tenant = '' and a.code = 'undrawn_line:' || l.card_id
      join ledger.balances b on b.account_id = a.id
      where l.closed_on is not null and b.balance_kobo <> 0 and l.card_id > ${cursor ?? BEGINNING}::uuid
      order by l.card_id
      limit ${LINES_A_BATCH}
    `.execute(tx);
    let emptied = 0;
    for (const { card_id } of rows)
      if ((await emptyLine(tx, (await lockCardLine(tx, card_id))!, opening)) > 0n) emptied += 1;
    return { cursor: rows.length < LINES_A_BATCH ? null : (rows.at(-1)?.card_id ?? null), counts: { emptied } };
  },
};
