/** A batch before the company's chain: held as a whole, agreed to as a whole, and paid as it was agreed to. */
import { count, naira } from "@manilla/contract/formats";
import type { BatchKind } from "@manilla/contract/payments/transfer-batch-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { type Tx, queryable } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ChainSubject, Context } from "../../../house/app.ts";
import type { Actor } from "../../../request.ts";
import { secondPersonFirst } from "../../companies/approval-chains/index.ts";
import {
  type Wallet,
  openWallet,
  ownCompany,
  recordMovement,
  senderRefusal,
  whyNotOut,
} from "../../companies/wallet-movements/index.ts";
import { accountOf, hold, postTransferBatchAccepted } from "../../money/books/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { requireAsker, requireBanks, requireKnown } from "../transfers/index.ts";
import { type Content, contentHash } from "./digests.ts";
import { judgeRows } from "./checking.ts";
import * as messages from "./messages.ts";
import { priceRows } from "./pricing.ts";
import type { Batch } from "./queries.ts";
import { freeBatch, holdBatch, lookAt } from "./reviewing.ts";
import { SENDS } from "./rules.ts";

const CHAINS = { payments: "transfer_batch", salary: "salary" } as const;

/** @throws Conflict where what is paid is not what was submitted */
export async function requireContent(tx: Tx, batch: Pick<Batch, "id" | "content_hash">): Promise<void> {
  if (!batch.content_hash?.equals(contentHash(await contentOf(tx, batch.id))))
    throw new Conflict("Its rows are not those that were submitted. Decline it.", "content_changed");
}

/** What is paid of a batch, in the order of its rows. */
async function contentOf(tx: Tx, batch_id: string): Promise<Content[]> {
  const { rows } = await sql<Content>`
    select number, bank_code, account_no_hash, account_name, amount_kobo, narration, fee_kobo, vat_kobo, stamp_duty_kobo
    from transfer_batch_rows
    where batch_id = ${batch_id} and verdict = 'ready'
    order by number
  `.execute(tx);
  return rows;
}
const sum = (content: readonly Content[], of: (row: Content) => bigint): bigint =>
  content.reduce((total, row) => total + of(row), 0n);

/** The largest of its payments, with its charges as a single transfer is measured. */
async function largestOf(tx: Tx, id: string): Promise<bigint> {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(max(amount_kobo + fee_kobo + vat_kobo + stamp_duty_kobo), 0)::bigint as kobo
    from transfer_batch_rows
    where batch_id = ${id}
  `.execute(tx);
  return rows[0]!.kobo;
}

/** @throws InvalidFields where the whole cannot leave the wallet, which is locked, or the caller may not send it */
async function requireRoom(
  tx: Tx,
  { session }: Context,
  wallet: Wallet,
  id: string,
  total_kobo: bigint,
): Promise<void> {
  const single_kobo = await largestOf(tx, id);
  const { company_id } = wallet;
  const sender = { company_id, user_id: session.user_id };
  const refusal =
    (await whyNotOut(tx, wallet, { amount_kobo: total_kobo, single_kobo, channel: "file" })) ??
    (await senderRefusal(tx, sender, { total_kobo, single_kobo }, await businessDate(tx)));
  if (refusal) throw new InvalidFields({ total_kobo: [`with all charges this is ${naira(total_kobo)}; ${refusal}`] });
}

/** Its rows were judged when the file came; other payments may have been made since. @throws Conflict */
async function requireReady(tx: Tx, batch: Batch): Promise<void> {
  await judgeRows(tx, batch);
  const { rows } = await sql`
    select 1 from transfer_batch_rows where batch_id = ${batch.id} and verdict in ('waiting', 'look', 'refused') limit 1
  `.execute(tx);
  if (rows.length > 0)
    throw new Conflict("Other payments were made since. Look at the rows that are open now.", "rows_open");
}

/**
 * Puts a batch before the company's chain; the total is held until it has decided. Its rows do not change any more. The batch is locked.
 * @returns the request; null where nobody else of the company could agree, and it is on its way
 * @throws InvalidFields, Conflict, StepUpRequired
 */
export async function submitBatch(tx: Tx, context: Context, batch: Batch): Promise<string | null> {
  const { id, kind, name } = batch;
  const { id: company_id } = await ownCompany(tx, context);
  await requireBanks(tx);
  await requireReady(tx, batch);
  await priceRows(tx, batch);
  const content = await contentOf(tx, id);
  const amount_kobo = sum(content, (row) => row.amount_kobo ?? 0n);
  const total_kobo = amount_kobo + sum(content, (row) => row.fee_kobo + row.vat_kobo + row.stamp_duty_kobo);
  await requireKnown(tx, context, amount_kobo);
  const wallet = await openWallet(tx, context, company_id);
  await requireRoom(tx, context, wallet, batch.id, total_kobo);
  const on = await businessDate(tx);
  const frozen = { content_hash: contentHash(content), amount_kobo, total_kobo, submitted_by: context.session.user_id };
  await changeRows(tx, "transfer_batches", id, { ...frozen, business_date: on });
  const actor = actorOf(context);
  await changeState(tx, { noun: "transferBatch", id, from: "checked", action: "submit", actor, business_date: on });
  const opened = { kind: CHAINS[kind], title: `${name}: ${count(content.length)} payments`, amount_kobo } as const;
  const approval_id = await secondPersonFirst(tx, context, SENDS[kind], opened, async () => {
    const held = await hold(queryable(tx), {
      key: `transfer-batch:${id}:${batch.version}`,
      account: accountOf("company_wallet", company_id),
      amount_kobo: total_kobo,
      description: `Batch of transfers ${batch.reference} waits for approval`,
      actor: actor.name,
    });
    await changeRows(tx, "transfer_batches", id, { hold_id: held.id });
    return id;
  });
  if (approval_id) return approval_id;
  // New accounts are paid large salaries because a second person sees them.
  if (kind === "salary")
    throw new Conflict("Somebody else of your company has to agree to salaries. Invite them first.", "nobody_decides");
  await beginOrHold(tx, context, wallet, { ...batch, ...frozen }, actor);
  return null;
}

/** Sends it, or holds it until a colleague of ours has looked. No further approval of the company is needed. @returns whether it is held */
async function beginOrHold(tx: Tx, context: Context, wallet: Wallet, batch: Batch, actor: Actor): Promise<boolean> {
  const look = await lookAt(tx, batch);
  const change = { noun: "transferBatch", id: batch.id, from: "awaiting_approval", actor } as const;
  if (look.reasons.length > 0) {
    await holdBatch(tx, batch, look, actor);
    await changeState(tx, { ...change, action: "hold" });
    return true;
  }
  await changeState(tx, { ...change, action: "begin", business_date: await businessDate(tx) });
  await begin(tx, context, wallet, batch, actor);
  return false;
}

/** The whole leaves the wallet, and the worker makes its transfers. Wallet and batch are locked; nothing of it is held. */
export async function begin(
  tx: Tx,
  context: Context,
  wallet: Wallet,
  {
    id,
    company_id,
    reference,
    name,
    total_kobo,
  }: Pick<Batch, "id" | "company_id" | "reference" | "name" | "total_kobo">,
  actor: Actor,
): Promise<void> {
  const [on, posting] = [await businessDate(tx), uuidv7()];
  await changeRows(tx, "transfer_batches", id, { business_date: on });
  // Counted at once: the worker makes its transfers later, and the next batch is looked at before.
  await sql`select count_transfers_out(${on}::date, ${total_kobo!})`.execute(tx);
  const account = accountOf("company_wallet", company_id);
  const fact = {
    id: posting,
    batch_id: id,
    wallet: account,
    reference,
    total_kobo: total_kobo!,
    on,
    actor: actor.name,
  };
  await postTransferBatchAccepted(tx, fact);
  await recordMovement(tx, wallet, {
    id: posting,
    company_id,
    kind: "transfer_sent",
    amount_kobo: -total_kobo!,
    reference,
    note: name,
    actor,
    on,
  });
  await context.queue.send(tx, "send-transfer-batch", { batch_id: id });
}

/**
 * Whether somebody who agrees is paid by it, by their staff number, as a beneficiary, or on their own account; for whom a delegate agrees is meant too.
 * Of payments nobody agrees to their own; salaries are everybody's.
 */
async function isPaidBy(
  tx: Tx,
  { id, company_id }: Batch,
  { user_id, approval_id }: { user_id: string; approval_id: string },
): Promise<boolean> {
  const { rows } = await sql`
    with agreeing as (
      select ${user_id}::uuid as user_id
      union
      select approver_id from company_approvers where approval_id = ${approval_id} and agreed_at is not null
    )
    select 1
    from transfer_batch_rows r
    where r.batch_id = ${id} and r.verdict = 'ready' and (
      exists (
        select 1
        from employments e
        join agreeing a on a.user_id = e.user_id
        where e.company_id = ${company_id} and lower(e.staff_number) = lower(r.staff_number)
      )
      or exists (
        select 1
        from beneficiaries b
        join agreeing a on a.user_id = b.employee_id
        where b.company_id = ${company_id} and b.bank_code = r.bank_code and b.account_no_hash = r.account_no_hash
      )
      or exists (
        select 1
        from profiles p
        join agreeing a on a.user_id = p.user_id
        where p.bank_code = r.bank_code and p.account_no_hash = r.account_no_hash
      )
    )
    limit 1
  `.execute(tx);
  return rows.length > 0;
}

/** Why a submitted batch cannot leave its wallet, which is locked, or who submitted it may not send it any more, in words; nothing of it is held. */
export async function whyNotNow(
  tx: Tx,
  wallet: Wallet,
  batch: Pick<Batch, "id" | "company_id" | "total_kobo" | "business_date"> & { user_id: string },
): Promise<string | null> {
  const [total_kobo, single_kobo] = [batch.total_kobo!, await largestOf(tx, batch.id)];
  return (
    (await whyNotOut(tx, wallet, { amount_kobo: total_kobo, single_kobo, channel: "file" })) ??
    (await senderRefusal(tx, batch, { total_kobo, single_kobo }, await businessDate(tx), batch.business_date ?? ""))
  );
}

/** The requester's right, the content and the limits are checked again. The hold is gone. @throws Conflict */
async function requireStill(tx: Tx, context: Context, batch: Batch, approval_id: string): Promise<Wallet> {
  const { session } = context;
  if (!session.account_types.includes("corporate"))
    throw new Conflict(
      "An administrator of the company decides about its money last. Hand this on to one.",
      "not_administrator",
    );
  await ownCompany(tx, context);
  await requireBanks(tx);
  await requireAsker(tx, batch.company_id, batch.submitted_by!, SENDS[batch.kind]);
  if (batch.kind === "payments" && (await isPaidBy(tx, batch, { user_id: session.user_id, approval_id })))
    throw new Conflict("It pays you: somebody else agrees to it.", "own_money");
  await requireContent(tx, batch);
  const wallet = await openWallet(tx, context, batch.company_id);
  const refusal = await whyNotNow(tx, wallet, { ...batch, user_id: batch.submitted_by! });
  if (refusal) throw new Conflict(`Not enough room: ${refusal}.`, "no_room");
  return wallet;
}

const ENDS = { declined: "decline", returned: "reopen", withdrawn: "reopen" } as const;

/** What the company's chain decides about. */
export const batchChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const { kind, name, amount_kobo, total_kobo } = await getRow(db, "transfer_batches", subject_id, [
      "kind",
      "name",
      "amount_kobo",
      "total_kobo",
    ]);
    const { rows } = await sql<{ bank: string; count: number; kobo: bigint; payments: number }>`
      select bank, count(*)::int as count, sum(amount_kobo)::bigint as kobo, (sum(count(*)) over ())::int as payments
      from transfer_batch_rows
      where batch_id = ${subject_id} and verdict = 'ready'
      group by bank
      order by 3 desc
      limit 40
    `.execute(db);
    // Also of the banks beyond those that are named.
    const payments = rows[0]?.payments ?? 0;
    return [
      { label: "Batch", value: name },
      { label: "Payments", value: count(payments) },
      { label: "Amount", value: naira(amount_kobo!) },
      { label: "Charges", value: naira(total_kobo! - amount_kobo!) },
      { label: "Leaves the wallet", value: naira(total_kobo!) },
      // Of salaries a bank with one row would be somebody's pay.
      ...((kind as BatchKind) === "salary"
        ? []
        : rows.map((row) => ({ label: row.bank, value: `${count(row.count)}, ${naira(row.kobo)}` }))),
      { label: "Each row", value: "On the page of the batch, for those who may see it." },
      { label: "What follows", value: "It is checked again and sent at once when the last one agrees." },
    ];
  },
  async decided(tx, context, { approval_id, subject_id, outcome, reason }) {
    const { company_id } = await getRow(tx, "transfer_batches", subject_id, ["company_id"]);
    // The wallet before the batch, as everywhere.
    if (context.session.account_types.includes("corporate")) await openWallet(tx, context, company_id);
    const batch = (await tx
      .selectFrom("transfer_batches")
      .selectAll()
      .where("id", "=", subject_id)
      .forUpdate()
      .executeTakeFirstOrThrow()) as Batch;
    await freeBatch(tx, batch);
    const actor = actorOf(context);
    if (outcome !== "approved") {
      const change = { noun: "transferBatch", id: subject_id, from: batch.status, actor, reason } as const;
      await changeState(tx, { ...change, action: ENDS[outcome] });
      return;
    }
    const wallet = await requireStill(tx, context, batch, approval_id);
    if (!(await beginOrHold(tx, context, wallet, batch, actor)))
      await tell(tx, context, batch.submitted_by!, messages.agreed(batch));
  },
};
