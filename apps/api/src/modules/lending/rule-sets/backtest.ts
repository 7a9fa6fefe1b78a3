/** A version of the rules on past decisions: each is judged again from the inputs that were kept with it. Goes on where a killed run stopped. */
import type { DecisionFacts } from "@manilla/contract/lending/rule-facts";
import type { RuleTable } from "@manilla/contract/lending/rule-tables";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { type Judgement, judge } from "./engine.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";
import { getRow } from "../../../db/row.ts";

const DECISIONS_A_BATCH = 200;

interface Past {
  id: string;
  user_id: string;
  outcome: string;
  limit_kobo: bigint;
  judgement: { facts: DecisionFacts };
  decided_at: Date;
}

/** The facts as they were; what the rules themselves had found is found again. */
const factsOf = ({ judgement }: Past): DecisionFacts => {
  const { score: _score, limit_kobo: _limit, ...facts } = judgement.facts;
  return facts;
};

async function runBatch({ db }: App, backtest_id: string, tables: RuleTable[]): Promise<boolean> {
  const { done } = await getRow(db, "backtests", backtest_id, ["done"]);
  const { rows } = await sql<Past>`
    select d.id, d.user_id, d.outcome, d.limit_kobo, d.judgement, d.decided_at
    from backtests b
    join credit_decisions d on d.decided_at >= b.from_on::timestamp at time zone 'Africa/Lagos'
      and d.decided_at < (b.to_on + 1)::timestamp at time zone 'Africa/Lagos'
      and d.decided_at <= b.created_at
    where b.id = ${backtest_id}
    order by d.decided_at, d.id
    offset ${done}
    limit ${DECISIONS_A_BATCH}
  `.execute(db);
  const judged: { past: Past; after: Judgement }[] = [];
  for (const past of rows) judged.push({ past, after: await judge(tables, factsOf(past)) });
  const changed = judged.filter(
    ({ past, after }) => past.outcome !== after.outcome || past.limit_kobo !== after.limit_kobo,
  );
  await db.transaction().execute(async (tx) => {
    if (changed.length > 0) {
      await tx
        .insertInto("backtest_rows")
        .values(
          changed.map(({ past, after }) => ({
            id: uuidv7(),
            backtest_id,
            decision_id: past.id,
            user_id: past.user_id,
            before: past.outcome,
            after: after.outcome,
            limit_before_kobo: past.limit_kobo,
            limit_after_kobo: after.limit_kobo,
            reason: after.reasons[0] ?? "No objections.",
            decided_at: past.decided_at,
          })),
        )
        .onConflict((conflict) => conflict.columns(["backtest_id", "decision_id"]).doNothing())
        .execute();
    }
    // A worker that was given up for dead and still lives does not count the same decisions again.
    const { numUpdatedRows } = await tx
      .updateTable("backtests")
      .set({ done: done + rows.length })
      .where("id", "=", backtest_id)
      .where("done", "=", done)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new Error("another worker went on with this backtest");
    await changeWhere(tx, { noun: "backtest", action: "start", where: sql`id = ${backtest_id}`, actor: SYSTEM });
  });
  return rows.length === DECISIONS_A_BATCH;
}

/** The job. */
export async function runBacktest(app: App, backtest_id: string): Promise<void> {
  const test = await app.db
    .selectFrom("backtests")
    .innerJoin("rule_sets", "rule_sets.id", "backtests.rule_set_id")
    .select(["backtests.status", "backtests.digest", "rule_sets.digest as present", "rule_sets.tables"])
    .where("backtests.id", "=", backtest_id)
    .executeTakeFirst();
  if (!test || test.status === "done" || test.status === "failed") return;
  const end = (action: "finish" | "fail", set: { failure?: string } = {}) =>
    changeWhere(app.db, {
      noun: "backtest",
      action,
      where: sql`id = ${backtest_id}`,
      set: { ...set, finished_at: clock.now() },
      actor: SYSTEM,
    });
  if (test.digest !== test.present) {
    const failure = "The rules were changed while they were tested.";
    await end("fail", { failure });
    return;
  }
  const tables = test.tables;
  let isMore = true;
  while (isMore) isMore = await runBatch(app, backtest_id, tables);
  await end("finish");
}

/** Registers the worker. */
export async function runBacktests(app: App): Promise<void> {
  await app.queue.work("run-backtest", ({ backtest_id }) => runBacktest(app, backtest_id));
}
