import * as calls from "@manilla/contract/companies/expense-policies";
import type { PolicyRule } from "@manilla/contract/companies/policy-rules";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { InvalidFields, NotFound, StaleVersion } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { actionsOn, lockRow, recordBeginning } from "../../platform/states/index.ts";
import { previewRules } from "./preview.ts";
import { detailsOf, findPolicy, listAll, rulesAsJson } from "./queries.ts";
import { policyRules, wrongWith } from "./rules.ts";

const lockPolicy = lockRow("expense_policies", ({ session }) => sql`company_id = ${session.company_id}`);

/** @throws InvalidFields */
function refuseTaken(error: { code?: string }): never {
  if (error.code !== "23505") throw error as Error;
  throw new InvalidFields({ name: ["there is one with this name already"] });
}

/** The rules say something, of categories and departments of the company. @throws InvalidFields */
async function requireRules(tx: Tx, { session }: Context, rules: readonly PolicyRule[]): Promise<void> {
  const wrong = wrongWith(rules);
  if (wrong) throw new InvalidFields({ rules: [wrong] });
  const categories = rules.flatMap(({ category_ids }) => category_ids);
  const departments = rules.flatMap(({ department_ids }) => department_ids);
  const { rows } = await sql<{ are_own: boolean }>`
    select not exists (
      select 1 from unnest(${categories}::uuid[]) as n (id)
      where not exists (select 1 from expense_categories c where c.id = n.id and c.company_id = ${session.company_id})
    ) and not exists (
      select 1 from unnest(${departments}::uuid[]) as n (id)
      where not exists (select 1 from departments d where d.id = n.id and d.company_id = ${session.company_id})
    ) as are_own
  `.execute(tx);
  if (!rows[0]?.are_own) throw new InvalidFields({ rules: ["choose categories and departments of your company"] });
}

const keepVersion = (tx: Tx, { session }: Context, policy_id: string, number: number, rules: readonly PolicyRule[]) =>
  tx
    .insertInto("expense_policy_versions")
    .values({
      id: uuidv7(),
      policy_id,
      company_id: session.company_id!,
      number,
      rules: rulesAsJson(rules),
      created_by: session.user_id,
      created_at: clock.now(),
    })
    .execute();

const answer = async (tx: Tx, context: Context, id: string) => ({ policy: await findPolicy(tx, context, id) });

/** The company's policy as it was looked at, locked. @throws NotFound, StaleVersion */
async function lockSeen(tx: Tx, context: Context, id: string, version?: number) {
  const policy = await lockPolicy(tx, context, id);
  if (policy?.status !== "active") throw new NotFound("This policy");
  if (version !== undefined && policy.version !== version) throw new StaleVersion();
  return policy;
}

const act = actionsOn({
  calls,
  rules: policyRules,
  noun: "expensePolicy",
  name: "expense policy",
  audits: ({ id }: { id: string }) => ({ subject_type: "expense_policy", subject_id: id }),
  id: ({ body }) => (body as { policy_id?: string }).policy_id ?? "",
  lock: lockPolicy,
  answer,
});

export const handlers: Handlers<typeof calls> = {
  listAll,
  find: async (context, { params: { id } }) => ({
    ...(await findPolicy(context.db, context, id)),
    ...(await detailsOf(context, id)),
  }),

  create: (context, { body: { name, rules } }) =>
    context
      .once(async (tx) => {
        await requireRules(tx, context, rules);
        const id = uuidv7();
        const company_id = context.session.company_id!;
        await tx.insertInto("expense_policies").values({ id, company_id, name, created_at: clock.now() }).execute();
        await keepVersion(tx, context, id, 1, rules);
        await recordBeginning(tx, "expensePolicy", id, "active", actorOf(context));
        await recordAudit(tx, context, "expense_policy_created", ["expense_policy", id], {
          after: { name, rules: rules.map((rule) => rule.name) },
        });
        return answer(tx, context, id);
      })
      .catch(refuseTaken),

  update: (context, { body: { policy_id, version, name, rules } }) =>
    context
      .once(async (tx) => {
        const before = await lockSeen(tx, context, policy_id, version);
        await requireRules(tx, context, rules);
        const number = before.number + 1;
        await keepVersion(tx, context, policy_id, number, rules);
        await changeRows(tx, "expense_policies", policy_id, { name, number, version: version + 1 });
        await recordAudit(tx, context, "expense_policy_changed", ["expense_policy", policy_id], {
          before: { name: before.name, number: before.number },
          after: { name, number, rules: rules.map((rule) => rule.name) },
        });
        return answer(tx, context, policy_id);
      })
      .catch(refuseTaken),

  attach: (context, { body: { policy_id, roles } }) =>
    context.once(async (tx) => {
      const before = await lockSeen(tx, context, policy_id);
      await changeRows(tx, "expense_policies", policy_id, { roles: [...new Set(roles)], version: before.version + 1 });
      await recordAudit(tx, context, "expense_policy_attached", ["expense_policy", policy_id], {
        before: { roles: before.roles },
        after: { roles },
      });
      return answer(tx, context, policy_id);
    }),

  remove: act(calls.remove, { audit: "expense_policy_deleted" }),
  preview: previewRules,
};
