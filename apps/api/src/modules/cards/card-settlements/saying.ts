/** A line whose currency the issuer's file does not say: one person says it, by the file and the balance as the issuer gives them now. */
import { money } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import type { SettledPayment } from "../../../outside/issuer/port.ts";
import { postCardsSettled } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { type Change, businessDate, changeState } from "../../platform/states/index.ts";
import { netOf, totalsOf } from "./rules.ts";
import type { SettlementLine } from "./writing-off.ts";

interface Said {
  currency: "NGN" | "USD";
  reason: string;
}
const CURRENCIES = { NGN: "naira", USD: "dollars" } as const;

/** The payment in the issuer's file as it is now; undefined where the line, or the payment in it, is not there. @throws Conflict where the issuer does not answer */
export async function inFile({ db, outside, log }: Context, id: string): Promise<SettledPayment | undefined> {
  const line = await findRow(db, "card_settlement_lines", id, ["day", "issuer_transaction_id"]);
  if (!line) return undefined;
  try {
    const file = await outside.issuer.settlement(line.day);
    return file?.find(({ transaction_id }) => transaction_id === line.issuer_transaction_id);
  } catch (error) {
    log.warn({ error }, "the issuer's settlement was not read");
    throw new Conflict("The issuer's file of this day cannot be read at the moment. Try again in a minute.", "no_file");
  }
}

/** @throws Conflict where the issuer's file or its balance of the day says otherwise */
async function requireTrue(tx: Tx, line: SettlementLine, { currency }: Said, file: SettledPayment): Promise<void> {
  if (file.currency && file.currency !== currency)
    throw new Conflict(`The issuer's file says ${CURRENCIES[file.currency]} now.`, "file_says");
  // While it is not booked the issuer has less than the books, by just this.
  const { rows } = await sql<{ difference_kobo: bigint }>`
    select difference_kobo
    from issuer_float_days
    where day = ${line.day} and currency = ${currency} and decision_reason is null
  `.execute(tx);
  const missing = rows[0] && -rows[0].difference_kobo;
  if (missing === undefined) return;
  const far = (kobo: bigint): bigint => (kobo < 0n ? -kobo : kobo);
  if (far(missing - netOf(file)) > far(missing))
    throw new Conflict(
      `The issuer's balance in ${CURRENCIES[currency]} of this day does not have it: ${money(missing, currency)} is missing there.`,
      "balance_says",
    );
}

/** Adds it to what was settled of its day, and books it. @returns the file's id */
async function addToDay(tx: Tx, line: SettlementLine, currency: "NGN" | "USD", file: SettledPayment): Promise<string> {
  const id = uuidv7();
  const { settled_kobo, interchange_kobo, charges_kobo } = totalsOf([file]);
  await postCardsSettled(tx, {
    id,
    line_id: line.id,
    day: line.day,
    currency,
    settled_kobo,
    interchange_kobo,
    charges_kobo,
    on: await businessDate(tx),
  });
  const { rows } = await sql<{ id: string }>`
    insert into card_settlements as s (
      id, day, currency, lines, settled_kobo, interchange_kobo, charges_kobo, ledger_transaction_id
    )
    values (${id}, ${line.day}, ${currency}, 1, ${settled_kobo}, ${interchange_kobo}, ${charges_kobo}, ${id})
    on conflict (day, currency) do update
    set lines = s.lines + 1, settled_kobo = s.settled_kobo + excluded.settled_kobo,
      interchange_kobo = s.interchange_kobo + excluded.interchange_kobo, charges_kobo = s.charges_kobo + excluded.charges_kobo,
      ledger_transaction_id = coalesce(s.ledger_transaction_id, excluded.ledger_transaction_id)
    returning id
  `.execute(tx);
  return rows[0]!.id;
}

/** Books the line, which is locked, in the currency; it agrees, or another reason stays. @throws Conflict */
export async function keepSaid(
  tx: Tx,
  context: Context,
  line: SettlementLine,
  said: Said,
  file: SettledPayment | undefined,
): Promise<Change> {
  if (!file) throw new Conflict("The issuer's file of this day does not have this payment any more.", "not_in_file");
  await requireTrue(tx, line, said, file);
  const { currency, reason } = said;
  const { settled_kobo: issuer_kobo, interchange_kobo, charges_kobo: charge_kobo } = totalsOf([file]);
  const isSame = line.our_kobo === issuer_kobo;
  await changeRows(tx, "card_settlement_lines", line.id, {
    settlement_id: await addToDay(tx, line, currency, file),
    currency,
    issuer_kobo,
    interchange_kobo,
    charge_kobo,
    reason: isSame ? null : line.our_kobo === null ? "unknown_here" : "other_amount",
    decided_by: context.session.user_id,
    decided_at: clock.now(),
    decision_reason: reason,
  });
  if (isSame)
    await changeState(tx, {
      noun: "cardSettlement",
      id: line.id,
      action: "match",
      from: "open",
      actor: actorOf(context),
      reason,
    });
  const after = { currency, issuer_kobo };
  return { before: { currency: line.currency }, after, reason, answer: { status: isSame ? "matched" : "open" } };
}
