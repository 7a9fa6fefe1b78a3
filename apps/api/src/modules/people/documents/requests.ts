/** Documents requested by a mailed link: no sign-in, some days, this request only. */
import type { DocumentType } from "@manilla/contract/people/documents";
import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context } from "../../../house/app.ts";
import { clock, dayInLagos } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { NotFound } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { recordDocumentEvent } from "./keeping.ts";
import { documentsWanted } from "./messages.ts";
import { write } from "../../platform/notifications/index.ts";

const hashOf = (token: string): Buffer => createHash("sha256").update(`document-request:${token}`).digest();
const DAY = 86_400_000;

/** Asks a person for documents by a mailed link; only the hash of its token is kept. */
export async function requestDocuments(
  tx: Tx,
  context: Context,
  person: { id: string; name: string; email: string },
  ask: { types: DocumentType[]; note?: string },
): Promise<{ request_id: string; expires_at: Date }> {
  const token = randomBytes(32).toString("base64url");
  const request_id = uuidv7();
  const expires_at = new Date(clock.milliseconds() + (await readSetting(tx, "document_request_days")) * DAY);
  const types = [...new Set(ask.types)];
  await tx
    .insertInto("document_requests")
    .values({
      id: request_id,
      user_id: person.id,
      types,
      note: ask.note ?? null,
      token_hash: hashOf(token),
      requested_by: context.session.user_id,
      expires_at,
    })
    .execute();
  const link = `${context.config.public_url}/upload-documents/token/${token}`;
  const until = dayInLagos(expires_at);
  const letter = documentsWanted({ request_id, name: person.name, types, note: ask.note, until, link });
  await write(tx, context, { mail: person.email }, letter);
  await recordDocumentEvent(tx, {
    user_id: person.id,
    document_id: null,
    event: "requested",
    actor: actorOf(context),
    detail: types.join(", "),
  });
  await recordAudit(tx, context, "documents_requested", ["user", person.id], { after: { types } });
  return { request_id, expires_at };
}

export interface OpenRequest {
  id: string;
  user_id: string;
  name: string;
  types: DocumentType[];
  note: string | null;
  received: DocumentType[];
  expires_at: Date;
}

/**
 * @param options.evenIfFulfilled also accepts a finished link, to say that everything was received; nothing more can be sent with it
 * @throws NotFound when the link is unknown, late or its person is gone: the three are not told apart
 */
export async function findRequest(
  db: Database | Tx,
  token: string,
  { evenIfFulfilled = false } = {},
): Promise<OpenRequest> {
  const { rows } = await sql<OpenRequest>`
    select r.id, r.user_id, u.name, r.types, r.note, r.expires_at,
      array(select distinct d.type from documents d where d.request_id = r.id) as received
    from document_requests r
    join users u on u.id = r.user_id
    where r.token_hash = ${hashOf(token)}
      and r.expires_at > ${clock.now()}
      and (${evenIfFulfilled} or r.fulfilled_at is null)
      and u.erased_at is null
  `.execute(db);
  const [row] = rows;
  if (!row) throw new NotFound("This link");
  return row;
}
