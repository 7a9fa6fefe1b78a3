import * as calls from "@manilla/contract/companies/expense-categories";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { NotFound } from "../../../errors.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type CategoryFacts, categoryRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
export type Category = Row & CategoryFacts;

const FROM = "expense_categories c left join expense_categories p on p.id = c.parent_id";
const SELECT = "c.id, c.name, c.parent_id, p.name as parent, c.ledger_code, c.mccs, c.status, c.version, c.created_at";
const FACTS = `
  (select count(*)::int from expense_categories n where n.parent_id = c.id and n.status = 'active') as active_below,
  coalesce(p.status = 'archived', false) as is_parent_archived
`;
const definition = {
  from: FROM,
  rows_of: "expense_categories c",
  select: SELECT,
  facts: FACTS,
  id: "c.id",
  search: ["folded(c.name)", "lower(c.ledger_code)"],
};
const above = defineList<typeof calls.listAll, Category>(calls.listAll, definition);
const below = defineList<typeof calls.listBelow, Category>(calls.listBelow, definition);

const own = ({ session }: Context) => sql`c.company_id = ${session.company_id}`;
const abilities = (context: Context) => abilitiesIn(context, calls, categoryRules);
export const listAll = (context: Context) =>
  above.scoped(sql`${own(context)} and c.parent_id is null`, undefined, abilities(context));
export const listBelow = (context: Context) =>
  below.scoped(sql`${own(context)} and c.parent_id is not null`, undefined, abilities(context));

/** All of the company's, by their accounts. */
export async function categoriesOf(db: Database | Tx, context: Context): Promise<Category[]> {
  const { rows } = await sql<Category>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)} from ${sql.raw(FROM)} where ${own(context)} order by c.ledger_code, c.id
  `.execute(db);
  return rows;
}

/** One of the company's; undefined where there is none. */
export async function readCategory(db: Database | Tx, context: Context, id: string): Promise<Category | undefined> {
  const { rows } = await sql<Category>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)} from ${sql.raw(FROM)} where c.id = ${id} and ${own(context)}
  `.execute(db);
  return rows[0];
}

/** The same, locked: one change of a company's categories at a time. */
export async function lockCategory(tx: Tx, context: Context, id: string): Promise<Category | undefined> {
  await lockCategories(tx, context);
  return readCategory(tx, context, id);
}
export const lockCategories = (tx: Tx, { session }: Context): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`categories ${session.company_id}`}))`.execute(tx);

/** @throws NotFound */
export async function answerOf(db: Database | Tx, context: Context, id: string) {
  const category = await readCategory(db, context, id);
  if (!category) throw new NotFound("This category");
  return { category: { ...category, abilities: abilities(context)(category) } };
}
