import * as calls from "@manilla/contract/payments/limit-raises";
import { type WalletLimit, walletLimitNames } from "@manilla/contract/payments/limit-raise-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import {
  channelRooms,
  findWallet,
  leftInMonth,
  leftOn,
  openWallet,
  ownCompany,
} from "../../companies/wallet-movements/index.ts";
import { keepDocument, showPaperOf } from "../../people/documents/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, businessDate, recordRequest } from "../../platform/states/index.ts";
import { type Raise, columnOf, grant } from "./granting.ts";
import * as messages from "./messages.ts";
import { type RaiseFacts, limitRaiseRules, whyNotRaise } from "./rules.ts";

const SHOWN = `
  q.id, q.kind, q.status, q.requested_kobo, q.limit_before_kobo, q.purpose, q.granted_kobo,
  q.valid_until::text as valid_until, q.decision_reason, q.created_at, q.decided_at,
  q.approval_id is not null and q.status = 'pending' as is_waiting
`;
type Shown = z.output<typeof calls.ask.response>["raise"];
type Listed = z.output<typeof calls.listAll.row> & RaiseFacts;

const raises = defineList<typeof calls.listAll, Listed>(calls.listAll, {
  from: `
    limit_raises q
    join companies c on c.id = q.company_id
    join users u on u.id = q.user_id
    left join users d on d.id = q.decided_by
  `,
  rows_of: "limit_raises q join companies c on c.id = q.company_id",
  select: `
    ${SHOWN}, q.company_id, c.name as company, u.full_name as person, q.document_id is not null as has_paper, d.full_name as decided_by
  `,
  facts: "q.approval_id, q.user_id, false as is_theirs",
  id: "q.id",
  search: "folded(c.name)",
});

const raiseOf = async (tx: Tx, id: string): Promise<{ raise: Shown }> => {
  const { rows } = await sql<Shown>`select ${sql.raw(SHOWN)} from limit_raises q where q.id = ${id}`.execute(tx);
  return { raise: rows[0]! };
};

const act = actionsOn<typeof calls, Raise & RaiseFacts>({
  calls,
  rules: limitRaiseRules,
  noun: "limitRaise",
  name: "request",
  audits: ({ company_id }) => ({ subject_type: "company", subject_id: company_id }),
  keeps_decision: true,
  // The wallet before the request, in the order of payers.
  async lock(tx, context, id) {
    const found = await findRow(tx, "limit_raises", id, ["company_id"]);
    if (!found) return undefined;
    await openWallet(tx, context, found.company_id);
    const raise = await tx
      .selectFrom("limit_raises")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    return { ...(raise as Raise), is_theirs: found.company_id === context.session.company_id };
  },
  answer: (tx, _, id) => raiseOf(tx, id),
});

/** What of each limit is left; the company is the caller's own, or any for our staff. @throws NotFound */
async function limitsOf({ db, session }: Context, id: string) {
  const mayLook = session.company_id === id || session.permissions.has("provider:can_view_wallet");
  if (!mayLook || !(await findRow(db, "companies", id, ["id"]))) throw new NotFound("This company");
  const wallet = await findWallet(db, id);
  const on = await businessDate(db);
  const { rows } = await sql<Shown>`
    select ${sql.raw(SHOWN)} from limit_raises q where q.company_id = ${id} order by q.created_at desc limit 50
  `.execute(db);
  const out: Record<WalletLimit, bigint> = {
    single: 0n,
    daily: await leftOn(db, id, on),
    monthly: await leftInMonth(db, id, on),
  };
  const limits = walletLimitNames.map((kind) => {
    const limit_kobo = wallet?.[columnOf(kind)] ?? null;
    const held = rows.find((raise) => raise.kind === kind && raise.status === "granted");
    const left_kobo = limit_kobo === null ? null : limit_kobo > out[kind] ? limit_kobo - out[kind] : 0n;
    const is_raised = held !== undefined && held.granted_kobo === limit_kobo;
    return { kind, limit_kobo, left_kobo, is_raised, raised_until: is_raised ? held.valid_until : null };
  });
  return { limits, channels: await channelRooms(db, id, on), raises: rows };
}

/** The paper that came with a request, among the sender's documents. */
async function keepPaper(context: Context): Promise<string | null> {
  if (!context.file) return null;
  const file = await checkFile(context.file, "document");
  const paper = { type: "custom", source: "upload", title: "Paper of a wallet's limit", file } as const;
  return (await keepDocument(context, { ...paper, user_id: context.session.user_id, actor: actorOf(context) })).id;
}

/** @throws InvalidFields, Conflict while one is open */
async function keepRequest(
  tx: Tx,
  context: Context,
  { kind, requested_kobo, purpose, valid_until = null }: z.output<typeof calls.ask.body>,
  document_id: string | null,
) {
  const { id: company_id, name } = await ownCompany(tx, context);
  const limit_before_kobo = (await openWallet(tx, context, company_id))[columnOf(kind)];
  const wanted = { kobo: requested_kobo, valid_until };
  const why = whyNotRaise("requested_kobo", limit_before_kobo, wanted, await businessDate(tx));
  if (why) throw new InvalidFields(why);
  if (await findRow(tx, "limit_raises", { company_id, kind, status: "pending" }, ["id"]))
    throw new Conflict("Your company's last request for this limit is still being looked at.", "open_request");
  const id = uuidv7();
  const asked = {
    company_id,
    user_id: context.session.user_id,
    kind,
    requested_kobo,
    purpose,
    valid_until,
    document_id,
  };
  await tx
    .insertInto("limit_raises")
    .values({ id, ...asked, limit_before_kobo: limit_before_kobo!, status: "pending", created_at: clock.now() })
    .execute();
  const note = messages.requested(name, kind, requested_kobo);
  const roles = await rolesWith(tx, "provider:can_update_user_wallet_limit");
  const recorded = { noun: "limitRaise", id, status: "pending", audit: "limit_raise_requested" } as const;
  await recordRequest(tx, context, { ...recorded, after: { kind, requested_kobo }, tells: { roles, note } });
  return raiseOf(tx, id);
}

export const handlers: Handlers<typeof calls> = {
  ofWallet: (context, { params }) => limitsOf(context, params.id),
  async ask(context, { body }) {
    const document_id = await keepPaper(context);
    return context.once((tx) => keepRequest(tx, context, body, document_id));
  },
  listAll: (context) => raises.scoped(sql`true`, undefined, abilitiesIn(context, calls, limitRaiseRules)),
  async paper(context, { params: { id } }) {
    return showPaperOf(context, (await findRow(context.db, "limit_raises", id, ["document_id"]))?.document_id);
  },
  grant: act(calls.grant, {
    does: async (tx, context, raise, { body: { limit_kobo, valid_until = null, reason } }) => ({
      answer: { approval_id: await grant(tx, context, raise, { limit_kobo, valid_until, reason }) },
    }),
  }),
  decline: act(calls.decline, {
    audit: "limit_raise_declined",
    tells: (raise, { body }) => messages.declined(raise, body),
  }),
};
