import * as calls from "@manilla/contract/companies/expense-receipts";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import { forgetFile, readStoredFile, storeFile } from "../../../files/storage.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { requireAtWork } from "../wallet-movements/index.ts";
import { candidatesOf, listOwn, maySeeRequest, receiptsOf, requireExpense } from "./queries.ts";
import { keepHasReceipt, mergeWhereCertain } from "../expenses/index.ts";
import { wasThereAtApproval } from "./placing.ts";

/** Of one person that belong to nothing yet: a phone in a pocket takes no thousand pictures. */
const MAX_ALONE = 200;
const MAX_OF_ONE = 20;

const shown = async (tx: Tx, id: string) => ({ receipt: (await receiptsOf(tx, sql`t.id = ${id}`))[0]! });

/** One's own receipt, locked. @throws NotFound */
async function lockOwn(tx: Tx, { session }: Context, id: string) {
  const columns = ["id", "user_id", "company_id", "expense_id", "request_id", "storage_name"] as const;
  const receipt = await findRow(tx, "expense_receipts", id, columns, { lock: true });
  if (receipt?.user_id !== session.user_id || receipt.company_id !== session.company_id)
    throw new NotFound("This receipt");
  return receipt;
}

/** One's own expense that a receipt can still be put to, locked. @throws NotFound, Conflict */
async function lockExpense(tx: Tx, { session }: Context, id: string): Promise<void> {
  const columns = ["user_id", "company_id", "status"] as const;
  const expense = await findRow(tx, "expenses", id, columns, { lock: true });
  if (expense?.user_id !== session.user_id || expense.company_id !== session.company_id)
    throw new NotFound("This expense");
  if (expense.status === "deleted") throw new Conflict("This expense is deleted.", "already_decided");
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from expense_receipts where expense_id = ${id}
  `.execute(tx);
  if (rows[0]!.n >= MAX_OF_ONE) throw new Conflict(`This expense has ${MAX_OF_ONE} receipts.`, "too_many");
}

const put = async (tx: Tx, context: Context, receipt_id: string, expense_id: string): Promise<void> => {
  await changeRows(tx, "expense_receipts", receipt_id, { expense_id, merged_at: clock.now() });
  await keepHasReceipt(tx, expense_id);
  await recordAudit(tx, context, "expense_receipt_merged", ["expense", expense_id], { after: { receipt_id } });
};

export const handlers: Handlers<typeof calls> = {
  async upload(context, { body: { expense_id, stays_alone, ...said } }) {
    const { db, encryption, session } = context;
    const { user_id } = session;
    const company_id = await requireAtWork(db, context);
    const { bytes, media_type, original_name } = await checkFile(context.file, "receipt");
    const id = uuidv7();
    const data_key = encryption.createKey(id);
    const storage_name = await storeFile(context, { user_id: id, data_key }, bytes);
    const digest = createHash("sha256").update(bytes).digest();
    const row = { id, company_id, user_id, original_name, media_type, digest, storage_name, data_key, ...said };
    return db
      .transaction()
      .execute(async (tx) => {
        if (expense_id) await lockExpense(tx, context, expense_id);
        const { rows } = await sql<{ n: number }>`
          select count(*)::int as n
          from expense_receipts
          where user_id = ${user_id} and expense_id is null and request_id is null
        `.execute(tx);
        if (rows[0]!.n >= MAX_ALONE)
          throw new InvalidFields({ receipt: ["too many receipts of yours belong to nothing yet"] });
        await tx.insertInto("expense_receipts").values(row).execute();
        if (expense_id) await put(tx, context, id, expense_id);
        else if (said.amount_kobo && stays_alone !== "yes")
          await mergeWhereCertain(tx, { user_id, company_id }, said.amount_kobo, { receipt_id: id });
        return shown(tx, id);
      })
      .catch(async (error: unknown) => {
        await forgetFile(context, storage_name);
        throw error;
      });
  },

  listOwn,

  async ofExpense(context, { params: { id } }) {
    const expense = await requireExpense(context.db, context, id);
    const receipts = await receiptsOf(context.db, sql`t.expense_id = ${id}`);
    return { receipts, candidates: await candidatesOf(context, expense) };
  },

  async ofRequest(context, { params: { id } }) {
    if (!(await maySeeRequest(context, id))) throw new NotFound("This request");
    return { receipts: await receiptsOf(context.db, sql`t.request_id = ${id}`) };
  },

  async file(context, { params: { id } }) {
    const { db, session } = context;
    const columns = ["user_id", "company_id", "expense_id", "request_id", "original_name", "media_type"] as const;
    const receipt = await findRow(db, "expense_receipts", id, [...columns, "storage_name", "data_key"]);
    const isSeen =
      receipt?.company_id === session.company_id &&
      (receipt.user_id === session.user_id ||
        (receipt.expense_id !== null && session.permissions.has("company:can_view_expenses")) ||
        (receipt.request_id !== null && (await maySeeRequest(context, receipt.request_id))));
    if (!receipt || !isSeen) throw new NotFound("This receipt");
    const body = await readStoredFile(context, { user_id: id, data_key: receipt.data_key }, receipt.storage_name);
    return { name: receipt.original_name, media_type: receipt.media_type, body, inline: true };
  },

  attach: (context, { params: { id }, body: { expense_id } }) =>
    context.once(async (tx) => {
      const receipt = await lockOwn(tx, context, id);
      if (receipt.expense_id !== null || receipt.request_id !== null)
        throw new Conflict("This receipt belongs to something already.", "already_merged");
      await lockExpense(tx, context, expense_id);
      await put(tx, context, id, expense_id);
      return shown(tx, id);
    }),

  detach: (context, { params: { id } }) =>
    context.once(async (tx) => {
      const { expense_id, request_id } = await lockOwn(tx, context, id);
      if (expense_id === null) throw new Conflict("This receipt belongs to no expense.", "not_merged");
      if (request_id !== null)
        throw new Conflict("It was decided with its request: it stays where it is.", "came_with_request");
      if (await wasThereAtApproval(tx, id, expense_id))
        throw new Conflict("The expense was approved with this receipt: it stays where it is.", "approved");
      await changeRows(tx, "expense_receipts", id, { expense_id: null });
      await keepHasReceipt(tx, expense_id);
      await recordAudit(tx, context, "expense_receipt_taken_out", ["expense", expense_id], { before: { id } });
      return shown(tx, id);
    }),

  async remove(context, { params: { id } }) {
    const storage_name = await context.db.transaction().execute(async (tx) => {
      const receipt = await lockOwn(tx, context, id);
      if (receipt.expense_id !== null || receipt.request_id !== null)
        throw new Conflict("It belongs to an expense or a request: it stays.", "already_merged");
      await tx.deleteFrom("expense_receipts").where("id", "=", id).execute();
      return receipt.storage_name;
    });
    await forgetFile(context, storage_name);
    return {};
  },
};
