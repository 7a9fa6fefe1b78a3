import * as calls from "@manilla/contract/people/people";
import { isQueue } from "@manilla/contract/people/queues";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../house/app.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { noteLook } from "../../../http/noting.ts";
import { timelineOf } from "../../../house/timelines.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { CUSTOMERS, loadFacts, queueScope, rowAbilities, verdictsOn } from "./profiles/index.ts";
import { issueLink } from "../../platform/session/index.ts";
import { recordActivity } from "./activities.ts";
import { addComment, colleaguesOf, commentsOf } from "./comments.ts";
import { requireCustomer } from "./customers.ts";
import { bypasses, decisions, moves } from "./decisions.ts";
import { createPerson, normalPhone, splitName } from "./index.ts";
import { personList, queueList } from "./lists.ts";
import { findPeople } from "./finding.ts";
import { countQueues, findCase } from "./queries.ts";
import { accountCreated } from "./messages.ts";
import { write } from "../../platform/notifications/index.ts";
import { changeRows } from "../../../db/row.ts";

async function createOne(context: Context, body: Parameters<Handlers<typeof calls>["create"]>[1]["body"]) {
  const { name, email, phone, date_of_birth, ...profile } = body;
  const address = email.toLowerCase();
  return context
    .once(async (tx) => {
      const id = await createPerson(tx, context, {
        ...splitName(name),
        email: address,
        phone: normalPhone(phone),
        password_hash: null,
        change_password_at: null,
        roles: ["staff"],
        registration_source: "staff",
        created_by: context.session.user_id,
      });
      await changeRows(tx, "profiles", { user_id: id }, { ...profile, date_of_birth: date_of_birth ?? null });
      const { token } = await issueLink(tx, { user_id: id, destination: address, purpose: "password_reset" });
      const letter = accountCreated({ id, ...splitName(name) }, context.config.public_url, token);
      await write(tx, context, { mail: address }, letter);
      await recordAudit(tx, context, "person_created", ["user", id]);
      await recordActivity(tx, { type: "staff_created", creator_id: context.session.user_id, target_id: id });
      return { id };
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === "23505")
        throw new Conflict("This e-mail or phone belongs to an account already.", "already_registered");
      throw error;
    });
}

/** Six times what the fastest underwriter opens; nobody reads all customers in an hour. */
const CASES_AN_HOUR = 600;

async function revealNumber(context: Context, user_id: string, field: "bvn" | "nin" | "account_no", reason: string) {
  await countAttempt(context.db, `reveal:${context.session.user_id}`, 60, 3_600);
  return context.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, user_id);
    const { data_key } = await loadFacts(tx, user_id);
    const sealed = await tx
      .selectFrom("profiles")
      .select(`${field}_encrypted`)
      .where("user_id", "=", user_id)
      .executeTakeFirst();
    const bytes = (sealed as Record<string, Buffer | null> | undefined)?.[`${field}_encrypted`];
    if (!bytes) throw new NotFound("This number");
    noteLook(context, "number_revealed");
    await recordAudit(tx, context, `${field}_revealed`, ["user", user_id], { reason });
    return { value: context.encryption.decrypt(user_id, data_key, field, bytes) };
  });
}

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => personList.scoped(CUSTOMERS, undefined, rowAbilities(context)),
  listByStatus: (context, { params: { status } }) =>
    queueList.scoped(
      isQueue(status) ? queueScope(status) : sql`${CUSTOMERS} and u.profile_status = ${sql.lit(status)}`,
      undefined,
      rowAbilities(context),
    ),
  queueCounts: countQueues,
  search: async (context, { query }) => ({
    users: await findPeople(context, { words: query.search.split(/\s+/), scope: CUSTOMERS, most: 20 }, true),
  }),

  async find(context, { params }) {
    const { user_id } = context.session;
    await countAttempt(context.db, `case:${user_id}`, CASES_AN_HOUR, 3_600);
    const user = await findCase(context, params.id);
    noteLook(context, "case_opened");
    return { user };
  },

  async comments({ db }, { params }) {
    await requireCustomer(db, params.id);
    return { comments: await commentsOf(db, params.id) };
  },

  async addComment(context, { params, body }) {
    await requireCustomer(context.db, params.id);
    const note = await addComment(context, params.id, body.body);
    const author = actorOf(context);
    return { comment: { ...note, body: body.body, author: { id: author.user_id, name: author.name } } };
  },

  colleagues: async ({ db }) => ({ colleagues: await colleaguesOf(db) }),

  async activity(context, { params, query }) {
    await requireCustomer(context.db, params.id);
    return timelineOf(context, "person", params, query);
  },

  create: (context, { body }) => createOne(context, body),
  setStatus: (context, { body, ...input }) =>
    verdictsOn(context, body.user_ids, (tx, user_id) => moves[body.status](tx, context, user_id, { ...input, body }), {
      throws_alone: true,
    }),
  ...decisions,
  reveal: (context, { params, body }) => revealNumber(context, params.id, body.field, body.reason),

  bypass: (context, { params, body, query }) => {
    const ask = bypasses[body.kind][body.is_bypassed ? "on" : "off"];
    return context.once((tx) => ask(tx, context, params.id, { params, body, query })) as Promise<{
      approval_id: string;
    }>;
  },
};
