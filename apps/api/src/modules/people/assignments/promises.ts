/** What a borrower promised to pay: told to a colleague, or requested on the loan's page and agreed to. One definition for every list, page and figure. */

interface Promiser {
  /** Column of the person. */
  user_id: string;
  /** Alias of their loan: then only what was promised of it, or of no loan by name, since it was paid out. */
  loan?: string;
  /** An expression: nothing that was promised before. */
  since?: string;
}

/** The newest promise as a lateral row with `id`, `promised_on`, `promised_kobo`; none where nothing was promised. Each half is one step along an index. */
export function lastPromise({ user_id, loan, since }: Promiser): string {
  const wanted = [
    ...(loan
      ? [
          `coalesce(p.loan_id, ${loan}.id) = ${loan}.id`,
          `p.made_at >= coalesce(${loan}.disbursed_on, ${loan}.created_at)`,
        ]
      : []),
    ...(since ? [`p.made_at >= ${since}`] : []),
  ];
  return `
  (
    select p.id, p.promised_on, p.promised_kobo
    from (
      select k.id, k.promised_on, k.promised_kobo, k.contacted_at as made_at, null::uuid as loan_id
      from assignment_contacts k
      where k.user_id = ${user_id} and k.promised_on is not null
      union all
      select t.id, t.promised_on, t.promised_kobo, t.decided_at, t.loan_id
      from time_requests t
      where t.user_id = ${user_id} and t.kind = 'promise' and t.status = 'approved'
    ) p
    where ${wanted.join(" and ") || "true"}
    order by p.made_at desc
    limit 1
  )
`;
}

/** Of a row of `lastPromise`: the day has gone by. */
export const isBroken = (promise: string): string =>
  `coalesce(${promise}.promised_on < (select business_date from business_calendar), false)`;

/** Who promised anything for a day. @param on an expression */
export const promisersFor = (on: string): string => `
  (
    select user_id from assignment_contacts where promised_on = ${on}
    union
    select user_id from time_requests where promised_on = ${on} and kind = 'promise' and status = 'approved'
  )
`;
