/** What the rows of a batch cost, as each would cost as a single transfer. */
import { sql } from "kysely";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { isCompanysOwn, tariffToday } from "../transfers/index.ts";
import { chargesOf } from "./keeping.ts";
import type { Batch } from "./queries.ts";

type Of = Pick<Batch, "id" | "kind" | "company_id">;
interface Priced {
  number: number;
  amount_kobo: bigint;
  account_name: string | null;
  fee_kobo: bigint;
  vat_kobo: bigint;
  stamp_duty_kobo: bigint;
}

/** The rows that go to an account of the company itself, by their numbers. One of an employee never is, under any name. */
async function ownOf(tx: Tx, { id, kind, company_id }: Of, rows: readonly Priced[]): Promise<Set<number>> {
  // Of salaries none is due anyhow.
  if (kind === "salary") return new Set();
  const { name } = await getRow(tx, "companies", company_id, ["name"]);
  const named = rows.flatMap(({ number, account_name }) =>
    account_name !== null && isCompanysOwn(name, account_name) ? [number] : [],
  );
  if (named.length === 0) return new Set();
  const { rows: own } = await sql<{ number: number }>`
    select r.number
    from transfer_batch_rows r
    where r.batch_id = ${id} and r.number = any(${named}::int[])
      and not exists (
        select 1 from employments e where e.company_id = ${company_id} and lower(e.staff_number) = lower(r.staff_number)
      )
      and not exists (
        select 1
        from beneficiaries b
        where b.company_id = ${company_id} and b.bank_code = r.bank_code and b.account_no_hash = r.account_no_hash
          and b.employee_id is not null
      )
  `.execute(tx);
  return new Set(own.map(({ number }) => number));
}

/** The charges of the day; rebuilt once the banks have named the accounts, and with each correction. The batch is locked. */
export async function priceRows(tx: Tx, batch: Of): Promise<void> {
  const tariff = await tariffToday(tx);
  const { rows } = await sql<Priced>`
    select number, amount_kobo, account_name, fee_kobo, vat_kobo, stamp_duty_kobo
    from transfer_batch_rows
    where batch_id = ${batch.id} and amount_kobo is not null
  `.execute(tx);
  const own = await ownOf(tx, batch, rows);
  const changed = rows.flatMap(({ number, amount_kobo, ...was }) => {
    const { fee_kobo, vat_kobo, stamp_duty_kobo } = chargesOf(batch.kind, amount_kobo, tariff, own.has(number));
    const isSame = was.fee_kobo === fee_kobo && was.vat_kobo === vat_kobo && was.stamp_duty_kobo === stamp_duty_kobo;
    const now = { fee_kobo: Number(fee_kobo), vat_kobo: Number(vat_kobo), stamp_duty_kobo: Number(stamp_duty_kobo) };
    return isSame ? [] : [{ number, ...now }];
  });
  if (changed.length === 0) return;
  await sql`
    update transfer_batch_rows r
    set fee_kobo = p.fee_kobo, vat_kobo = p.vat_kobo, stamp_duty_kobo = p.stamp_duty_kobo
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as p (number int, fee_kobo bigint, vat_kobo bigint, stamp_duty_kobo bigint)
    where r.batch_id = ${batch.id} and r.number = p.number
  `.execute(tx);
}
