import * as calls from "@manilla/contract/money/reconciliation";
import { exceptionStates } from "@manilla/contract/money/reconciliation-states";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { changeRows } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import { askTogether } from "../../platform/approvals/index.ts";
import { abilitiesIn, actionsOn, businessDate, eachOf } from "../../platform/states/index.ts";
import { balanceOn } from "./balance.ts";
import { requestCame } from "./came.ts";
import { requestClaim } from "./claim.ts";
import { requestAside } from "./aside.ts";
import { requestByHand } from "./by-hand.ts";
import { differenceOf, resolveOrAsk } from "./differences.ts";
import { ASKED, type LockedItem, lockItem, pendingAbout } from "./locking.ts";
import { type ItemFacts, itemRules } from "./rules.ts";

type Row = z.output<typeof calls.itemRow>;

const FROM = `
  reconciliation_items i
  left join bank_statement_lines s on s.id = i.statement_line_id
  left join users d on d.id = i.decided_by
  left join payouts o on i.subject_type in ('payout', 'payout_return') and o.id = i.subject_id
  left join unidentified_receipts m on i.subject_type = 'unidentified_receipt' and m.id = i.subject_id
  left join receipts r on r.id = case when i.subject_type = 'receipt' then i.subject_id else m.receipt_id end
  left join users u on u.id = coalesce(o.user_id, r.user_id)
  left join users w on w.id = i.owner_id
`;
const SELECT = `
  i.id, i.business_date, i.direction, i.subject_type, i.subject_id, i.reference,
  case when u.id is not null then json_build_object('id', u.id, 'name', u.full_name) end as customer,
  i.expected_kobo, i.actual_kobo, coalesce(i.actual_kobo, 0) - coalesce(i.expected_kobo, 0) as difference_kobo,
  i.status, i.reason,
  case
    when s.id is not null then json_build_object('line', s.line, 'booked_on', s.booked_on, 'narration', s.narration)
  end as statement, w.full_name as owner, d.full_name as decided_by, i.decision_note, i.version, i.updated_at
`;
/** What the rules of its actions look at. */
const FACTS = `
  i.statement_line_id is not null as has_line, r.recorded_by, m.id is not null and m.receipt_id is null as is_nobodys,
  r.reversed_at is not null as is_reversed,
  exists (
    select 1
    from approvals a
    where a.kind in (${ASKED.map((kind) => `'${kind}'`).join(", ")})
      and a.status = 'pending'
      and a.payload ->> 'id' = i.id::text
  ) as is_asked
`;

const itemList = defineList<typeof calls.listAll, Row & ItemFacts>(calls.listAll, {
  from: FROM,
  rows_of: "reconciliation_items i",
  select: SELECT,
  id: "i.id",
  search: "folded(i.reference || ' ' || i.reason)",
  columns: {
    owner_id: "i.owner_id",
    expected_kobo: "coalesce(i.expected_kobo, 0)",
    actual_kobo: "coalesce(i.actual_kobo, 0)",
    difference_kobo: "(coalesce(i.actual_kobo, 0) - coalesce(i.expected_kobo, 0))",
  },
  facts: FACTS,
});

async function findItem(db: Database | Tx, context: Context, id: string): Promise<Row> {
  const { rows } = await sql<Row & ItemFacts>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)} from ${sql.raw(FROM)} where i.id = ${id}
  `.execute(db);
  if (!rows[0]) throw new NotFound("This row");
  return { ...rows[0], abilities: abilitiesIn(context, calls, itemRules)(rows[0]) };
}

const act = actionsOn({
  calls,
  rules: itemRules,
  noun: "reconciliation",
  name: "row",
  audits: ({ id }) => ({ subject_type: "reconciliation_item", subject_id: id }),
  lock: (tx: Tx, _: Context, id: string) => lockItem(tx, id),
  answer: async (tx, context, id) => ({ item: await findItem(tx, context, id) }),
});

const byHand = (action: "match_by_hand" | "void") => ({
  does: async (tx: Tx, context: Context, item: LockedItem, { body: { reason } }: { body: { reason: string } }) => {
    const approval_id = await requestByHand(tx, context, action, item, reason);
    return { answer: { item: await findItem(tx, context, item.id), approval_id } };
  },
});
const [matching, voiding] = [byHand("match_by_hand"), byHand("void")];
const assigning = {
  audit: "reconciliation_assigned",
  does: async (tx: Tx, { session }: Context, { id }: { id: string }) => {
    await changeRows(tx, "reconciliation_items", id, { owner_id: session.user_id, updated_at: clock.now() });
    return { after: { owner_id: session.user_id } };
  },
};

const inBulk = {
  match_by_hand: { call: calls.match, one: act.one(calls.match, matching) },
  void: { call: calls.voidItem, one: act.one(calls.voidItem, voiding) },
  assign: { call: calls.assign, one: act.one(calls.assign, assigning) },
};

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
    select distinct on (statement_on) statement_on, id, format, opening_kobo, closing_kobo,
      (select count(*) from bank_statement_lines l where l.booked_on = s.statement_on)::int as lines, fetched_at
    from bank_statements s
    where statement_on between ${from}::date and ${to}::date and status = 'taken' and format <> 'opening'
    order by statement_on, taken_at desc
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
          .filter(({ status }) => (exceptionStates as readonly string[]).includes(status))
          .reduce((sum, { count }) => sum + count, 0),
        statement: found
          ? {
              id: found.id,
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

async function waiting(db: Database) {
  const { rows } = await sql<{ id: string; statement_on: string; status: string; reason: string }>`
    select id, statement_on, status, coalesce(reasons ->> 0, 'Read, and not taken yet.') as reason
    from bank_statements
    where status in ('read', 'waiting', 'refused')
    order by fetched_at desc
    limit 20
  `.execute(db);
  return rows;
}

async function ownerOfBalance(db: Database): Promise<string | null> {
  const { rows } = await sql<{ owner: string }>`
    select u.full_name as owner
    from reconciliation_items i
    join users u on u.id = i.owner_id
    where i.subject_type = 'bank_balance' and i.status = 'mismatch'
  `.execute(db);
  return rows[0]?.owner ?? null;
}

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => itemList.scoped(sql`true`, undefined, abilitiesIn(context, calls, itemRules)),
  find: async (context, { params }) => ({
    item: await findItem(context.db, context, params.id),
    request_id: (await pendingAbout(context.db, params.id))?.id ?? null,
  }),
  summary: ({ db }, { query }) => summary(db, query),
  async balance({ db }, { query }) {
    const balance = await balanceOn(db, query.on);
    return { balance: balance ? { ...balance, owner: await ownerOfBalance(db) } : null, waiting: await waiting(db) };
  },

  match: act(calls.match, matching),
  voidItem: act(calls.voidItem, voiding),
  assign: act(calls.assign, assigning),
  resolve: act(calls.resolve, {
    does: async (tx, context, { id }, { body }) => {
      const found = await differenceOf(tx, id);
      if (!found || found.bank_kobo === 0n || found.ledger_transaction_id)
        throw new Conflict("There is nothing left to book here.", "already_decided");
      const approval_id = await resolveOrAsk(tx, context, found, body);
      return { answer: { item: await findItem(tx, context, id), approval_id } };
    },
  }),

  came: act(calls.came, {
    does: async (tx, context, { id }, { body }) => {
      const approval_id = await requestCame(tx, context, id, body);
      return { answer: { item: await findItem(tx, context, id), approval_id } };
    },
  }),

  setAside: act(calls.setAside, {
    does: async (tx, context, { id, reference, expected_kobo }, { body }) => {
      const approval_id = await requestAside(tx, context, { id, reason: body.reason }, { reference, expected_kobo });
      return { answer: { item: await findItem(tx, context, id), approval_id } };
    },
  }),

  async each(context, { body }) {
    const { one } = inBulk[body.action];
    const input = (id: string) => ({ params: { id }, query: {}, body: { reason: body.reason } }) as never;
    const verdicts = await askTogether(context, (each) =>
      eachOf(context, body.ids, (tx, id) => one(tx, each, id, input(id))),
    );
    return {
      done: verdicts.filter(({ is_done }) => is_done).length,
      verdicts: verdicts.map(({ id, is_done, reason }) => ({ id, is_done, reason })),
    };
  },

  claim: (context, { params, body }) =>
    context.once(async (tx) => {
      const approval_id = await requestClaim(tx, context, params.id, body);
      return { item: await findItem(tx, context, params.id), approval_id };
    }),
};
