/** Timelines of records: each noun registers what it tells in whose, and one query reads a page of all of it. */
import type { timelineCall } from "@manilla/contract/timeline";
import type { TimelineKind } from "@manilla/contract/timeline-kinds";
import type { Permission } from "@manilla/contract/permissions";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "./app.ts";

type Page = z.output<typeof timelineCall.response>;
type Query = z.output<typeof timelineCall.query>;
type Entry = Page["entries"][number];

/** The records that have a timeline, as its sources are given them. */
export interface TimelineSubjects {
  person: { id: string };
  loan: { id: string; user_id: string; reference: string; created_at: Date };
  card: { id: string; user_id: string };
  company: { id: string };
  transfer: { id: string; user_id: string; payout_id: string | null };
}
export type TimelineSubject = keyof TimelineSubjects;

/** One row of a source. Amounts in kobo. */
export interface TimelineRow {
  id: string;
  what: string;
  detail: string | null;
  amount_kobo: bigint | null;
  who: string | null;
  data: Record<string, unknown> | null;
}
/** Who reads it. */
export type TimelineReader = Pick<Context, "session" | "encryption">;

/** What a row says, beside who and when. */
export interface Said {
  words: string;
  /** By default the row's own. */
  detail?: string | null;
  changes?: Entry["changes"];
}

/** What a noun tells in a timeline. Columns are SQL over `from`. */
export interface TimelineSource<Subject> {
  /** Unique in its timeline: entries are numbered by it. */
  name: string;
  kind: TimelineKind;
  /** Who reads it: those with one of these; without it, anyone who may open the record. */
  can?: readonly Permission[];
  from: string;
  /** Its rows of this record that the reader may see. An index finds them by the newest, or they are few. */
  of: (subject: Subject, reader: TimelineReader) => RawBuilder<unknown>;
  id: string;
  at: string;
  what: string;
  detail?: string;
  amount?: string;
  who?: string;
  /** More of the row, as a JSON object. */
  data?: string;
  says: (row: TimelineRow, reader: TimelineReader) => string | Said;
  /** The page of a row, where the reader may open it. */
  page?: (row: TimelineRow, may: (...any: Permission[]) => boolean) => string | false | null;
}
/** A tab of the person whose id is in a row's data. */
export const personTab = (tab: string) => ({
  data: (user: string) => `json_build_object('user_id', ${user})`,
  page: ({ data }: Pick<TimelineRow, "data">): string => `/admin/users/${String(data?.user_id)}?tab=${tab}`,
});

/** What a noun registers. */
export type Timelines = { [Name in TimelineSubject]?: readonly TimelineSource<TimelineSubjects[Name]>[] };

const PAGE = 50;
const MOMENT = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`;

interface Raw extends TimelineRow {
  source: number;
  happened_at: Date;
  cursor: string;
}

/** Each source with its own limit, so that none of them reads more than a page. The ids of entries are ASCII: "C" orders them the same everywhere. */
function rowsOf<S>(source: TimelineSource<S>, at: number, subject: S, reader: TimelineReader, before?: string) {
  const column = (expression: string | undefined, type: string) => sql.raw(`(${expression ?? "null"})::${type}`);
  const id = sql.raw(`('${source.name}-' || ${source.id}) collate "C"`);
  const [moment, last] = before?.split("~") ?? [];
  const older = before
    ? sql`and ${sql.raw(source.at)} <= ${moment}::timestamptz
        and (${sql.raw(source.at)} < ${moment}::timestamptz or ${id} < ${last})`
    : sql``;
  return sql`
    (
      select ${sql.lit(at)}::int as source, ${id} as id, ${column(source.what, "text")} as what,
        ${column(source.detail, "text")} as detail, ${column(source.amount, "bigint")} as amount_kobo,
        ${column(source.who, "text")} as who, ${column(source.data, "jsonb")} as data,
        ${sql.raw(source.at)} as happened_at
      from ${sql.raw(source.from)}
      where ${source.of(subject, reader)} and ${sql.raw(source.at)} is not null ${older}
      order by ${sql.raw(source.at)} desc, ${id} desc
      limit ${sql.lit(PAGE + 1)}
    )
  `;
}

/** A page of a record's timeline, the newest first, of what the reader may see. The caller has found the record. */
export async function timelineOf<Name extends TimelineSubject>(
  context: TimelineReader & Pick<Context, "db" | "house">,
  name: Name,
  subject: TimelineSubjects[Name],
  { kind, before }: Query,
): Promise<Page> {
  const may = (...any: Permission[]): boolean => any.some((one) => context.session.permissions.has(one));
  const all = context.house.timelines[name] as readonly TimelineSource<TimelineSubjects[Name]>[];
  const open = all.filter(({ can }) => !can || may(...can));
  const sources = open.filter((source) => !kind || source.kind === kind);
  const kinds = [...new Set(open.map((source) => source.kind))];
  if (sources.length === 0) return { kinds, entries: [], next: null };
  const union = sql.join(
    sources.map((source, at) => rowsOf(source, at, subject, context, before)),
    sql` union all `,
  );
  const { rows } = await sql<Raw>`
    select t.*, to_char(happened_at at time zone 'UTC', ${sql.raw(MOMENT)}) || '~' || id as cursor
    from (${union}) t
    order by happened_at desc, id desc
    limit ${sql.lit(PAGE + 1)}
  `.execute(context.db);
  const entries = rows.slice(0, PAGE).map((row): Entry => {
    const source = sources[row.source]!;
    const said = source.says(row, context);
    const more = typeof said === "string" ? { words: said } : said;
    return {
      id: row.id,
      kind: source.kind,
      words: more.words,
      detail: (more.detail === undefined ? row.detail : more.detail) || null,
      who: row.who,
      happened_at: row.happened_at,
      link: source.page?.(row, may) || null,
      changes: more.changes ?? [],
    };
  });
  return { kinds, entries, next: rows.length > PAGE ? rows[PAGE - 1]!.cursor : null };
}
