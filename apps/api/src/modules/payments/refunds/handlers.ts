import * as calls from "@manilla/contract/payments/refunds";
import type { PaymentKind } from "@manilla/contract/payments/refund-words";
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { askTogether } from "../../platform/approvals/index.ts";
import { eachOf } from "../../platform/states/index.ts";
import { creditClaim, processPayment, refundPayment } from "./approvals.ts";
import { claimPayment, claimsOf } from "./claims.ts";
import { cancelOne, creditOne, processOne, refundOne } from "./deciding.ts";
import { refundables } from "./payments.ts";
import { caseOnDesk, listOf } from "./queries.ts";

export const approvals = { refund_payment: refundPayment, process_payment: processPayment, credit_claim: creditClaim };

type One<Body> = (
  tx: Tx,
  context: Context,
  of: { kind: PaymentKind; id: string },
  body: Body,
) => Promise<string | null>;

/** Each case in a transaction of its own, with its verdict; of one alone the refusal itself is the answer. */
async function each<Body extends { ids: readonly string[] }>(
  context: Context,
  kind: PaymentKind,
  { ids, ...body }: Body,
  one: One<Omit<Body, "ids">>,
) {
  const verdicts = await askTogether(context, (asking) =>
    eachOf(context, ids, (tx, id) => one(tx, asking, { kind, id }, body), { throws_alone: true }),
  );
  return {
    done: verdicts.filter(({ is_done }) => is_done).length,
    results: verdicts.map(({ id, is_done, result, reason }) => ({ id, is_done, approval_id: result, reason })),
  };
}

/** Questions that are under way at once. */
const ASKED_AT_ONCE = 10;
/** Before money moves, its provider or bank is asked once more: an answer ends the case by itself. */
async function askFirst(context: Context, kind: PaymentKind, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ payment_id: string }>`
    select ${sql.ref(`${kind}_id`)} as payment_id
    from refund_cases
    where id = any(${ids}::uuid[]) and status = 'open' and cause in ('unanswered', 'no_value')
      and ${sql.ref(`${kind}_id`)} is not null
  `.execute(context.db);
  for (let at = 0; at < rows.length; at += ASKED_AT_ONCE) {
    const now = rows.slice(at, at + ASKED_AT_ONCE);
    await Promise.all(now.map(({ payment_id }) => refundables[kind].ask(context, payment_id)));
  }
}

const refund =
  (kind: PaymentKind): Handlers<typeof calls>["refundBills"] =>
  async (context, { body }) => {
    await askFirst(context, kind, body.ids);
    return each(context, kind, body, refundOne);
  };
const process =
  (kind: PaymentKind): Handlers<typeof calls>["processBills"] =>
  async (context, { body }) => {
    await askFirst(context, kind, body.ids);
    return each(context, kind, body, processOne);
  };

export const handlers: Handlers<typeof calls> = {
  listAll: listOf,
  find: (context, { params }) => caseOnDesk(context, params.id),
  refundBills: refund("bill"),
  refundTransfers: refund("transfer"),
  processBills: process("bill"),
  processTransfers: process("transfer"),
  cancelBills: (context, { body }) => each(context, "bill", body, cancelOne),
  cancelTransfers: (context, { body }) => each(context, "transfer", body, cancelOne),
  credit: inOneTransaction<typeof calls.credit>(async (tx, context, { params, body }) => ({
    approval_id: await creditOne(tx, context, params.id, body),
  })),
  ofPayment: (context, { params }) => claimsOf(context, params),
  claim: inOneTransaction<typeof calls.claim>((tx, context, { params, body }) =>
    claimPayment(tx, context, params, body),
  ),
};
