/**
 * First requests of the issuer that arrive together are decided in one transaction: cards locked, rules judged on what is read of all, money set aside by one
 * statement, each table written by one. With few under way each goes by itself. What is not plain (a decline, cash, a refund, something said of the payment
 * before, a card that somebody has locked, too little on what several cards share) is decided by itself, by the code that does so for one.
 */
import { isoDay } from "@manilla/contract/formats";
import type pg from "pg";
import { uuidv7 } from "uuidv7";
import { type Tx, queryable } from "../../../db/database.ts";
import { moneyDatabase } from "../../../db/pipelined-database.ts";
import { insertAll } from "../../../db/rows.ts";
import type { App } from "../../../house/app.ts";
import { Line } from "../../../house/gathering.ts";
import type { IssuerEvent } from "../../../outside/issuer/events.ts";
import { balancesOf, holdMany, newReference } from "../../money/books/index.ts";
import { noticeSoon } from "../../platform/notifications/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import type { Card } from "../card-records/index.ts";
import { payingOf } from "./deciding.ts";
import { type Said, accountsOf, heardOf, lockFreeIssued, standingsAndUsages } from "./loading.ts";
import * as messages from "./messages.ts";
import { type Answer, JSON_OF_STARTED, eventRow, figuresOf, rowsOfStarted } from "./recording.ts";
import { type Check, firstUnmet, judge, toHold } from "./rules.ts";

/** Transactions under way at the same time: with fewer payments than that each has its own, and waits for no other. */
const LANES = 8;
const MOST = 32;

/** A first request with its payment's name. */
type First = IssuerEvent & { authorisation: string };
const isFirst = (event: IssuerEvent): event is First => event.kind === "AUTHORIZATION" && event.authorisation !== null;

/** Nothing was said of the payment before. */
const NEW: Said = {
  answered: null,
  requested_kobo: 0n,
  advised_kobo: 0n,
  reversed_kobo: 0n,
  captured_kobo: 0n,
  is_over: false,
  is_taken: false,
  first_card_id: null,
  payment: null,
  on: "",
};

interface Judged {
  card: Card;
  event: First;
  id: string;
  reference: string;
  key: string;
  account: string;
  checks: readonly Check[];
}

/** Those that every rule lets through. */
async function judged(tx: Tx, events: readonly First[]): Promise<{ met: Judged[]; on: string }> {
  const [cards, { heard, on }] = await Promise.all([
    lockFreeIssued(
      tx,
      events.map(({ issuer_card_id }) => issuer_card_id),
    ),
    heardOf(tx, events),
  ]);
  const asked = events.flatMap((event) => {
    const card = cards.get(event.issuer_card_id);
    if (!card || heard.has(event.event_id) || card.status === "closed") return [];
    const paying = payingOf(event, card, { is_more: false, before_kobo: 0n });
    if (paying.is_cash) return [];
    return [{ event, card, paying, account: accountsOf(card).account }];
  });
  if (asked.length === 0) return { met: [], on };
  const [standings, balances] = await Promise.all([
    standingsAndUsages(
      tx,
      asked.map(({ card, event, paying }) => ({
        card,
        today: isoDay(event.at),
        is_betting: paying.category === "gambling",
      })),
    ),
    balancesOf(queryable(tx), [...new Set(asked.map(({ account }) => account))]),
  ]);
  const free = new Map(balances.map(({ code, available_kobo }) => [code, available_kobo]));
  const met = asked.flatMap(({ event, card, paying, account }): Judged[] => {
    const facts = { ...standings.get(card.id)!, available_kobo: free.get(account) ?? 0n, cash: [] };
    const checks = judge(facts, paying);
    if (firstUnmet(checks)) return [];
    const id = uuidv7();
    return [
      { card, event, id, reference: newReference("CP", on), key: `card:${id}:${event.event_id}`, account, checks },
    ];
  });
  return { met, on };
}

/** @returns the events that were let through; nothing was written of the others */
const authoriseTogether = (pool: pg.Pool, events: readonly First[]): Promise<Set<First>> =>
  moneyDatabase(pool)
    .transaction()
    .execute(async (tx) => {
      const { met, on } = await judged(tx, events);
      if (met.length === 0) return new Set();
      const holds = await holdMany(
        queryable(tx),
        met.map(({ key, account, event, reference }) => ({
          key,
          account,
          amount_kobo: toHold(figuresOf({ ...NEW, requested_kobo: event.amount_kobo })),
          description: `Card payment ${reference}`,
        })),
        { actor: SYSTEM.name },
      );
      const paid = met.flatMap((payment) => {
        const hold_id = holds.get(payment.key);
        return hold_id === undefined ? [] : [{ ...payment, hold_id }];
      });
      const alerts = paid.map(({ card, event, id }) =>
        noticeSoon(card.user_id, messages.paid({ id, ...messages.paidOf(event, card) })),
      );
      const rows = paid.flatMap(({ card, event, id, reference, checks, hold_id }) => {
        const figures = figuresOf({ ...NEW, requested_kobo: event.amount_kobo });
        const held = { held_kobo: toHold(figures), hold_id };
        const started = { id, reference, on, figures, held, checks, unmet: undefined, is_stand_in: false };
        return [eventRow(card, event, "00"), ...rowsOfStarted(card, event, { ...started, response_code: "00" })];
      });
      await insertAll(tx, [...rows, ...alerts.map(({ row }) => row)], JSON_OF_STARTED);
      for (const alert of alerts) await alert.announce(tx);
      return new Set(paid.map(({ event }) => event));
    });

interface Arrived {
  event: First;
  alone(): Promise<Answer>;
}
const lines = new WeakMap<pg.Pool, Line<Arrived, Answer>>();

function lineOf({ pool }: Pick<App, "pool">): Line<Arrived, Answer> {
  const line =
    lines.get(pool) ??
    new Line<Arrived, Answer>({
      lanes: LANES,
      most: MOST,
      // Payments of a card come one after the other.
      keyOf: ({ event }) => event.issuer_card_id,
      begin(arrived) {
        if (arrived.length === 1) return arrived.map(({ alone }) => alone());
        const events = arrived.map(({ event }) => event);
        // What fails as a whole has changed nothing. Where the commit was done after all, each by itself finds its answer.
        const met = authoriseTogether(pool, events).catch(() => new Set<First>());
        return arrived.map(async ({ event, alone }) => ((await met).has(event) ? APPROVED : alone()));
      },
    });
  lines.set(pool, line);
  return line;
}
const APPROVED: Answer = { response_code: "00" };

/**
 * Decides a request together with others where it can be.
 * @param alone decides one request, or does another event, by itself
 */
export const arrive = (app: Pick<App, "pool">, event: IssuerEvent, alone: () => Promise<Answer>): Promise<Answer> =>
  isFirst(event) ? lineOf(app).add({ event, alone }) : alone();
