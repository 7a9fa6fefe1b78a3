import * as calls from "@manilla/contract/people/cash-limits";
import { fullName } from "@manilla/contract/formats";
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { checkFile } from "../../../files/documents.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { rolesWith } from "../../../house/roles.ts";
import { lockPerson } from "../../money/receipts/index.ts";
import { actorOf } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, businessDate, lockRow, recordRequest } from "../../platform/states/index.ts";
import { keepDocument } from "../documents/index.ts";
import { tierOf } from "../personal-wallets/index.ts";
import * as messages from "./messages.ts";
import { addLimit } from "./raising.ts";
import { type LimitRequestFacts, cashLimitRules, whyNotLimit } from "./rules.ts";
import { askForTier, configurationOf } from "./tiers.ts";

const SHOWN = `
  q.id, q.kind, q.status, q.requested_kobo, q.limit_before_kobo, q.purpose, q.granted_kobo, q.decision_reason,
  q.created_at, q.decided_at, q.approval_id is not null and q.status = 'pending' as is_waiting
`;

type Listed = z.output<typeof calls.listRequests.row> & LimitRequestFacts;
const requests = defineList<typeof calls.listRequests, Listed>(calls.listRequests, {
  from: "cash_limit_requests q join users u on u.id = q.user_id left join users d on d.id = q.decided_by",
  rows_of: "cash_limit_requests q",
  select: `
    ${SHOWN}, q.user_id, u.name, u.last_name, q.document_id, d.full_name as decided_by,
    coalesce((
      select p.plan from user_plans p where p.user_id = q.user_id order by p.set_at desc limit 1
    ), 'tier_1') as plan
  `,
  facts: "q.approval_id",
  id: "q.id",
  search: "u.search_text",
});

async function requestOf(tx: Tx, id: string) {
  const { rows } = await sql<z.output<typeof calls.ask.response>["request"]>`
    select ${sql.raw(SHOWN)} from cash_limit_requests q where q.id = ${id}
  `.execute(tx);
  return { request: rows[0]! };
}

type Locked = Selectable<DB["cash_limit_requests"]>;
const act = actionsOn<typeof calls, Locked>({
  calls,
  rules: cashLimitRules,
  noun: "cashLimitRequest",
  name: "request",
  audits: ({ user_id }) => ({ subject_type: "user", subject_id: user_id }),
  keeps_decision: true,
  lock: lockRow("cash_limit_requests"),
  answer: (tx, _, id) => requestOf(tx, id),
});

const PAPER = "Paper of a cash limit";
/** The file that came with a request, among the person's documents; one that a try before has left there is taken. */
async function keepPaper(context: Context): Promise<string | null> {
  if (!context.file) return null;
  const { db, session } = context;
  const file = await checkFile(context.file, "document");
  const { rows } = await sql<{ id: string }>`
    select id
    from documents d
    where user_id = ${session.user_id} and title = ${PAPER}
      and digest = ${createHash("sha256").update(file.bytes).digest()}
      and not exists (select 1 from cash_limit_requests q where q.document_id = d.id)
    limit 1
  `.execute(db);
  if (rows[0]) return rows[0].id;
  const document = { user_id: session.user_id, type: "custom", source: "upload", title: PAPER, file } as const;
  return (await keepDocument(context, { ...document, actor: actorOf(context) })).id;
}

/** @throws InvalidFields, Conflict while one is open */
async function keepRequest(
  tx: Tx,
  context: Context,
  { kind, requested_kobo, purpose }: z.output<typeof calls.ask.body>,
  document_id: string | null,
) {
  const { user_id } = context.session;
  await lockPerson(tx, user_id);
  const limit_before_kobo = (await tierOf(tx, user_id)).limits[`${kind}_kobo`];
  const why_not = whyNotLimit(limit_before_kobo, requested_kobo, { valid_until: null, today: await businessDate(tx) });
  if (why_not) throw new InvalidFields({ requested_kobo: Object.values(why_not) });
  if (await findRow(tx, "cash_limit_requests", { user_id, kind, status: "pending" }, ["id"]))
    throw new Conflict("Your last request for this limit is still being looked at.", "open_request");
  const id = uuidv7();
  const asked = { user_id, kind, requested_kobo, limit_before_kobo, purpose, document_id };
  await tx
    .insertInto("cash_limit_requests")
    .values({ id, ...asked, created_at: clock.now() })
    .execute();
  const note = messages.requested(fullName(context.session), kind, requested_kobo);
  const roles = await rolesWith(tx, "provider:can_update_user_wallet_limit");
  const recorded = { noun: "cashLimitRequest", id, status: "pending", audit: "cash_limit_requested" } as const;
  await recordRequest(tx, context, { ...recorded, after: { kind, requested_kobo }, tells: { roles, note } });
  return requestOf(tx, id);
}

export const handlers: Handlers<typeof calls> = {
  listRequests: (context) => requests.scoped(sql`true`, undefined, abilitiesIn(context, calls, cashLimitRules)),
  addLimit: (context, { params, body: { valid_until, ...body } }) =>
    context.once(async (tx) => ({
      approval_id: await addLimit(tx, context, { ...body, user_id: params.id, valid_until: valid_until ?? null }),
    })),
  decline: act(calls.decline, {
    audit: "cash_limit_declined",
    tells: (request, { body }) => messages.declined({ kind: request.kind as "balance" }, body),
  }),
  configuration: ({ db }) => configurationOf(db),
  change: inOneTransaction<typeof calls.change>(async (tx, context, { body }) => ({
    approval_id: await askForTier(tx, context, body),
  })),
  async ask(context, { body }) {
    const document_id = await keepPaper(context);
    return context.once((tx) => keepRequest(tx, context, body, document_id));
  },
};
