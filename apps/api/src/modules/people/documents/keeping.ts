/** Keeping a document: the file on disk first, then its record with everything that follows, in one transaction. */
import type { DocumentType, documentSources } from "@manilla/contract/people/documents";
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { CheckedFile } from "../../../files/documents.ts";
import { forgetFile, storeFile } from "../../../files/storage.ts";
import { NotFound, TooMany } from "../../../errors.ts";
import { type Actor, SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { recordActivity } from "../people/index.ts";
import { refreshCase } from "../people/profiles/index.ts";
import { type DocumentRow, findDocument } from "./queries.ts";

const MAX_DOCUMENTS = 150;
const TITLES: Record<DocumentType, string> = {
  bank_statement: "Bank statement",
  work_id: "Work id",
  govt_id: "Government id",
  credit_report: "Credit report",
  custom: "Document",
};

export interface NewDocument {
  user_id: string;
  type: DocumentType;
  source: (typeof documentSources)[number];
  title?: string;
  file: CheckedFile;
  actor: Actor;
  request_id?: string;
  /** What is known of the account already (a connected one). */
  account?: { bank_name: string; account_name: string; account_last4: string };
}

/** The wrapped key that a person's documents are sealed with. @throws NotFound when the person was erased */
export async function ownerKey(db: Database | Tx, user_id: string): Promise<Buffer> {
  const person = await db
    .selectFrom("users")
    .select("data_key")
    .where("id", "=", user_id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (!person?.data_key) throw new NotFound("This person");
  return person.data_key;
}

/** A row of what happened to a person's documents (C069). */
export async function recordDocumentEvent(
  tx: Tx | Database,
  entry: { user_id: string; document_id: string | null; event: string; actor: Actor; detail?: string | null },
): Promise<void> {
  const { actor, detail = null, ...rest } = entry;
  await tx
    .insertInto("document_events")
    .values({ id: uuidv7(), ...rest, detail, actor_id: actor.user_id, actor_name: actor.name })
    .execute();
}

const FETCHED: readonly string[] = ["mono", "mbs", "mobile", "okra", "ussd"];
/** The relative address; its word tells how a statement came (rules V047 to V052). */
const urlOf = (id: string, type: DocumentType, source: string): string =>
  `/api/documents/${id}/file?kind=${FETCHED.includes(source) ? source : type}`;

/** A statement is read by a job; the text of a PDF or a workbook was read at the door and waits beside it. */
async function beginAnalysis(
  tx: Tx,
  app: Pick<App, "queue">,
  document_id: string,
  document: NewDocument,
  text_storage_name: string | null,
): Promise<void> {
  await tx
    .insertInto("statement_analyses")
    .values({ document_id, user_id: document.user_id, text_storage_name, ...document.account })
    .execute();
  await app.queue.send(tx, "analyse-statement", { document_id });
}

/** Stores what belongs on disk; takes it back when `record` fails. */
async function storing<Result>(
  app: App,
  document: NewDocument,
  record: (names: { file: string; text: string | null }) => Promise<Result>,
): Promise<Result> {
  const owner = { user_id: document.user_id, data_key: await ownerKey(app.db, document.user_id) };
  const isStatement = document.type === "bank_statement" || document.type === "custom";
  const file = await storeFile(app, owner, document.file.bytes);
  const { lines, sheet } = document.file;
  const text =
    isStatement && (lines ?? sheet) ? await storeFile(app, owner, Buffer.from(JSON.stringify(lines ?? sheet))) : null;
  try {
    return await record({ file, text });
  } catch (error) {
    await Promise.all([file, text].map((name) => (name ? forgetFile(app, name) : Promise.resolve())));
    throw error;
  }
}

/** The newest document of this type that was not accepted and that nothing has taken the place of: the resubmission keeps the chain. */
async function refusedBefore(tx: Tx, user_id: string, type: DocumentType): Promise<string | null> {
  if (type === "custom") return null;
  const row = await tx
    .selectFrom("documents as d")
    .select("d.id")
    .where("d.user_id", "=", user_id)
    .where("d.type", "=", type)
    .where("d.status", "=", "invalidated")
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("documents as n").select("n.id").whereRef("n.replaces", "=", "d.id"))),
    )
    .orderBy("d.created_at", "desc")
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The same file again this soon is a second click: it is there already. */
const SECONDS_OF_THE_SAME = 10;
const digestOf = ({ bytes }: CheckedFile): Buffer => createHash("sha256").update(bytes).digest();

async function justKept(
  db: Database,
  { user_id, type, source, actor, title, request_id, file }: NewDocument,
): Promise<string | undefined> {
  const digest = digestOf(file);
  const { rows } = await sql<{ id: string }>`
    select id
    from documents
    where user_id = ${user_id}
      and type = ${type}
      and source = ${source}
      and digest = ${digest}
      and original_name = ${file.original_name}
      and title = ${title ?? TITLES[type]}
      and uploaded_by is not distinct from ${actor.user_id}
      and request_id is not distinct from ${request_id ?? null}
      and status <> 'invalidated'
      and created_at > now() - make_interval(secs => ${SECONDS_OF_THE_SAME})
    order by created_at desc
    limit 1
  `.execute(db);
  return rows[0]?.id;
}

export const isJustKept = async (db: Database, document: NewDocument): Promise<boolean> =>
  (await justKept(db, document)) !== undefined;

/**
 * Keeps a checked file as a person's document; a statement is analysed afterwards, the case moves on if this was the last thing missing.
 * @throws TooMany when the person has more documents than anybody needs
 */
export async function keepDocument(app: App, document: NewDocument): Promise<DocumentRow> {
  const { user_id, type, source, actor, file } = document;
  const known = await justKept(app.db, document);
  if (known) return findDocument(app.db, known);
  const { count } = await app.db
    .selectFrom("documents")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (count >= BigInt(MAX_DOCUMENTS)) throw new TooMany(86_400, "There are too many documents already.");
  return storing(app, document, (names) =>
    app.db.transaction().execute(async (tx) => {
      const id = uuidv7();
      const replaces = await refusedBefore(tx, user_id, type);
      await tx
        .insertInto("documents")
        .values({
          id,
          user_id,
          type,
          source,
          title: document.title ?? TITLES[type],
          url: urlOf(id, type, source),
          original_name: file.original_name,
          media_type: file.media_type,
          byte_count: file.bytes.length,
          digest: digestOf(file),
          storage_name: names.file,
          page_count: file.page_count,
          uploaded_by: actor.user_id,
          request_id: document.request_id ?? null,
          replaces,
        })
        .execute();
      await recordDocumentEvent(tx, {
        user_id,
        document_id: id,
        event: replaces ? "resubmitted" : "received",
        actor,
        detail: document.title ?? TITLES[type],
      });
      if (actor.user_id !== user_id)
        await recordAudit(tx, actor, "document_added", ["user", user_id], { after: { document_id: id, type, source } });
      if (type === "bank_statement") {
        await beginAnalysis(tx, app, id, document, names.text);
        await recordActivity(tx, { type: "bank_statement_uploaded", creator_id: actor.user_id, target_id: user_id });
      } else if (names.text)
        await tx
          .insertInto("statement_analyses")
          .values({
            document_id: id,
            user_id,
            text_storage_name: names.text,
            status: "failed",
            failure: "This document is not a bank statement.",
          })
          .execute();
      await refreshCase(tx, user_id);
      return findDocument(tx, id);
    }),
  );
}

/** Makes an uploaded document something else (C291 to C293): the same file, another type. */
export async function retypeDocument(
  app: App,
  id: string,
  user_id: string,
  type: DocumentType,
  actor: Actor,
): Promise<DocumentRow> {
  return app.db.transaction().execute(async (tx) => {
    const known = await findDocument(tx, id);
    // Sent twice, it has that kind already.
    if (known.type === type) return known;
    const { source } = known;
    await tx
      .updateTable("documents")
      .set(({ eb }) => ({ type, url: urlOf(id, type, source), title: TITLES[type], version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .where("user_id", "=", user_id)
      .execute();
    if (type === "bank_statement") {
      await tx
        .insertInto("statement_analyses")
        .values({ document_id: id, user_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await changeWhere(tx, {
        noun: "statementAnalysis",
        action: "read_again",
        where: sql`document_id = ${id}`,
        set: { failure: null },
        actor: SYSTEM,
      });
      await app.queue.send(tx, "analyse-statement", { document_id: id });
      await recordActivity(tx, { type: "bank_statement_uploaded", creator_id: actor.user_id, target_id: user_id });
    }
    await recordDocumentEvent(tx, { user_id, document_id: id, event: "named", actor, detail: TITLES[type] });
    await refreshCase(tx, user_id);
    return findDocument(tx, id);
  });
}
