import * as calls from "@manilla/contract/lending/rule-sets";
import { moduleNames } from "@manilla/contract/lending/rule-facts";
import type { RuleTable } from "@manilla/contract/lending/rule-tables";
import { differences } from "@manilla/contract/lending/rule-words";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound, StaleVersion } from "../../../errors.ts";
import { requestApproval } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { gatherFacts } from "./facts.ts";
import { requireCustomer } from "../../people/people/index.ts";
import { judge, problemsOf } from "./engine.ts";
import { activeRules, digestOf } from "./index.ts";
import { changedList, findRuleSet, ruleSetList } from "./queries.ts";
import { ruleSetRules } from "./rules.ts";
import { actionsOn } from "../../platform/states/index.ts";

/** Those that were requested and not tested yet, each with its numbers. */
const MAX_DAYS = 1_100;

async function lockDraft(tx: Tx, id: string, version?: number) {
  const row = await tx.selectFrom("rule_sets").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) throw new NotFound("This rule set");
  if (row.status !== "draft")
    throw new Conflict(
      `This version is ${row.status === "waiting" ? "waiting for a second person" : row.status}; draft a new one from it.`,
      "illegal_transition",
    );
  if (version !== undefined && version !== row.version) throw new StaleVersion();
  return row;
}

async function createDraft(
  tx: Tx,
  context: Context,
  body: { name: string; from_id?: string | undefined; note?: string | undefined },
): Promise<{ id: string }> {
  const from = body.from_id
    ? await tx.selectFrom("rule_sets").select(["tables", "digest"]).where("id", "=", body.from_id).executeTakeFirst()
    : undefined;
  if (body.from_id && !from) throw new NotFound("This rule set");
  const tables = from?.tables ?? (await activeRules(tx)).tables;
  const id = uuidv7();
  await sql`select pg_advisory_xact_lock(hashtext('rule set number'))`.execute(tx);
  await sql`
    insert into rule_sets (id, number, name, note, tables, digest, created_by)
    values (
      ${id}, (select coalesce(max(number), 0) + 1 from rule_sets), ${body.name}, ${body.note ?? null},
      ${JSON.stringify(tables)}::jsonb, ${digestOf(tables)}, ${context.session.user_id}
    )
  `.execute(tx);
  await recordAudit(tx, context, "rule_set_drafted", ["rule_set", id], { after: { name: body.name } });
  return { id };
}

async function startBacktest(
  tx: Tx,
  context: Context,
  id: string,
  body: { from: string; to: string },
): Promise<{ backtest_id: string }> {
  const row = await tx.selectFrom("rule_sets").select("digest").where("id", "=", id).executeTakeFirst();
  if (!row) throw new NotFound("This rule set");
  if (body.to < body.from) throw new InvalidFields({ to: ["this field has to be after the first day"] });
  if ((Date.parse(body.to) - Date.parse(body.from)) / 86_400_000 > MAX_DAYS)
    throw new InvalidFields({ from: ["this is more than three years"] });
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from credit_decisions
    where decided_at >= ${body.from}::date::timestamp at time zone 'Africa/Lagos'
      and decided_at < (${body.to}::date + 1)::timestamp at time zone 'Africa/Lagos'
  `.execute(tx);
  const total = rows[0]?.count ?? 0;
  if (total === 0) throw new InvalidFields({ from: ["there are no decisions in these days"] });
  const backtest_id = uuidv7();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("backtests")
    .values({
      id: backtest_id,
      rule_set_id: id,
      digest: row.digest,
      from_on: body.from,
      to_on: body.to,
      total,
      created_by: context.session.user_id,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (!numInsertedOrUpdatedRows) throw new Conflict("The same test runs already.", "in_flight");
  await context.queue.send(tx, "run-backtest", { backtest_id });
  await recordAudit(tx, context, "backtest_started", ["rule_set", id], { after: body });
  return { backtest_id };
}

/** Each rule that differs, as the screen says it: the audit trail is read by people. What both versions say alike is not repeated. */
function rulesInWords(before: RuleTable[], after: RuleTable[]) {
  const found = differences(before, after).map(({ module, rule, ...side }) => ({
    ...side,
    field: `${moduleNames[module].name}: ${rule}`,
  }));
  return {
    before: Object.fromEntries(found.map((each) => [each.field, each.before])),
    after: Object.fromEntries(found.map((each) => [each.field, each.after])),
  };
}

const act = actionsOn({
  calls,
  rules: ruleSetRules,
  noun: "ruleSet",
  name: "rule set",
  async lock(tx: Tx, _: Context, id: string) {
    const row = await findRow(tx, "rule_sets", id, ["id", "status", "version", "number", "name", "digest"], {
      lock: true,
    });
    if (!row) return undefined;
    const tested = await findRow(tx, "backtests", { rule_set_id: id, digest: row.digest, status: "done" }, ["id"]);
    return { ...row, is_tested: tested !== undefined };
  },
  answer: async (tx, context, id) => ({ rule_set: await findRuleSet(tx, context, id) }),
});

export const handlers: Handlers<typeof calls> = {
  listAll: ruleSetList,
  find: async (context, { params }) => ({ rule_set: await findRuleSet(context.db, context, params.id) }),
  create: (context, { body }) => context.db.transaction().execute((tx) => createDraft(tx, context, body)),

  update: (context, { params, body }) =>
    context.db.transaction().execute(async (tx) => {
      const before = await lockDraft(tx, params.id, body.version);
      const problems = problemsOf(body.tables);
      if (Object.keys(problems).length > 0) throw new InvalidFields(problems);
      const digest = digestOf(body.tables);
      await tx
        .updateTable("rule_sets")
        .set(({ eb }) => ({
          name: body.name,
          note: body.note,
          tables: JSON.stringify(body.tables),
          digest,
          version: eb("version", "+", 1),
        }))
        .where("id", "=", params.id)
        .execute();
      const { name, note } = body;
      // The column is JSON to the database's types; only tables that the contract has checked are written to it.
      const changed = rulesInWords(before.tables, body.tables);
      await recordAudit(tx, context, "rule_set_changed", ["rule_set", params.id], {
        before: { name: before.name, note: before.note, tables_digest: before.digest, ...changed.before },
        after: { name, note, tables_digest: digest, ...changed.after },
      });
      return { rule_set: await findRuleSet(tx, context, params.id) };
    }),

  async tryOut(context, { params, body }) {
    const { tables } = await findRuleSet(context.db, context, params.id);
    await requireCustomer(context.db, body.user_id);
    return { judgement: await judge(tables, await gatherFacts(context, body.user_id)) };
  },

  startBacktest: (context, { params, body }) =>
    context.db.transaction().execute((tx) => startBacktest(tx, context, params.id, body)),
  backtestRows: (_, { params }) => changedList.scoped(sql`r.backtest_id = ${params.id}`),

  activate: act(calls.activate, {
    async does(tx, context, { id, number, name, digest }, { body }) {
      const active = await activeRules(tx);
      const approval_id = await requestApproval(tx, context, {
        kind: "activate_rule_set",
        title: `Activate credit rules ${number}: ${name}`,
        payload: { rule_set_id: id, digest },
        before: { active: active.number },
        reason: body.reason,
      });
      return { answer: { approval_id } };
    },
  }),
};
