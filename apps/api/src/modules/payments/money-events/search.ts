/** Movements of money in the global search of the provider's staff, by operators: `status:failed amount:>500k`, a bare amount, a day, words beside them. */
import { badge } from "@manilla/contract/badges";
import { day as dayInWords, naira, sentence } from "@manilla/contract/formats";
import { moneySources, moneyStatuses } from "@manilla/contract/payments/money-event-kinds";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../../db/database.ts";
import { likePattern } from "../../../db/list-conditions.ts";
import { isCancelled } from "../../../errors.ts";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";

interface Row {
  id: string;
  source: keyof typeof moneySources;
  reference: string;
  owner: string | null;
  amount_kobo: bigint;
  status: string;
  happened_at: Date;
}

/** The list with the same conditions. */
function listed({ words, amount, day }: Typed, status: readonly string[]): string {
  const query = new URLSearchParams();
  if (words.length > 0) query.set("search", words.join(" "));
  if (status.length > 0) query.set("f.status", status.join(","));
  if (amount.min !== undefined || amount.max !== undefined)
    query.set("f.amount_kobo", `${amount.min ?? ""}..${amount.max ?? ""}`);
  if (day) for (const end of ["rangeStart", "rangeEnd"]) query.set(end, day);
  return `/admin/transactions?${query.toString()}`;
}

const namedOf = ({ words, amount, day }: Typed, status: readonly string[]): string =>
  [
    ...status.map((state) => sentence(state)),
    ...(amount.min === undefined ? [] : [`from ${naira(amount.min)}`]),
    ...(amount.max === undefined ? [] : [`to ${naira(amount.max)}`]),
    ...(day ? [dayInWords(day)] : []),
    ...(words.length > 0 ? [`“${words.join(" ")}”`] : []),
  ].join(", ");

/** Nobody waits longer for a line of the palette: what is rare among millions is found by the list itself. */
const MAX_MILLISECONDS = 1_000;
/** @returns undefined where it takes longer */
async function withinLimit(db: Database, asked: RawBuilder<Row>): Promise<readonly Row[] | undefined> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(MAX_MILLISECONDS)}`.execute(tx);
      return (await asked.execute(tx)).rows;
    });
  } catch (error) {
    if (isCancelled(error as { code?: string })) return undefined;
    throw error;
  }
}

/** The list that answers it, then the newest of it. */
async function find({ db, session }: Context, typed: Typed): Promise<Found[]> {
  const { words, amount, day, late, is_mine, is_due } = typed;
  const status = typed.status.filter((one) => (moneyStatuses as readonly string[]).includes(one));
  // Of loans, and of nothing else.
  const isOther = late !== undefined || is_mine || is_due || status.length < typed.status.length;
  if (!session.permissions.has("provider:can_view_transactions") || !hasOperators(typed) || isOther) return [];
  const conditions: RawBuilder<unknown>[] = [
    ...words.map(
      (word) =>
        sql`(folded(e.reference) like ${likePattern(word)} or folded(coalesce(e.counterparty, '')) like ${likePattern(word)})`,
    ),
    ...(status.length > 0 ? [sql`e.status = any(${status}::text[])`] : []),
    ...(amount.min === undefined ? [] : [sql`e.amount_kobo >= ${amount.min}`]),
    ...(amount.max === undefined ? [] : [sql`e.amount_kobo <= ${amount.max}`]),
    ...(day
      ? [
          sql`
            e.happened_at >= (${day}::date)::timestamp at time zone 'Africa/Lagos'
              and e.happened_at < (${day}::date + 1)::timestamp at time zone 'Africa/Lagos'
          `,
        ]
      : []),
  ];
  const rows = await withinLimit(
    db,
    sql<Row>`
      select e.id, e.source, e.reference, coalesce(c.name, u.full_name) as owner, e.amount_kobo, e.status, e.happened_at
      from money_events e
      left join users u on u.id = e.user_id
      left join companies c on c.id = e.company_id
      where ${sql.join(conditions, sql` and `)}
      order by e.happened_at desc, e.id desc
      limit ${MAX_FOUND}
    `,
  );
  const found = (rows ?? []).map(({ id, source, reference, owner, amount_kobo, status: state, happened_at }) => ({
    id,
    label: `${moneySources[source]} ${reference}`,
    detail: [owner, naira(amount_kobo), badge("transaction", state).label, dayInWords(happened_at)]
      .filter((each) => each !== null)
      .join(" · "),
    link: `/admin/transactions/${id}`,
  }));
  if (rows?.length === 0) return [];
  const all = `All transactions: ${namedOf(typed, status)}`;
  return [{ id: "all-money", label: all, detail: "Open the list", link: listed(typed, status) }, ...found];
}

export const moneySearch: SearchSource = { heading: "Transactions", at: 30, find };
