import * as calls from "@manilla/contract/companies/credit-lines";
import { isSameCompany } from "@manilla/contract/companies/company-names";
import { rolesOf } from "@manilla/contract/roles";
import { dayInMonth } from "@manilla/credit";
import { sql } from "kysely";
import type { z } from "zod";
import { nameOf } from "../../../db/names.ts";
import type { Context } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { defineList } from "../../../db/list.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { lineBooks } from "../../money/books/index.ts";
import { slugs } from "../../platform/access/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { abilitiesIn, businessDate } from "../../platform/states/index.ts";
import { peopleWith } from "../wallet-movements/index.ts";
import { type LineFacts, lineRules, suggestedLine } from "./rules.ts";

type Row = Omit<z.output<typeof calls.listAll.row>, "abilities">;
type Answered = z.output<typeof calls.request.response>["application"];
type Line = NonNullable<z.output<typeof calls.findOwn.response>["line"]>;
type Known = z.output<typeof calls.find.response>["known"];
export type Application = Row &
  LineFacts &
  Omit<Answered, "abilities" | "id" | "status"> & { version: number; requested_by: string };

const FROM = "line_applications a join companies c on c.id = a.company_id";
const WAITS = `exists (
  select 1 from approvals v where v.kind = 'offer_line' and v.status = 'pending' and v.payload ->> 'application_id' = a.id::text
)`;
const SELECT = `
  a.id, a.company_id, c.name as company, a.status, a.amount_kobo, a.offered_kobo, a.monthly_turnover_kobo,
  ${WAITS} as is_waiting, a.created_at
`;
const FACTS = `
  array(select s.user_id from line_signatures s where s.application_id = a.id and s.signed_at is not null) as signed_ids,
  array(select s.user_id from line_signatures s where s.application_id = a.id and s.signed_at is null) as unsigned_ids,
  array(
    select u.id from users u join user_roles g on g.user_id = u.id
    where u.company_id = a.company_id and g.role in (${slugs(rolesOf("admin"))})
  ) as colleague_ids
`;

const applicationList = defineList<typeof calls.listAll, Row & LineFacts>(calls.listAll, {
  from: FROM,
  rows_of: "line_applications a join companies c on c.id = a.company_id",
  select: SELECT,
  facts: FACTS,
  id: "a.id",
  columns: { company_id: "a.company_id" },
  search: "folded(c.name)",
});
export const listAll = (context: Context) =>
  applicationList.scoped(sql`a.status <> 'draft'`, undefined, abilitiesIn(context, calls, lineRules));

/** An application with everything that its rules and screens ask for; undefined where there is none. */
async function readApplication(db: Database | Tx, where: ReturnType<typeof sql>): Promise<Application | undefined> {
  const { rows } = await sql<Application>`
    select ${sql.raw(SELECT)}, ${sql.raw(FACTS)}, a.purpose, a.annual_rate_percent::text, a.offer_expires_on,
      a.declined_because, a.version, a.requested_by,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', n.user_id, 'name', n.name, 'signed_at', n.signed_at) order by n.name)
        from (
          select s.user_id, s.signed_at, ${sql.raw(nameOf("u", "w"))} as name
          from line_signatures s
          cross join lateral (select s.user_id, a.company_id) w
          left join users u on u.id = s.user_id
          where s.application_id = a.id
        ) n
      ), '[]') as signatories
    from ${sql.raw(FROM)}
    where ${where}
  `.execute(db);
  const found = rows[0];
  if (!found) return undefined;
  const signatories = found.signatories.map((each) => ({
    ...each,
    signed_at: each.signed_at && new Date(each.signed_at),
  }));
  const rate = found.annual_rate_percent;
  return { ...found, signatories, annual_rate_percent: rate && rate.replace(/\.?0+$/, "") };
}

/** An application that the caller may act on: their own company's, or, for the provider's staff, any that was sent. */
export async function lockApplication(tx: Tx, { session }: Context, id: string): Promise<Application | undefined> {
  await sql`select 1 from line_applications where id = ${id} for update`.execute(tx);
  const isProvider = session.permissions.has("provider:can_view_companies");
  return readApplication(
    tx,
    isProvider ? sql`a.id = ${id} and a.status <> 'draft'` : sql`a.id = ${id} and a.company_id = ${session.company_id}`,
  );
}

/** The same where it must be there. @throws NotFound */
export async function findApplication(db: Database | Tx, id: string): Promise<Application> {
  const found = await readApplication(db, sql`a.id = ${id}`);
  if (!found) throw new NotFound("This application");
  return found;
}

/** The last one of a company. */
export const lastApplication = (db: Database | Tx, company_id: string): Promise<Application | undefined> =>
  readApplication(
    db,
    sql`a.id = (select id from line_applications where company_id = ${company_id} order by created_at desc limit 1)`,
  );

/** As the company's screen shows it. */
export function shown(context: Context, found: Application): Answered {
  const { id, status, amount_kobo, purpose, monthly_turnover_kobo, offered_kobo } = found;
  const { annual_rate_percent, offer_expires_on, declined_because, signatories } = found;
  return {
    id,
    status,
    amount_kobo,
    purpose,
    monthly_turnover_kobo,
    offered_kobo,
    annual_rate_percent,
    offer_expires_on,
    declined_because,
    signatories,
    created_at: found.created_at,
    abilities: abilitiesIn(context, calls, lineRules)(found),
  };
}

/** The company's line as it is in the books; undefined where none was granted. @param lock holds it until the transaction ends */
export async function lineOf(db: Database | Tx, company_id: string, lock = false): Promise<Line | undefined> {
  const row = await findRow(db, "credit_lines", { company_id }, ["limit_kobo", "annual_rate_percent", "granted_at"], {
    lock,
  });
  if (!row) return undefined;
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(-sum(b.balance_kobo), 0)::bigint as kobo
    from purses p
    join ledger.accounts a on a.tenant = '' and a.code = 'undrawn_line:' || p.user_id
    join ledger.balances b on b.account_id = a.id
    where p.company_id = ${company_id}
  `.execute(db);
  return {
    limit_kobo: row.limit_kobo,
    annual_rate_percent: String(row.annual_rate_percent).replace(/\.?0+$/, ""),
    granted_at: row.granted_at,
    ...(await lineBooks(db, company_id)),
    assigned_kobo: rows[0]!.kobo,
  };
}

/** Who may sign for a company: its people whose roles may apply for credit. */
export const signatoriesOf = (db: Database | Tx, company_id: string) =>
  peopleWith(db, company_id, "company:can_apply_for_credit");

const MONTHS = 6;

const monthsBefore = async (db: Database): Promise<string> => {
  const on = await businessDate(db);
  return dayInMonth(on, -MONTHS, Number(on.slice(8)));
};

/** What a company sent to accounts of its own since a day: it comes in again, and would look like money of customers. */
async function sentToItself(db: Database, company_id: string, name: string, since: string): Promise<bigint> {
  const { rows } = await sql<{ payee: string; kobo: bigint }>`
    select payee, sum(amount_kobo)::bigint as kobo
    from transfers
    where company_id = ${company_id} and status = 'success' and not is_confidential and business_date > ${since}::date
    group by payee
  `.execute(db);
  // The wallet's own number is called so at its bank.
  const own = [name, `${name} Wallet`];
  return rows
    .filter(({ payee }) => own.some((each) => isSameCompany(each, payee)))
    .reduce((sum, { kobo }) => sum + kobo, 0n);
}

/** What the provider knows of a company by its own books. */
export async function knownOf(db: Database, company_id: string): Promise<Known> {
  const from = await monthsBefore(db);
  const { created_at: since, name } = await getRow(db, "companies", company_id, ["created_at", "name"]);
  const { rows } = await sql<Pick<Known, "paid_in_kobo" | "people" | "people_owe_kobo" | "people_late">>`
    select (
        select coalesce(sum(amount_kobo), 0)::bigint
        from wallet_movements
        where company_id = ${company_id}
          and kind in ('transfer_in', 'card_in', 'recorded', 'reversed')
          and business_date > ${from}::date
      ) as paid_in_kobo,
      (select count(*)::int from users where company_id = ${company_id} and erased_at is null) as people,
      coalesce(sum(outstanding_principal_kobo), 0)::bigint as people_owe_kobo,
      (count(*) filter (where status = 'past_due'))::int as people_late
    from loans
    where company_id = ${company_id}
  `.execute(db);
  const back_kobo = await sentToItself(db, company_id, name, from);
  const came_kobo = rows[0]!.paid_in_kobo - back_kobo;
  const figures = { ...rows[0]!, paid_in_kobo: came_kobo > 0n ? came_kobo : 0n };
  const monthly_average_kobo = figures.paid_in_kobo / BigInt(MONTHS);
  const suggested_kobo = suggestedLine(monthly_average_kobo, await readSetting(db, "line_suggested_percent"));
  return { ...figures, months: MONTHS, monthly_average_kobo, suggested_kobo, since };
}
