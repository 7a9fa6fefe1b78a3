import * as calls from "@manilla/contract/companies/expense-categories";
import { expenseChart } from "@manilla/contract/companies/expense-chart";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { InvalidFields, NotFound, StaleVersion } from "../../../errors.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, recordBeginning } from "../../platform/states/index.ts";
import { answerOf, categoriesOf, listAll, listBelow, lockCategories, lockCategory, readCategory } from "./queries.ts";
import { requireNotSuspended } from "../wallet-movements/index.ts";
import { categoryRules } from "./rules.ts";

interface Values {
  name: string;
  ledger_code: string;
  mccs?: string[] | undefined;
}

/** Names and codes that differ in capitals only are the same. @throws InvalidFields */
function refuseTaken(error: { code?: string; constraint?: string }): never {
  if (error.code !== "23505") throw error as Error;
  if (error.constraint === "expense_categories_code")
    throw new InvalidFields({ ledger_code: ["another category has this code"] });
  throw new InvalidFields({ name: ["there is one with this name already"] });
}

/** A merchant category belongs to one category. @throws InvalidFields */
async function requireFree(
  tx: Tx,
  { session }: Context,
  mccs: readonly string[],
  except: string | null,
): Promise<void> {
  const { rows } = await sql<{ name: string; mcc: string }>`
    select c.name, m as mcc
    from expense_categories c
    cross join unnest(c.mccs) m
    where c.company_id = ${session.company_id} and c.status = 'active' and m = any(${[...mccs]}::text[])
      and c.id is distinct from ${except}::uuid
    limit 1
  `.execute(tx);
  if (rows[0]) throw new InvalidFields({ mccs: [`${rows[0].mcc} belongs to ${rows[0].name}`] });
}

async function insertCategory(tx: Tx, context: Context, parent_id: string | null, values: Values): Promise<string> {
  const id = uuidv7();
  const mccs = [...new Set(values.mccs ?? [])];
  await requireFree(tx, context, mccs, null);
  const row = { name: values.name.trim(), ledger_code: values.ledger_code.trim(), mccs, parent_id };
  await tx
    .insertInto("expense_categories")
    .values({ id, company_id: context.session.company_id!, ...row, created_at: clock.now() })
    .execute();
  await recordBeginning(tx, "expenseCategory", id, "active", actorOf(context));
  await recordAudit(tx, context, "expense_category_created", ["expense_category", id], { after: row });
  return id;
}

/** Sub-categories belong to an active category of the same company, and have none below themselves. @throws InvalidFields */
async function requireParent(tx: Tx, context: Context, parent_id: string): Promise<void> {
  const parent = await readCategory(tx, context, parent_id);
  if (!parent || parent.status !== "active" || parent.parent_id !== null)
    throw new InvalidFields({ parent_id: ["choose a category"] });
}

const make = (context: Context, parent_id: string | null, values: Values) =>
  context
    .once(async (tx) => {
      await lockCategories(tx, context);
      if (parent_id) await requireParent(tx, context, parent_id);
      return answerOf(tx, context, await insertCategory(tx, context, parent_id, values));
    })
    .catch(refuseTaken);

/** The usual chart, without names, codes and merchant categories that are there. */
const takeChart = (context: Context) =>
  context.once(async (tx) => {
    await lockCategories(tx, context);
    const there = (await categoriesOf(tx, context)).filter(({ status }) => status === "active");
    const codes = new Set(there.map(({ ledger_code }) => ledger_code.toLowerCase()));
    const taken = new Set(there.flatMap(({ mccs }) => mccs));
    const named = new Map(there.filter(({ parent_id }) => !parent_id).map(({ id, name }) => [name.toLowerCase(), id]));
    let made = 0;
    for (const { below, ...group } of expenseChart) {
      let id = named.get(group.name.toLowerCase());
      if (!id && codes.has(group.ledger_code)) continue;
      if (!id) {
        id = await insertCategory(tx, context, null, { ...group, mccs: [] });
        made += 1;
      }
      const names = new Set(there.filter(({ parent_id }) => parent_id === id).map(({ name }) => name.toLowerCase()));
      for (const { name, ledger_code, mccs } of below) {
        if (codes.has(ledger_code) || names.has(name.toLowerCase())) continue;
        await insertCategory(tx, context, id, { name, ledger_code, mccs: mccs.filter((mcc) => !taken.has(mcc)) });
        made += 1;
      }
    }
    return { made };
  });

const act = actionsOn({
  calls,
  rules: categoryRules,
  noun: "expenseCategory",
  name: "expense category",
  audits: ({ id }: { id: string }) => ({ subject_type: "expense_category", subject_id: id }),
  lock: lockCategory,
  answer: answerOf,
});

export const handlers: Handlers<typeof calls> = {
  listAll: async (context) => (await requireNotSuspended(context.db, context), listAll(context)),
  listBelow: async (context) => (await requireNotSuspended(context.db, context), listBelow(context)),
  async tree(context, { params }) {
    await requireNotSuspended(context.db, context);
    if (params.id !== context.session.company_id) throw new NotFound("This company");
    const mine = abilitiesIn(context, calls, categoryRules);
    const all = (await categoriesOf(context.db, context)).map((row) => ({ ...row, abilities: mine(row) }));
    const categories = all
      .filter(({ parent_id }) => parent_id === null)
      .map((row) => ({ ...row, below: all.filter(({ parent_id }) => parent_id === row.id) }));
    return { categories };
  },
  create: (context, { body }) => make(context, null, body),
  createBelow: (context, { body: { parent_id, ...values } }) => make(context, parent_id, values),
  takeChart,
  update: (context, { params: { id }, body: { version, ...values } }) =>
    context
      .once(async (tx) => {
        const before = await lockCategory(tx, context, id);
        if (before?.status !== "active") throw new NotFound("This category");
        if (before.version !== version) throw new StaleVersion();
        const mccs = [...new Set(values.mccs ?? before.mccs)];
        await requireFree(tx, context, mccs, id);
        const after = { name: values.name.trim(), ledger_code: values.ledger_code.trim(), mccs };
        await changeRows(tx, "expense_categories", id, { ...after, version: version + 1 });
        const { name, ledger_code } = before;
        await recordAudit(tx, context, "expense_category_changed", ["expense_category", id], {
          before: { name, ledger_code, mccs: before.mccs },
          after,
        });
        return answerOf(tx, context, id);
      })
      .catch(refuseTaken),
  archive: act(calls.archive, { audit: "expense_category_archived" }),
  restore: (context, input) =>
    Promise.resolve(act(calls.restore, { audit: "expense_category_restored" })(context, input)).catch(refuseTaken),
};
