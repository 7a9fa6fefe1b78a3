/** Deleting a person (C039; decisions.md, Erasure): destroys the key of their fields; records that the law requires stay, without the person. */
import { sql } from "kysely";
import { clock } from "../../../../clock.ts";
import type { App, ApprovalKind } from "../../../../house/app.ts";
import type { Database, Tx } from "../../../../db/database.ts";
import { forgetFile } from "../../../../files/storage.ts";
import { getRow } from "../../../../db/row.ts";
import { Conflict, NotAllowed } from "../../../../errors.ts";
import { endSessions } from "../../../../http/session.ts";
import { isDeleted } from "../../../platform/approvals/index.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { forgetWords } from "./forgetting.ts";
import { creditOf, heldBy, personalBalances } from "../../../money/books/index.ts";
import { counted, date, dollars } from "@manilla/contract/formats";
import { naira } from "../../../../documents/letter.ts";

/** What is gone permanently. */
export const ERASED = [
  "Name, e-mail address, phone number, address and date of birth",
  "BVN, NIN and account number with the key that reads them",
  "Documents, bank statements and what was read from them",
  "What bureaus and registers said",
  "Comments, notifications and messages, and what colleagues typed about them",
  "Their names, numbers and addresses, also those of before, in what was typed about others",
  "Their values in the audit trail: the records stay, what they said cannot be read",
  "All sessions: the person can no longer sign in",
];
/** What stays, without the person. */
export const KEPT = [
  {
    what: "Loans, schedules, receipts and postings",
    because: "The Companies and Allied Matters Act wants books for six years.",
  },
  { what: "The audit trail of who did what", because: "Decisions have to be explained to the regulator." },
];

/** What the books have on lines of a person's cards, in kobo; a liability is negative. */
const ofCards = (user_id: string, lines: readonly string[]) => sql`
  (
    select coalesce(sum(b.balance_kobo), 0)
    from cards c
    join ledger.accounts a on a.tenant = '' and a.owner_type = 'card' and a.owner_id = c.id::text and a.chart_code = any(${[...lines]}::text[])
    join ledger.balances b on b.account_id = a.id
    where c.user_id = ${user_id} and c.company_id is null
  )::bigint
`;

/** Why a person cannot be deleted now, in words. */
export async function blockersOf(db: Database | Tx, user_id: string): Promise<string[]> {
  const { rows } = await sql<{
    running: string;
    asked: string;
    payouts: string;
    cards: string;
    bills: string;
    claims: string;
    owed: bigint;
    owed_on_cards: bigint;
    overdrawn_cents: bigint;
    dollars_cents: bigint;
    deposits: bigint;
  }>`
    select (
      select count(*)
      from loans
      where user_id = ${user_id} and status in ('disbursing', 'running', 'past_due', 'stop_requested', 'charged_off')
    ) as running,
      (
        select count(*)
        from loans
        where user_id = ${user_id} and status in ('requested', 'pre_approved', 'approved', 'offered', 'accepted')
      ) as asked,
      (
        select count(*)
        from payouts
        where user_id = ${user_id} and status in ('created', 'awaiting_approval', 'approved', 'sent', 'unknown', 'returning')
      ) as payouts,
      (
        select count(*) from cards where user_id = ${user_id} and status in ('approved', 'issued', 'active', 'frozen')
      ) as cards,
      (select count(*) from bills where user_id = ${user_id} and status in ('accepted', 'sent', 'unknown')) as bills,
      (select count(*) from refund_cases where user_id = ${user_id} and status = 'open') as claims,
      ${ofCards(user_id, ["card_receivable", "card_interest", "card_penalty", "card_overdrawn"])} as owed_on_cards,
      ${ofCards(user_id, ["dollar_overdrawn"])} as overdrawn_cents,
      coalesce((
        select -b.balance_kobo
        from ledger.accounts a
        join ledger.balances b on b.account_id = a.id
        where a.tenant = '' and a.code = 'dollar_purse:' || ${user_id}::text
      ), 0)::bigint as dollars_cents,
      -${ofCards(user_id, ["secure_deposit"])} as deposits,
      (select coalesce(sum(outstanding_principal_kobo), 0) from loans where user_id = ${user_id})::bigint as owed
  `.execute(db);
  const [row] = rows;
  const credit = await creditOf(db, user_id);
  const { cash_kobo } = await personalBalances(db, user_id);
  const { purse_kobo, line_kobo } = await heldBy(db, user_id);
  return [
    ...(Number(row?.running) > 0
      ? [`${row?.running} of their loans still run: ${naira(row?.owed ?? 0n)} is owed.`]
      : []),
    ...(Number(row?.asked) > 0 ? ["A loan is requested or offered: decline it first."] : []),
    ...(Number(row?.payouts) > 0 ? ["A payout to them is on its way."] : []),
    ...(Number(row?.bills) > 0 ? ["A bill that they paid is on its way: it is delivered or paid back first."] : []),
    ...(Number(row?.claims) > 0
      ? ["A payment of theirs is looked at on the refunds desk: decide about it first."]
      : []),
    ...(Number(row?.cards) > 0 ? ["They have a card that is not closed: close it first."] : []),
    ...((row?.owed_on_cards ?? 0n) > 0n ? [`${naira(row!.owed_on_cards)} is owed on their cards.`] : []),
    ...((row?.overdrawn_cents ?? 0n) > 0n ? [`${dollars(row!.overdrawn_cents)} is owed on their dollar cards.`] : []),
    ...((row?.dollars_cents ?? 0n) > 0n
      ? [`${dollars(row!.dollars_cents)} of their closed card become naira first, by themselves.`]
      : []),
    ...((row?.deposits ?? 0n) > 0n
      ? [`${naira(row!.deposits)} of theirs is the deposit of a card: it goes back first.`]
      : []),
    ...(cash_kobo > 0n ? [`${naira(cash_kobo)} is in their wallet: they withdraw it first.`] : []),
    ...(purse_kobo + line_kobo > 0n
      ? [`They hold ${naira(purse_kobo + line_kobo)} of their company, which takes it back first.`]
      : []),
    ...(credit > 0n ? [`${naira(credit)} is held as customer credit: pay it back first.`] : []),
  ];
}

const PROFILE_FIELDS = [
  "bvn_encrypted",
  "bvn_hash",
  "bvn_last4",
  "nin_encrypted",
  "nin_hash",
  "nin_last4",
  "date_of_birth",
  "account_no_encrypted",
  "account_no_hash",
  "account_no_last4",
  "account_name",
  "bank_code",
  "bank_name",
  "trial_account_no_encrypted",
  "trial_account_no_last4",
  "trial_bank_code",
  "trial_work_email",
  "marital_status",
  "gender",
  "address",
  "local_government",
  "employer",
  "position",
  "company_address",
  "company_description",
  "salary_kobo",
  "decline_reason",
];

/** Removes everything personal. @returns the names of files that may be deleted once this is committed */
export async function erase(tx: Tx, app: Pick<App, "encryption" | "house">, user_id: string): Promise<string[]> {
  const files = await forgetWords(tx, app, user_id);
  await sql`
    update users
    set name = 'Deleted', last_name = 'person', email = ${`deleted-${user_id}@deleted.invalid`}, phone = null,
      password_hash = null, official_email = null, data_key = null, second_factor_secret = null, referral_code = null,
      blacklist_reason = null, post_no_debit_reason = null, erased_at = ${clock.now()}, version = version + 1
    where id = ${user_id}
  `.execute(tx);
  await sql`
    update profiles
    set ${sql.raw(PROFILE_FIELDS.map((field) => `${field} = null`).join(", "))}, version = version + 1
    where user_id = ${user_id}
  `.execute(tx);
  await endSessions(tx, { user_id });
  return files;
}

/** The second person's half of deleting somebody. */
export const erasePerson: ApprovalKind<{ user_id: string }> = {
  permission: "provider:can_delete_staff",
  over: isDeleted,
  async shows({ db }, { payload: { user_id } }) {
    const { full_name, created_at, erased_at } = await getRow(db, "users", user_id, [
      "full_name",
      "created_at",
      "erased_at",
    ]);
    const { rows } = await sql<{ loans: number }>`
      select count(*)::int as loans from loans where user_id = ${user_id}
    `.execute(db);
    return {
      facts: [
        {
          label: "Person",
          value: erased_at ? `${full_name}, ${date(erased_at)}` : `${full_name}, here since ${date(created_at)}`,
        },
        { label: "Permanently removed", value: `${ERASED.join(". ")}.` },
        { label: "Stays", value: `The books and ${counted(rows[0]!.loans, "loan")}, without a name` },
      ],
    };
  },
  async execute(tx, context, { payload, maker_id }) {
    const { user_id } = payload;
    if (user_id === context.session.user_id || user_id === maker_id) throw new NotAllowed("Nobody deletes themselves.");
    await tx.selectFrom("users").select("id").where("id", "=", user_id).forUpdate().executeTakeFirst();
    const blockers = await blockersOf(tx, user_id);
    if (blockers.length > 0) throw new Conflict(blockers.join(" "), "not_ready");
    const files = await erase(tx, context, user_id);
    await recordAudit(tx, context, "person_deleted", ["user", user_id], { after: { files: files.length } });
    // The key is destroyed with this transaction: a file that is left behind cannot be read by anybody.
    await Promise.all(files.map((name) => forgetFile(context, name)));
    return undefined;
  },
};
