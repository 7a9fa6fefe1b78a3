/** Views of lists as figures: each list is read as its own call would read it, with the caller's rights and scope, and counted up to a bound. */
import type { Endpoint, Input } from "@manilla/contract/endpoint";
import * as calls from "@manilla/contract/platform/saved-views";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { BoundList } from "../../../db/list.ts";
import { withheldFrom } from "../../../db/withheld.ts";
import { DomainError, InvalidFields } from "../../../errors.ts";
import { authorise } from "../../../http/gate.ts";
import type { Context, Handler } from "../../../house/app.ts";

type Asked = z.output<typeof calls.countedView>;
interface Figure {
  count: number;
  is_more: boolean;
  sum_kobo: bigint | null;
}

const asked = z.array(calls.countedView).max(30);
/** A menu is no reason to let the others wait. */
const MAX_MILLISECONDS = 2_000;

function readAsked(text: string): Asked[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new InvalidFields({ of: ["this field is no JSON"] });
  }
  const { data, success } = asked.safeParse(read);
  if (!success) throw new InvalidFields({ of: ["name at most 30 lists, each with its path"] });
  return data;
}

/** @returns undefined for a list, a filter or a column that is not the caller's, or is none */
async function statementOf(
  context: Context,
  { list: path, params, filter, sum }: Asked,
): Promise<RawBuilder<unknown> | undefined> {
  const found = context.house.calls.find(({ call }) => call.kind === "list" && call.path === path);
  if (!found) return undefined;
  const { call, handler } = found as { call: BoundList["call"]; handler: Handler<Endpoint> };
  try {
    authorise(call, context.session);
    const input = {
      params: call.params.safeParse(params ?? {}),
      query: call.query.safeParse(filter === undefined ? {} : { filter }),
    };
    if (!input.params.success || !input.query.success) return undefined;
    const query = input.query.data as never;
    const bound = (await handler(context, { params: input.params.data, query, body: {} } as never)) as BoundList;
    const list = withheldFrom(context.session.permissions, bound, query);
    if (sum !== undefined && !(sum.endsWith("_kobo") && list.sqlOf(sum) && !call.list.withheld?.[sum]))
      return undefined;
    // The sum of few rows is what each of them says.
    if (sum !== undefined) await bound.looked?.();
    const most = sum === undefined ? calls.COUNTED_AT_MOST : calls.SUMMED_AT_MOST;
    return sql`
      select count(*)::int as count, ${sum === undefined ? sql`null` : sql`coalesce(sum(amount), 0)`}::bigint as sum, ${sql.lit(most)}::int as most
      from (select ${sum === undefined ? sql`1` : sql`${sql.ref(sum)} as amount`} from (${list.parts(query, sum === undefined ? [] : [sum])}) p limit ${sql.lit(most + 1)}) x
    `;
  } catch (error) {
    // Not theirs, or not there: as if it had not been requested.
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

interface Row {
  place: number;
  count: number;
  sum: bigint | null;
  most: number;
}
const CANCELLED = "57014";
/** What takes too long is not known for now: nothing waits for it, and nobody asks again at once. */
async function withinLimit({ db, log }: Context, counted: RawBuilder<Row>): Promise<readonly Row[]> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(MAX_MILLISECONDS)}`.execute(tx);
      return (await counted.execute(tx)).rows;
    });
  } catch (error) {
    if ((error as { code?: string }).code !== CANCELLED) throw error;
    log.warn("figures of views took too long");
    return [];
  }
}

/** All of them in one statement. */
export async function figuresOf(
  context: Context,
  { query }: Input<typeof calls.figures>,
): Promise<{ figures: (Figure | null)[] }> {
  const wanted = readAsked(query.of);
  const statements: (RawBuilder<unknown> | undefined)[] = [];
  for (const one of wanted) statements.push(await statementOf(context, one));
  const parts = statements.flatMap((statement, place) =>
    statement ? [sql`select ${sql.lit(place)}::int as place, f.* from (${statement}) f`] : [],
  );
  if (parts.length === 0) return { figures: wanted.map(() => null) };
  const rows = await withinLimit(context, sql<Row>`${sql.join(parts, sql` union all `)}`);
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return {
    figures: wanted.map((_, place) => {
      const row = byPlace.get(place);
      if (!row) return null;
      const is_more = row.count > row.most;
      // The sum of a part would be taken for that of all.
      return { count: Math.min(row.count, row.most), is_more, sum_kobo: is_more ? null : row.sum };
    }),
  };
}
