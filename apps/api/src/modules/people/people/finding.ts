/**
 * People found while somebody types: those whose names, mail or phone begin with the words first, then those in whom the words occur anywhere.
 * The first are met in an index at once, however common the word is; the second have to be gathered from all who share a few letters.
 */
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { contains, folded, likePattern, withoutTrunk } from "../../../db/list-conditions.ts";
import { type Statement, oneRoundTrip } from "../../../db/pipeline.ts";

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

const MAX_WORDS = 5;
const COLUMNS = sql`u.id, u.name, u.last_name, u.email, u.phone, u.status, u.profile_status`;
const TEXT = sql`u.search_text`;
/** Of those who begin with one or two of the words this many are checked for the others; beyond them everybody is looked for by all the words. */
const LOOKED_THROUGH = 4_000;
/** How often names begin with some letters no statistics tell; the planner would rather read everybody. */
const BY_INDEX: Statement = {
  text: "select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
  values: [],
};
/** Shorter parts of a text are in no index: they are looked for at its beginning only. */
const MIN_PART_LENGTH = 3;
const COUNTRY = "+234";

const isName = (word: string): boolean => /^\p{L}[\p{L}'’-]*$/u.test(word);
const beginning = (word: string): string => likePattern(word).slice(1);
const occurs = (word: string): RawBuilder<unknown> =>
  isName(word) ? sql`' ' || ${TEXT} like ${`% ${beginning(word)}`}` : contains(TEXT, withoutTrunk(word));

/** A phone as it is kept, from however its beginning was typed: 0803, 803, +234803, 234803. */
function phoneBeginning(word: string): string | undefined {
  const digits = /^\+?([\d()-]+)$/.exec(word)?.[1]?.replaceAll(/\D/g, "") ?? "";
  if (digits.length < 3) return undefined;
  return digits.startsWith("234") ? `+${digits}%` : `${COUNTRY}${digits.replace(/^0/, "")}%`;
}

/** One index to look into, and the words that are still to be looked for. */
interface Way {
  condition: RawBuilder<unknown>;
  rest: readonly string[];
}

function waysOf(words: readonly string[]): Way[] {
  const others = (...used: string[]): string[] => words.filter((word) => !used.includes(word));
  const names = words.filter(isName).slice(0, 3);
  // A word that is no name says more than the names beside it.
  const marks = words.filter((word) => !isName(word) && word.length > 2);
  const byMark = (marks.length > 0 ? marks.slice(0, 1) : words.length === 1 ? words : []).flatMap((word): Way[] => {
    const phone = phoneBeginning(word);
    return [
      { condition: sql`lower(u.email) like ${beginning(word)}`, rest: others(word) },
      ...(phone ? [{ condition: sql`u.phone like ${phone}`, rest: others(word) }] : []),
      ...(/^\d{4}$/.test(word) ? [{ condition: sql`right(u.phone, 4) = ${word}`, rest: others(word) }] : []),
    ];
  });
  const [first] = names;
  if (first === undefined || marks.length > 0) return byMark;
  const byName =
    names.length === 1
      ? [sql`folded(u.name) like ${beginning(first)}`, sql`folded(u.last_name) like ${beginning(first)}`].map(
          (condition): Way => ({ condition, rest: others(first) }),
        )
      : names.flatMap((name) =>
          names
            .filter((last) => last !== name)
            .map((last): Way => ({
              condition: sql`folded(u.name) like ${beginning(name)} and folded(u.last_name) like ${beginning(last)}`,
              rest: others(name, last),
            })),
        );
  return [...byName, ...byMark];
}

/** People who begin with the words. Not all such people, where others follow anyhow. */
async function beginningPeople(
  { db, pool }: Pick<Context, "db" | "pool">,
  { words, scope, most, ways: given = [] }: Wanted,
): Promise<FoundPerson[]> {
  const ways = [...waysOf(words), ...given.map((condition): Way => ({ condition, rest: [] }))];
  if (ways.length === 0) return [];
  const found = ways.map(({ condition, rest }) => {
    const there = sql`users u where ${scope} and u.erased_at is null and ${condition}`;
    if (rest.length === 0) return sql`(select ${COLUMNS} from ${there} limit ${sql.lit(most)})`;
    return sql`
      (
        select ${COLUMNS}
        from (select * from ${there} limit ${sql.lit(LOOKED_THROUGH)}) u
        where ${sql.join(rest.map(occurs), sql` and `)}
        limit ${sql.lit(most)}
      )
    `;
  });
  const { sql: text, parameters } = sql`${sql.join(found, sql` union all `)}`.compile(db);
  const [, rows = []] = await oneRoundTrip(pool, [BY_INDEX, { text, values: parameters }]);
  // A round trip returns rows without a type of their own; these are the columns of COLUMNS.
  return once(rows as unknown as FoundPerson[]).slice(0, most);
}

/** Each person once, those that were found first in front. */
const once = (people: readonly FoundPerson[]): FoundPerson[] => [
  ...new Map(people.map((person) => [person.id, person])).values(),
];

/**
 * Every word has to occur in name, mail or phone, or one of the other ways has to hold; each person once. Where a mail address or a phone begins with what
 * was typed, those in whom it occurs elsewhere are not looked for.
 * @param by_name whether beginnings come first; for the provider's staff only, because it asks outside the caller's scope in the database
 */
export async function findPeople(
  context: Pick<Context, "db" | "pool">,
  given: Wanted,
  by_name: boolean,
): Promise<FoundPerson[]> {
  // A phone is often written in groups.
  const typed =
    given.words.length > 1 && given.words.every((word) => /^\+?[\d()-]+$/.test(word))
      ? [given.words.join("")]
      : given.words;
  const wanted = { ...given, words: typed.slice(0, MAX_WORDS).map(folded) };
  const { words, scope, most, ways = [] } = wanted;
  const occur = words.map((word) => contains(TEXT, withoutTrunk(word)));
  const any = [...(occur.length > 0 ? [sql`(${sql.join(occur, sql` and `)})`] : []), ...ways];
  if (any.length === 0) return [];
  const found = by_name ? await beginningPeople(context, wanted) : [];
  if (
    found.length === most ||
    (found.length > 0 && !words.every(isName)) ||
    (by_name && !words.some((word) => word.length >= MIN_PART_LENGTH))
  )
    return found;
  const { rows } = await sql<FoundPerson>`
    select ${COLUMNS}
    from users u
    where ${scope}
      and u.erased_at is null
      and (${sql.join(any, sql` or `)})
      and u.id <> all(${found.map(({ id }) => id)}::uuid[])
    limit ${sql.lit(most - found.length)}
  `.execute(context.db);
  return [...found, ...rows];
}
