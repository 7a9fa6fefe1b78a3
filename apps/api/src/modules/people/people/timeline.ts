import { activityWords } from "@manilla/contract/platform/activities";
import { type Mentioned, readableText } from "@manilla/contract/people/mentions";
import { type Paper, withheldFrom } from "@manilla/contract/people/papers";
import type * as calls from "@manilla/contract/people/people";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import { changesInWords, namesIn, openPersonal, stateInWords } from "../../platform/audit/index.ts";

type Item = z.output<typeof calls.activity.response>["items"][number];
const PAGE = 100;

interface Raw extends Item {
  data: {
    creator?: string | null;
    target?: string | null;
    product?: string;
    before?: Record<string, unknown> | null;
    after?: Record<string, unknown> | null;
    sealed?: string | null;
    mentions?: Mentioned[] | null;
    names?: Record<string, string> | null;
    from?: string | null;
    to?: string;
  } | null;
}

const MAX_CHANGES = 12;
/** Names of the ids in an audit record. @param r its table */
const NAMES = (r: string) => sql.raw(namesIn(`coalesce(${r}.before::text, '') || coalesce(${r}.after::text, '')`));

/** Fields and kinds of rows that only those see who may see the paper. */
const OF_PAPERS: Partial<Record<Paper, { fields?: RegExp; kind?: Item["kind"] }>> = {
  salary: { fields: /salary|_income|_profit/ },
  identity: { fields: /^(bvn|nin)/, kind: "verification" },
  documents: { kind: "document" },
};

/** What an audit record changed, in words; what is withheld is left out. */
function changesOf({ data }: Raw, withheld: readonly Paper[]): Item["changes"] {
  const readable = (values: Record<string, unknown> | null | undefined) =>
    values &&
    Object.fromEntries(
      Object.entries(values).filter(([field]) => !withheld.some((paper) => OF_PAPERS[paper]?.fields?.test(field))),
    );
  return changesInWords(readable(data?.before), readable(data?.after), data?.names ?? {}).slice(0, MAX_CHANGES);
}

/** A title as it is kept, with a loan's reference in it: `operations_verified LN-260725-BFCE3J`. */
const titled = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1).replaceAll("_", " ");

/** Each source with its own limit, so that none of them reads more than a page. */
function source(select: RawBuilder<unknown>, moment: string, before: string | undefined): RawBuilder<unknown> {
  return sql`
    (
      select *
      from (${select}) s ${before ? sql`where s.happened_at < ${before}::timestamptz` : sql``}
      order by ${sql.ref(moment)} desc
      limit ${PAGE + 1}
    )
  `;
}

/** Everything about a person, newest first: audit, states, activities, comments, documents, verifications, and what happened to their loans. */
export async function timelineOf(
  { db, encryption, session }: Pick<Context, "db" | "encryption" | "session">,
  user_id: string,
  before?: string,
): Promise<{ items: Item[]; has_more: boolean }> {
  const sources = [
    sql`
      select r.id::text, 'audit' as kind, r.action as title, r.reason as detail,
        r.actor_name || coalesce(', viewing as ' || v.full_name, '') as actor_name,
        r.recorded_at as happened_at,
        json_build_object(
          'before', r.before, 'after', r.after, 'sealed', encode(r.sealed, 'hex'), 'names', ${NAMES("r")}
        ) as data
      from audit_records r
      left join users v on v.id = r.viewed_id
      where subject_type = 'user' and subject_id = ${user_id}
    `,
    // Marks are no states: the two verifications are in the loan's audit records.
    sql`
      select a.id::text, 'loan' as kind, a.action || ' ' || l.reference as title, a.reason as detail, a.actor_name,
        a.recorded_at as happened_at, json_build_object('before', a.before, 'after', a.after, 'names', ${NAMES("a")}) as data
      from loans l
      join audit_records a on a.subject_type = 'loan' and a.subject_id = l.id::text
      where l.user_id = ${user_id}
    `,
    sql`
      select t.id::text, 'loan' as kind,
        'Loan ' || l.reference as title, t.reason as detail, t.actor_name, t.happened_at,
        json_build_object('from', t.from_state, 'to', t.to_state) as data
      from loans l
      join transitions t on t.subject_id = l.id and t.noun = 'loan'
      where l.user_id = ${user_id}
    `,
    sql`
      select id::text, 'state' as kind, noun as title, reason as detail, actor_name, happened_at,
        json_build_object('from', from_state, 'to', to_state) as data
      from transitions
      where subject_id = ${user_id} and noun in ('profile', 'case')
    `,
    sql`
      select a.id::text, 'activity' as kind, a.type as title, null as detail,
        coalesce(cu.full_name, 'System') as actor_name, a.happened_at,
        json_build_object(
          'creator', cu.full_name, 'target', tu.full_name, 'product',
          a.data ->> 'product'
        ) as data
      from activity_users x
      join activities a on a.id = x.activity_id
      left join activity_users cx on cx.activity_id = a.id and cx.position = 'creator'
      left join users cu on cu.id = cx.user_id
      left join activity_users tx on tx.activity_id = a.id and tx.position = 'target'
      left join users tu on tu.id = tx.user_id
      where x.user_id = ${user_id} and (x.position = 'target' or tx.user_id is null)
    `,
    sql`
      select id::text, 'comment' as kind, 'Comment' as title, body as detail, author_name as actor_name,
        created_at as happened_at,
        (
          select json_build_object(
            'mentions', json_agg(json_build_object('id', m.mentioned_id, 'name', u.full_name))
          )
          from comment_mentions m
          join users u on u.id = m.mentioned_id
          where m.comment_id = c.id
        ) as data
      from comments c
      where user_id = ${user_id}
    `,
    sql`
      select id::text, 'document' as kind, 'Document ' || event as title, detail, actor_name, happened_at,
        null::json as data
      from document_events
      where user_id = ${user_id}
    `,
    sql`
      select id::text, 'verification' as kind, upper(kind) || ' verification ' || replace(status, '_', ' ') as title,
        failure as detail, 'Identity service' as actor_name, coalesce(decided_at, created_at) as happened_at,
        null::json as data
      from identity_verifications
      where user_id = ${user_id}
    `,
  ];
  const union = sql.join(
    sources.map((select) => source(select, "happened_at", before)),
    sql` union all `,
  );
  const { rows } =
    await sql<Raw>`select * from (${union}) t order by happened_at desc, id desc limit ${PAGE + 1}`.execute(db);
  const person = await db.selectFrom("users").select("data_key").where("id", "=", user_id).executeTakeFirst();
  const opened = (row: Raw): Raw => {
    if (row.kind !== "audit" || !row.data) return row;
    const { before: old = null, after = null, sealed } = row.data;
    const values = openPersonal(encryption, {
      before: old,
      after,
      reason: row.detail,
      sealed: sealed ? Buffer.from(sealed, "hex") : null,
      data_key: person?.data_key ?? null,
      about_id: user_id,
    });
    return { ...row, detail: values.reason, data: { ...row.data, before: values.before, after: values.after } };
  };
  const withheld = withheldFrom(session.permissions);
  const items = rows
    .slice(0, PAGE)
    .filter(({ kind }) => !withheld.some((paper) => OF_PAPERS[paper]?.kind === kind))
    .map(opened)
    .map(({ data, ...row }) => ({
      ...row,
      detail:
        row.kind === "comment" && row.detail !== null ? readableText(row.detail, data?.mentions ?? []) : row.detail,
      changes: changesOf({ data, ...row }, withheld),
      title:
        row.kind === "activity"
          ? activityWords(row.title, "observer", {
              creator: data?.creator ?? "System",
              target: data?.target ?? "somebody",
              ...(data?.product && { product: data.product }),
            })
          : data?.to
            ? `${titled(row.title)}: ${data.from ? `${stateInWords(data.from)} → ` : ""}${stateInWords(data.to)}`
            : titled(row.title),
    }));
  return { items, has_more: rows.length > PAGE };
}
