/**
 * Reports make themselves: what is due becomes a run for each recipient, once for each moment (a unique key); each run is claimed, made with its
 * recipient's own rights outside of any transaction, and ends in one. Who finds its claim gone has made nothing: no file stays, no mail leaves.
 */
import { counted } from "@manilla/contract/formats";
import { RETENTION_DAYS, MAX_KEPT_ROWS } from "@manilla/contract/platform/report-rules";
import type { ReportSchedule } from "@manilla/contract/platform/report-rules";
import { type RawBuilder, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { DomainError } from "../../../errors.ts";
import { forgetFile, storeFile } from "../../../files/storage.ts";
import { colleaguesAsSessions } from "../../../http/session.ts";
import type { App, Context } from "../../../house/app.ts";
import type { Session } from "../../../request.ts";
import { SYSTEM } from "../audit/index.ts";
import { note, tell } from "../notifications/index.ts";
import { changeState, changeWhere, recordBeginning } from "../states/index.ts";
import { type Spec, mayExport } from "./lists.ts";
import * as messages from "./messages.ts";
import { nextDue } from "./rules.ts";
import { reportFile } from "./summary.ts";

const MAX_DUE = 50;
const MAX_RUNS = 200;
const CLAIM_MINUTES = 10;
const TRIES = 3;

/** A context of nobody's request: what is done for somebody while they are away, with their rights of now. */
export const contextFor = (app: App, session: Session): Context => ({
  ...app,
  session,
  request_id: uuidv7(),
  network_address: "",
  device: "",
  idempotency_key: undefined,
  raw_body: undefined,
  headers: {},
  file: undefined,
  once: (work) => app.db.transaction().execute(work),
  setCookie: () => undefined,
  afterwards: () => undefined,
  left: () => new AbortController().signal,
});

/** A run for its owner and each recipient at a moment; one that is there already stays as it is. */
export async function planRuns(tx: Tx, report_id: string, due_at: Date): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into report_runs (id, report_id, recipient_id, due_at, status, created_at)
    select gen_random_uuid(), ${report_id}, p.recipient_id, ${due_at}, 'waiting', ${clock.now()}
    from (
      select owner_id as recipient_id from reports where id = ${report_id}
      union select recipient_id from report_recipients where report_id = ${report_id}
    ) p
    on conflict (report_id, recipient_id, due_at) do nothing
    returning id
  `.execute(tx);
  for (const { id } of rows) await recordBeginning(tx, "reportRun", id, "waiting", SYSTEM);
}

/** What is due. Moments that passed while nothing ran are made once. */
const planDue = (app: App): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; owner_id: string; schedule: ReportSchedule; next_due_at: Date }>`
      select id, owner_id, schedule, next_due_at
      from reports
      where status = 'active' and next_due_at <= ${clock.now()}
      order by next_due_at
      limit ${MAX_DUE}
      for update skip locked
    `.execute(tx);
    const owners = await colleaguesAsSessions(
      tx,
      rows.map(({ owner_id }) => owner_id),
    );
    for (const { id, owner_id, schedule, next_due_at } of rows) {
      const isThere = owners.some(({ user_id }) => user_id === owner_id);
      if (isThere) await planRuns(tx, id, next_due_at);
      else
        await changeState(tx, {
          noun: "report",
          id,
          from: "active",
          action: "stop",
          actor: SYSTEM,
          reason: messages.leaver,
        });
      await changeRows(tx, "reports", id, { next_due_at: isThere ? nextDue(schedule, clock.now()) : null });
    }
  });

interface Claimed {
  id: string;
  report_id: string;
  recipient_id: string;
  due_at: Date;
  attempts: number;
}

/** The next run that nobody works on; what ended a process three times is not tried again. */
async function claim({ db }: App): Promise<Claimed | undefined> {
  const now = clock.now();
  const { rows } = await sql<Claimed>`
    update report_runs
    set attempts = attempts + 1, claimed_until = ${now}::timestamptz + ${CLAIM_MINUTES} * interval '1 minute'
    where id = (
      select id
      from report_runs
      where status = 'waiting' and (claimed_until is null or claimed_until <= ${now})
      order by created_at, id
      limit 1
      for update skip locked
    )
    returning id, report_id, recipient_id, due_at, attempts
  `.execute(db);
  return rows[0];
}

/** Ends a run as long as the claim is ours. @returns whether it was */
async function end(
  tx: Tx,
  { id, attempts }: Claimed,
  action: "make" | "fail" | "skip",
  set: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const where: RawBuilder<unknown> = sql`id = ${id} and attempts = ${attempts}`;
  const reason = (set["reason"] as string | undefined) ?? null;
  const change = { noun: "reportRun", action, where, set: { ...set, claimed_until: null }, actor: SYSTEM, reason };
  return (await changeWhere(tx, { ...change, noun: "reportRun" })).length > 0;
}

const refuse = (app: App, run: Claimed, action: "fail" | "skip", reason: string): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    if (!(await end(tx, run, action, { reason }))) return;
    const { owner_id } = await getRow(tx, "reports", run.report_id, ["owner_id"]);
    // A colleague who may not have it is the page's concern; that it is made for nobody is the owner's.
    if (action === "skip" && run.recipient_id !== owner_id) return;
    await note(tx, owner_id, messages.failed(run.report_id, reason));
  });

const report = (app: App, id: string) =>
  getRow(app.db, "reports", id, [
    "name",
    "owner_id",
    "list",
    "query",
    "columns",
    "group_by",
    "measures",
    "format",
    "status",
  ]);

/** Why a recipient gets no file of any list; undefined where they may have one. */
async function whyNot(app: App, run: Claimed, session: Session | undefined): Promise<string | undefined> {
  const { owner_id, status } = await report(app, run.report_id);
  if (status === "removed") return messages.removed;
  if (!session) return messages.noColleague;
  if (!mayExport(session)) return messages.mayNotExport;
  if (run.recipient_id === owner_id) return undefined;
  const { rows } = await sql`
    select 1 from report_recipients where report_id = ${run.report_id} and recipient_id = ${run.recipient_id}
  `.execute(app.db);
  return rows.length > 0 ? undefined : messages.noRecipient;
}

/** It is stored, and later opened, as a whole. */
const MAX_KEPT_BYTES = 25_000_000;
class TooLarge extends Error {}

/** Makes the file whole, stores it under the recipient's key, and mails the link with the change of state. */
async function make(app: App, run: Claimed, session: Session): Promise<void> {
  const { name, format, ...spec } = await report(app, run.report_id);
  let rows = 0;
  const file = await reportFile(
    contextFor(app, session),
    // Columns of jsonb: the handlers are the only writer.
    spec as unknown as Spec,
    format as "csv" | "xlsx",
    run.due_at,
    (count) => (rows = count),
  );
  let bytes = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of file.body) {
    const piece = Buffer.from(chunk as string | Uint8Array);
    bytes += piece.length;
    if (rows > MAX_KEPT_ROWS || bytes > MAX_KEPT_BYTES) throw new TooLarge();
    chunks.push(piece);
  }
  const { data_key } = await getRow(app.db, "users", run.recipient_id, ["data_key"]);
  if (!data_key) return refuse(app, run, "skip", messages.noColleague);
  const storage_name = await storeFile(app, { user_id: run.recipient_id, data_key }, Buffer.concat(chunks));
  const isOurs = await app.db
    .transaction()
    .execute(async (tx) => {
      const kept = {
        storage_name,
        file_name: `${name}.${format}`,
        media_type: file.media_type,
        row_count: rows,
        withheld: JSON.stringify(file.hidden),
        permissions: JSON.stringify([...session.permissions]),
        made_at: clock.now(),
      };
      if (!(await end(tx, run, "make", kept))) return false;
      await tell(tx, app, run.recipient_id, messages.ready(run.report_id, run.id));
      return true;
    })
    .catch(async (error: unknown) => {
      await forgetFile(app, storage_name);
      throw error;
    });
  if (!isOurs) await forgetFile(app, storage_name);
}

/** The first thing that is wrong, in words. */
const wordsOf = ({ message, errors }: DomainError): string => Object.values(errors)[0]?.[0] ?? message;

async function work(app: App, run: Claimed): Promise<void> {
  if (run.attempts > TRIES) return refuse(app, run, "fail", messages.tooOften);
  try {
    const [session] = await colleaguesAsSessions(app.db, [run.recipient_id]);
    const reason = await whyNot(app, run, session);
    if (reason || !session) return await refuse(app, run, "skip", reason ?? messages.noColleague);
    await make(app, run, session);
  } catch (error) {
    if (error instanceof TooLarge) return refuse(app, run, "fail", messages.tooLarge(counted(MAX_KEPT_ROWS, "row")));
    if (error instanceof DomainError) return refuse(app, run, "skip", wordsOf(error));
    // It keeps its claim: tried again when that is over.
    app.log.error({ report_run: run.id, err: { message: (error as Error).message } }, "a report was not made");
  }
}

/** Files whose time is over go, and their runs say so. @returns how many */
export async function expireFiles(app: App): Promise<number> {
  const where = sql`status = 'made' and made_at < ${clock.now()}::timestamptz - ${RETENTION_DAYS} * interval '1 day'`;
  const { rows } = await sql<{ id: string; storage_name: string }>`
    select id, storage_name from report_runs where ${where} order by made_at limit ${MAX_RUNS}
  `.execute(app.db);
  for (const { id, storage_name } of rows) {
    // The file first: one that could not be removed is tried again, as long as its name is known.
    await forgetFile(app, storage_name);
    await app.db
      .transaction()
      .execute((tx) =>
        changeWhere(tx, {
          noun: "reportRun",
          action: "expire",
          where: sql`id = ${id} and status = 'made'`,
          set: { storage_name: null },
          actor: SYSTEM,
        }),
      );
  }
  return rows.length;
}

/** What the worker does again and again. */
export async function makeReports(app: App): Promise<void> {
  await planDue(app);
  for (let made = 0; made < MAX_RUNS; made += 1) {
    const run = await claim(app);
    if (!run) break;
    await work(app, run);
  }
  await expireFiles(app);
}
