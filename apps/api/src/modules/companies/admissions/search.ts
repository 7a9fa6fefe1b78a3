/** Companies in the global search: by name, registration number or id, for staff who may see them. */
import { sentence } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { Found, SearchSource } from "../../../house/app.ts";
import { likePattern } from "../../../db/list-conditions.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";

export const companySearch: SearchSource = {
  heading: "Companies",
  at: 35,
  async find({ db, session }, typed): Promise<Found[]> {
    if (!session.permissions.has("provider:can_view_companies") || hasOperators(typed)) return [];
    if (typed.words.length === 0 && !typed.id) return [];
    const words = typed.words.map(
      (word) => sql`folded(name || ' ' || coalesce(rc_number, '')) like ${likePattern(word)}`,
    );
    const { rows } = await sql<{ id: string; name: string; rc_number: string | null; status: string }>`
      select id, name, rc_number, status
      from companies
      where ${typed.id ? sql`id = ${typed.id}::uuid` : sql.join(words, sql` and `)}
      order by name
      limit ${MAX_FOUND}
    `.execute(db);
    return rows.map(({ id, name, rc_number, status }) => ({
      id,
      label: name,
      detail: [rc_number, sentence(status)].filter(Boolean).join(" · "),
      link: `/admin/companies/${id}`,
    }));
  },
};
