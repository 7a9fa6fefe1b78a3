import * as calls from "@manilla/contract/money/reconciliation";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { changeRows, findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound, ProviderUnavailable, StaleVersion } from "../../../errors.ts";
import { NotReached, OutcomeUnknown } from "../../../outside/http.ts";
import { actorOf, recordAudit, whoChanged } from "../../platform/audit/index.ts";
import { receive } from "../receipts/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { reconcileDay } from "./index.ts";
import { matchAll } from "./match.ts";
import { keepStatement, readStatements } from "./statements.ts";

type Row = z.output<typeof calls.itemRow>;

const FROM = `
  reconciliation_items i
  left join bank_statement_lines s on s.id = i.statement_line_id
  left join users d on d.id = i.decided_by
  left join payouts o on i.subject_type = 'payout' and o.id = i.subject_id
  left join receipts r on i.subject_type = 'receipt' and r.id = i.subject_id
  left join users u on u.id = coalesce(o.user_id, r.user_id)
`;
const SELECT = `
  i.id, i.business_date, i.direction, i.subject_type, i.subject_id, i.reference,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.full_name) end as customer,
  i.expected_kobo, i.actual_kobo, coalesce(i.actual_kobo, 0) - coalesce(i.expected_kobo, 0) as difference_kobo,
  i.status, i.reason,
  case
    when s.id is not null then json_build_object('line', s.line, 'booked_on', s.booked_on, 'narration', s.narration)
  end as statement, d.full_name as decided_by, i.decision_note, i.version, i.updated_at
`;

const itemList = defineList(calls.listAll, {
  from: FROM,
  rows_of: "reconciliation_items i",
  select: SELECT,
  id: "i.id",
  search: "folded(i.reference || ' ' || i.reason)",
});

async function findItem(db: Database | Tx, id: string): Promise<Row> {
  const { rows } = await sql<Row>`select ${sql.raw(SELECT)} from ${sql.raw(FROM)} where i.id = ${id}`.execute(db);
  if (!rows[0]) throw new NotFound("This row");
  return rows[0];
}

/** @throws NotFound, StaleVersion */
async function lockItem(tx: Tx, id: string, version?: number) {
  const item = await tx
    .selectFrom("reconciliation_items")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!item) throw new NotFound("This row");
  if (version !== undefined && item.version !== version)
    throw new StaleVersion(
      `This row has changed since you opened it.${await whoChanged(tx, "reconciliation_item", id)} Please look again.`,
    );
  return item;
}

/** Who recorded money never explains away that the bank has not seen it. @throws NotAllowed */
async function refuseOwnReceipt(
  tx: Tx,
  { session }: Context,
  { subject_type, subject_id }: { subject_type: string; subject_id: string },
): Promise<void> {
  if (subject_type !== "receipt") return;
  const receipt = await findRow(tx, "receipts", subject_id, ["recorded_by"]);
  if (receipt?.recorded_by === session.user_id)
    throw new NotAllowed("You recorded this receipt yourself: somebody else decides about it.", "own_receipt");
}

async function decide(
  tx: Tx,
  context: Context,
  id: string,
  change: {
    action: "match_by_hand" | "void";
    note: string;
    version?: number | undefined;
    statement_line_id?: string | undefined;
  },
): Promise<{ item: Row }> {
  const item = await lockItem(tx, id, change.version);
  await refuseOwnReceipt(tx, context, item);
  const line = change.statement_line_id
    ? await findRow(tx, "bank_statement_lines", change.statement_line_id, ["id", "amount_kobo"])
    : undefined;
  if (change.statement_line_id && !line) throw new InvalidFields({ statement_line_id: ["this line is not there"] });
  const actor = actorOf(context);
  await changeState(tx, {
    noun: "reconciliation",
    id,
    from: item.status,
    action: change.action,
    actor,
    reason: change.note,
    business_date: await businessDate(tx),
  });
  await changeRows(tx, "reconciliation_items", id, {
    decided_by: context.session.user_id,
    decision_note: change.note,
    updated_at: clock.now(),
    ...(line && {
      statement_line_id: line.id,
      actual_kobo: line.amount_kobo < 0n ? -line.amount_kobo : line.amount_kobo,
    }),
  });
  await recordAudit(tx, actor, `reconciliation_${change.action}`, ["reconciliation_item", id], {
    before: { status: item.status, reason: item.reason },
    after: { action: change.action },
    reason: change.note,
  });
  return { item: await findItem(tx, id) };
}

const MAX_DAYS = 62;

async function summary(
  db: Database,
  query: { from?: string | undefined; to?: string | undefined },
): Promise<z.output<typeof calls.summary.response>> {
  const to = query.to ?? (await businessDate(db));
  const from = query.from ?? addDays(to, -13);
  if (from > to || addDays(from, MAX_DAYS) < to) throw new InvalidFields({ from: [`choose at most ${MAX_DAYS} days`] });
  type Day = z.output<typeof calls.summary.response>["days"][number];
  const { rows } = await sql<{ business_date: string } & Day["statuses"][number]>`
    select business_date, status, count(*)::int as count, coalesce(sum(expected_kobo), 0)::bigint as expected_kobo,
      coalesce(sum(actual_kobo), 0)::bigint as actual_kobo
    from reconciliation_items
    where business_date between ${from}::date and ${to}::date
    group by 1, 2
    order by 1 desc, 2
  `.execute(db);
  const { rows: statements } = await sql<{ statement_on: string } & NonNullable<Day["statement"]>>`
    select distinct on (statement_on) statement_on, format, opening_kobo, closing_kobo,
      (select count(*) from bank_statement_lines l where l.booked_on = s.statement_on)::int as lines, fetched_at
    from bank_statements s
    where statement_on between ${from}::date and ${to}::date
    order by statement_on, fetched_at desc
  `.execute(db);
  const dates = [
    ...new Set([
      ...rows.map(({ business_date }) => business_date),
      ...statements.map(({ statement_on }) => statement_on),
    ]),
  ]
    .toSorted()
    .reverse();
  return {
    days: dates.map((business_date) => {
      const statuses = rows
        .filter((row) => row.business_date === business_date)
        .map(({ business_date: _, ...row }) => row);
      const found = statements.find(({ statement_on }) => statement_on === business_date);
      return {
        business_date,
        statuses,
        exceptions: statuses
          .filter(({ status }) => ["missing", "over", "short", "mismatch"].includes(status))
          .reduce((sum, { count }) => sum + count, 0),
        statement: found
          ? {
              format: found.format,
              opening_kobo: found.opening_kobo,
              closing_kobo: found.closing_kobo,
              lines: found.lines,
              fetched_at: found.fetched_at,
            }
          : null,
      };
    }),
  };
}

export const handlers: Handlers<typeof calls> = {
  listAll: itemList,
  find: async ({ db }, { params }) => ({ item: await findItem(db, params.id) }),
  summary: ({ db }, { query }) => summary(db, query),

  async run(context, { body }) {
    const today = await businessDate(context.db);
    if (body.business_date > today) throw new InvalidFields({ business_date: ["this day has not begun"] });
    try {
      const { strays, missing, ...result } = await reconcileDay(context, body.business_date, context.session.user_id);
      return {
        business_date: body.business_date,
        ...result,
        exceptions: strays + missing,
        message: result.has_statement
          ? `${result.lines} new lines, ${result.matched} matched.`
          : "The bank has no statement of that day yet.",
      };
    } catch (error) {
      if (error instanceof NotReached || error instanceof OutcomeUnknown)
        throw new ProviderUnavailable(
          "The bank does not answer. Nothing was changed; please try again shortly, or upload its statement.",
        );
      throw error;
    }
  },

  upload: (context) =>
    context.once(async (tx) => {
      if (!context.file) throw new InvalidFields({ file: ["this field is required"] });
      const text = context.file.bytes.toString("utf8");
      const { format, statements } = readStatements(text);
      const today = await businessDate(tx);
      let lines = 0;
      for (const [position, statement] of statements.entries())
        lines += await keepStatement(tx, text, position, format, statement, today, context.session.user_id);
      const { matched, strays, missing } = await matchAll(tx, today);
      await recordAudit(tx, context, "bank_statement_uploaded", ["bank_statement", null], { after: { format, lines } });
      return {
        statements: statements.length,
        lines,
        matched,
        exceptions: strays + missing,
        flags: statements.flatMap(({ flags }) => flags.map(({ message }) => message)).slice(0, 50),
      };
    }),

  match: (context, { params, body }) =>
    context.once((tx) => decide(tx, context, params.id, { action: "match_by_hand", ...body })),
  voidItem: (context, { params, body }) =>
    context.once((tx) => decide(tx, context, params.id, { action: "void", ...body })),

  claim: (context, { params, body }) =>
    context.once(async (tx) => {
      const item = await lockItem(tx, params.id);
      if (item.subject_type !== "unidentified_receipt")
        throw new Conflict("Only money of which nobody knew whose it is can be given to a person.", "not_unidentified");
      const money = await tx
        .selectFrom("unidentified_receipts")
        .selectAll()
        .where("id", "=", item.subject_id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (money.receipt_id) throw new Conflict("This was given to a person already.", "already_decided");
      const person = await tx.selectFrom("users").select("id").where("id", "=", body.user_id).executeTakeFirst();
      if (!person) throw new InvalidFields({ user_id: ["this person is not there"] });
      const { receipt_id } = await receive(tx, context, {
        user_id: body.user_id,
        ...(body.loan_id && { purpose: "loan_repayment" as const, subject_id: body.loan_id }),
        amount_kobo: money.amount_kobo,
        channel: "bank_transfer",
        source: "unidentified_receipts",
        reference: money.reference,
        on: await businessDate(tx),
        actor: actorOf(context),
        note: body.note,
      });
      await changeRows(tx, "unidentified_receipts", money.id, {
        receipt_id,
        claimed_by: context.session.user_id,
        claimed_at: clock.now(),
      });
      return { ...(await decide(tx, context, params.id, { action: "match_by_hand", note: body.note })), receipt_id };
    }),
};
