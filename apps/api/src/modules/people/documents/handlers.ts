import * as calls from "@manilla/contract/people/documents";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { masked } from "../../../field-encryption.ts";
import { changeRows } from "../../../db/row.ts";
import { checkFile } from "../../../files/documents.ts";
import { requireFileLink } from "../../../files/links.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { foreignLinks } from "../../../foreign-links.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { requireCustomer } from "../people/index.ts";
import { breakdownOf } from "./breakdown.ts";
import { decisions } from "./deciding.ts";
import { STATEMENTS, countDocumentQueues, documentList, documentScopes, statementList } from "./lists.ts";
import { keepDocument, retypeDocument } from "./keeping.ts";
import { documentsOf, documentsWhere, findDocument, newestStatement } from "./queries.ts";
import { findRequest, requestDocuments } from "./requests.ts";
import { documentAtHand, isStaff, linkTo, showDocument } from "./showing.ts";

const FIELD = "document";

/** Oneself, or a customer for staff who may. @throws NotFound */
async function requireReadable(context: Context, user_id: string): Promise<void> {
  if (user_id === context.session.user_id) return;
  if (!isStaff(context)) throw new NotFound("This person");
  await requireCustomer(context.db, user_id);
}

async function uploadFor(
  context: Context,
  user_id: string,
  type: calls.DocumentType,
  body: { title?: string; password?: string },
) {
  await requireCustomer(context.db, user_id);
  const file = await checkFile(context.file, FIELD, body.password);
  const document = await keepDocument(context, {
    user_id,
    type,
    source: "staff",
    file,
    actor: actorOf(context),
    ...(body.title && { title: body.title }),
  });
  return { document };
}

/** An address of our own names the document; everything else is refused. */
function documentIdOf(body: { url?: string; document_id?: string }): string {
  const named =
    body.document_id ??
    /^\/api\/documents\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/file(\?kind=\w+)?$/.exec(body.url ?? "")?.[1];
  if (!named) throw new InvalidFields({ url: ["this field must name a file that was uploaded here"] });
  return named;
}

async function nameAs(
  context: Context,
  user_id: string,
  type: calls.DocumentType,
  body: { url?: string; document_id?: string },
) {
  if (user_id !== context.session.user_id) throw new NotFound("This person");
  const document = await findDocument(context.db, documentIdOf(body), sql`d.user_id = ${user_id}`);
  if (document.status !== "received") throw new Conflict(`This document is ${document.status}.`, "document_decided");
  return { document: await retypeDocument(context, document.id, user_id, type, actorOf(context)) };
}

export const handlers: Handlers<typeof calls> = {
  async listOf(context, { params }) {
    await requireReadable(context, params.id);
    return { documents: await documentsOf(context.db, params.id) };
  },

  file: (context, { params }) => linkTo(context, params.id),
  async linkedFile(context, { params, query }) {
    requireFileLink(context, context.session, params.id, query);
    return showDocument(context, params.id);
  },

  nameGovernmentId: (context, { params, body }) => nameAs(context, params.id, "govt_id", body),
  nameWorkId: (context, { params, body }) => nameAs(context, params.id, "work_id", body),
  nameBankStatement: (context, { params, body }) => nameAs(context, params.id, "bank_statement", body),

  async uploadCustom(context, { body }) {
    const file = await checkFile(context.file, FIELD, body.password);
    return {
      document: await keepDocument(context, {
        user_id: context.session.user_id,
        type: "custom",
        source: "upload",
        title: body.title,
        file,
        actor: actorOf(context),
      }),
    };
  },

  staffBankStatement: (context, { params, body }) => uploadFor(context, params.id, "bank_statement", body),
  staffGovernmentId: (context, { params, body }) => uploadFor(context, params.id, "govt_id", body),
  staffWorkId: (context, { params, body }) => uploadFor(context, params.id, "work_id", body),
  staffCreditReport: (context, { params, body }) => uploadFor(context, params.id, "credit_report", body),
  staffCustom: (context, { params, body }) => uploadFor(context, params.id, "custom", body),

  async request(context, { params, body }) {
    const person = await requireCustomer(context.db, params.id);
    const [link] = foreignLinks(body.note ?? "", context.config.public_url);
    if (link) throw new InvalidFields({ note: [`this leads to another site than our own: ${link}`] });
    return context.once((tx) => requestDocuments(tx, context, person, body));
  },

  ...decisions,

  async bankStatement(context, { params, query }) {
    await requireCustomer(context.db, params.id);
    const statements = await documentsWhere(context.db, sql`d.user_id = ${params.id} and d.type = 'bank_statement'`);
    const chosen = await newestStatement(context.db, params.id, query.document_id);
    if (query.document_id && !chosen) throw new NotFound("This statement");
    if (!chosen) return { statements, statement: null };
    const found = await context.db
      .selectFrom("statement_analyses")
      .selectAll()
      .where("document_id", "=", chosen.id)
      .executeTakeFirst();
    const transactions = await context.db
      .selectFrom("statement_transactions")
      .select(["number", "booked_on", "narration", "debit_kobo", "credit_kobo", "balance_kobo", "category"])
      .where("document_id", "=", chosen.id)
      .orderBy("booked_on")
      .orderBy("number")
      .limit(20_000)
      .execute();
    return {
      statements,
      statement: found
        ? {
            document_id: chosen.id,
            status: found.status,
            failure: found.failure,
            bank_name: found.bank_name,
            account_name: found.account_name,
            account_no: masked(found.account_last4),
            opening_kobo: found.opening_kobo,
            closing_kobo: found.closing_kobo,
            from_on: found.from_on,
            to_on: found.to_on,
            balances_hold: found.balances_hold,
            transactions,
          }
        : null,
    };
  },

  breakdown: ({ db }, { params }) => breakdownOf(db, params.id),
  listAll: (_, { params }) => documentList.scoped(documentScopes[params.queue]),
  queueCounts: countDocumentQueues,
  find: (context, { params }) => documentAtHand(context, params.id),
  listStatements: () => statementList.scoped(STATEMENTS),

  async events(context, { params }) {
    await requireCustomer(context.db, params.id);
    const events = await context.db
      .selectFrom("document_events")
      .select(["id", "document_id", "event", "actor_name", "detail", "happened_at"])
      .where("user_id", "=", params.id)
      .orderBy("happened_at", "desc")
      .orderBy("id", "desc")
      .limit(300)
      .execute();
    return { events };
  },

  async requested(context, { params }) {
    await countAttempt(context.db, `document-link:${context.network_address}`, 120, 3_600);
    const { name, types, note, received, expires_at } = await findRequest(context.db, params.token, {
      evenIfFulfilled: true,
    });
    return { name, types, note, received, expires_at };
  },

  async uploadRequested(context, { params, body }) {
    await countAttempt(context.db, `document-link:${context.network_address}`, 120, 3_600);
    const request = await findRequest(context.db, params.token);
    if (!request.types.includes(params.type)) throw new InvalidFields({ type: ["this document was not asked for"] });
    const file = await checkFile(context.file, FIELD, body.password);
    const actor = {
      user_id: null,
      name: `${request.name} (by link)`,
      network_address: context.network_address,
      request_id: context.request_id,
    };
    await keepDocument(context, {
      user_id: request.user_id,
      type: params.type,
      source: "request",
      file,
      actor,
      request_id: request.id,
    });
    const received = [...new Set([...request.received, params.type])];
    const is_done = request.types.every((type) => received.includes(type));
    if (is_done) await changeRows(context.db, "document_requests", request.id, { fulfilled_at: clock.now() });
    return { received, is_done };
  },
};
