import * as calls from "@manilla/contract/lending/credit-decisions";
import { isoDay } from "@manilla/contract/formats";
import { daysIn, workingDayAfter } from "@manilla/contract/nigeria/holidays";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, NotAllowed, NotFound } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { readSetting, readText } from "../../platform/configuration/index.ts";
import { analyseDocument, newestStatement } from "../../people/documents/index.ts";
import { priceByRules } from "../loans/index.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { estimateOf, ownEstimate } from "./estimating.ts";
import { type Occasion, judgeNow, keepDecision } from "./index.ts";

type Decision = z.output<typeof calls.decision>;

const FROM = `
    credit_decisions d
    join users u on u.id = d.user_id
    left join loans l on l.id = d.loan_id
    left join users o on o.id = d.overruled_by
    left join users b on b.id = d.decided_by
  `;
const SELECT = `
  d.id, d.user_id, u.name, u.last_name, d.occasion, d.rule_set_number, d.outcome, d.final_outcome, d.score,
  d.limit_kobo, trim_scale(d.annual_rate_percent)::text as annual_rate_percent,
  d.judgement -> 'reasons' ->> 0 as first_reason,
  case when l.id is not null then json_build_object('id', l.id, 'reference', l.reference) end as loan,
  o.full_name as overruled_by, b.full_name as decided_by, d.decided_at
`;

const decisionList = defineList(calls.listAll, {
  from: FROM,
  rows_of: "credit_decisions d",
  select: SELECT,
  id: "d.id",
  columns: { is_overruled: "(d.overruled_at is not null)" },
  search: "u.search_text",
});

async function decisionsWhere(db: Database | Tx, condition: RawBuilder<unknown>): Promise<Decision[]> {
  const { rows } = await sql<Decision>`
      select ${sql.raw(SELECT)}, d.rule_set_id, d.judgement, d.overruled_at, d.overrule_reason
      from ${sql.raw(FROM)}
      where ${condition}
      order by d.decided_at desc
      limit 50
    `.execute(db);
  return rows.map((row) => ({ ...row, judgement: { ...row.judgement, limit_kobo: BigInt(row.judgement.limit_kobo) } }));
}

async function findDecision(db: Database | Tx, id: string): Promise<{ decision: Decision }> {
  const [decision] = await decisionsWhere(db, sql`d.id = ${id}`);
  if (!decision) throw new NotFound("This decision");
  return { decision };
}

async function decideUpon(context: Context, user_id: string, occasion: Occasion): Promise<{ decision: Decision }> {
  await requireCustomer(context.db, user_id);
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
  await countAttempt(context.db, `decision:${user_id}`, 30, 3_600);
  const request = await context.db
    .selectFrom("loans")
    .select("id")
    .where("user_id", "=", user_id)
    .where("status", "in", ["requested", "pre_approved"])
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  const judged = await judgeNow(context, user_id, request?.id);
  return context.db.transaction().execute(async (tx) => {
    const { id } = await keepDecision(tx, actorOf(context), judged, { user_id, loan_id: request?.id, occasion });
    if (request) await priceByRules(tx, actorOf(context), request.id);
    return findDecision(tx, id);
  });
}

/** Reasons of the first rule set that speak of our own work, as the person reads them. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  "The credit bureau has not been asked or did not answer.": "We could not reach the credit bureau.",
};

/** The day by which a person looks at what was referred at a moment; none where the profile is not complete yet, or has been looked at. */
async function lookBy(db: Database, user_id: string, decided_at: Date): Promise<string | null> {
  const { status, profile_status, ready_at } = await getRow(db, "users", user_id, [
    "status",
    "profile_status",
    "ready_at",
  ]);
  if (profile_status !== "pending" || !["processing", "doc-processor", "accepted"].includes(status)) return null;
  const since = ready_at && ready_at > decided_at ? ready_at : decided_at;
  const declared = daysIn(await readText(db, "declared_holidays"));
  return workingDayAfter(isoDay(since), await readSetting(db, "review_working_days"), declared);
}

/** Of one network in a quarter of an hour: each is a search by halves over the rules. */
const ESTIMATES_A_QUARTER = 60;

export const handlers: Handlers<typeof calls> = {
  async estimate(context, { body }) {
    await countAttempt(context.db, `estimate:${context.network_address}`, ESTIMATES_A_QUARTER, 900);
    return estimateOf(context.db, body);
  },
  ownEstimate: (context) => ownEstimate(context),
  listAll: decisionList,
  find: ({ db }, { params }) => findDecision(db, params.id),
  async ofPerson({ db }, { params }) {
    await requireCustomer(db, params.id);
    return { decisions: await decisionsWhere(db, sql`d.user_id = ${params.id}`) };
  },

  decideUpon: (context, { params }) => decideUpon(context, params.id, "by_hand"),
  async updateAnalyses(context, { params }) {
    await requireCustomer(context.db, params.id);
    const statement = await newestStatement(context.db, params.id);
    if (statement) await analyseDocument(context, statement.id);
    return decideUpon(context, params.id, "update");
  },

  overrule: (context, { params, body }) =>
    context.db.transaction().execute(async (tx) => {
      const row = await findRow(tx, "credit_decisions", params.id, ["user_id", "final_outcome", "overruled_at"], {
        lock: true,
      });
      if (!row) throw new NotFound("This decision");
      if (row.user_id === context.session.user_id) throw new NotAllowed("Nobody decides about themselves.");
      if (row.overruled_at) throw new Conflict("This decision was overruled already.", "already_decided");
      if (row.final_outcome === body.outcome)
        throw new Conflict(`The rules say ${body.outcome} already.`, "already_decided");
      await changeRows(tx, "credit_decisions", params.id, {
        final_outcome: body.outcome,
        overruled_by: context.session.user_id,
        overruled_at: clock.now(),
        overrule_reason: body.reason,
      });
      await recordAudit(tx, context, "credit_decision_overruled", ["user", row.user_id], {
        before: { outcome: row.final_outcome },
        after: { outcome: body.outcome, decision_id: params.id },
        reason: body.reason,
      });
      return findDecision(tx, params.id);
    }),

  async findOwn({ db, session }) {
    const row = await db
      .selectFrom("credit_decisions")
      .select(["final_outcome", "limit_kobo", "judgement", "decided_at", "overrule_reason"])
      .where("user_id", "=", session.user_id)
      // What the rules advise about a request is for the people who decide about it.
      .where("occasion", "=", "instant_approval")
      .orderBy("decided_at", "desc")
      .executeTakeFirst();
    if (!row) return { decision: null };
    const { reasons } = row.judgement;
    return {
      decision: {
        outcome: row.final_outcome as Decision["outcome"],
        limit_kobo: row.limit_kobo,
        reasons: row.overrule_reason ? [] : reasons.map((reason) => OWN_WORDS[reason] ?? reason),
        decided_at: row.decided_at,
        look_by: row.final_outcome === "referred" ? await lookBy(db, session.user_id, row.decided_at) : null,
      },
    };
  },
};
