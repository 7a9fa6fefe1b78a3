import * as calls from "@manilla/contract/people/people";
import { isQueue } from "@manilla/contract/people/queues";
import { sql } from "kysely";
import type { Context, Handlers } from "../../../app.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict, NotFound } from "../../../http/errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { eachOf } from "../../platform/states/index.ts";
import { CUSTOMERS, type Decision, loadFacts, queueScope } from "./profiles/index.ts";
import { issueLink } from "../../platform/session/index.ts";
import { recordActivity } from "./activities.ts";
import { addComment, colleaguesOf, commentsOf } from "./comments.ts";
import { requireCustomer } from "./customers.ts";
import { type Ask, decide, markBankAccount, setBlacklisted, setStatus } from "./decisions.ts";
import { createPerson, normalPhone, splitName } from "./index.ts";
import { personList, queueList } from "./lists.ts";
import { findPeople } from "./finding.ts";
import { countQueues, findCase } from "./queries.ts";
import { timelineOf } from "./timeline.ts";

const decideOne = (context: Context, action: Decision, ask: Ask) =>
  context.db.transaction().execute(async (tx) => {
    const { user_id, status, version } = await decide(tx, context, action, ask);
    return { user_id, status: status as never, version };
  });

/** For one person the answer is the error itself; among several it is that person's verdict. */
async function setStatusOfEach(
  context: Context,
  user_ids: string[],
  ask: { status: Parameters<typeof setStatus>[2]["status"]; reason: string },
) {
  const work = (tx: Tx, user_id: string) => setStatus(tx, context, { user_id, ...ask });
  const verdicts = await eachOf(context, user_ids, work, { throws_alone: true });
  return { results: verdicts.map(({ id, result, ...verdict }) => ({ user_id: id, status: result, ...verdict })) };
}

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
      await tx
        .updateTable("profiles")
        .set({ ...profile, date_of_birth: date_of_birth ?? null })
        .where("user_id", "=", id)
        .execute();
      const { token } = await issueLink(tx, { user_id: id, destination: address, purpose: "password_reset" });
      const text = `Hello ${splitName(name).name},\n\nan account was made for you. Set your password here within the hour:\n${context.config.public_url}/password/reset/${token}\n\nLater, ask for a new link at ${context.config.public_url}/login.`;
      await context.queue.send(tx, "send-mail", {
        to: address,
        subject: "Your Manilla account",
        text,
        reference: `created:${id}`,
      });
      await recordAudit(tx, actorOf(context), { action: "person_created", subject_type: "user", subject_id: id });
      await recordActivity(tx, { type: "staff_created", creator_id: context.session.user_id, target_id: id });
      return { id };
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code === "23505")
        throw new Conflict("This e-mail or phone belongs to an account already.", "already_registered");
      throw error;
    });
}

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
    await recordAudit(tx, actorOf(context), {
      action: `${field}_revealed`,
      subject_type: "user",
      subject_id: user_id,
      reason,
    });
    return { value: context.encryption.decrypt(user_id, data_key, field, bytes) };
  });
}

export const handlers: Handlers<typeof calls> = {
  listAll: () => personList.scoped(CUSTOMERS),
  listByStatus: (_, { params: { status } }) =>
    queueList.scoped(
      isQueue(status) ? queueScope(status) : sql`${CUSTOMERS} and u.profile_status = ${sql.lit(status)}`,
    ),
  queueCounts: countQueues,
  search: async (context, { query }) => ({
    users: await findPeople(context, { words: query.search.split(/\s+/), scope: CUSTOMERS, most: 20 }, true),
  }),

  find: async (context, { params }) => ({ user: await findCase(context, params.id) }),

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

  async activity({ db, encryption }, { params, query }) {
    await requireCustomer(db, params.id);
    return timelineOf({ db, encryption }, params.id, query.before);
  },

  create: (context, { body }) => createOne(context, body),
  setStatus: (context, { body }) =>
    setStatusOfEach(context, body.user_ids, { status: body.status, reason: body.reason }),

  activate: (context, { body }) => decideOne(context, "activate", body),
  verify: (context, { body }) => decideOne(context, "verify", body),
  deactivate: (context, { body }) => decideOne(context, "deactivate", body),
  decline: (context, { body }) => decideOne(context, "decline", body),
  markUncertain: (context, { body }) => decideOne(context, "mark_uncertain", body),

  blacklist: (context, { params, body }) =>
    context.db.transaction().execute(async (tx) => {
      await setBlacklisted(tx, context, params.id, true, body.reason);
      return { user_id: params.id, is_blacklisted: true };
    }),
  unblacklist: (context, { params, body }) =>
    context.db.transaction().execute(async (tx) => {
      await setBlacklisted(tx, context, params.id, false, body.reason);
      return { user_id: params.id, is_blacklisted: false };
    }),

  verifyBankAccount: (context, { params, body }) =>
    context.db.transaction().execute((tx) => markBankAccount(tx, context, params.id, "verified", body.reason)),
  refuteBankAccount: (context, { params, body }) =>
    context.db.transaction().execute((tx) => markBankAccount(tx, context, params.id, "refuted", body.reason)),

  reveal: (context, { params, body }) => revealNumber(context, params.id, body.field, body.reason),

  bypass: (context, { params, body }) =>
    context.once(async (tx) => {
      const person = await requireCustomer(tx, params.id);
      const { bvn_verified_at, bvn_bypassed_at, nin_verified_at, nin_bypassed_at } = await loadFacts(tx, params.id);
      const [verified, bypassed] =
        body.kind === "bvn" ? [bvn_verified_at, bvn_bypassed_at] : [nin_verified_at, nin_bypassed_at];
      if (verified) throw new Conflict("It is verified; there is nothing to bypass.", "already_verified");
      if ((bypassed !== null) === body.is_bypassed)
        throw new Conflict(body.is_bypassed ? "It is bypassed already." : "It is not bypassed.", "already_decided");
      const approval_id = await requestApproval(tx, context, {
        kind: "bypass_identity",
        title: `${body.is_bypassed ? "Bypass" : "End the bypass of"} the ${body.kind.toUpperCase()} of ${person.name} ${person.last_name}`,
        payload: { user_id: params.id, kind: body.kind, is_bypassed: body.is_bypassed },
        before: { is_bypassed: bypassed !== null },
        reason: body.reason,
      });
      return { approval_id };
    }),
};
