/** A held batch goes its way or ends, as a whole: by one colleague, or by two where more leaves in the day than goes without us. */
import { counted, naira } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/payments/transfer-reviews";
import { bankName } from "@manilla/contract/nigeria/banks";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../../clock.ts";
import type { Tx } from "../../../../db/database.ts";
import { defineList } from "../../../../db/list.ts";
import { changeRows, findRow, getRow } from "../../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../../errors.ts";
import { masked } from "../../../../field-encryption.ts";
import type { ApprovalKind, Context, Handlers } from "../../../../house/app.ts";
import { openWallet } from "../../../companies/wallet-movements/index.ts";
import { requestApproval, unlessIn } from "../../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../../platform/audit/index.ts";
import { note, tellTyped } from "../../../platform/notifications/index.ts";
import { actionsOn, businessDate, changeState } from "../../../platform/states/index.ts";
import {
  type Batch,
  SENDS,
  batchMessages,
  beginBatch,
  freeBatch,
  knownAt,
  requireContent,
  whyNotNow,
} from "../index.ts";
import { heldInWords, heldRules, requireAsker, requireBanks } from "../../transfers/index.ts";
import { needsTwo } from "./letting-go.ts";
import { reviewRulesWith } from "./rules.ts";

/** Of a batch; null of a transfer. */
export interface NewAccounts {
  new_count: number | null;
  new_kobo: bigint | null;
}
export const newInWords = ({ new_count, new_kobo }: NewAccounts): string[] =>
  new_count ? [`${counted(new_count, "payment")} to accounts that it has never paid: ${naira(new_kobo ?? 0n)}`] : [];

type Row = z.output<typeof calls.batchRows.row>;
const ROWS = "transfer_batch_rows r join transfer_batches b on b.id = r.batch_id";
const KNOWN = knownAt("r", "b.held_since");
const rowList = defineList<typeof calls.batchRows, Row>(calls.batchRows, {
  from: ROWS,
  select: `
    r.batch_id || '/' || r.number as id, r.number, not ${KNOWN} as is_new, r.account_name as payee, r.bank_code as bank,
    r.account_no_last4 as account_no, r.amount_kobo, r.narration
  `,
  id: "r.number",
  id_type: "int",
  search: ["folded(coalesce(r.account_name, ''))", "r.account_no_last4"],
  map: (row) => ({ ...row, bank: bankName(row.bank), account_no: masked(row.account_no) }),
});

type Held = Omit<Batch, "submitted_by"> & { user_id: string; to_user_id: null; is_waiting: boolean; is_batch: true };

/** Locks the company's wallet, then the batch. @returns undefined where none was held */
async function lockHeld(tx: Tx, context: Context, id: string): Promise<Held | undefined> {
  const found = await findRow(tx, "transfer_batches", id, ["company_id", "review_reasons", "submitted_by"]);
  if (!found || found.review_reasons.length === 0) return undefined;
  await openWallet(tx, context, found.company_id);
  const batch = (await tx
    .selectFrom("transfer_batches")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirstOrThrow()) as Batch;
  const { rows } = await sql`
    select 1 from approvals where kind = 'let_batch_go' and status = 'pending' and payload ->> 'batch_id' = ${id}
  `.execute(tx);
  return { ...batch, user_id: found.submitted_by!, to_user_id: null, is_waiting: rows.length > 0, is_batch: true };
}

const keepLook = (tx: Tx, { session }: Context, id: string, review_note: string): Promise<void> =>
  changeRows(tx, "transfer_batches", id, { review_note, reviewed_by: session.user_id, reviewed_at: clock.now() });

/** The company, who submitted it, the content and the room are looked at again; nothing of it is held. @throws Conflict */
async function requireStill(tx: Tx, context: Context, batch: Held): Promise<void> {
  const { company_id, kind, user_id } = batch;
  const { status } = await getRow(tx, "companies", company_id, ["status"]);
  if (status !== "approved") throw new Conflict("The company is not approved, or it is suspended.", "no_room");
  await requireBanks(tx);
  await requireAsker(tx, company_id, user_id, SENDS[kind]);
  await requireContent(tx, batch);
  const wallet = await openWallet(tx, context, company_id);
  const refusal = await whyNotNow(tx, wallet, batch);
  if (refusal) throw new Conflict(`It cannot be sent: ${refusal}.`, "no_room");
}

/** Frees its money and sends the whole, after everything was looked at again. It is locked. @throws Conflict */
async function goOn(tx: Tx, context: Context, batch: Held, reason: string): Promise<void> {
  const { id, user_id, total_kobo, reference, company_id, status } = batch;
  const [on, actor] = [await businessDate(tx), actorOf(context)];
  const change = { noun: "transferBatch", id, from: status, actor, business_date: on, reason } as const;
  await changeState(tx, { ...change, action: "pass" });
  await freeBatch(tx, batch);
  await requireStill(tx, context, batch);
  await keepLook(tx, context, id, reason);
  await beginBatch(tx, context, await openWallet(tx, context, company_id), batch, actor);
  await recordAudit(tx, context, "transfer_batch_let_go", ["transfer_batch", id], {
    before: { status },
    after: { total_kobo, reference },
    reason,
    about: user_id,
  });
  await note(tx, user_id, batchMessages.letGo(batch));
}

interface LetGo {
  batch_id: string;
  user_id: string;
  reason: string;
}
const askToLetGo = async (tx: Tx, context: Context, batch: Held, reason: string): Promise<string> =>
  requestApproval(tx, context, {
    kind: "let_batch_go",
    title: `Let the batch ${batch.reference} of ${(await getRow(tx, "companies", batch.company_id, ["name"])).name} go, ${naira(batch.total_kobo!)}`,
    payload: { batch_id: batch.id, user_id: batch.user_id, reason } satisfies LetGo,
    once: ["batch_id"],
    amount_kobo: batch.total_kobo!,
    reason,
  });

/** The checker's half. */
export const letBatchGo: ApprovalKind<LetGo> = {
  permission: "provider:can_fund_debit_wallet",
  over: unlessIn("transfer_batches", "batch_id", ["in_review"]),
  async shows({ db }, { payload: { batch_id } }) {
    const columns = [
      "company_id",
      "name",
      "reference",
      "review_reasons",
      "review_new_count",
      "review_new_kobo",
    ] as const;
    const batch = await getRow(db, "transfer_batches", batch_id, columns);
    const { name } = await getRow(db, "companies", batch.company_id, ["name"]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from transfer_batch_rows where batch_id = ${batch_id} and verdict = 'ready'
    `.execute(db);
    const fresh = newInWords({ new_count: batch.review_new_count, new_kobo: batch.review_new_kobo });
    return {
      facts: [
        { label: "From the wallet of", value: name },
        { label: "Batch", value: `${batch.name}, ${counted(rows[0]!.count, "payment")}` },
        { label: "Reference", value: batch.reference },
        { label: "Held because", value: [heldInWords(batch.review_reasons), ...fresh].join(". ") },
        { label: "Each row", value: "Among the transfers that are looked at." },
      ],
    };
  },
  async execute(tx, context, { payload: { batch_id, reason } }) {
    const batch = await lockHeld(tx, context, batch_id);
    if (!batch) throw new NotFound("This batch");
    if (batch.user_id === context.session.user_id || batch.company_id === context.session.company_id)
      throw new NotAllowed("Nobody decides about their own money.", "own_money");
    if (batch.status !== "in_review")
      throw new Conflict(`This batch is ${batch.status.replaceAll("_", " ")} now.`, "illegal_transition");
    await goOn(tx, context, batch, reason);
    return undefined;
  },
};

const act = actionsOn<typeof calls, Held>({
  calls,
  rules: reviewRulesWith(heldRules),
  noun: "transferBatch",
  name: "batch",
  audits: ({ id, user_id }) => ({ subject_type: "transfer_batch", subject_id: id, about: user_id }),
  lock: lockHeld,
  answer: async () => ({ approval_id: null }),
});

export const batchHandlers: Pick<Handlers<typeof calls>, "batchRows" | "letBatchGo" | "stopBatch"> = {
  async batchRows({ db, session }, { params: { id } }) {
    const found = await findRow(db, "transfer_batches", id, ["review_reasons", "kind"]);
    if (!found || found.review_reasons.length === 0) throw new NotFound("This batch");
    if (found.kind === "salary" && !session.permissions.has("provider:can_view_salaries"))
      throw new NotAllowed("These are salaries: who may see them looks at the rows.", "salaries");
    return rowList.scoped(sql`r.batch_id = ${id} and r.verdict = 'ready'`);
  },
  letBatchGo: act(calls.letBatchGo, {
    async does(tx, context, batch, { body: { reason } }) {
      if (batch.company_id === context.session.company_id)
        throw new NotAllowed("Nobody decides about their own company's money.", "own_money");
      const of = { user_id: batch.user_id, company_id: batch.company_id, total_kobo: batch.total_kobo! };
      if (await needsTwo(tx, of, await businessDate(tx)))
        return { answer: { approval_id: await askToLetGo(tx, context, batch, reason) } };
      await goOn(tx, context, batch, reason);
      return { answer: { approval_id: null } };
    },
  }),
  stopBatch: act(calls.stopBatch, {
    audit: "transfer_batch_stopped",
    async does(tx, context, batch, { body: { reason } }) {
      await freeBatch(tx, batch);
      await keepLook(tx, context, batch.id, reason);
      await tellTyped(tx, context, batch.user_id, batchMessages.stopped(batch, reason), { reason });
    },
  }),
};
