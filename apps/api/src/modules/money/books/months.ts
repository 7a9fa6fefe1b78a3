/**
 * Months of postings: taken away as a whole and brought back (packages/ledger/schema/05_months.sql, docs/decisions/0091-postings-by-month.md). Each is on record
 * in the audit trail with its digest, so that what is in its place is proved by two chains.
 */
import { IS_MONTH, InvalidRequest, type MonthOfPostings, bringMonthBack, takeMonthAway } from "@manilla/ledger";
import { sql } from "kysely";
import { type Database, type Tx, queryable } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { Actor } from "../../../request.ts";
import { recordAudit } from "../../platform/audit/index.ts";

const OPERATOR: Actor = { user_id: null, name: "Operator" };
const TAKEN = "ledger_month_taken_away";

/** @throws InvalidFields */
function checkMonth(month: string): void {
  if (!IS_MONTH.test(month)) throw new InvalidFields({ month: ["write it like 2026-08"] });
}

/** @throws InvalidFields with the ledger's words */
const inWords = (answer: Promise<MonthOfPostings>): Promise<MonthOfPostings> =>
  answer.catch((error: unknown) => {
    throw error instanceof InvalidRequest
      ? new InvalidFields({ [error.field]: [error.message.replace(`${error.field}: `, "")] })
      : error;
  });

/** A loan that is open is worked out from its postings one by one: the first of those that a month is needed for. */
async function openLoanOf(tx: Tx, month: string): Promise<string | undefined> {
  const { rows } = await sql<{ reference: string }>`
    select l.reference
    from loans l
    where l.status not in ('declined', 'rejected', 'withdrawn', 'settled', 'reimbursed', 'terminated', 'written_off')
      and exists (
        select from ledger.accounts a
        join ledger.postings p on p.account_id = a.id
        where a.owner_type = 'loan' and a.owner_id = l.id::text
          and p.transaction_id >= ledger.first_uuid_of((${month} || '-01')::timestamp at time zone 'UTC')
          and p.transaction_id < ledger.first_uuid_of(((${month} || '-01')::timestamp + interval '1 month') at time zone 'UTC')
      )
      and not exists (select from ledger.months_away m where to_char(m.month, 'YYYY-MM') = ${month})
    order by l.created_at
    limit 1
  `.execute(tx);
  return rows[0]?.reference;
}

/**
 * Takes the postings of a month out of the books; what each account carries out of it takes their place.
 * @param owner as the owner of the schema; the books hold before (`verifyLedger`)
 * @param month like `2026-08`
 * @throws InvalidFields where it is not over, not sealed or away; Conflict where a loan is open that was posted to in it
 */
export const takePostingsAway = (owner: Database, month: string): Promise<MonthOfPostings> =>
  owner.transaction().execute(async (tx) => {
    checkMonth(month);
    const open = await openLoanOf(tx, month);
    if (open) throw new Conflict(`The loan ${open} is open, and what it owes is worked out from postings of ${month}.`);
    const taken = await inWords(takeMonthAway(queryable(tx), month));
    await recordAudit(tx, OPERATOR, TAKEN, ["ledger_month", `${month}-01`], { after: { ...taken } });
    return taken;
  });

/** Puts a month's postings back. @throws InvalidFields where it is not away, or its table does not hold what was taken away */
export const bringPostingsBack = (owner: Database, month: string): Promise<MonthOfPostings> =>
  owner.transaction().execute(async (tx) => {
    const back = await inWords(bringMonthBack(queryable(tx), month));
    await recordAudit(tx, OPERATOR, "ledger_month_brought_back", ["ledger_month", `${month}-01`], {
      after: { ...back },
    });
    return back;
  });

/** The months that are away, as the audit trail has them: false where the ledger names other digests than were recorded when it was taken away. */
export async function recordedMonths(db: Database): Promise<{ month: string; is_on_record: boolean }[]> {
  const { rows } = await sql<{ month: string; is_on_record: boolean }>`
    select to_char(m.month, 'YYYY-MM') as month, coalesce((
      select r.after ->> 'digest' = m.digest and r.after ->> 'carried_digest' = m.carried_digest
      from audit_records r
      where r.subject_type = 'ledger_month' and r.subject_id = m.month::text and r.action = ${TAKEN}
      order by r.recorded_at desc
      limit 1
    ), false) as is_on_record
    from ledger.months_away m
    order by m.month
  `.execute(db);
  return rows;
}
