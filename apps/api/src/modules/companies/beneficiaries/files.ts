/** Files of beneficiaries: read at once, the banks asked by the worker, added by a person. */
import { createHash } from "node:crypto";
import { oneLine } from "@manilla/contract/card-number";
import { nameVerdict } from "@manilla/contract/nigeria/name-match";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import type { UploadedFile } from "../../../request.ts";
import { openChain } from "../approval-chains/index.ts";
import { readTable } from "../../../files/table.ts";
import { askFor, insertBeneficiary, insertChange, refuseKnown } from "./changes.ts";
import { type Named, nameOf, wrongWith } from "./enquiry.ts";
import { type FileRow, columnsOf, fileRow } from "./rules.ts";

const MAX_ROWS = 1_000;

/** Reads a file with a heading in any order; commas, semicolons and tabs are understood. @throws InvalidFields at `file` */
export async function readFile(file: UploadedFile): Promise<FileRow[]> {
  const refuse = (message: string): never => {
    throw new InvalidFields({ file: [message] });
  };
  const {
    table: [headings = [], ...rows],
  } = await readTable(file);
  const columns = columnsOf(headings);
  if (!columns["name"] || !columns["bank"] || !columns["account_no"])
    refuse("this file needs a heading with name, bank and account number");
  if (rows.length === 0) refuse("this file has no rows");
  if (rows.length > MAX_ROWS) refuse(`this file has more than ${MAX_ROWS} rows`);
  const clean = (text = ""): string => text.replaceAll("\0", "").slice(0, 300);
  return rows.map((cells) =>
    fileRow(
      Object.fromEntries(
        Object.entries(columns).map(([column, heading]) => {
          const text = clean(cells[headings.indexOf(heading!)]);
          return [column, column === "account_no" ? text : oneLine(text)];
        }),
      ),
    ),
  );
}

/** Keeps a file with its rows and lets the worker ask the banks. The same content again is the file that is there. */
export async function keepFile(
  tx: Tx,
  context: Context,
  file_name: string,
  rows: readonly FileRow[],
): Promise<{ id: string; is_known: boolean }> {
  const { session, encryption } = context;
  const company_id = session.company_id!;
  const digest = createHash("sha256")
    .update(
      JSON.stringify(
        rows.map(({ name, bank_code, account_no }) => [name.toLowerCase(), bank_code, account_no]).toSorted(),
      ),
    )
    .digest();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`beneficiaries:${digest.toString("hex")}`}, 0))`.execute(
    tx,
  );
  const same = await tx
    .selectFrom("beneficiary_uploads")
    .select("id")
    .where("company_id", "=", company_id)
    .where("digest", "=", digest)
    .executeTakeFirst();
  if (same) return { id: same.id, is_known: true };
  const id = uuidv7();
  const data_key = encryption.createKey(id);
  await tx
    .insertInto("beneficiary_uploads")
    .values({
      id,
      company_id,
      file_name,
      digest,
      data_key,
      total: rows.length,
      created_by: session.user_id,
      created_at: clock.now(),
    })
    .execute();
  const seen = new Map<string, number>();
  const kept = rows.map(({ name, bank, bank_code, account_no, email, reason }, at) => {
    const number = at + 1;
    const account = `${bank_code}/${account_no}`;
    const twice = reason ? undefined : seen.get(account);
    if (!reason && twice === undefined) seen.set(account, number);
    const why = reason ?? (twice === undefined ? undefined : `the same account as in row ${twice}`);
    return {
      upload_id: id,
      company_id,
      number,
      name,
      bank,
      bank_code: bank_code ?? null,
      account_no_encrypted: why ? null : encryption.encrypt(id, data_key, `account_no:${number}`, account_no),
      account_no_last4: /^\d{4,}$/.test(account_no) ? account_no.slice(-4) : null,
      email,
      verdict: why ? "refused" : "waiting",
      reason: why ?? null,
    };
  });
  for (let start = 0; start < kept.length; start += 200)
    await tx
      .insertInto("beneficiary_upload_rows")
      .values(kept.slice(start, start + 200))
      .execute();
  await recordBeginning(tx, "beneficiaryUpload", id, "checking", actorOf(context));
  await recordAudit(tx, context, "beneficiaries_uploaded", ["beneficiary_upload", id], {
    after: { rows: rows.length },
  });
  await context.queue.send(tx, "check-beneficiaries", { upload_id: id });
  return { id, is_known: false };
}

interface Waiting {
  number: number;
  name: string;
  bank_code: string;
  account_no_encrypted: Buffer;
}

type Verdict = { verdict: "ready" | "near" | "refused"; reason?: string } & Partial<Named>;

/** Asks the bank about a row. @throws NotReached, OutcomeUnknown */
async function verdictOn(app: App, name: string, account: { bank_code: string; account_no: string }): Promise<Verdict> {
  const wrong = wrongWith(account);
  if (wrong) return { verdict: "refused", reason: `account number: ${wrong.message}` };
  const named = await nameOf(app, account, name);
  if (!named) return { verdict: "refused", reason: "this bank has no such account" };
  const verdict = nameVerdict(named.match_percent);
  if (verdict === "different")
    return { ...named, verdict: "refused", reason: `the bank calls it ${named.account_name}` };
  return { ...named, verdict: verdict === "same" ? "ready" : "near" };
}

/** The job: row by row, each kept by itself, so that a killed worker goes on where it was. @throws Error while a bank does not answer, so that it is tried again */
export async function checkFile(app: App, upload_id: string): Promise<void> {
  const upload = await app.db
    .selectFrom("beneficiary_uploads")
    .select(["data_key", "status"])
    .where("id", "=", upload_id)
    .executeTakeFirst();
  if (upload?.status !== "checking") return;
  const { rows } = await sql<Waiting>`
    select number, name, bank_code, account_no_encrypted
    from beneficiary_upload_rows where upload_id = ${upload_id} and verdict = 'waiting' order by number
  `.execute(app.db);
  let unanswered: unknown;
  for (const { number, name, bank_code, account_no_encrypted } of rows) {
    const account_no = app.encryption.decrypt(upload_id, upload.data_key, `account_no:${number}`, account_no_encrypted);
    const found = await verdictOn(app, name, { bank_code, account_no }).catch((error: unknown) => {
      unanswered = error;
      return undefined;
    });
    if (!found) continue;
    await sql`
      update beneficiary_upload_rows
      set verdict = ${found.verdict}, reason = ${found.reason ?? null}, account_name = ${found.account_name ?? null},
        match_percent = ${found.match_percent ?? null}
      where upload_id = ${upload_id} and number = ${number} and verdict = 'waiting'
    `.execute(app.db);
  }
  if (unanswered) throw unanswered as Error;
  await app.db
    .transaction()
    .execute((tx) =>
      changeState(tx, { noun: "beneficiaryUpload", id: upload_id, from: "checking", action: "finish", actor: SYSTEM }),
    );
}

export const checkFiles = (app: App): Promise<void> =>
  app.queue.work("check-beneficiaries", ({ upload_id }) => checkFile(app, upload_id));

interface Ready {
  number: number;
  name: string;
  bank_code: string;
  account_no_encrypted: Buffer;
  email: string | null;
  account_name: string;
  match_percent: number;
  verdict: "ready" | "near";
}

/** Asks for those of a file: one request for all whose names agree, one for each that is near or a colleague's. Accounts that are there already are left out. */
export async function addFile(
  tx: Tx,
  context: Context,
  id: string,
  with_near: boolean,
): Promise<{ added: number; requests: number }> {
  const { session, encryption } = context;
  const upload = await tx
    .selectFrom("beneficiary_uploads")
    .select(["data_key", "status", "file_name"])
    .where("id", "=", id)
    .where("company_id", "=", session.company_id!)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (upload.status !== "checked")
    throw new Conflict(
      upload.status === "added" ? "These were asked for already." : "The banks are still being asked.",
      "not_checked",
    );
  const { rows } = await sql<Ready>`
    select r.*
    from beneficiary_upload_rows r
    where r.upload_id = ${id} and (r.verdict = 'ready' or (r.verdict = 'near' and ${with_near}))
    order by r.number
  `.execute(tx);
  const known = await tx
    .selectFrom("beneficiaries")
    .select(["account_no_hash", "bank_code"])
    .where("company_id", "=", session.company_id!)
    .where("status", "in", ["pending", "active"])
    .execute();
  const taken = new Set(
    known.map(({ account_no_hash, bank_code }) => `${bank_code}/${account_no_hash.toString("hex")}`),
  );
  let [together, requests] = [0, 0];
  for (const { number, verdict, account_no_encrypted, name, bank_code, email, account_name, match_percent } of rows) {
    const account_no = encryption.decrypt(id, upload.data_key, `account_no:${number}`, account_no_encrypted);
    if (taken.has(`${bank_code}/${encryption.hash("account_no", account_no).toString("hex")}`)) {
      await sql`
        update beneficiary_upload_rows set verdict = 'refused', reason = 'it is a beneficiary already'
        where upload_id = ${id} and number = ${number}
      `.execute(tx);
      continue;
    }
    const values = {
      name,
      bank_code,
      account_no,
      account_name,
      match_percent,
      email,
      employee_id: null,
      is_own: false,
    };
    const { columns, ...kept } = await insertBeneficiary(tx, context, values).catch(refuseKnown);
    const isApart = verdict === "near" || columns.employee_id !== null;
    const change_id = await insertChange(tx, context, kept, "create", columns, isApart ? {} : { upload_id: id });
    if (isApart) await askFor(tx, context, change_id, "create", columns);
    if (isApart) requests += 1;
    else together += 1;
  }
  await changeState(tx, { noun: "beneficiaryUpload", id, from: "checked", action: "add", actor: actorOf(context) });
  if (together > 0)
    await openChain(tx, context, {
      kind: "beneficiary",
      subject_id: id,
      title: `Pay ${together} of ${upload.file_name}`,
    });
  return { added: together + requests, requests: requests + (together > 0 ? 1 : 0) };
}
