/** The door of credit decisions: the active rules decide about a person, and the record explains itself. */
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { type Actor, SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { priceByRules } from "../loans/index.ts";
import { gatherFacts, type Judgement, activeRules, judge } from "../rule-sets/index.ts";

/** The job: what the rules say about a loan that was requested, beside what people will decide. Once for each request. */
export async function decideLoan(app: App, loan_id: string): Promise<void> {
  const loan = await findRow(app.db, "loans", loan_id, ["user_id", "status"]);
  const isDone = await findRow(app.db, "credit_decisions", { loan_id, occasion: "loan_request" }, ["id"]);
  if (!loan || isDone) return;
  const judged = await judgeNow(app, loan.user_id, loan_id);
  const actor = { ...SYSTEM, encryption: app.encryption };
  await app.db.transaction().execute(async (tx) => {
    await keepDecision(tx, actor, judged, { user_id: loan.user_id, loan_id, occasion: "loan_request" });
    await priceByRules(tx, actor, loan_id);
  });
}

/** Registers the worker. */
export async function decideLoans(app: App): Promise<void> {
  await app.queue.work("decide-loan", ({ loan_id }) => decideLoan(app, loan_id));
}

export type Occasion = "by_hand" | "instant_approval" | "loan_request" | "update";
export interface Decided {
  id: string;
  judgement: Judgement;
}

const toJson = (value: unknown): string =>
  JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? Number(item) : item));

/** Judges by the active rules; nothing is written yet, so that it can be kept together with what follows from it. */
export async function judgeNow(
  context: Pick<Context, "encryption"> & { db: Database },
  user_id: string,
  loan_id?: string,
): Promise<{ judgement: Judgement; rules: { id: string; number: number } }> {
  const rules = await activeRules(context.db);
  return { rules, judgement: await judge(rules.tables, await gatherFacts(context, user_id, loan_id)) };
}

/** A colleague who asks the same rules about the same facts again this soon has clicked twice. */
const SECONDS_OF_THE_SAME = 10;

/** The decision that the same colleague has just had on the same facts: a second record of it would count twice in statistics and backtests. */
async function justDecided(
  tx: Tx,
  decided_by: string,
  rule_set_id: string,
  judgement: Judgement,
  about: { user_id: string; occasion: Occasion },
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext(${`decisions about ${about.user_id}`}))`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select id
    from credit_decisions
    where user_id = ${about.user_id}
      and decided_by = ${decided_by}
      and occasion = ${about.occasion}
      and rule_set_id = ${rule_set_id}
      and overruled_at is null
      and decided_at > now() - make_interval(secs => ${SECONDS_OF_THE_SAME})
      and judgement = ${toJson(judgement)}::jsonb
    order by decided_at desc
    limit 1
  `.execute(tx);
  return rows[0]?.id;
}

/** Keeps a decision with everything that it rests on. */
export async function keepDecision(
  tx: Tx,
  actor: Actor,
  { rules, judgement }: Awaited<ReturnType<typeof judgeNow>>,
  about: { user_id: string; loan_id?: string | undefined; occasion: Occasion },
): Promise<Decided> {
  const known =
    actor.user_id && (about.occasion === "by_hand" || about.occasion === "update")
      ? await justDecided(tx, actor.user_id, rules.id, judgement, about)
      : undefined;
  if (known) return { id: known, judgement };
  const id = uuidv7();
  await tx
    .insertInto("credit_decisions")
    .values({
      id,
      user_id: about.user_id,
      loan_id: about.loan_id ?? null,
      rule_set_id: rules.id,
      rule_set_number: rules.number,
      occasion: about.occasion,
      outcome: judgement.outcome,
      final_outcome: judgement.outcome,
      score: judgement.score,
      limit_kobo: judgement.limit_kobo,
      annual_rate_percent: judgement.annual_rate_percent,
      judgement: toJson(judgement),
      decided_by: actor.user_id,
    })
    .execute();
  await recordAudit(tx, actor, "credit_decided", ["user", about.user_id], {
    after: { decision_id: id, rule_set: rules.number, outcome: judgement.outcome, limit_kobo: judgement.limit_kobo },
  });
  return { id, judgement };
}
