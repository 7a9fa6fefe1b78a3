/** Lists of checks and accounts over all people (R034, R092, R106, R139, R140). */
import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/people/people-statistics";
import { sql } from "kysely";
import { defineList } from "../../../../db/list.ts";
import { masked } from "../../../../field-encryption.ts";
import { TAKEN_BACK, isSameName } from "../profiles/index.ts";

const PERSON = "u.search_text";

type Verification = Omit<Awaited<ReturnType<typeof verificationOf>>, never>;
const verificationOf = (raw: {
  number_last4: string;
  id: string;
  user_id: string;
  name: string;
  last_name: string;
  kind: "bvn" | "nin";
  status: string;
  attempts: number;
  failure: string | null;
  created_at: Date;
  decided_at: Date | null;
}) => {
  const { number_last4, ...row } = raw;
  return { ...row, number: masked(number_last4) ?? "" };
};
export const verificationList = defineList<typeof calls.identityVerifications, Parameters<typeof verificationOf>[0]>(
  calls.identityVerifications,
  {
    from: "identity_verifications v join users u on u.id = v.user_id",
    rows_of: "identity_verifications v",
    select: `
        v.id, v.user_id, u.name, u.last_name, v.kind, v.number_last4, v.status, v.attempts, v.failure, v.created_at,
        v.decided_at
      `,
    id: "v.id",
    search: PERSON,
    map: (raw): Verification => verificationOf(raw),
  },
);

const countOf = (outcome: string) =>
  `(select count(*)::int from jsonb_array_elements(l.checks) c where c ->> 'outcome' = '${outcome}') as ${outcome}`;
export const loanbotList = defineList(calls.loanbotVerifications, {
  from: "loanbot_runs l join users u on u.id = l.user_id left join users b on b.id = l.run_by",
  rows_of: "loanbot_runs l",
  select: `
    l.id, l.user_id, u.name, u.last_name, l.outcome, ${["passed", "attention", "failed"].map(countOf).join(", ")},
    (
      select c ->> 'words'
      from jsonb_array_elements(l.checks) c
      where c ->> 'outcome' <> 'passed'
      order by c ->> 'outcome' desc
      limit 1
    ) as first_concern, b.full_name as run_by, l.run_at
  `,
  id: "l.id",
  search: PERSON,
});

const DECISIONS = calls.caseDecisions.map((state) => `'${state}'`).join(", ");
/** Decisions about cases: what the underwriters' figures count. A mark that is taken back is none. */
export const DECIDED = sql.raw(
  `t.noun = 'profile' and t.to_state in (${DECISIONS}) and not (t.from_state = 'uncertain' and t.reason is not distinct from '${TAKEN_BACK}')`,
);
export const decisionList = defineList(calls.decisions, {
  from: "transitions t join users u on u.id = t.subject_id",
  select: `
    t.id, t.subject_id as user_id, u.name, u.last_name, t.to_state as decision, t.actor_name as decided_by, t.reason,
    t.happened_at as decided_at
  `,
  id: "t.id",
  columns: { decider_id: "t.actor_id" },
  search: "u.search_text",
});

interface RawAccount {
  id: string;
  user_id: string;
  name: string;
  last_name: string;
  account_no_last4: string;
  account_name: string | null;
  bank_name: string | null;
  bank_account_status: string;
  updated_at: Date;
}
const accounts = {
  from: "profiles p join users u on u.id = p.user_id",
  select: `
      p.user_id as id, p.user_id, u.name, u.last_name, p.account_no_last4, p.account_name, p.bank_name,
      p.bank_account_status, p.updated_at
    `,
  id: "p.user_id",
  search: PERSON,
  map: ({ account_no_last4, ...row }: RawAccount) => ({
    ...row,
    account_no: masked(account_no_last4) ?? "",
    is_same_name: row.account_name === null ? null : isSameName(fullName(row), row.account_name),
  }),
};
export const accountList = defineList<typeof calls.bankAccounts, RawAccount>(calls.bankAccounts, accounts);
export const pendingAccountList = defineList<typeof calls.pendingBankAccounts, RawAccount>(
  calls.pendingBankAccounts,
  // Nearly as the row says it: the rows to sort are those that wait, and the words of a name in the bank's are enough for their order.
  {
    ...accounts,
    columns: {
      is_same_name: `coalesce(
        position(folded(u.last_name) in folded(p.account_name)) > 0
          and position(folded(split_part(u.name, ' ', 1)) in folded(p.account_name)) > 0, false
      )`,
    },
  },
);
/** Accounts of customers who are still there. */
export const HAS_ACCOUNT = sql`p.account_no_last4 is not null and u.is_customer and u.erased_at is null`;

export const referralWalletList = defineList(calls.referralWallets, {
  from: "users u",
  select: `
    u.id, u.name, u.last_name, u.email, u.referral_code,
    (select count(*)::int from users r where r.referred_by = u.id) as referred,
    (
      select count(*)::int from users r where r.referred_by = u.id and (r.running_loans > 0 or r.settled_loans > 0)
    ) as borrowed,
    coalesce(
      (
        select -b.balance_kobo
        from ledger.accounts a
        join ledger.balances b on b.account_id = a.id
        where a.tenant = '' and a.code = 'referral_wallet:' || u.id
      ), 0
    )::bigint as balance_kobo, u.created_at
  `,
  id: "u.id",
  search: PERSON,
});
/** People who have referred somebody. */
export const REFERRERS = sql`
  u.is_customer and u.erased_at is null and exists (select 1 from users r where r.referred_by = u.id)
`;
