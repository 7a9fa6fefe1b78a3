import * as calls from "@manilla/contract/companies/salary-deductions";
import type { Permission } from "@manilla/contract/permissions";
import { roleSlugs, roles } from "@manilla/contract/roles";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { walletOf } from "../../money/books/index.ts";
import { slugs } from "../../platform/access/index.ts";
import { abilitiesIn } from "../../platform/states/index.ts";
import { type FileFacts, deductionRules } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Found = z.output<typeof calls.find.response>;
type Line = z.output<typeof calls.lines.row>;
/** A file with everything that its actions ask for. */
export type DeductionFile = Row &
  FileFacts & { held_until: string; shielded_until: string; shield_ended_on: string | null; paid_by: string | null };

const rolesThat = (permission: Permission) =>
  slugs(roleSlugs.filter((slug) => (roles[slug].permissions as readonly Permission[]).includes(permission)));
/** People at work for the company who hold a role of some; by the roles as they are shipped. */
const at_work = (who: string) => `
  employments e join users u on u.id = e.user_id join user_roles g on g.user_id = u.id
  where e.company_id = f.company_id and e.status = 'active' and u.erased_at is null and g.role in (${who})
`;
const ANSWERERS = at_work(rolesThat("company:can_update_staff"));
const INSIDE = "exists (select 1 from deduction_lines x where x.file_id = f.id and x.user_id = u.id)";
const FROM = "deduction_files f join companies c on c.id = f.company_id";
/** Confirmed, and its days of grace for the people are over. */
const UNPAID = "f.status = 'confirmed' and f.shield_ended_on is not null";
const SELECT = `
  f.id, f.reference, json_build_object('id', c.id, 'name', c.name) as company, f.pay_day, f.status, f.people, f.asked_kobo,
  f.deducted_kobo, f.asked_kobo - f.deducted_kobo as shortfall_kobo,
  case when ${UNPAID} then (select business_date from business_calendar) - f.pay_day end as unpaid_days, f.version, f.created_at
`;
const FACTS = `
  f.confirmed_by,
  exists (select 1 from ${at_work(rolesThat("company:can_fund_debit_wallet"))} and u.id is distinct from f.confirmed_by)
    as has_other_payer,
  array(select distinct u.id from ${ANSWERERS} and ${INSIDE}) as inside_ids,
  exists (select 1 from ${ANSWERERS} and not ${INSIDE}) as has_outsider
`;
const definition = {
  from: FROM,
  rows_of: FROM,
  select: SELECT,
  facts: FACTS,
  id: "f.id",
  columns: { has_shortfall: "(f.deducted_kobo < f.asked_kobo)", is_unpaid: `(${UNPAID})` },
};
const ownFiles = defineList<typeof calls.listAll, Row & FileFacts>(calls.listAll, {
  ...definition,
  search: "lower(f.reference)",
});
const allFiles = defineList<typeof calls.ofCompanies, Row & FileFacts>(calls.ofCompanies, {
  ...definition,
  search: ["lower(f.reference)", "folded(c.name)"],
});
const mine = (context: Context) => abilitiesIn(context, calls, deductionRules);
export const listAll = (context: Context) =>
  ownFiles.scoped(sql`f.company_id = ${context.session.company_id}`, undefined, mine(context));
export const ofCompanies = (context: Context) => allFiles.scoped(sql`true`, undefined, mine(context));

/** Those of the caller's company, or all for the provider's staff. */
const scopeOf = ({ session }: Pick<Context, "session">) =>
  session.permissions.has("provider:can_view_repayments") ? sql`true` : sql`f.company_id = ${session.company_id}`;

/** A file of the caller's company, or any for the provider's staff; undefined where there is none. */
export async function readFile(
  db: Database | Tx,
  context: Pick<Context, "session">,
  id: string,
): Promise<DeductionFile | undefined> {
  const { rows } = await sql<DeductionFile>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)}, f.held_until, f.shielded_until, f.shield_ended_on::text as shield_ended_on, f.paid_by
    from ${sql.raw(FROM)}
    where f.id = ${id} and ${scopeOf(context)}
  `.execute(db);
  return rows[0];
}

/** The same where it must be there. @throws NotFound */
export async function findFile(db: Database | Tx, context: Context, id: string): Promise<DeductionFile> {
  const file = await readFile(db, context, id);
  if (!file) throw new NotFound("This deduction file");
  return file;
}

/** The row of a file as its lists show it. */
export function rowOf(context: Context, file: DeductionFile): z.output<typeof calls.listAll.row> {
  const {
    confirmed_by: _who,
    has_other_payer: _other,
    held_until: _until,
    shielded_until: _shield,
    paid_by: _payer,
    ...shown
  } = file;
  const { inside_ids: _ids, has_outsider: _outsider, ...row } = shown;
  return { ...row, abilities: mine(context)(file) };
}

const nameOf = async (db: Database, id: string | null) =>
  id ? ((await findRow(db, "users", id, ["full_name"]))?.full_name ?? "Somebody") : null;

/** A file with what its page shows beside the row. @throws NotFound */
export async function detailsOf(context: Context, id: string): Promise<Found> {
  const { db, session } = context;
  const file = await findFile(db, context, id);
  const { rows: exceptions } = await sql<Found["exceptions"][number]>`
    select shortfall_reason as reason, count(*)::int as people, sum(asked_kobo - deducted_kobo)::bigint as shortfall_kobo
    from deduction_lines
    where file_id = ${id} and shortfall_reason is not null
    group by 1
    order by 1
  `.execute(db);
  const { rows: payrolls } = await sql<NonNullable<Found["payroll"]>>`
    select f.handed_over_at,
      (select count(*)::int from deduction_lines x where x.file_id = f.id and x.is_answered) as answered
    from deduction_files f
    join deduction_terms t on t.company_id = f.company_id and t.is_connected
    where f.id = ${id}
  `.execute(db);
  const { rows: history } = await sql<Found["history"][number]>`
    select id, to_state as title, actor_name as by, reason, happened_at as at
    from transitions
    where subject_id = ${id} and noun = 'deductionFile'
    order by happened_at desc, id desc
  `.execute(db);
  const isOwn = session.company_id === file.company.id;
  return {
    ...rowOf(context, file),
    held_until: file.held_until,
    shielded_until: file.shielded_until,
    confirmed_by: await nameOf(db, file.confirmed_by),
    paid_by: await nameOf(db, file.paid_by),
    available_kobo: isOwn ? (await walletOf(db, file.company.id)).available_kobo : null,
    payroll: payrolls[0] ?? null,
    exceptions,
    history,
  };
}

const NAME = "coalesce(u.full_name, e.kept_name, 'Somebody')";
const LINE_FROM = `
  deduction_lines x
  join loans l on l.id = x.loan_id
  left join users u on u.id = x.user_id
  left join employments e on e.user_id = x.user_id and e.company_id = x.company_id
`;
const LINE = `
  x.id, json_build_object('id', x.user_id, 'name', ${NAME}) as person, e.staff_number,
  json_build_object('id', l.id, 'reference', l.reference) as loan, x.asked_kobo, x.overdue_kobo, x.carried_because,
  x.deducted_kobo, x.asked_kobo - x.deducted_kobo as shortfall_kobo, x.shortfall_reason, x.note,
  x.receipt_id is not null as is_allocated
`;
const lineList = defineList(calls.lines, {
  from: LINE_FROM,
  rows_of: LINE_FROM,
  select: LINE,
  id: "x.id",
  columns: { person: NAME, has_shortfall: "(x.deducted_kobo < x.asked_kobo)" },
  search: [`folded(${NAME})`, "lower(coalesce(e.staff_number, ''))", "lower(l.reference)"],
});

/** @throws NotFound */
export async function lines(context: Context, { params }: { params: { id: string } }) {
  await findFile(context.db, context, params.id);
  return lineList.scoped(sql`x.file_id = ${params.id}`);
}

/** One line as the list shows it. */
export async function lineOf(db: Tx, id: string): Promise<Line> {
  const { rows } = await sql<Line>`
    select ${sql.raw(LINE)} from ${sql.raw(LINE_FROM)} where x.id = ${id}
  `.execute(db);
  return rows[0]!;
}
