import * as calls from "@manilla/contract/people/appeals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Context, Handlers } from "../../../app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { Conflict, NotAllowed, NotFound } from "../../../http/errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { notify, notifyRoles } from "../../platform/notifications/index.ts";
import { decide } from "../people/index.ts";

type Appeal = z.output<typeof calls.approve.response>["appeal"];
const COLUMNS = ["id", "text", "status", "decision_reason", "created_at", "decided_at"] as const;

const appealList = defineList(calls.listAll, {
  from: `
    appeals a
    join users u on u.id = a.user_id
    join profiles p on p.user_id = a.user_id
    left join users d on d.id = a.decided_by
  `,
  rows_of: "appeals a",
  select: `
      a.id, a.text, a.status, a.decision_reason, a.created_at, a.decided_at, a.user_id, u.name, u.last_name,
      u.profile_status, p.decline_reason, d.name || ' ' || d.last_name as decided_by
    `,
  id: "a.id",
  search: "u.search_text",
});

/** Why a person cannot appeal now; null when they can. */
async function whyNotAppeal(db: Database | Tx, user_id: string): Promise<string | null> {
  const { status } = await db
    .selectFrom("profiles")
    .select("status")
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (status !== "declined") return "Only a declined profile can be appealed.";
  const last = await db
    .selectFrom("appeals")
    .select(["status", "decided_at"])
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  if (last?.status === "pending") return "Your appeal is being looked at.";
  const pause = await readSetting(db, "appeal_pause_days");
  const again = last?.decided_at ? last.decided_at.getTime() + pause * 86_400_000 : 0;
  return again > clock.milliseconds()
    ? `Your last appeal was decided; the next one can be made ${pause} days after it.`
    : null;
}

const appealsOf = (db: Database | Tx, user_id: string): Promise<Appeal[]> =>
  db
    .selectFrom("appeals")
    .select(COLUMNS)
    .where("user_id", "=", user_id)
    .orderBy("created_at", "desc")
    .limit(20)
    .execute() as Promise<Appeal[]>;

/** Only a pending one, by one person. @throws NotFound, Conflict, NotAllowed */
async function decideAppeal(
  tx: Tx,
  context: Context,
  id: string,
  to: "approved" | "declined",
  reason?: string,
): Promise<{ appeal: Appeal }> {
  const appeal = await tx.selectFrom("appeals").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!appeal) throw new NotFound("This appeal");
  if (appeal.user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  if (appeal.status !== "pending") {
    const by =
      appeal.decided_by &&
      (await tx
        .selectFrom("users")
        .select(["name", "last_name"])
        .where("id", "=", appeal.decided_by)
        .executeTakeFirst());
    throw new Conflict(
      `This appeal was ${appeal.status} already${by ? ` by ${by.name} ${by.last_name}` : ""}.`,
      "already_decided",
    );
  }
  if (to === "approved")
    await decide(tx, context, "reconsider", { user_id: appeal.user_id, reason: reason ?? "The appeal was granted." });
  const decided = await tx
    .updateTable("appeals")
    .set({ status: to, decided_by: context.session.user_id, decided_at: clock.now(), decision_reason: reason ?? null })
    .where("id", "=", id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  await recordAudit(tx, actorOf(context), {
    action: `appeal_${to}`,
    subject_type: "user",
    subject_id: appeal.user_id,
    before: { status: "pending" },
    after: { status: to },
    reason,
  });
  const body =
    to === "approved"
      ? "Your profile is being looked at again."
      : `We looked at your appeal and stay with our decision.${reason ? ` ${reason}` : ""}`;
  await notify(tx, {
    user_id: appeal.user_id,
    kind: "profile",
    title: to === "approved" ? "Your appeal was granted" : "Your appeal was declined",
    body,
    link: "/customer/approval",
  });
  const person = await tx
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", appeal.user_id)
    .executeTakeFirstOrThrow();
  await context.queue.send(tx, "send-mail", {
    to: person.email,
    subject: to === "approved" ? "Your appeal was granted" : "Your appeal was declined",
    text: `Hello ${person.name},\n\n${body}\n\n${context.config.public_url}`,
    reference: `appeal:${id}`,
  });
  return { appeal: decided as Appeal };
}

export const handlers: Handlers<typeof calls> = {
  listAll: appealList,
  approve: (context, { params, body }) =>
    context.once((tx) => decideAppeal(tx, context, params.id, "approved", body.reason)),
  decline: (context, { params, body }) =>
    context.once((tx) => decideAppeal(tx, context, params.id, "declined", body.reason)),

  async findOwn({ db, session }) {
    const why_not = await whyNotAppeal(db, session.user_id);
    return { may_appeal: why_not === null, why_not, appeals: await appealsOf(db, session.user_id) };
  },
  appealOwn: (context, { body }) =>
    context.once(async (tx) => {
      const { user_id, name, last_name } = context.session;
      await sql`select 1 from profiles where user_id = ${user_id} for update`.execute(tx);
      const why_not = await whyNotAppeal(tx, user_id);
      if (why_not) throw new Conflict(why_not, "no_appeal");
      await tx
        .insertInto("appeals")
        .values({ id: uuidv7(), user_id, text: body.text, created_at: clock.now() })
        .execute();
      await recordAudit(tx, actorOf(context), { action: "appealed", subject_type: "user", subject_id: user_id });
      await notifyRoles(tx, ["super_risk"], {
        kind: "appeal",
        title: "An appeal",
        body: `${name} ${last_name} appeals.`,
        about: user_id,
        link: "/admin/users/appeal-requests",
      });
      const [appeal] = await appealsOf(tx, user_id);
      if (!appeal) throw new NotFound("This appeal");
      return { appeal };
    }),
};
