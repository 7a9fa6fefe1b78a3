import { counted, fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/people/appeals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import type { Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { abilitiesIn, actionsOn, lockRow, recordRequest } from "../../platform/states/index.ts";
import { reconsider } from "../people/index.ts";
import * as messages from "./messages.ts";
import { appealRules } from "./rules.ts";

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
      u.profile_status, p.decline_reason, d.full_name as decided_by
    `,
  id: "a.id",
  search: "u.search_text",
});

/** Why a person cannot appeal now; null when they can. */
async function whyNotAppeal(db: Database | Tx, user_id: string): Promise<string | null> {
  const { status } = await getRow(db, "profiles", { user_id }, ["status"]);
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
    ? `Your last appeal was decided; the next one can be made ${counted(pause, "day")} after it.`
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

const lock = lockRow("appeals");
const decide = actionsOn({
  calls,
  rules: appealRules,
  noun: "appeal",
  name: "appeal",
  audits: ({ user_id }) => ({ subject_type: "user", subject_id: user_id }),
  keeps_decision: true,
  lock,
  answer: async (tx, _, id) => ({
    appeal: await tx.selectFrom("appeals").select(COLUMNS).where("id", "=", id).executeTakeFirstOrThrow(),
  }),
});

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => appealList.scoped(sql`true`, undefined, abilitiesIn(context, calls, appealRules)),
  approve: decide(calls.approve, {
    audit: "appeal_approved",
    does: (tx, context, { user_id }, { body }) =>
      reconsider(tx, context, user_id, body.reason ?? "The appeal was granted."),
    tells: messages.granted,
  }),
  decline: decide(calls.decline, {
    audit: "appeal_declined",
    tells: (appeal, { body }) => messages.declined(appeal, body),
  }),

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
      const id = uuidv7();
      await tx.insertInto("appeals").values({ id, user_id, text: body.text, created_at: clock.now() }).execute();
      await recordRequest(tx, context, {
        noun: "appeal",
        id,
        status: "pending",
        audit: "appealed",
        tells: { roles: ["super_risk"], note: messages.appealMade({ name: fullName({ name, last_name }) }) },
      });
      const [appeal] = await appealsOf(tx, user_id);
      if (!appeal) throw new NotFound("This appeal");
      return { appeal };
    }),
};
