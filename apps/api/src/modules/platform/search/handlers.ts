import { date, day as dayInWords, naira, sentence } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/platform/search";
import { type RawBuilder, sql } from "kysely";
import type { Context, Handlers } from "../../../app.ts";
import { contains } from "../../../db/list-conditions.ts";
import { findPeople } from "../../people/people/index.ts";
import { type Typed, hasOperators, listAddress, readTyped } from "./typed.ts";

interface Found {
  id: string;
  label: string;
  detail: string;
  link: string;
}
const MOST = 8;

/** People by name, mail, phone, id or the last four digits of their account; for staff who may open profiles, and for a company among its own people. */
async function people(context: Context, typed: Typed): Promise<Found[]> {
  const { session } = context;
  const isStaff = session.permissions.has("provider:can_view_users");
  const isCompany = session.permissions.has("company:can_view_staff_profile") && session.company_id !== null;
  if ((!isStaff && !isCompany) || hasOperators(typed)) return [];
  const ways: RawBuilder<unknown>[] = [
    ...(typed.id ? [sql`u.id = ${typed.id}::uuid`] : []),
    ...(typed.last_four && isStaff
      ? [sql`u.id in (select user_id from profiles where account_no_last4 = ${typed.last_four} limit ${MOST})`]
      : []),
  ];
  const rows = await findPeople(
    context,
    { words: typed.words, scope: isStaff ? sql`true` : sql`u.company_id = ${session.company_id}`, most: MOST, ways },
    isStaff,
  );
  const base = isStaff ? "/admin/users/" : "/corporate/users/";
  return rows.map((row) => ({
    id: row.id,
    label: `${row.name} ${row.last_name}`,
    detail: [row.email, row.phone].filter(Boolean).join(" · "),
    link: `${base}${row.id}`,
  }));
}

/** Which loans somebody may find, and where one opens. Nobody finds a loan that no screen of theirs shows. */
function loanRights({
  session,
}: Context): { scope: RawBuilder<unknown>; link: (id: string) => string; list: string } | undefined {
  if (session.permissions.has("provider:can_view_loans"))
    return { scope: sql`true`, link: (id) => `/admin/loans/${id}`, list: "/admin/loans" };
  if (session.account_types.includes("customer") && session.permissions.has("personal:can_view_loans"))
    return {
      scope: sql`l.user_id = ${session.user_id}`,
      link: (id) => `/customer/loans/${id}`,
      list: "/customer/loans",
    };
  return undefined;
}

interface FoundLoan {
  id: string;
  reference: string;
  status: string;
  principal_kobo: bigint;
  name: string;
  created_at: Date;
}

/** So many are found and then sorted; of more the newest are soon met among all. */
const FEW = 500;

/** The newest that meet the condition. One that few meet would be looked for among all loans, the newest first, if the planner had its way: it takes no word for rare. */
async function newestLoans(db: Context["db"], condition: RawBuilder<unknown>): Promise<FoundLoan[]> {
  const select = sql`
    select l.id, l.reference, l.status, l.principal_kobo, u.name || ' ' || u.last_name as name, l.created_at
  `;
  const { rows: few } = await sql<FoundLoan & { found: bigint }>`
    with found as materialized (select l.id from loans l where ${condition} limit ${sql.lit(FEW + 1)}) ${select},
      (select count(*) from found) as found
    from loans l
    join users u on u.id = l.user_id
    where l.id = any(array(select id from found))
    order by l.created_at desc, l.id desc
    limit ${sql.lit(MOST)}
  `.execute(db);
  if (Number(few[0]?.found ?? 0n) <= FEW) return few;
  const { rows } = await sql<FoundLoan>`
      ${select}
      from loans l
      join users u on u.id = l.user_id
      where ${condition}
      order by l.created_at desc, l.id desc
      limit ${sql.lit(MOST)}
    `.execute(db);
  return rows;
}

/** Loans by reference or id, or, with operators, by what they are; then the whole list comes first. */
async function loans(context: Context, typed: Typed): Promise<Found[]> {
  const rights = loanRights(context);
  const isByKind = hasOperators(typed);
  if (!rights || (!isByKind && !typed.id && typed.words.length !== 1)) return [];
  const { status, amount, day } = typed;
  const word = typed.words.join(" ");
  const conditions: RawBuilder<unknown>[] = [
    rights.scope,
    ...(typed.id
      ? [sql`l.id = ${typed.id}::uuid`]
      : word
        ? [
            isByKind
              ? sql`(${contains(sql`l.customer_name`, word)} or ${contains(sql`lower(l.reference)`, word)})`
              : contains(sql`lower(l.reference)`, word),
          ]
        : []),
    ...(status.length > 0 ? [sql`l.status = any(${status}::text[])`] : []),
    ...(amount.min === undefined ? [] : [sql`l.principal_kobo >= ${amount.min}`]),
    ...(amount.max === undefined ? [] : [sql`l.principal_kobo <= ${amount.max}`]),
    ...(day
      ? [
          sql`
            l.created_at >= (${day}::date)::timestamp at time zone 'Africa/Lagos'
              and l.created_at < (${day}::date + 1)::timestamp at time zone 'Africa/Lagos'
          `,
        ]
      : []),
  ];
  const rows = await newestLoans(context.db, sql.join(conditions, sql` and `));
  const found = rows.map((row) => ({
    id: row.id,
    label: row.reference,
    detail: `${row.name} · ${naira(row.principal_kobo)} · ${sentence(row.status)} · ${date(row.created_at, "dd M Y")}`,
    link: rights.link(row.id),
  }));
  if (!isByKind || rights.list !== "/admin/loans") return found;
  const words = [
    ...status.map((state) => sentence(state)),
    ...(amount.min === undefined ? [] : [`from ${naira(amount.min)}`]),
    ...(amount.max === undefined ? [] : [`to ${naira(amount.max)}`]),
    ...(day ? [dayInWords(day)] : []),
    ...(word ? [`“${word}”`] : []),
  ];
  return [
    {
      id: "all",
      label: `All loans: ${words.join(", ")}`,
      detail: "Open the list",
      link: `${rights.list}${listAddress(typed)}`,
    },
    ...found,
  ];
}

/** Payments by their whole reference. */
async function receipts({ db, session }: Context, typed: Typed): Promise<Found[]> {
  const [reference] = typed.words;
  if (
    !session.permissions.has("provider:can_view_repayments") ||
    typed.words.length !== 1 ||
    !reference ||
    reference.length < 6 ||
    hasOperators(typed)
  )
    return [];
  const { rows } = await sql<{ id: string; reference: string; amount_kobo: bigint; received_on: string }>`
    select id, reference, amount_kobo, received_on::text
    from receipts
    where reference in (${reference}, upper(${reference}))
    limit ${MOST}
  `.execute(db);
  return rows.map((row) => ({
    id: row.id,
    label: row.reference,
    detail: `${naira(row.amount_kobo)} · ${dayInWords(row.received_on)}`,
    link: `/admin/repayments/receipts?search=${encodeURIComponent(row.reference)}`,
  }));
}

export const handlers: Handlers<typeof calls> = {
  async search(context, { query }) {
    const typed = readTyped(query.q);
    const [found, lent, paid] = await Promise.all([
      people(context, typed),
      loans(context, typed),
      receipts(context, typed),
    ]);
    const groups = [
      { noun: "People", items: found },
      { noun: "Loans", items: lent },
      { noun: "Payments", items: paid },
    ];
    return { groups: groups.filter(({ items }) => items.length > 0) };
  },
};
