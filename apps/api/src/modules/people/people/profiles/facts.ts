/** A person as the rules see them: one query, used by the stepper, the underwriter's page and the case's status. */
import { type CompletenessFacts, completenessOf } from "@manilla/contract/people/completeness";
import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "../../../../db/database.ts";
import type { DB } from "../../../../db/types.gen.ts";
import { masked } from "../../../../field-encryption.ts";
import { NotFound } from "../../../../errors.ts";

export interface PersonFacts {
  id: string;
  name: string;
  last_name: string;
  email: string;
  phone: string | null;
  status: string;
  company_id: string | null;
  data_key: Buffer;
  is_blacklisted: boolean;
  is_post_no_debit: boolean;
  post_no_debit_reason: string | null;
  blacklist_reason: string | null;
  is_customer: boolean;
  bvn_verified_at: Date | null;
  bvn_bypassed_at: Date | null;
  nin_verified_at: Date | null;
  nin_bypassed_at: Date | null;
  official_email: string | null;
  work_email_verified_at: Date | null;
  loanbot_status: string | null;
  registration_source: string | null;
  created_at: Date;
  version: number;
  has_card_request: boolean;
  documents: { type: string; url: string }[];
  profile: ProfileRow;
}

const PROFILE = [
  "status",
  "verify_method",
  "bvn_last4",
  "nin_last4",
  "date_of_birth",
  "marital_status",
  "gender",
  "address",
  "state",
  "local_government",
  "education",
  "employment_status",
  "employer",
  "position",
  "emp_type",
  "salary_kobo",
  "salary_day",
  "company_address",
  "company_industry",
  "company_description",
  "company_start_month",
  "company_start_year",
  "company_monthly_income_kobo",
  "company_monthly_profit_kobo",
  "account_no_last4",
  "account_name",
  "bank_code",
  "bank_name",
  "bank_account_status",
  "account_typed_by",
  "verified_by",
  "pre_approved_by",
  "uncertain_mark",
  "bank_account_changed_at",
  "trial_account_no_last4",
  "trial_bank_code",
  "trial_work_email",
  "instant_approval_at",
  "decline_reason",
  "version",
] as const satisfies readonly (keyof DB["profiles"])[];
export type ProfileRow = Pick<Selectable<DB["profiles"]>, (typeof PROFILE)[number]>;

type Flat = Omit<PersonFacts, "profile"> & {
  [Name in (typeof PROFILE)[number] as `profile_${Name}`]: ProfileRow[Name];
};

/** @throws NotFound when there is no such person (or they were erased) */
export async function loadFacts(db: Database | Tx, user_id: string): Promise<PersonFacts> {
  const { rows } = await sql<Flat>`
    select u.id, u.name, u.last_name, u.email, u.phone, u.status, u.company_id, u.data_key, u.is_blacklisted, u.is_post_no_debit,
      u.post_no_debit_reason, u.blacklist_reason, u.is_customer, u.bvn_verified_at, u.bvn_bypassed_at, u.nin_verified_at, u.nin_bypassed_at,
      u.official_email, u.work_email_verified_at, u.loanbot_status, u.registration_source, u.created_at, u.version,
      exists (select 1 from card_requests r where r.user_id = u.id and r.status <> 'started') as has_card_request,
      coalesce(
        (
          select json_agg(json_build_object('type', d.type, 'url', d.url))
          from documents d
          where d.user_id = u.id and d.status <> 'invalidated'
        ), '[]'
      ) as documents, ${sql.raw(PROFILE.map((name) => `p.${name} as profile_${name}`).join(", "))}
    from users u
    join profiles p on p.user_id = u.id
    where u.id = ${user_id} and u.erased_at is null
  `.execute(db);
  const row = rows[0];
  if (!row) throw new NotFound("This person");
  const profile = Object.fromEntries(PROFILE.map((name) => [name, row[`profile_${name}`]])) as unknown as ProfileRow;
  return { ...row, profile };
}

/** The rules' view of a person. */
export const completenessFacts = (person: PersonFacts): CompletenessFacts => ({
  profile_status: person.profile.status,
  company_id: person.company_id,
  has_bvn: person.profile.bvn_last4 !== null,
  is_bvn_verified: person.bvn_verified_at !== null,
  is_bvn_bypassed: person.bvn_bypassed_at !== null,
  has_nin: person.profile.nin_last4 !== null,
  is_nin_verified: person.nin_verified_at !== null,
  is_nin_bypassed: person.nin_bypassed_at !== null,
  date_of_birth: person.profile.date_of_birth,
  has_instant_approval: person.profile.instant_approval_at !== null,
  is_work_email_verified: person.work_email_verified_at !== null,
  has_card_request: person.has_card_request,
  documents: person.documents,
  profile: { ...person.profile, account_no: person.profile.account_no_last4 },
});

export const completenessOfPerson = (person: PersonFacts) => completenessOf(completenessFacts(person));

/** A profile as it may be shown: numbers by their last four digits. */
export function shownProfile(profile: ProfileRow) {
  const {
    bvn_last4,
    nin_last4,
    account_no_last4,
    trial_account_no_last4,
    version: _version,
    account_typed_by: _typist,
    verified_by: _verifier,
    pre_approved_by: _approver,
    uncertain_mark: _mark,
    ...shown
  } = profile;
  return {
    ...shown,
    bvn: masked(bvn_last4),
    nin: masked(nin_last4),
    account_no: masked(account_no_last4),
    trial_account_no: masked(trial_account_no_last4),
  };
}
