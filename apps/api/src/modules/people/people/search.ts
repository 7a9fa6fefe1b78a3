/** People in the global search. */
import { fullName } from "@manilla/contract/formats";
import { type RawBuilder, sql } from "kysely";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";
import { findPeople } from "./finding.ts";

/** People by name, mail, phone, id or the last four digits of their account; for staff who may open profiles, and for a company among its own people. */
async function people(context: Context, typed: Typed): Promise<Found[]> {
  const { session } = context;
  const isStaff = session.permissions.has("provider:can_view_users");
  const isCompany = session.permissions.has("company:can_view_staff_profile") && session.company_id !== null;
  if ((!isStaff && !isCompany) || hasOperators(typed)) return [];
  const ways: RawBuilder<unknown>[] = [
    ...(typed.id ? [sql`u.id = ${typed.id}::uuid`] : []),
    ...(typed.last_four && isStaff
      ? [sql`u.id in (select user_id from profiles where account_no_last4 = ${typed.last_four} limit ${MAX_FOUND})`]
      : []),
  ];
  const rows = await findPeople(
    context,
    {
      words: typed.words,
      scope: isStaff ? sql`true` : sql`u.company_id = ${session.company_id}`,
      most: MAX_FOUND,
      ways,
    },
    isStaff,
  );
  const base = isStaff ? "/admin/users/" : "/corporate/users/";
  return rows.map((row) => ({
    id: row.id,
    label: fullName(row),
    detail: [row.email, row.phone].filter(Boolean).join(" · "),
    link: `${base}${row.id}`,
  }));
}

export const peopleSearch: SearchSource = { heading: "People", at: 10, find: people };
