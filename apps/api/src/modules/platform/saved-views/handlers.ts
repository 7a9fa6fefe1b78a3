import type { AccountType } from "@manilla/contract/accounts";
import { roles, roleSlugs } from "@manilla/contract/roles";
import * as calls from "@manilla/contract/platform/saved-views";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { findRow } from "../../../db/row.ts";
import { InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { recordAudit } from "../audit/index.ts";
import { figuresOf } from "./figures.ts";

const MAX_VIEWS = 100;
const MANAGES = { admin: "provider:can_manage_shared_views", corporate: "company:can_manage_shared_views" } as const;

interface Row {
  id: string;
  owner_id: string;
  area: AccountType;
  company_id: string | null;
  table_name: string;
  name: string;
  address: string;
  is_shared: boolean;
  is_own: boolean;
  owner_name: string;
  default_for_role: string | null;
}

const maySetDefaults = ({ session }: Context, area: AccountType): boolean =>
  area !== "customer" && session.permissions.has(MANAGES[area]);
/** Whose shared views one sees: the provider's staff theirs, a company its own. */
const companyOf = ({ session }: Context, area: AccountType): string | null =>
  area === "admin" ? null : session.company_id;

/** An area that is not one's own does not exist. */
function requireArea({ session }: Context, area: AccountType): void {
  if (!session.account_types.includes(area)) throw new NotFound("This table");
}

/** The views that the caller may see: their own, and those shared within their area and company. */
async function viewsOf(context: Context, which: { id: string } | { table: string; area: AccountType }): Promise<Row[]> {
  const { session, db } = context;
  const condition =
    "id" in which ? sql`v.id = ${which.id}` : sql`v.table_name = ${which.table} and v.area = ${which.area}`;
  const { rows } = await sql<Row>`
    select v.id, v.owner_id, v.area, v.company_id, v.table_name, v.name, v.address, v.is_shared,
      v.owner_id = ${session.user_id} as is_own, u.full_name as owner_name, v.default_for_role
    from saved_views v
    join users u on u.id = v.owner_id
    where ${condition}
      and (
        v.owner_id = ${session.user_id}
          or (
            v.is_shared
              and v.area = any(${session.account_types}::text[])
              and v.area <> 'customer'
              and v.company_id is not distinct from (
                case when v.area = 'admin' then null else ${session.company_id}::uuid end
              )
          )
      )
    order by lower(v.name), v.id
    limit 300
  `.execute(db);
  return rows;
}

const shown = ({ id, name, address, is_shared, is_own, owner_name, default_for_role }: Row) => ({
  id,
  name,
  address,
  is_shared,
  is_own,
  owner_name,
  default_for_role,
});

async function oneView(context: Context, id: string): Promise<Row> {
  const [row] = await viewsOf(context, { id });
  if (!row) throw new NotFound("This view");
  return row;
}

export const handlers: Handlers<typeof calls> = {
  figures: figuresOf,

  async listOf(context, { query }) {
    requireArea(context, query.area);
    const { session, db } = context;
    const [views, kept] = await Promise.all([
      viewsOf(context, query),
      findRow(db, "table_memories", { user_id: session.user_id, table_name: query.table }, ["memory"]),
    ]);
    const memory = calls.tableMemory.safeParse(kept?.memory);
    // The order of the table of roles decides for a person with several.
    const role = roleSlugs.find(
      (slug) => session.roles.includes(slug) && views.some(({ default_for_role }) => default_for_role === slug),
    );
    return {
      views: views.map(shown),
      default_view_id:
        views.find(({ default_for_role }) => role !== undefined && default_for_role === role)?.id ?? null,
      memory: memory.success ? memory.data : null,
      may_set_defaults: maySetDefaults(context, query.area),
      roles: maySetDefaults(context, query.area)
        ? roleSlugs
            .filter((slug) => roles[slug].account_type === query.area)
            .map((slug) => ({ slug, name: roles[slug].name }))
        : [],
    };
  },

  async save(context, { body }) {
    requireArea(context, body.area);
    const { session, db } = context;
    if (body.is_shared && body.area === "customer")
      throw new InvalidFields({ is_shared: ["your views are yours alone"] });
    const { count } = await db
      .selectFrom("saved_views")
      .select(({ fn }) => fn.countAll<bigint>().as("count"))
      .where("owner_id", "=", session.user_id)
      .where("table_name", "=", body.table)
      .executeTakeFirstOrThrow();
    if (count >= BigInt(MAX_VIEWS))
      throw new InvalidFields({ name: [`there are ${MAX_VIEWS} views of this table already: remove one first`] });
    const { rows } = await sql<{ id: string }>`
      insert into saved_views (id, owner_id, area, company_id, table_name, name, address, is_shared)
      values (
        ${uuidv7()}, ${session.user_id}, ${body.area}, ${companyOf(context, body.area)}, ${body.table},
        ${body.name.trim()}, ${body.address}, ${body.is_shared}
      )
      on conflict (owner_id, area, table_name, lower(name)) do update set name = excluded.name,
      address = excluded.address, is_shared = excluded.is_shared, updated_at = ${clock.now()},
      default_for_role = case when excluded.is_shared then saved_views.default_for_role end
      returning id
    `.execute(db);
    return { view: shown(await oneView(context, rows[0]?.id ?? "")) };
  },

  async remove(context, { params }) {
    const view = await oneView(context, params.id);
    if (!view.is_own && !maySetDefaults(context, view.area)) throw new NotAllowed("This view belongs to a colleague.");
    await context.db.transaction().execute(async (tx) => {
      await tx.deleteFrom("saved_views").where("id", "=", view.id).execute();
      if (!view.is_own)
        await recordAudit(tx, context, "shared_view_removed", ["saved_view", view.id], {
          before: { name: view.name, owner: view.owner_name, table: view.table_name },
        });
    });
    return {};
  },

  async setDefault(context, { params, body }) {
    const view = await oneView(context, params.id);
    if (!maySetDefaults(context, view.area)) throw new NotAllowed();
    if (!view.is_shared) throw new InvalidFields({ role: ["only a shared view can be the first one for others"] });
    const { role } = body;
    if (role !== null && !roleSlugs.some((slug) => slug === role && roles[slug].account_type === view.area))
      throw new InvalidFields({ role: ["there is no such role here"] });
    await context.db.transaction().execute(async (tx) => {
      if (role !== null)
        await tx
          .updateTable("saved_views")
          .set({ default_for_role: null })
          .where("table_name", "=", view.table_name)
          .where("area", "=", view.area)
          .where("default_for_role", "=", role)
          .where(sql<boolean>`company_id is not distinct from ${view.company_id}::uuid`)
          .execute();
      await tx.updateTable("saved_views").set({ default_for_role: role }).where("id", "=", view.id).execute();
      await recordAudit(tx, context, "default_view_changed", ["saved_view", view.id], {
        before: { role: view.default_for_role },
        after: { role, name: view.name, table: view.table_name },
      });
    });
    return { view: shown(await oneView(context, view.id)) };
  },

  async remember({ db, session }, { body }) {
    if (body.memory === null)
      await db
        .deleteFrom("table_memories")
        .where("user_id", "=", session.user_id)
        .where("table_name", "=", body.table)
        .execute();
    else {
      const memory = JSON.stringify(body.memory);
      await sql`
        insert into table_memories (user_id, table_name, memory)
        values (${session.user_id}, ${body.table}, ${memory}::jsonb)
        on conflict (user_id, table_name) do update set memory = excluded.memory, updated_at = ${clock.now()}
      `.execute(db);
    }
    return {};
  },
};
