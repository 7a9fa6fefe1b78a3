/** Money that moved with a card: taken, given back, and a refund that is taken back. Each once for the issuer's transaction; it never fails. */
import { isCreditCard } from "@manilla/contract/cards/card-states";
import { categoryOf } from "@manilla/contract/cards/merchant-categories";
import { isoDay, money } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import {
  InsufficientFunds,
  cardBooks,
  newReference,
  openCardAccounts,
  postCardCaptured,
  postCardRefunded,
  postOverdrawnRepaid,
} from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tellSoon } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { recordSpent } from "../../companies/expenses/index.ts";
import { countSpent } from "../card-controls/index.ts";
import type { Card } from "../card-records/index.ts";
import { holdAnew } from "./holding.ts";
import { type Said, accountsOf, booksOf } from "./loading.ts";
import { beyondReturned, openOwner, recordOnWallet, returnToExpenses } from "./owners.ts";
import * as messages from "./messages.ts";
import { changePayment, endAnnounced, figuresOf, keepEvent } from "./recording.ts";
import { splitCapture, splitRefund, toHold } from "./rules.ts";

/** What is taken from a card's money, and beyond it. */
interface Taken {
  from_kobo: bigint;
  drawn_kobo: bigint;
  overdrawn_kobo: bigint;
  account: string;
  receivable: string;
  currency: string;
}

/** An amount as its holder reads it. */
const inCurrency = ({ currency }: Card, amount_kobo: bigint) => ({
  amount: money(amount_kobo, currency as "NGN" | "USD"),
});

const TRIES = 5;

/**
 * Takes an amount from what is free of a card's money; what is missing becomes a claim on the card. Other cards of the same money may be quicker: then it is
 * looked at again.
 * @param postTaken posts it under a key of its own
 * @param account where it is taken from, where that is not what the card spends
 * @param isDrawn whether that is a line
 */
export async function takeFrom(
  tx: Tx,
  card: Card,
  amount_kobo: bigint,
  postTaken: (taken: Taken) => Promise<unknown>,
  account = accountsOf(card).account,
  isDrawn = accountsOf(card).is_credit,
): Promise<Taken> {
  const { receivable, currency } = accountsOf(card);
  await openCardAccounts(tx, card.id, currency);
  for (let tries = 1; ; tries += 1) {
    const { free_kobo } = await cardBooks(tx, { account, receivable, card_id: card.id, currency });
    const { from_kobo, overdrawn_kobo } = splitCapture(amount_kobo, free_kobo);
    const taken = { account, receivable, currency, from_kobo, overdrawn_kobo, drawn_kobo: isDrawn ? from_kobo : 0n };
    try {
      await postTaken(taken);
      return taken;
    } catch (error) {
      if (!(error instanceof InsufficientFunds) || tries === TRIES) throw error;
    }
  }
}

/** Gives an amount to a card: first what was taken beyond its money, then what is owed of its line, then its money. */
export async function giveTo(
  tx: Tx,
  card: Card,
  amount_kobo: bigint,
  postGiven: (
    given: ReturnType<typeof splitRefund> & {
      account: string;
      receivable: string;
      rest_account: string;
      currency: string;
    },
  ) => Promise<unknown>,
) {
  const { receivable, is_credit, currency } = accountsOf(card);
  await openCardAccounts(tx, card.id, currency);
  const { overdrawn_kobo, owed_kobo } = await booksOf(tx, card);
  const given = splitRefund(amount_kobo, { overdrawn_kobo, owed_kobo: is_credit ? owed_kobo : 0n });
  const owner = await openOwner(tx, card, given.rest_kobo);
  await postGiven({ ...given, currency, receivable, account: owner.line_account, rest_account: owner.account });
  return { ...given, owner };
}

/** Pays what was taken beyond a card's money from what is free of it now. */
export async function repayOverdrawn(tx: Tx, card: Card, on: string): Promise<bigint> {
  const { free_kobo, overdrawn_kobo } = await booksOf(tx, card);
  const from_kobo = free_kobo < overdrawn_kobo ? free_kobo : overdrawn_kobo;
  if (from_kobo <= 0n) return 0n;
  const { account, receivable, is_credit, currency } = accountsOf(card);
  const [id, reference] = [uuidv7(), newReference("CO", on)];
  const kind = is_credit ? "draw_line" : "repay_overdrawn";
  const fact = {
    id,
    card_id: card.id,
    reference,
    account,
    receivable,
    currency,
    from_kobo,
    on,
    actor: SYSTEM.name,
    kind,
  } as const;
  try {
    await postOverdrawnRepaid(tx, { ...fact, drawn_kobo: is_credit ? from_kobo : 0n });
  } catch (error) {
    // Somebody else has spent it in the meantime: the next money pays.
    if (error instanceof InsufficientFunds) return 0n;
    throw error;
  }
  await recordOnWallet(tx, card, { id, kind: "card_paid", amount_kobo: -from_kobo, reference, on });
  return from_kobo;
}

const isKnown = async (tx: Tx, issuer_transaction_id: string): Promise<boolean> =>
  (await findRow(tx, "card_captures", { issuer_transaction_id }, ["id"])) !== undefined;

interface Moved {
  id: string;
  reference: string;
  kind: "capture" | "refund" | "refund_reversal";
  ledger_transaction_id: string;
  overdrawn_kobo: bigint;
  expense_id: string | null;
  on: string;
}

/** Writes down money that moved. */
async function keepMoved(tx: Tx, card: Card, event: IssuerEvent, said: Said, { on, ...moved }: Moved): Promise<void> {
  await tx
    .insertInto("card_captures")
    .values({
      ...moved,
      card_id: card.id,
      user_id: card.user_id,
      company_id: card.company_id,
      issuer_transaction_id: event.transaction ?? event.event_id,
      issuer_authorisation_id: event.authorisation,
      authorisation_id: said.payment?.id ?? null,
      merchant: event.merchant.name,
      mcc: event.merchant.mcc,
      category: categoryOf(event.merchant.mcc),
      amount_kobo: event.amount_kobo,
      shop_currency: event.shop?.currency ?? null,
      shop_amount: event.shop?.amount ?? null,
      business_date: on,
      happened_at: event.at,
      created_at: clock.now(),
    })
    .execute();
}

/** What a company's card took is an expense, a correction as far as it takes more than was given back. @returns its id; null where it becomes none */
async function spendOn(tx: Tx, card: Card, event: IssuerEvent, money_reference: string, on: string) {
  const { user_id, company_id } = card;
  if (!company_id || event.kind === "RETURN_REVERSAL") return null;
  const isCorrection = event.kind === "CORRECTION_DEBIT";
  const amount_kobo = isCorrection ? await beyondReturned(tx, card, event) : event.amount_kobo;
  if (amount_kobo === 0n) return null;
  const { name: merchant, mcc } = event.merchant;
  const spent = { company_id, user_id, merchant, mcc, amount_kobo, on, money_reference };
  const is_from_purse = card.kind === "company_debit" && !card.is_holder_gone;
  return recordSpent(tx, { ...spent, is_from_purse }, { has_none: isCorrection });
}

/** A shop's refund without a payment lowers no expense that we know: it is a negative expense of its own. @returns its id; null where it is none */
async function spendBack(
  tx: Tx,
  { user_id, company_id }: Card,
  event: IssuerEvent,
  money_reference: string,
  on: string,
) {
  if (!company_id || event.authorisation !== null) return null;
  const { name: merchant, mcc } = event.merchant;
  const spent = { company_id, user_id, merchant, mcc, amount_kobo: -event.amount_kobo, on, money_reference };
  return recordSpent(tx, { ...spent, is_from_purse: false }, { has_none: true, is_decided: true });
}

/** A capture: what is held for it is given back first, then taken with what is free besides. A company's becomes exactly one expense. */
export async function capture(tx: Tx, card: Card, event: IssuerEvent, said: Said): Promise<void> {
  if (await isKnown(tx, event.transaction ?? event.event_id)) return;
  const on = await businessDate(tx);
  await keepEvent(tx, card, event, "00");
  const isPurchase = event.kind !== "RETURN_REVERSAL" && event.kind !== "CORRECTION_DEBIT";
  if (isPurchase) await settleHold(tx, card, event, said);
  const [id, reference, ledger_id] = [uuidv7(), newReference("CC", on), uuidv7()];
  // A credit card draws its line, a shop's refund repays it: bills count both by these kinds.
  const kind = isCreditCard(card.kind) ? "draw_line" : "card_capture";
  const taken = await takeFrom(tx, card, event.amount_kobo, (parts) =>
    postCardCaptured(tx, {
      ...parts,
      id: ledger_id,
      capture_id: id,
      card_id: card.id,
      reference,
      kind,
      on,
      actor: SYSTEM.name,
    }),
  );
  const expense_id = await spendOn(tx, card, event, reference, on);
  const { overdrawn_kobo, from_kobo } = taken;
  const moved = { id, reference, ledger_transaction_id: ledger_id, overdrawn_kobo, expense_id, on } as const;
  await keepMoved(tx, card, event, said, { ...moved, kind: isPurchase ? "capture" : "refund_reversal" });
  if (card.company_id) await returnToExpenses(tx, card, event.authorisation);
  await recordOnWallet(tx, card, { id: ledger_id, kind: "card_paid", amount_kobo: -from_kobo, reference, on });
  const { payment, captured_kobo } = said;
  // After an approval the holder was notified then, of the approved amount.
  const before = { approved_kobo: payment?.approved_kobo ?? 0n, captured_kobo };
  const new_kobo = isPurchase ? messages.unheard(before, captured_kobo + event.amount_kobo) : 0n;
  if (new_kobo > 0n)
    await tellSoon(
      tx,
      card.user_id,
      messages.paid({ id: payment?.id ?? null, without_us: "taken", ...messages.paidOf(event, card, new_kobo) }),
    );
  if (overdrawn_kobo > 0n)
    await tellSoon(
      tx,
      card.user_id,
      messages.overdrawn({ last4: card.last4 ?? "", ...inCurrency(card, overdrawn_kobo) }),
    );
}

/** What a payment holds after one of its captures; without a payment it counts against the limits of its day all the same. */
async function settleHold(tx: Tx, card: Card, event: IssuerEvent, said: Said): Promise<void> {
  const { payment } = said;
  if (!payment) return countSpent(tx, card.id, isoDay(event.at), event.amount_kobo, 0);
  const captured_kobo = said.captured_kobo + event.amount_kobo;
  const figures = figuresOf({ ...said, captured_kobo, is_over: said.is_over || event.is_last });
  const held = await holdAnew(tx, accountsOf(card).account, payment, {
    key: `card:${payment.id}:${event.event_id}`,
    amount_kobo: toHold(figures),
    reference: payment.reference,
  });
  await changePayment(tx, card, payment, { figures, held });
}

/** A shop gives money back, with or without its purchase. */
export async function refund(
  tx: Tx,
  app: Pick<App, "encryption" | "queue" | "config" | "house">,
  card: Card,
  event: IssuerEvent,
  said: Said,
): Promise<void> {
  if (await isKnown(tx, event.transaction ?? event.event_id)) return;
  const on = await businessDate(tx);
  await keepEvent(tx, card, event, "00");
  const [id, reference, ledger_id] = [uuidv7(), newReference("CR", on), uuidv7()];
  const kind = isCreditCard(card.kind) ? "repay_line" : "card_refund";
  const given = await giveTo(tx, card, event.amount_kobo, (parts) =>
    postCardRefunded(tx, {
      ...parts,
      id: ledger_id,
      capture_id: id,
      card_id: card.id,
      reference,
      kind,
      on,
      actor: SYSTEM.name,
    }),
  );
  const expense_id = await spendBack(tx, card, event, reference, on);
  const moved = { id, reference, ledger_transaction_id: ledger_id, overdrawn_kobo: 0n, expense_id, on } as const;
  await keepMoved(tx, card, event, said, { ...moved, kind: "refund" });
  if (said.payment?.status === "announced") await endAnnounced(tx, said.payment.id);
  const { rest_kobo, owner } = given;
  await recordOnWallet(
    tx,
    card,
    { id: ledger_id, kind: "card_refunded", amount_kobo: rest_kobo, reference, on },
    { app, owner },
  );
  const refunded = { card_id: card.id, issuer_authorisation_id: event.authorisation, rest_kobo: given.rest_kobo, on };
  for (const hook of app.house.cards) await hook.refunded?.(tx, app, refunded);
  // Less what the hooks have given on: that is not back.
  if (card.company_id) await returnToExpenses(tx, card, event.authorisation);
  await tellSoon(
    tx,
    card.user_id,
    messages.refunded({ merchant: event.merchant.name, ...inCurrency(card, event.amount_kobo) }),
  );
}
