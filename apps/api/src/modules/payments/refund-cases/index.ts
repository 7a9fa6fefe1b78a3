/** Cases of the refunds desk: opened, closed with the payment that they are about, and what the desk can do with bills and transfers alike. */
import type {
  PaymentClaim,
  PaymentKind,
  RefundCause,
  RefundFault,
  RefundStage,
} from "@manilla/contract/payments/refund-words";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { App, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { withdrawRequest } from "../../platform/approvals/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";

export { NO_PARTS, partsOf } from "./rules.ts";

export interface RefundableFacts {
  id: string;
  /** Who paid. */
  user_id: string;
  /** Who received it, where that is a wallet of ours. */
  to_user_id?: string | null;
  reference: string;
  what: string;
  /** Where it is. */
  stage: RefundStage;
  total_kobo: bigint;
  /** Of a transfer without its charges: what its receiver has. */
  sent_kobo?: bigint;
  /** Whose money it was, where that is a company. */
  company_id?: string | null;
  /** A salary: neither its name nor its pay is in a message. */
  is_confidential?: boolean;
  refunded_kobo: bigint;
  paid_at: Date;
  /** There is somebody outside whose fault it can be. */
  has_provider: boolean;
  /** Delivered only with a token. */
  brings_token: boolean;
  /** What it brings is a PIN and no token of power. */
  is_pin: boolean;
  /** Two colleagues may say that it arrived. */
  may_deliver: boolean;
  /** A second person is asked about it at another desk. */
  is_waiting: boolean;
}
/** A refund after delivery. */
export interface Refund {
  amount_kobo: bigint;
  fault: RefundFault;
  reason: string;
}

/** Locks who paid, then the payment. */
export type LockRefundable = (tx: Tx, id: string) => Promise<RefundableFacts | undefined>;

/** What the refunds desk does with payments of a kind: their noun knows their books and states. Everything but `ask` runs in the caller's transaction. */
export interface Refundables {
  /** Asks who has it, outside of any transaction, unless it was asked a moment ago. */
  ask(app: App, id: string): Promise<void>;
  /** One that is open, or failed and was not given back. */
  payBack(tx: Tx, context: Context, id: string, reason: string): Promise<void>;
  refund(tx: Tx, context: Context, id: string, refund: Refund): Promise<void>;
  /** It arrived, as two persons say. */
  deliver(tx: Tx, context: Context, id: string, said: { reason: string; token: string | null }): Promise<void>;
  /** The money for now, until the claim about it is decided; and back again, where it was given. Of bills there is none. */
  credit?(tx: Tx, context: Context, id: string, credit: { case_id: string; amount_kobo: bigint }): Promise<void>;
  takeCreditBack?(tx: Tx, context: Context, id: string): Promise<void>;
  /** Other desks see that a second person is asked, or no longer. */
  hold(tx: Tx, id: string, approval_id: string | null): Promise<void>;
}

/** For so long an answer is fresh, in milliseconds. */
const FRESH_MILLISECONDS = 60_000;
export const wasJustAsked = (asked_at: Date | null): boolean =>
  asked_at !== null && clock.milliseconds() - asked_at.getTime() < FRESH_MILLISECONDS;

interface End {
  action: "pay_back" | "deliver" | "refund";
  actor: Actor;
  reason: string | null;
  /** Less than the case's, where a part was paid back. */
  refunded_kobo?: bigint;
}

export interface NewCase {
  kind: PaymentKind;
  payment_id: string;
  /** Who paid. */
  user_id: string;
  reference: string;
  what: string;
  cause: RefundCause;
  claim?: PaymentClaim;
  statement?: string;
  /** Paid, less what was given back before. */
  amount_kobo: bigint;
  paid_at: Date;
  due_at: Date;
}

/** Opens a case, unless the payment has an open one. @returns its id; undefined where there is one */
export async function openCase(
  tx: Tx,
  { kind, payment_id, ...facts }: NewCase,
  actor: Actor,
): Promise<string | undefined> {
  const id = uuidv7();
  const of = kind === "bill" ? { bill_id: payment_id } : { transfer_id: payment_id };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("refund_cases")
    .values({ id, ...of, ...facts, status: "open", created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return undefined;
  await recordBeginning(tx, "refundCase", id, "open", actor);
  return id;
}

const ENDED = {
  pay_back: "The payment was paid back.",
  deliver: "The payment has arrived.",
  refund: "The payment was refunded.",
} as const;

/** The open case about a payment that has come to its end, if there is one. The payment is locked. */
export async function endCase(tx: Tx, kind: PaymentKind, payment_id: string, end: End): Promise<void> {
  const { rows } = await sql<{ id: string; amount_kobo: bigint; approval_id: string | null }>`
    select id, amount_kobo, approval_id
    from refund_cases
    where ${sql.ref(`${kind}_id`)} = ${payment_id} and status = 'open'
    for update
  `.execute(tx);
  const [found] = rows;
  if (!found) return;
  const { action, actor, reason } = end;
  const business_date = await businessDate(tx);
  await changeState(tx, { noun: "refundCase", id: found.id, from: "open", action, actor, reason, business_date });
  await changeRows(tx, "refund_cases", found.id, {
    refunded_kobo: action === "deliver" ? 0n : (end.refunded_kobo ?? found.amount_kobo),
    decided_at: clock.now(),
    decision_reason: reason,
    approval_id: null,
  });
  // It has ended by itself: what was put before a second person is over.
  if (found.approval_id) await withdrawRequest(tx, found.approval_id, ENDED[action]);
}

/** Whether there is a posting under a key: what a failed payment is given back by, has one. */
export async function isBooked(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ledger.transactions where key = ${key}`.execute(tx);
  return rows.length > 0;
}
