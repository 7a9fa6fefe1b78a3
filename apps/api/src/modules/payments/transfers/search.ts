/** Transfers in the global search of the provider's staff. */
import { badge } from "@manilla/contract/badges";
import { naira } from "@manilla/contract/formats";
import { type RawBuilder, sql } from "kysely";
import { likePattern } from "../../../db/list-conditions.ts";
import type { Context, Found, SearchSource, Typed } from "../../../house/app.ts";
import { MAX_FOUND, hasOperators } from "../../platform/search/index.ts";
import { mayBeSeen } from "./queries.ts";

const SESSION_ID = /^\d{30}$/;
const ACCOUNT_NO = /^\d{10}$/;
const REFERENCE = /^tr\d{6}[0-9a-z]+$/i;

/** What was typed as a condition: id, reference, session id, whole account number, its last digits, or the payee's name. */
function conditionOf({ encryption }: Context, { words, id, last_four }: Typed): RawBuilder<unknown> | undefined {
  if (id) return sql`t.id = ${id}::uuid`;
  if (last_four) return sql`t.account_no_last4 = ${last_four}`;
  const [word = ""] = words;
  if (words.length !== 1) {
    const named = words.map((each) => sql`folded(t.payee) like ${likePattern(each)}`);
    return named.length > 0 ? sql.join(named, sql` and `) : undefined;
  }
  if (REFERENCE.test(word)) return sql`t.reference = upper(${word})`;
  if (SESSION_ID.test(word)) return sql`t.payout_id = any(array(select id from payouts where session_id = ${word}))`;
  if (!ACCOUNT_NO.test(word)) return sql`folded(t.payee) like ${likePattern(word)}`;
  // Numbers are kept encrypted: a whole one is found by its hash.
  const hash = encryption.hash("account_no", word);
  return sql`(
    t.account_no_hash = ${hash} or t.payee_id = any(array(select id from transfer_payees where account_no_hash = ${hash}))
  )`;
}

async function find(context: Context, typed: Typed): Promise<Found[]> {
  const { db, session } = context;
  if (!session.permissions.has("provider:can_view_transactions") || hasOperators(typed)) return [];
  const condition = conditionOf(context, typed);
  if (!condition) return [];
  const { rows } = await sql<{
    id: string;
    reference: string;
    payee: string;
    owner: string;
    total_kobo: bigint;
    status: string;
  }>`
    select t.id, t.reference, t.payee, coalesce(c.name, u.full_name) as owner, t.total_kobo, t.status
    from transfers t
    join users u on u.id = t.user_id
    left join companies c on c.id = t.company_id
    where ${condition} and ${mayBeSeen(context)}
    order by t.created_at desc, t.id desc
    limit ${MAX_FOUND}
  `.execute(db);
  return rows.map(({ id, reference, payee, owner, total_kobo, status }) => ({
    id,
    label: `${reference} to ${payee}`,
    detail: `${owner} · ${naira(total_kobo)} · ${badge("transfer", status).label}`,
    link: `/admin/transfers/${id}`,
  }));
}

export const transferSearch: SearchSource = { heading: "Transfers", at: 31, find };
