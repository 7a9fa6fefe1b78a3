import * as calls from "@manilla/contract/cards/card-lines";
import { cardEnding, naira } from "@manilla/contract/formats";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { fullOf, statementFile, statementLetter } from "../../companies/line-statements/index.ts";
import { ownCompany } from "../../companies/wallet-movements/index.ts";
import { cardLineBooks, freeCash, personalBalances } from "../../money/books/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { footOf } from "../../platform/configuration/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type CardLine, lockCardLine, payFromWallet } from "./paying.ts";
import { bankCardOf, companyRepayment, listLines, listPayments, listRepayments, ownBill, ownBills } from "./queries.ts";

/** The caller's own line, locked. @throws NotFound */
async function ownLine(tx: Tx, { session }: Context, card_id: string): Promise<CardLine> {
  const line = await lockCardLine(tx, card_id);
  if (line?.user_id !== session.user_id) throw new NotFound("This card");
  return line;
}

/** How a company's line, or a card of one's own, is paid. @throws NotFound, NotAllowed, InvalidFields */
async function choose(tx: Tx, context: Context, body: z.output<typeof calls.setUp.body>) {
  const { card_id, automatic } = body;
  const chosen = { automatic, transfer_kobo: body.transfer_kobo ?? 0n };
  if (card_id) {
    const { user_id, ...line } = await ownLine(tx, context, card_id);
    const debits_bank_card = body.debits_bank_card ?? line.debits_bank_card;
    if (debits_bank_card && !line.debits_bank_card && !(await bankCardOf(tx, user_id)))
      throw new InvalidFields({ debits_bank_card: ["save a bank card under Repayment Cards first"] });
    const after = { ...chosen, debits_bank_card };
    await changeRows(tx, "card_lines", { card_id }, after);
    const before = {
      automatic: line.automatic,
      transfer_kobo: line.transfer_kobo,
      debits_bank_card: line.debits_bank_card,
    };
    await recordAudit(tx, context, "card_payment_chosen", ["card", card_id], { before, after, about: user_id });
    return after;
  }
  if (!context.session.permissions.has("company:can_pay_statements")) throw new NotAllowed("Choose one of your cards.");
  if (automatic === "none") throw new InvalidFields({ automatic: ["a company pays at least the minimum"] });
  const { id: company_id } = await ownCompany(tx, context);
  const before = await findRow(tx, "credit_lines", { company_id }, ["automatic", "transfer_kobo"], { lock: true });
  if (!before) throw new NotFound("A line of your company");
  await changeRows(tx, "credit_lines", { company_id }, chosen);
  await recordAudit(tx, context, "line_payment_chosen", ["company", company_id], { before, after: chosen });
  return { ...chosen, debits_bank_card: false };
}

async function pay(tx: Tx, context: Context, card_id: string, amount_kobo: bigint) {
  const line = await ownLine(tx, context, card_id);
  const owed_kobo = fullOf(await cardLineBooks(tx, card_id));
  if (amount_kobo > owed_kobo) throw new InvalidFields({ amount_kobo: [`${naira(owed_kobo)} is owed`] });
  const [{ cash_kobo }, free_kobo] = [await personalBalances(tx, line.user_id), await freeCash(tx, line.user_id)];
  if (amount_kobo > free_kobo)
    throw new InvalidFields({ amount_kobo: [`${naira(free_kobo)} of your wallet is free at the moment`] });
  const fact = { amount_kobo, channel: "wallet", on: await businessDate(tx), actor: actorOf(context) } as const;
  await payFromWallet(tx, line, fact);
  await recordAudit(tx, context, "card_paid", ["card", card_id], { after: { amount_kobo }, about: line.user_id });
  return { owed_kobo: owed_kobo - amount_kobo, cash_kobo: cash_kobo - amount_kobo };
}

const ENDS =
  "The least of it is due on its day. What is not paid then is overdue and may bear a penalty. You pay under Card Bills, by a transfer, or let your wallet pay it.";

/** A bill as a letter, or as a file with the same lines. */
const download: Handlers<typeof calls>["download"] = async (context, { params, query: { format } }) => {
  const { lines, last4, person, ...bill } = await ownBill(context, params.id);
  const name = `card-bill-${bill.month}.${format}`;
  if (format === "csv") return { name, media_type: "text/csv; charset=utf-8", body: statementFile(lines) };
  const heading = `Bill of your credit card${last4 ? ` ${cardEnding(last4)}` : ""}`;
  const foot = await footOf(context.db, context);
  const about = { heading, reference: `CARD${last4 ? `/${last4}` : ""}`, to: [person], ends: ENDS, foot };
  return { name, media_type: "application/pdf", body: await statementLetter(about, bill, lines) };
};

export const handlers: Handlers<typeof calls> = {
  listRepayments,
  listPayments,
  listLines,
  ofCompany: (context, { params }) => companyRepayment(context, params.companyId),
  setUp: inOneTransaction<typeof calls.setUp>((tx, context, { body }) => choose(tx, context, body)),
  listOwn: ownBills,
  download,
  pay: inOneTransaction<typeof calls.pay>((tx, context, { params, body }) =>
    pay(tx, context, params.id, body.amount_kobo),
  ),
};
