/** What the rows of a file name: customers and products as they are here now. */
import { sql } from "kysely";
import type { Database, Tx } from "../../../db/database.ts";
import { normalPhone } from "../../people/people/index.ts";
import type { Terms } from "../loan-products/index.ts";
import type { RunningLoan } from "../schedules/index.ts";

export interface Version extends Pick<
  RunningLoan,
  | "grace_days"
  | "materiality"
  | "allocation_order"
  | "settlement_interest"
  | "interest_on_overdue"
  | "flat_prepayment"
  | "penalty"
> {
  product_id: string;
  version_id: string;
  code: string;
  name: string;
  method: Terms["method"];
  interest: Terms["interest"];
  day_count: Terms["day_count"];
  rounding_multiple_kobo: bigint;
  rounding_mode: Terms["rounding_mode"];
  minimum_principal_kobo: bigint;
  maximum_principal_kobo: bigint;
}

export interface Person {
  id: string;
  email: string;
  phone: string | null;
  is_customer: boolean;
  is_blacklisted: boolean;
  profile_status: string;
  name: string;
  is_colleague: boolean;
  /** A loan that runs, or a request that is open. */
  other_loan: string | null;
}

/** A text as it is compared. */
export const folded = (text: string): string => text.trim().toLowerCase();
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** Customers and others by id, e-mail and phone. @param named as the file has them */
export async function peopleOf(db: Database | Tx, named: readonly string[]): Promise<Map<string, Person>> {
  const { rows } = await sql<Person>`
    select u.id, lower(u.email) as email, u.phone, u.is_customer, u.is_blacklisted, u.profile_status,
      u.full_name as name, exists (select 1 from colleagues c where c.id = u.id) as is_colleague,
      (
        select reference
        from loans l
        where l.user_id = u.id
          and l.status in (
            'requested', 'pre_approved', 'approved', 'offered', 'accepted', 'disbursing', 'running', 'past_due', 'stop_requested'
          )
        order by l.id
        limit 1
      ) as other_loan
    from users u
    where u.erased_at is null
      and (
        lower(u.email) = any(${named.map(folded)}::text[])
          or u.phone = any(${named.map(normalPhone)}::text[])
          or u.id = any(${named.filter(isId)}::uuid[])
      )
  `.execute(db);
  return new Map(
    rows.flatMap((person) =>
      [person.id, person.email, person.phone].flatMap((key) => (key === null ? [] : [[key, person] as const])),
    ),
  );
}

/** Each product by code and by name, at its newest terms that have begun. */
export async function productsOn(db: Database | Tx, on: string): Promise<Map<string, Version>> {
  const { rows } = await sql<Version>`
    select distinct on (p.id) p.id as product_id, v.id as version_id, p.code, p.name, v.method, v.interest,
      v.day_count, v.rounding_multiple_kobo, v.rounding_mode, v.minimum_principal_kobo, v.maximum_principal_kobo,
      v.grace_days, v.materiality, v.allocation_order, v.settlement_interest, v.interest_on_overdue,
      v.flat_prepayment, v.penalty
    from loan_products p
    join loan_product_versions v on v.product_id = p.id and v.valid_from <= ${on}::date
    where p.kind in ('personal', 'pay')
    order by p.id, v.valid_from desc
  `.execute(db);
  return new Map(
    rows.flatMap((row) => [
      [folded(row.name), row],
      [folded(row.code), row],
    ]),
  );
}
