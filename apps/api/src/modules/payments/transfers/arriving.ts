/**
 * Transfers that several people send at the same moment: one transaction in the scope of all who pay (record 0094). Persons locked, what they did read once, all
 * posted by one call of the ledger, each table written by one statement. What is not plain (refused, planned, looked at, awaiting somebody, from a card, to or
 * from who is locked or takes part twice) goes by itself and says why.
 */
import type * as calls from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Tx } from "../../../db/database.ts";
import { ask, fixed } from "../../../db/fixed.ts";
import { asJson, insertRows } from "../../../db/rows.ts";
import { inScopesOf } from "../../../db/scope.ts";
import { DomainError } from "../../../errors.ts";
import type { Context } from "../../../house/app.ts";
import { coolingOf } from "../../companies/beneficiaries/index.ts";
import { newReference, openCashWallet, postTransferAccepted, postWalletTransfer } from "../../money/books/index.ts";
import { type CashFacts, lockCash, lockFreePeople, recordPersonals } from "../../people/personal-wallets/index.ts";
import { actorOf, recordAudits } from "../../platform/audit/index.ts";
import { tellAllSoon } from "../../platform/notifications/index.ts";
import { beginningOf } from "../../platform/states/index.ts";
import { rowOf } from "./accepting.ts";
import {
  awaitsApproval,
  costsOfPerson,
  repeatsSince,
  requireKnown,
  requireNotHeld,
  requireRoom,
  requireRoomAt,
  sentWhere,
  toOf,
} from "./limits.ts";
import * as messages from "./messages.ts";
import { factOf, payoutRow } from "./moving.ts";
import { type Payee, keepKnown } from "./payees.ts";
import type { Begun } from "./recording.ts";
import { type TransferCosts, totalOf } from "./rules.ts";
import { type Did, requireSeen, requireUsual } from "./sending.ts";
import { reasonsAfter, reviewsSince, velocityOf } from "./velocity.ts";

export interface Sending {
  context: Context;
  asked: z.output<typeof calls.initiate.body>;
  payee: Payee;
}
const payerOf = ({ context }: Sending): string => context.session.user_id;

/** Each person takes part once, on either side. */
function apart(sending: readonly Sending[]): Sending[] {
  const taking = new Set<string>();
  return sending.filter((each) => {
    const people = [payerOf(each), each.payee.to_user_id].filter((id) => id !== null);
    if (people.some((id) => taking.has(id))) return false;
    for (const id of people) taking.add(id);
    return true;
  });
}

interface DidAsked {
  asked: string;
  repeats: Date;
  reviews: Date;
  on: string;
}
/** {@link loadDid} of several people. */
const didStatement = fixed<DidAsked, Did & { user_id: string }>(
  (place) => sql`
    select u.id as user_id, u.full_name, u.data_key, k.id as payee_id, s.sent_kobo, s.first_at, s.is_repeat,
      v.provider_out_kobo, v.new_payees, v.came_in_kobo, v.goes_out_kobo, v.failures
    from jsonb_to_recordset(${place("asked")}::jsonb) asked (
      user_id uuid, to_user_id uuid, bank_code text, account_no_hash bytea, amount_kobo bigint
    )
    join users u on u.id = asked.user_id
    left join lateral (
      (select w.id from transfer_payees w where w.user_id = asked.user_id and w.to_user_id = asked.to_user_id limit 1)
      union all
      (
        select b.id
        from transfer_payees b
        where b.user_id = asked.user_id and b.bank_code = asked.bank_code and b.account_no_hash = asked.account_no_hash
        limit 1
      )
    ) k on true
    cross join lateral (${sentWhere(sql`payee_id = k.id`, sql`asked.amount_kobo`, place("repeats"))}) s
    cross join lateral (${velocityOf(sql`asked.user_id`, place("reviews"), place("on"))}) v
  `,
);

async function didBefore(tx: Tx, sending: readonly Sending[], on: string): Promise<Map<string, Did>> {
  const asked = sending.map((each) => {
    const { context, payee, asked: wanted } = each;
    const { to_user_id, bank_code, account_no } = payee;
    const account_no_hash = account_no === null ? null : context.encryption.hash("account_no", account_no);
    return { user_id: payerOf(each), to_user_id, bank_code, account_no_hash, amount_kobo: wanted.amount_kobo };
  });
  const [repeats, reviews] = [await repeatsSince(tx), await reviewsSince(tx)];
  const rows = await ask(tx, didStatement(tx, { asked: asJson(asked), repeats, reviews, on }));
  return new Map(rows.map((row) => [row.user_id, row]));
}

interface Checked extends Sending {
  payer: CashFacts;
  receiver: CashFacts | null;
  costs: TransferCosts;
  did: Did;
}

/** Whether it goes at once and unseen. @throws DomainError where it is refused */
async function isPlain(tx: Tx, { context, asked, payee, payer, receiver, costs, did }: Checked): Promise<boolean> {
  requireSeen(payee, asked.payee_name);
  await requireKnown(tx, context, asked.amount_kobo);
  requireNotHeld(payer);
  requireUsual(did, payee, asked, await coolingOf(tx));
  requireRoom(payer, costs);
  if (receiver) requireRoomAt(receiver, asked.amount_kobo);
  if (await awaitsApproval(tx, payee.kind, totalOf(costs) + payer.out_today_kobo)) return false;
  const looked = { kind: payee.kind, is_new: did.payee_id === null, total_kobo: totalOf(costs) };
  return (await reasonsAfter(tx, did, looked)).length === 0;
}
const orRefused = (isSo: Promise<boolean>): Promise<boolean> =>
  isSo.catch((error: unknown) => {
    // By itself it says why.
    if (error instanceof DomainError) return false;
    throw error;
  });

/** Those that can be sent. Their persons are locked. */
async function checked(tx: Tx, sending: readonly Sending[]): Promise<Checked[]> {
  const now = apart(sending.filter(({ asked }) => !asked.due_on));
  const people = now.flatMap((each) => [payerOf(each), ...(each.payee.to_user_id ? [each.payee.to_user_id] : [])]);
  const free = await lockFreePeople(tx, people);
  const mine = now.filter(
    (each) => free.has(payerOf(each)) && (each.payee.to_user_id === null || free.has(each.payee.to_user_id)),
  );
  if (mine.length === 0) return [];
  const facts = new Map((await lockCash(tx, [...free])).map((each) => [each.user_id, each]));
  const on = facts.get(payerOf(mine[0]!))!.business_date;
  const [did, costs] = await Promise.all([
    didBefore(tx, mine, on),
    Promise.all(
      mine.map((each) => costsOfPerson(tx, payerOf(each), each.asked.amount_kobo, toOf(each.context, each.payee))),
    ),
  ]);
  const all = mine.map((each, at): Checked => {
    const receiver = each.payee.to_user_id ? facts.get(each.payee.to_user_id)! : null;
    return { ...each, payer: facts.get(payerOf(each))!, receiver, costs: costs[at]!, did: did.get(payerOf(each))! };
  });
  const plain: Checked[] = [];
  // What leaves for banks on the day is bounded over all of them together.
  let leaves_kobo = 0n;
  for (const each of all) {
    const did = { ...each.did, provider_out_kobo: each.did.provider_out_kobo + leaves_kobo };
    if (!(await orRefused(isPlain(tx, { ...each, did })))) continue;
    if (each.payee.kind === "bank") leaves_kobo += totalOf(each.costs);
    plain.push(each);
  }
  return plain;
}

/** What is written of a transfer that goes at once, a new payee kept before it. */
async function written(tx: Tx, { context, asked, payee, costs, did, receiver, payer }: Checked) {
  const on = payer.business_date;
  const payee_id = await keepKnown(tx, context, payee, { ...did, is_saved: asked.is_saved ?? false });
  const [id, user_id, actor] = [uuidv7(), context.session.user_id, actorOf(context)];
  const payout_id = payee.to_user_id ? null : uuidv7();
  const named = { id, user_id, reference: newReference("TR", on), payee: payee.name, payout_id } as const;
  const facts = { payee, payee_id, costs, on, narration: asked.narration ?? null };
  const { row, begun } = rowOf(
    { ...facts, user_id, card_id: null, due_on: null, standing_date_id: null },
    { ...named, status: payout_id ? "approved" : "success" },
  );
  const payout =
    payout_id &&
    payoutRow(context, begun, {
      id: payout_id,
      status: "approved",
      account_no: payee.account_no!,
      data_key: did.data_key,
      on,
    });
  return {
    context,
    row: { ...row, review_reasons: [] },
    begun,
    payout,
    receiver,
    actor,
    on,
    did,
    fact: factOf(begun, on, actor),
  };
}
type Written = Awaited<ReturnType<typeof written>>;
const toWallet = ({ begun }: Written): boolean => begun.to_user_id !== null;

/** The rows of those who are paid in their own lists, and their news; in their scope. */
async function recordReceived(tx: Tx, received: readonly Written[], payers: readonly string[]): Promise<void> {
  const people = received.map(({ begun }) => begun.to_user_id!);
  await inScopesOf(tx, { people, before: payers }, async () => {
    await recordPersonals(
      tx,
      "cash",
      received.map(({ begun: { to_user_id, amount_kobo, reference }, fact, did, actor, on }) => {
        const moved = { kind: "received", amount_kobo, reference, note: did.full_name } as const;
        return { ...moved, user_id: to_user_id!, ledger_transaction_id: fact.id, actor, on };
      }),
    );
    await tellAllSoon(
      tx,
      received.map(({ begun, did }) => ({
        user_id: begun.to_user_id!,
        message: messages.received(begun, did.full_name!),
      })),
    );
  });
}

/**
 * Sends transfers of different people. The scopes of all who pay are entered.
 * @returns each as it was written down, and who sends it; undefined for one of which nothing was written
 */
export async function sendTogether(
  tx: Tx,
  sending: readonly Sending[],
): Promise<((Begun & { sent_by: string }) | undefined)[]> {
  const sent: Written[] = [];
  for (const each of await checked(tx, sending)) sent.push(await written(tx, each));
  if (sent.length === 0) return sending.map(() => undefined);
  const [received, left] = [sent.filter(toWallet), sent.filter((each) => !toWallet(each))];
  const factsOf = (some: readonly Written[]) => some.map(({ fact }) => fact);
  await insertRows(
    tx,
    "payouts",
    left.flatMap(({ payout }) => payout || []),
  );
  await insertRows(
    tx,
    "transfers",
    sent.map(({ row }) => row),
  );
  await insertRows(
    tx,
    "transitions",
    sent.flatMap(({ begun: { id, status }, payout, actor }) => [
      ...(payout ? [beginningOf("payout", payout.id, payout.status, actor)] : []),
      beginningOf("transfer", id, status, actor),
    ]),
  );
  await recordAudits(
    tx,
    sent.map(({ begun: { id, amount_kobo, reference, payee }, actor }) => {
      const after = { amount_kobo, reference, payee };
      return { action: "transfer_sent", subject_type: "transfer", subject_id: id, after, actor };
    }),
  );
  if (left.length > 0) await postTransferAccepted(tx, ...factsOf(left));
  if (received.length > 0) {
    // Their persons are locked: nobody else opens them.
    await Promise.all(
      received.flatMap(({ receiver }) => (receiver?.has_wallet ? [] : openCashWallet(tx, receiver!.user_id))),
    );
    await postWalletTransfer(tx, ...received.map(({ fact, begun }) => ({ ...fact, to_user_id: begun.to_user_id! })));
  }
  for (const some of [received, left])
    await recordPersonals(
      tx,
      "cash",
      some.map(({ begun, fact, actor, on, payout }) => {
        const { user_id, reference, payee: note, total_kobo } = begun;
        const moved = { user_id, kind: "sent", amount_kobo: -total_kobo!, reference, note } as const;
        return { ...moved, ...(payout && { payout_id: payout.id }), ledger_transaction_id: fact.id, actor, on };
      }),
    );
  const payers = sending.map(payerOf);
  if (received.length > 0) await recordReceived(tx, received, payers);
  await sending[0]!.context.queue.sendMany(
    tx,
    "send-payout",
    left.flatMap(({ payout }) => (payout ? [{ payout_id: payout.id }] : [])),
  );
  return sending.map(({ context }) => {
    const found = sent.find((each) => each.context === context);
    return found && { ...found.begun, sent_by: found.did.full_name! };
  });
}
