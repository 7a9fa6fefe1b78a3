/** Dollars that cards took beyond what was there: who owes them, and their end under two persons. */
import * as calls from "@manilla/contract/cards/dollar-cards";
import { money } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import type { ApprovalKind, Context, Handlers } from "../../../house/app.ts";
import { postOwedDollarsWrittenOff } from "../../money/books/index.ts";
import { type Papered, besideSlip, requireSlip } from "../../money/slips/index.ts";
import { requestApproval, unless } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { abilitiesIn, actionsOn, businessDate } from "../../platform/states/index.ts";
import { type Card, lockCard } from "../card-records/index.ts";
import { writtenOff } from "./messages.ts";
import { type OwedFacts, owedRules } from "./rules.ts";

const KIND = "write_off_owed_dollars";
const BALANCE = `
  ledger.accounts a on a.chart_code = 'dollar_overdrawn' and a.owner_type = 'card' and a.owner_id = c.id::text
  join ledger.balances b on b.account_id = a.id
`;
const WAITING = `exists (
  select 1 from approvals p where p.kind = '${KIND}' and p.status = 'pending' and p.payload ->> 'card_id' = c.id::text
)`;

type Listed = z.output<typeof calls.owed.row> & OwedFacts;
const owedList = defineList<typeof calls.owed, Listed>(calls.owed, {
  from: `cards c join ${BALANCE} join users u on u.id = c.user_id`,
  select: `
    c.id, json_build_object('id', u.id, 'name', u.full_name) as person, c.last4, c.status, b.balance_kobo as owed_cents,
    (select max(m.effective_on)::text from ledger.postings m where m.account_id = a.id) as moved_on,
    ${WAITING} as is_waiting, c.version
  `,
  facts: "c.user_id",
  id: "c.id",
  columns: {
    owed_cents: "b.balance_kobo",
    moved_on: "(select max(m.effective_on) from ledger.postings m where m.account_id = a.id)",
    is_waiting: WAITING,
  },
  search: ["u.search_text"],
});

type Owing = Card & OwedFacts;
/** The card, locked, with what it owes; its payments lock it too. */
async function lockOwing(tx: Tx, id: string): Promise<Owing | undefined> {
  const card = await lockCard(tx, id);
  if (card?.currency !== "USD") return undefined;
  const { rows } = await sql<Pick<OwedFacts, "owed_cents" | "is_waiting">>`
    select b.balance_kobo as owed_cents, ${sql.raw(WAITING)} as is_waiting
    from cards c
    join ${sql.raw(BALANCE)}
    where c.id = ${id}
  `.execute(tx);
  return rows[0] && { ...card, ...rows[0] };
}

const act = actionsOn<Pick<typeof calls, "writeOffOwed">, Owing>({
  calls,
  rules: owedRules,
  noun: "card",
  name: "card",
  audits: ({ id, user_id }) => ({ subject_type: "card", subject_id: id, about: user_id }),
  lock: (tx, _, id) => lockOwing(tx, id),
  answer: async () => ({}),
});

export const owingHandlers: Pick<Handlers<typeof calls>, "owed" | "writeOffOwed"> = {
  owed: (context) => owedList.scoped(sql`b.balance_kobo > 0`, undefined, abilitiesIn(context, calls, owedRules)),
  writeOffOwed: act(calls.writeOffOwed, {
    does: async (tx, context, card, { body }) => ({ answer: { approval_id: await askFor(tx, context, card, body) } }),
  }),
};

interface Payload {
  card_id: string;
  user_id: string;
  owed_cents: string;
  reason: string;
  slip_id?: string;
}

/** The maker's half. @throws InvalidFields without a paper */
const askFor = async (
  tx: Tx,
  context: Context,
  { id, user_id, owed_cents }: Owing,
  { reason, slip_id }: Papered,
): Promise<string> =>
  requestApproval(tx, context, {
    kind: KIND,
    title: `Write off ${money(owed_cents, "USD")} that a card of {person} took beyond its dollars`,
    whose: user_id,
    payload: {
      card_id: id,
      user_id,
      owed_cents: String(owed_cents),
      reason,
      slip_id: await requireSlip(tx, context, { slip_id }),
    } satisfies Payload,
    once: ["card_id"],
    reason,
  });

/** The checker's half. */
export const writeOffOwedDollars: ApprovalKind<Payload> = {
  permission: "provider:can_reconcile",
  over: unless(sql`ledger.accounts l join ledger.balances b on b.account_id = l.id where l.chart_code = 'dollar_overdrawn'
    and l.owner_type = 'card' and l.owner_id = a.payload ->> 'card_id' and b.balance_kobo::text = a.payload ->> 'owed_cents'`),
  bars: ({ user_id }) => sql`a.payload->>'user_id' = ${user_id}`,
  async shows({ db }, request) {
    const { card_id, user_id, owed_cents } = request.payload;
    const { full_name } = await getRow(db, "users", user_id, ["full_name"]);
    const { last4 } = await getRow(db, "cards", card_id, ["last4"]);
    return besideSlip(db, request, [
      { label: "Person", value: full_name },
      { label: "Card", value: masked(last4) ?? "Not made" },
      { label: "Owed", value: money(BigInt(owed_cents), "USD") },
      { label: "What follows", value: "It is our loss. The person hears that they owe it no more." },
    ]);
  },
  async execute(tx, context, { id: request_id, payload: { card_id, user_id, owed_cents, reason } }) {
    const card = await lockOwing(tx, card_id);
    // Dollars that came in, or a refund, may have paid some of it.
    if (String(card?.owed_cents) !== owed_cents)
      throw new Conflict("What this card owes has changed since. Look at it again.", "already_decided");
    const [on, actor, amount_cents] = [await businessDate(tx), actorOf(context), BigInt(owed_cents)];
    const fact = { id: uuidv7(), request_id, card_id, amount_cents, on, actor: actor.name };
    await postOwedDollarsWrittenOff(tx, fact);
    await recordAudit(tx, context, "owed_dollars_written_off", ["card", card_id], {
      after: { owed_cents: amount_cents },
      reason,
      about: user_id,
    });
    await tell(tx, context, user_id, writtenOff(amount_cents));
    return undefined;
  },
};
