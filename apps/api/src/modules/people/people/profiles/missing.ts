/**
 * What an open application lacks, in SQL, because a list asks it of a page of rows. It reads BVN, profile and papers as
 * `completenessOf` (contract/people/completeness.ts) does, and names besides what would prove more: work e-mail, account check, papers asked.
 */

const empty = (...columns: string[]): string =>
  columns.map((name) => `coalesce(p.${name}::text, '') = ''`).join(" or ");

const HAS_STATEMENT = `
  exists (
    select 1 from documents d
    where d.user_id = u.id and d.status <> 'invalidated'
      and (d.type = 'bank_statement' or d.url ~ 'bank_statement|mbs|mobile|mono|okra|ussd')
  )
`;
const HAS_PROOF = `
  p.nin_last4 is not null or exists (
    select 1 from documents d
    where d.user_id = u.id and d.status <> 'invalidated'
      and (d.type = 'govt_id' or (d.type = 'work_id' and p.employment_status = 'employed'))
  )
`;
const FORM_TWO = `
  ${empty("marital_status", "gender", "address", "employment_status", "employer", "salary_kobo", "salary_day", "account_no_last4", "bank_name")}
  or (p.employment_status = 'employed' and (${empty("position", "emp_type", "company_address")}))
  or (p.employment_status = 'self-employed' and (${empty("company_industry", "company_description", "company_start_year", "company_start_month", "company_monthly_income_kobo", "company_monthly_profit_kobo")}))
`;

/** Over `users u` and their `profiles p`: words, null where nothing is missing or a person has decided. */
export const MISSING = `
  case
    when u.profile_status in ('pending', 'uncertain') then nullif(concat_ws(', ',
      case when p.bvn_last4 is null or (u.bvn_verified_at is null and u.bvn_bypassed_at is null) then 'BVN' end,
      case when p.date_of_birth is null then 'date of birth' end,
      case when ${FORM_TWO} then 'profile' end,
      case when not (${HAS_PROOF}) then 'ID' end,
      case when not ${HAS_STATEMENT} then 'statement' end,
      case
        when u.work_email_verified_at is null and p.employment_status is distinct from 'self-employed' then 'work e-mail'
      end,
      case when p.account_no_last4 is not null and p.bank_account_status <> 'verified' then 'account check' end,
      case
        when u.open_document_requests > 0
          then u.open_document_requests || case when u.open_document_requests = 1 then ' paper asked' else ' papers asked' end
      end
    ), '')
  end
`;
