/** The rooms of the document processor, and the list of statements. */
import { type DocumentQueue, documentQueueNames } from "@manilla/contract/people/document-queues";
import * as calls from "@manilla/contract/people/documents";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { countedOnce } from "../../../db/counted-once.ts";
import type { Database } from "../../../db/database.ts";
import { withMaskedAccount } from "../../../field-encryption.ts";
import { defineList } from "../../../db/list.ts";

const WHO = "u.search_text";
/** A request that waits for us: from asking to being paid out. */
export const OPEN_REQUEST = "l.status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted')";

export const documentList = defineList(calls.listAll, {
  from: "documents d join users u on u.id = d.user_id left join statement_analyses a on a.document_id = d.id",
  rows_of: "documents d",
  select: `
    d.id, d.user_id, u.name, u.last_name, d.type, d.title, d.source, d.status, d.original_name, d.page_count,
    d.invalid_reason, a.status as analysis_status, d.replaces is not null as is_resubmission,
    (
      select l.reference
      from loans l
      where l.user_id = d.user_id and ${OPEN_REQUEST}
      order by l.created_at desc
      limit 1
    ) as loan_reference, d.created_at, u.status = 'doc-processor' as is_waited_for, d.looked_at,
    array(
      select s.full_name
      from document_looks k
      join users s on s.id = k.looked_by
      where k.document_id = d.id
      order by k.last_at desc
      limit 5
    ) as looked_by
  `,
  id: "d.id",
  search: WHO,
  columns: { is_looked_at: "(d.looked_at is not null)" },
});

/** The documents of each queue. Those of an erased person are invalidated, and in none. */
export const documentScopes: Record<DocumentQueue, RawBuilder<unknown>> = {
  all: sql`u.erased_at is null`,
  new: sql`d.status = 'received'`,
  rejected: sql`
    d.status = 'invalidated'
      and d.invalid_reason is not null
      and u.erased_at is null
      and not exists (select 1 from documents n where n.replaces = d.id)
  `,
  // Asked once: few people have an open request, and their documents are found by their owner.
  loan: sql`
    d.status <> 'invalidated'
      and d.user_id = any (array(select l.user_id from loans l where ${sql.raw(OPEN_REQUEST)}))
  `,
};

const COUNTED_UP_TO = 10_000;
/** What there is to do in the room of all documents: those that nobody has decided; the others are counted as they are. */
const work = { ...documentScopes, all: documentScopes.new };

/** How many documents each room has to be looked at, exactly up to ten thousand. */
async function countAllRooms(
  db: Database,
): Promise<{ queues: { queue: DocumentQueue; count: number; is_more: boolean }[] }> {
  const counted = documentQueueNames.map(
    (name) =>
      sql`
        (
          select count(*)
          from (
            select 1 from documents d join users u on u.id = d.user_id where ${work[name]} limit ${COUNTED_UP_TO + 1}
          ) as q
        )
      `,
  );
  const { rows } = await sql<{ counts: string[] }>`select array[${sql.join(counted)}] as counts`.execute(db);
  return {
    queues: documentQueueNames.map((queue, index) => {
      const count = Number(rows[0]?.counts[index] ?? 0);
      return { queue, count: Math.min(count, COUNTED_UP_TO), is_more: count > COUNTED_UP_TO };
    }),
  };
}

const once = countedOnce<Awaited<ReturnType<typeof countAllRooms>>>();
/** The same for all of the provider's staff. */
export const countDocumentQueues = (context: Pick<Context, "pool" | "left">) => once(context, countAllRooms);

export const statementList = defineList(calls.listStatements, {
  from: "statement_analyses a join documents d on d.id = a.document_id join users u on u.id = a.user_id",
  select: `
    a.document_id, a.user_id, u.name, u.last_name, d.source, d.status as document_status, a.status, a.failure,
    a.bank_name, a.account_name, a.account_last4 as account_no, a.balances_hold, a.salary_kobo,
    (a.result->'salary'->>'day')::int as salary_day, a.months, a.transaction_count, a.from_on, a.to_on, a.created_at
  `,
  id: "a.document_id",
  search: WHO,
  columns: { has_salary: "a.has_salary" },
  map: withMaskedAccount,
});

export const STATEMENTS = sql`d.type = 'bank_statement'`;
