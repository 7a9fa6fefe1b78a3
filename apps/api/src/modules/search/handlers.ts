import * as calls from "@manilla/contract/search";
import { sql } from "kysely";
import type { Context, Handlers } from "../../app.ts";
import { likePattern } from "../../db/list-conditions.ts";

interface Found {
  id: string;
  label: string;
  detail: string;
  link: string;
}

/** People by name, mail or phone; for staff who may open profiles, and for a company among its own people. */
async function people({ db, session }: Context, q: string): Promise<Found[]> {
  const isStaff = session.permissions.has("provider:can_view_users");
  const isCompany = session.permissions.has("company:can_view_staff_profile") && session.company_id !== null;
  if (!isStaff && !isCompany) return [];
  const scope = isStaff ? sql`true` : sql`company_id = ${session.company_id}`;
  const words = q.trim().split(/\s+/).slice(0, 5).map((word) => sql`lower(name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone, '')) like ${likePattern(word)}`);
  const { rows } = await sql<{ id: string; name: string; last_name: string; email: string; phone: string | null }>`
    select id, name, last_name, email, phone from users where ${scope} and erased_at is null and (${sql.join(words, sql` and `)} ${/^[0-9a-f-]{36}$/i.test(q) ? sql`or id = ${q}::uuid` : sql``}) limit 8`.execute(db);
  const base = isStaff ? "/admin/users/" : "/corporate/users/";
  return rows.map((row) => ({ id: row.id, label: `${row.name} ${row.last_name}`, detail: [row.email, row.phone].filter(Boolean).join(" · "), link: `${base}${row.id}` }));
}

export const handlers: Handlers<typeof calls> = {
  async search(context, { query }) {
    const groups = [{ noun: "People", items: await people(context, query.q) }];
    return { groups: groups.filter(({ items }) => items.length > 0) };
  },
};
