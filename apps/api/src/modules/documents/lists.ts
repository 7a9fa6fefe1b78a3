/** The rooms of the document processor, and the list of statements. */
import * as calls from "@manilla/contract/documents";
import { type RawBuilder, sql } from "kysely";
import { masked } from "../../db/field-encryption.ts";
import { defineList } from "../../db/list.ts";

const WHO = "(lower(u.name || ' ' || u.last_name || ' ' || u.email || ' ' || coalesce(u.phone, '')))";
/** A request that waits for us: from asking to being paid out. */
const OPEN_REQUEST = "l.status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted')";

export const documentList = defineList(calls.listAll, {
  from: "documents d join users u on u.id = d.user_id left join statement_analyses a on a.document_id = d.id",
  count_from: "documents d",
  select: `d.id, d.user_id, u.name, u.last_name, d.type, d.title, d.source, d.status, d.original_name, d.page_count, d.invalid_reason, a.status as analysis_status, d.replaces is not null as is_resubmission,
    (select l.reference from loans l where l.user_id = d.user_id and ${OPEN_REQUEST} order by l.created_at desc limit 1) as loan_reference, d.created_at`,
  id: "d.id",
  search: WHO,
  columns: { type: "d.type", source: "d.source", status: "d.status", invalid_reason: "d.invalid_reason", created_at: "d.created_at" },
});

type Queue = (typeof calls.documentQueues)[number];

/** Whose documents stand in which room. */
export const documentScopes: Record<Queue, RawBuilder<unknown>> = {
  all: sql`true`,
  new: sql`d.status = 'received'`,
  rejected: sql`d.status = 'invalidated' and d.invalid_reason is not null and not exists (select 1 from documents n where n.replaces = d.id)`,
  loan: sql`d.status <> 'invalidated' and exists (select 1 from loans l where l.user_id = d.user_id and ${sql.raw(OPEN_REQUEST)})`,
};

export const statementList = defineList(calls.listStatements, {
  from: "statement_analyses a join documents d on d.id = a.document_id join users u on u.id = a.user_id",
  select: `a.document_id, a.user_id, u.name, u.last_name, d.source, d.status as document_status, a.status, a.failure, a.bank_name, a.account_name, a.account_last4 as account_no, a.balances_hold,
    (a.result->'salary'->>'amount_kobo')::bigint as salary_kobo, (a.result->'salary'->>'day')::int as salary_day, coalesce(jsonb_array_length(a.result->'months'), 0) as months, a.transaction_count, a.from_on, a.to_on, a.created_at`,
  id: "a.document_id",
  search: WHO,
  columns: {
    status: "a.status", balances_hold: "a.balances_hold", has_salary: "(jsonb_typeof(a.result->'salary') = 'object')", months: "coalesce(jsonb_array_length(a.result->'months'), 0)", source: "d.source", document_status: "d.status", created_at: "a.created_at",
  },
  map: (row) => ({ ...row, account_no: masked(row.account_no) }),
});

export const STATEMENTS = sql`d.type = 'bank_statement'`;
