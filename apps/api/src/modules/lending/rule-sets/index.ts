/** The door of rule sets: the active version, judging by it, and the second person's half of activating another one. */
import { createHash } from "node:crypto";
import type { RuleTable } from "@manilla/contract/lending/rule-tables";
import { moduleNames } from "@manilla/contract/lending/rule-facts";
import { count, counted, day } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { ApprovalKind } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import { same, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { changeWhere } from "../../platform/states/index.ts";

export { type Judgement, judge } from "./engine.ts";
export { gatherFacts, ownInstalments } from "./facts.ts";
export { runBacktests } from "./backtest.ts";

/** Of the tables as they are judged by. */
export const digestOf = (tables: readonly RuleTable[]): string =>
  createHash("sha256").update(JSON.stringify(tables)).digest("hex");

export interface ActiveRules {
  id: string;
  number: number;
  tables: RuleTable[];
}

/** The version that decides now. @throws Error when the migrations did not run */
export async function activeRules(db: Database | Tx): Promise<ActiveRules> {
  const row = await findRow(db, "rule_sets", { status: "active" }, ["id", "number", "tables"]);
  if (!row) throw new Error("there is no active rule set");
  return row;
}

/** The tables that differ from the version that decides now, and how the last test on past decisions came out. */
async function whatChanges(db: Database, { rule_set_id }: { rule_set_id: string }) {
  const [active, asked, tested] = await Promise.all([
    activeRules(db),
    getRow(db, "rule_sets", rule_set_id, ["tables", "digest"]),
    sql<{ from_on: string; to_on: string; total: number; changed: number }>`
      select b.from_on, b.to_on, b.total, (select count(*)::int from backtest_rows r where r.backtest_id = b.id) as changed
      from backtests b
      join rule_sets s on s.id = b.rule_set_id and s.digest = b.digest
      where s.id = ${rule_set_id} and b.status = 'done'
      order by b.created_at desc
      limit 1
    `.execute(db),
  ]);
  const differing = asked.tables.filter((table, at) => JSON.stringify(table) !== JSON.stringify(active.tables[at]));
  const test = tested.rows[0];
  return [
    {
      label: "Tables that differ",
      value: differing.map(({ module }) => moduleNames[module].name).join(", ") || "None",
    },
    ...(test
      ? [
          {
            label: `Tested on ${day(test.from_on)} to ${day(test.to_on)}`,
            value: `${count(test.changed)} of ${counted(test.total, "decision")} would differ.`,
          },
        ]
      : []),
  ];
}

/** A version becomes the active one, once a second person has agreed: just the content that was backtested. */
export const activateRuleSet: ApprovalKind<{ rule_set_id: string; digest: string }> = {
  permission: "provider:can_manage_rule_sets",
  over: unlessIn("rule_sets", "rule_set_id", ["waiting"], same("digest")),
  shows: async ({ db }, { payload }) => ({ facts: await whatChanges(db, payload) }),
  async execute(tx, context, { payload }) {
    const { rule_set_id, digest } = payload;
    const row = await findRow(tx, "rule_sets", rule_set_id, ["id", "status", "digest", "number"], { lock: true });
    if (row?.status !== "waiting" || row.digest !== digest)
      throw new Conflict("This version has changed since it was asked for.", "changed");
    const actor = actorOf(context);
    const before = await activeRules(tx);
    const change = (action: string, id: string, set: Record<string, unknown>) =>
      changeWhere(tx, { noun: "ruleSet", action, where: sql`id = ${id}`, set, actor });
    await change("retire", before.id, { retired_at: clock.now() });
    await change("activate", row.id, { activated_at: clock.now(), activated_by: actor.user_id });
    await recordAudit(tx, actor, "rule_set_activated", ["rule_set", rule_set_id], {
      before: { number: before.number },
      after: { number: row.number },
    });
    return undefined;
  },
  async release(tx, _, { payload }, actor) {
    const { rule_set_id } = payload;
    const where = sql`id = ${rule_set_id}`;
    await changeWhere(tx, { noun: "ruleSet", action: "release", where, actor });
  },
};
