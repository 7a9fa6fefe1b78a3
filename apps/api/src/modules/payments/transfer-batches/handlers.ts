import * as calls from "@manilla/contract/payments/transfer-batches";
import type { Input } from "@manilla/contract/endpoint";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import { InvalidFields, NotAllowed } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { ownCompany, openWallet } from "../../companies/wallet-movements/index.ts";
import { actionsOn, businessDate } from "../../platform/states/index.ts";
import { changeRow, settleRows } from "./changing.ts";
import { judgeRows } from "./checking.ts";
import { fieldOf, keepBatch, namedBefore } from "./keeping.ts";
import { type Batch, detailOf, findBatch, findItem, listAll, listRows, lockFacts, lockOwn } from "./queries.ts";
import { readBatch, readNamed } from "./reading.ts";
import { type BatchFacts, SENDS, batchRules, harmless, isMonthNear, nameOfBatch } from "./rules.ts";
import { freeBatch } from "./reviewing.ts";
import { sendAgain } from "./sending.ts";
import { submitBatch } from "./submitting.ts";

const act = actionsOn<typeof calls, Batch & BatchFacts>({
  calls,
  rules: batchRules,
  noun: "transferBatch",
  name: "batch",
  audits: ({ id }) => ({ subject_type: "transfer_batch", subject_id: id }),
  async lock(tx, context, id) {
    // The wallet before the batch: all that moves money locks them in this order.
    await lockOwn(tx, context, id, "sees", false);
    await openWallet(tx, context, context.session.company_id!);
    return lockFacts(tx, context, id);
  },
  answer: async (tx, context, id) => ({ batch: await findBatch(tx, context, id) }),
});

const submit = act(calls.submit, {
  audit: "transfer_batch_submitted",
  async does(tx, context, batch) {
    const approval_id = await submitBatch(tx, context, batch);
    const row = await findBatch(tx, context, batch.id);
    const { name, row_count, total_kobo } = row;
    return { answer: { batch: row, approval_id }, after: { name, rows: row_count, total_kobo } };
  },
});

/** Judged by what was paid in the meantime, committed, so that a refusal leaves the rows to look at. */
const judgeAnew = (context: Context, id: string): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const batch = await lockOwn(tx, context, id, "sends");
    if (batch.status === "checked") await judgeRows(tx, batch);
  });

const FILES_AN_HOUR = 60;

async function create(context: Context, { body }: Input<typeof calls.create>) {
  const { db, session, file } = context;
  const { kind } = body;
  if (!session.permissions.has(SENDS[kind]))
    throw new NotAllowed("Your role does not send this kind of batch.", "not_yours");
  if (!file) throw new InvalidFields({ file: ["a file has to be chosen"] });
  if (kind === "salary" && !body.month) throw new InvalidFields({ month: ["this field is required"] });
  if (kind === "salary" && !isMonthNear(body.month!, await businessDate(db)))
    throw new InvalidFields({ month: ["choose a month within a year"] });
  await countAttempt(db, `batches:${session.user_id}`, FILES_AN_HOUR, 3_600);
  const month = kind === "salary" ? body.month! : null;
  const named = readNamed(body.columns);
  const columns = named ?? (session.company_id ? await namedBefore(db, session.company_id) : null);
  const rows = await readBatch(file, columns);
  const name = nameOfBatch(kind, month, body.name ?? null, file.original_name);
  return context.once(async (tx) => {
    await ownCompany(tx, context);
    const kept = { kind, name, month, file_name: file.original_name, columns: named, rows };
    const { id, is_known } = await keepBatch(tx, context, kept);
    return { batch: await findBatch(tx, context, id), is_known };
  });
}

interface Refused {
  number: number;
  payee: string;
  bank: string;
  amount: string;
  narration: string | null;
  row_reference: string | null;
  staff_number: string | null;
  email: string | null;
  phone: string | null;
  reason: string;
  account_no_encrypted: Buffer;
}

/** What has to be corrected, under the headings of the template. */
async function refusedFile(context: Context, id: string) {
  const { name } = await findBatch(context.db, context, id);
  const batch = await context.db.transaction().execute((tx) => lockOwn(tx, context, id, "sends"));
  const { rows } = await sql<Refused>`
    select number, payee, bank, amount, narration, row_reference, staff_number, email, phone,
      account_no_encrypted,
      concat_ws('; ', refusal, limit_refusal, name_warning, repeat_warning) as reason
    from transfer_batch_rows
    where batch_id = ${id} and verdict in ('refused', 'look')
    order by number
  `.execute(context.db);
  const table = rows.map((row) =>
    [
      row.payee,
      row.bank,
      context.encryption.decrypt(id, batch.data_key, fieldOf(row.number), row.account_no_encrypted),
      row.amount,
      row.narration ?? "",
      row.row_reference ?? "",
      row.staff_number ?? "",
      row.email ?? "",
      row.phone ?? "",
      String(row.number),
      row.reason,
    ].map(harmless),
  );
  const heading = [
    "name",
    "bank",
    "account_number",
    "amount",
    "narration",
    "reference",
    "employee_id",
    "email",
    "phone",
    "row",
    "reason",
  ];
  return {
    name: `to-correct-${name.replace(/[^\p{L}\p{N} _-]/gu, "")}.csv`,
    media_type: "text/csv; charset=utf-8",
    body: Buffer.from(`\uFEFF${stringify([heading, ...table])}`),
  };
}

export const handlers: Handlers<typeof calls> = {
  listAll,
  async find(context, { params }) {
    const row = await findBatch(context.db, context, params.id);
    return { ...row, ...(await detailOf(context, row)) };
  },
  rows: listRows,
  create,
  async changeRow(context, { params, body }) {
    const open_count = await changeRow(context, params, body);
    const row = await context.db.transaction().execute((tx) => findItem(tx, context, params.id, params.number));
    return { row, open_count };
  },
  settleRows: (context, { params, body }) => context.once((tx) => settleRows(tx, context, params.id, body)),
  refused: (context, { params }) => refusedFile(context, params.id),

  async submit(context, input) {
    await judgeAnew(context, input.params.id);
    return submit(context, input);
  },
  cancel: act(calls.cancel, { audit: "transfer_batch_cancelled", does: (tx, _, batch) => freeBatch(tx, batch) }),
  again: act(calls.again, {
    audit: "transfer_batch_made_again",
    async does(tx, context, batch) {
      const id = await sendAgain(tx, context, batch);
      return { answer: { batch: await findBatch(tx, context, id) }, after: { again: id } };
    },
  }),
};
