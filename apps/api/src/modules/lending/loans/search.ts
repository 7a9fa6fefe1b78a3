/** Loans in the global search. */
import { counted, day as dayInWords, naira, sentence } from "@manilla/contract/formats";
import { loanStates } from "@manilla/contract/lending/loan-states";
import { type RawBuilder, sql } from "kysely";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { contains } from "../../../db/list-conditions.ts";
import { MAX_FOUND, hasOperators, listAddress } from "../../platform/search/index.ts";

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

/** Up to this many are found and then sorted; of more the newest are soon found among all. */
const SORT_LIMIT = 500;

/** The newest that meet the condition. One that few meet would be looked for among all loans, the newest first, if the planner had its way: it takes no word for rare. */
async function newestLoans(db: Context["db"], condition: RawBuilder<unknown>): Promise<FoundLoan[]> {
  const select = sql`
    select l.id, l.reference, l.status, l.principal_kobo, u.full_name as name, l.created_at
  `;
  const { rows: few } = await sql<FoundLoan & { found: bigint }>`
    with found as materialized (select l.id from loans l where ${condition} limit ${sql.lit(SORT_LIMIT + 1)}) ${select},
      (select count(*) from found) as found
    from loans l
    join users u on u.id = l.user_id
    where l.id = any(array(select id from found))
    order by l.created_at desc, l.id desc
    limit ${sql.lit(MAX_FOUND)}
  `.execute(db);
  if (Number(few[0]?.found ?? 0n) <= SORT_LIMIT) return few;
  const { rows } = await sql<FoundLoan>`
      ${select}
      from loans l
      join users u on u.id = l.user_id
      where ${condition}
      order by l.created_at desc, l.id desc
      limit ${sql.lit(MAX_FOUND)}
    `.execute(db);
  return rows;
}

const lateInWords = ({ min, max }: NonNullable<Typed["late"]>): string =>
  `${min === max ? "" : min === undefined || max === undefined ? "from " : `${min} to `}${counted(max ?? min ?? 0, "day")} past due`;

/** Loans by reference or id, or, with operators, by what they are; then the whole list comes first. */
async function loans(context: Context, typed: Typed): Promise<Found[]> {
  const rights = loanRights(context);
  const isByKind = hasOperators(typed);
  if (typed.is_due || typed.status.some((state) => !loanStates.states.includes(state as never))) return [];
  if (!rights || (!isByKind && !typed.id && typed.words.length !== 1)) return [];
  const { status, amount, late, is_mine, day } = typed;
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
    ...(late?.min === undefined ? [] : [sql`l.days_past_due >= ${late.min}`]),
    ...(late?.max === undefined ? [] : [sql`l.days_past_due <= ${late.max}`]),
    // Asked once: few people are assigned to one colleague, and their loans are found by their owner.
    ...(is_mine
      ? [sql`l.user_id = any(array(select w.id from users w where w.assigned_to = ${context.session.user_id}))`]
      : []),
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
    detail: `${row.name} · ${naira(row.principal_kobo)} · ${sentence(row.status)} · ${dayInWords(row.created_at)}`,
    link: rights.link(row.id),
  }));
  if (!isByKind || rights.list !== "/admin/loans") return found;
  const words = [
    ...status.map((state) => sentence(state)),
    ...(amount.min === undefined ? [] : [`from ${naira(amount.min)}`]),
    ...(amount.max === undefined ? [] : [`to ${naira(amount.max)}`]),
    ...(late ? [lateInWords(late)] : []),
    ...(is_mine ? ["with me"] : []),
    ...(day ? [dayInWords(day)] : []),
    ...(word ? [`“${word}”`] : []),
  ];
  return [
    {
      id: "all",
      label: `All loans: ${words.join(", ")}`,
      detail: "Open the list",
      link: `${rights.list}${listAddress(typed, context.session.user_id)}`,
    },
    ...found,
  ];
}

export const loanSearch: SearchSource = { heading: "Loans", at: 20, find: loans };
