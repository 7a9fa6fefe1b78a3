/** People found while somebody types: those whose names begin with the words first, then those in whom the words occur anywhere. */
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../app.ts";
import { likePattern } from "../../db/list-conditions.ts";
import { type Statement, oneRoundTrip } from "../../db/list-round-trip.ts";

export interface FoundPerson {
  id: string;
  name: string;
  last_name: string;
  email: string;
  phone: string | null;
  status: string;
  profile_status: string;
}

interface Wanted {
  words: readonly string[];
  /** Whose people, over `users u`. */
  scope: RawBuilder<unknown>;
  most: number;
  /** Other ways to find somebody than by words, over `users u`. */
  ways?: readonly RawBuilder<unknown>[];
}

const MOST_WORDS = 5;
const COLUMNS = sql`u.id, u.name, u.last_name, u.email, u.phone, u.status, u.profile_status`;
const TEXT = sql`lower(u.name || ' ' || u.last_name || ' ' || u.email || ' ' || coalesce(u.phone, ''))`;
const NAMES = sql`' ' || lower(u.name || ' ' || u.last_name)`;
/** Of a common name so many people have enough; an index would gather everybody of that name before it gave the first. */
const LOOKED_THROUGH = 8_000;
/** How often names begin with some letters no statistics tell; the planner would rather read everybody. */
const BY_INDEX: Statement = { text: "select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)", values: [] };

/** Letters only: digits are of phones and numbers, and one letter begins a tenth of all names. */
const isBeginning = (word: string): boolean => word.length > 1 && /^\p{L}+$/u.test(word);

/** People whose names begin with the words; of the words that begin no name it is enough that they occur. Not all such people, where others follow anyhow. */
async function beginningNames({ db, pool }: Pick<Context, "db" | "pool">, { words, scope, most }: Wanted): Promise<FoundPerson[]> {
  const beginnings = words.filter(isBeginning).map((word) => word.toLowerCase());
  if (beginnings.length === 0) return [];
  const rest = words.filter((word) => !isBeginning(word));
  const occur = rest.map((word) => sql`${TEXT} like ${likePattern(word)}`);
  const begin = beginnings.map((word) => sql`${NAMES} like ${`% ${word}%`}`);
  const { rows: soon } = await sql<FoundPerson>`
    select ${COLUMNS} from (select * from users u where ${scope} and u.erased_at is null limit ${sql.lit(LOOKED_THROUGH)}) u where ${sql.join([...begin, ...occur], sql` and `)} limit ${sql.lit(most)}`.execute(db);
  // With a digit in it the words are rarer than their names: the index over the whole text knows more.
  if (soon.length === most || rest.some((word) => word.length > 1)) return soon;
  const { sql: text, parameters } = sql`
    select ${COLUMNS} from users u
    where ${scope} and u.erased_at is null and to_tsvector('simple', u.name || ' ' || u.last_name) @@ to_tsquery('simple', ${beginnings.map((word) => `${word}:*`).join(" & ")})
      and ${sql.join([sql`true`, ...occur], sql` and `)} limit ${sql.lit(most)}`.compile(db);
  const [, rows = []] = await oneRoundTrip(pool, [BY_INDEX, { text, values: parameters }]);
  return rows as unknown as FoundPerson[];
}

/**
 * Every word has to occur in name, mail or phone, or one of the other ways has to hold; each person once.
 * @param by_name whether beginnings of names come first; for the provider's staff only, because it asks outside the caller's scope in the database
 */
export async function findPeople(context: Pick<Context, "db" | "pool">, wanted: Wanted, by_name: boolean): Promise<FoundPerson[]> {
  const { scope, most, ways = [] } = wanted;
  const words = wanted.words.slice(0, MOST_WORDS);
  const occur = words.map((word) => sql`${TEXT} like ${likePattern(word)}`);
  const any = [...(occur.length > 0 ? [sql`(${sql.join(occur, sql` and `)})`] : []), ...ways];
  if (any.length === 0) return [];
  const first = by_name ? await beginningNames(context, { ...wanted, words }) : [];
  if (first.length === most) return first;
  const { rows } = await sql<FoundPerson>`
    select ${COLUMNS} from users u where ${scope} and u.erased_at is null and (${sql.join(any, sql` or `)}) and u.id <> all(${first.map(({ id }) => id)}::uuid[]) limit ${sql.lit(most - first.length)}`.execute(context.db);
  return [...first, ...rows];
}
