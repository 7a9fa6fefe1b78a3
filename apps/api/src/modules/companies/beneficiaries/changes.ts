/** What a company asks to make, change or remove, and what becomes of it when the chain has decided. */
import { bankName } from "@manilla/contract/nigeria/banks";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { ChainSubject, Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { Conflict } from "../../../errors.ts";
import { masked } from "../../../field-encryption.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { openChain } from "../approval-chains/index.ts";

/** What a beneficiary is. */
export interface Values {
  name: string;
  bank_code: string;
  account_no: string;
  account_name: string;
  match_percent: number;
  email: string | null;
  employee_id: string | null;
  /** An account of the company itself: what is sent there is no spend. */
  is_own: boolean;
}

interface Kept {
  id: string;
  company_id: string;
  data_key: Buffer;
}

/** The columns of an account: its number is encrypted under the beneficiary's own key, and found by its hash. */
export const columnsOf = (
  { encryption }: Pick<Context, "encryption">,
  { id, data_key }: Pick<Kept, "id" | "data_key">,
  { account_no, ...values }: Values,
) => ({
  ...values,
  bank_name: bankName(values.bank_code),
  account_no_encrypted: encryption.encrypt(id, data_key, "account_no", account_no),
  account_no_hash: encryption.hash("account_no", account_no),
  account_no_last4: account_no.slice(-4),
});
type Columns = ReturnType<typeof columnsOf>;

/** An account is a beneficiary of a company once. @throws Conflict */
export function refuseKnown(error: { code?: string; constraint?: string }): never {
  if (error.constraint === "beneficiaries_account")
    throw new Conflict("This account is a beneficiary already, or waits to become one.", "known_account");
  if (error.constraint === "beneficiary_changes_once")
    throw new Conflict("A change of it waits in the inbox: that is decided first.", "change_waits");
  throw error as Error;
}

/**
 * With the colleague to whom an account belongs, by what they gave as their own: they never agree to it, however it was entered. Else with the
 * one who was named.
 */
export async function withColleague(tx: Tx, context: Context, values: Values): Promise<Values> {
  const { rows } = await sql<{ id: string }>`
    select u.id
    from people_with_account(${context.encryption.hash("account_no", values.account_no)}, ${values.bank_code}) p (user_id)
    join users u on u.id = p.user_id
    where u.company_id = ${context.session.company_id} and u.erased_at is null
    order by u.id
    limit 1
  `.execute(tx);
  // What a colleague gave as their own is no account of the company.
  return { ...values, employee_id: rows[0]?.id ?? values.employee_id, is_own: values.is_own && !rows[0] };
}

/** A new one, which counts when the chain has agreed. */
export async function insertBeneficiary(
  tx: Tx,
  context: Context,
  values: Values,
): Promise<Kept & { columns: Columns }> {
  const id = uuidv7();
  const kept = { id, company_id: context.session.company_id!, data_key: context.encryption.createKey(id) };
  const columns = columnsOf(context, kept, await withColleague(tx, context, values));
  await tx
    .insertInto("beneficiaries")
    .values({ ...kept, ...columns, created_by: context.session.user_id, created_at: clock.now() })
    .execute();
  await recordBeginning(tx, "beneficiary", id, "pending", actorOf(context));
  return { ...kept, columns };
}

type What = "create" | "change" | "remove";

/** Keeps what is asked. */
export async function insertChange(
  tx: Tx,
  context: Context,
  { id, company_id }: Pick<Kept, "id" | "company_id">,
  what: What,
  columns: Columns,
  more: { reason?: string; upload_id?: string } = {},
): Promise<string> {
  const change_id = uuidv7();
  await tx
    .insertInto("beneficiary_changes")
    .values({
      id: change_id,
      company_id,
      beneficiary_id: id,
      what,
      ...columns,
      reason: more.reason ?? null,
      upload_id: more.upload_id ?? null,
      asked_by: context.session.user_id,
      created_at: clock.now(),
    })
    .execute();
  await recordAudit(tx, context, `beneficiary_${what}_requested`, ["beneficiary", id], {
    after: { name: columns.name, bank: columns.bank_name, account: masked(columns.account_no_last4) },
    ...(more.reason && { reason: more.reason }),
  });
  return change_id;
}

const TITLES = { create: "Pay", change: "Change", remove: "Delete" } as const;

/** Puts a change before the company's own people. @param before whose it was: they do not agree that it is theirs no longer @returns the request */
export async function askFor(
  tx: Tx,
  context: Context,
  change_id: string,
  what: What,
  columns: Columns,
  before: string | null = null,
): Promise<string> {
  const account = `${columns.bank_name} ${masked(columns.account_no_last4) ?? ""}`;
  const { id } = await openChain(tx, context, {
    kind: "beneficiary",
    subject_id: change_id,
    title: `${TITLES[what]} ${columns.name}, ${account}`,
    payee_id: before ?? columns.employee_id,
  });
  return id;
}

interface Change {
  id: string;
  beneficiary_id: string;
  what: What;
  name: string;
  bank_code: string;
  bank_name: string;
  account_no_encrypted: Buffer;
  account_no_hash: Buffer;
  account_no_last4: string;
  account_name: string;
  match_percent: number;
  email: string | null;
  employee_id: string | null;
  is_own: boolean;
}

/** A request is about one change, or about those of a file together. */
const changesOf = async (db: Pick<Tx, "selectFrom"> | Tx, subject_id: string): Promise<Change[]> => {
  const { rows } = await sql<Change>`
    select * from beneficiary_changes
    where (id = ${subject_id} or upload_id = ${subject_id}) and outcome is null
    order by created_at, id
  `.execute(db as Tx);
  return rows;
};

/** What was asked holds from now on; another account is new. */
async function carryOut(tx: Tx, context: Context, change: Change, reason: string | null): Promise<void> {
  const { id: _, beneficiary_id: id, what, ...rest } = change;
  const actor = actorOf(context);
  if (what === "remove")
    return void (await changeState(tx, { noun: "beneficiary", id, from: "active", action: "remove", actor, reason }));
  const { name, bank_code, bank_name, account_name, match_percent, email, employee_id, is_own } = rest;
  const { account_no_encrypted, account_no_hash, account_no_last4 } = rest;
  const { rows } = await sql<{ status: string }>`
    update beneficiaries
    set name = ${name}, bank_code = ${bank_code}, bank_name = ${bank_name}, account_name = ${account_name},
      match_percent = ${match_percent}, email = ${email}, employee_id = ${employee_id}, is_own = ${is_own},
      account_since = case
        when account_since is null or account_no_hash <> ${account_no_hash} or bank_code <> ${bank_code} then ${clock.now()}
        else account_since
      end,
      account_no_encrypted = ${account_no_encrypted}, account_no_hash = ${account_no_hash},
      account_no_last4 = ${account_no_last4}, version = version + 1
    where id = ${id}
    returning status
  `.execute(tx);
  if (rows[0]?.status === "pending")
    await changeState(tx, { noun: "beneficiary", id, from: "pending", action: "activate", actor, reason });
}

async function giveUp(
  tx: Tx,
  context: Context,
  { beneficiary_id: id, what }: Change,
  reason: string | null,
): Promise<void> {
  if (what === "create")
    await changeState(tx, {
      noun: "beneficiary",
      id,
      from: "pending",
      action: "refuse",
      actor: actorOf(context),
      reason,
    });
}

/** What the company's chain decides about: each account of a file is shown, since each may be paid afterwards. */
export const beneficiaryChain: ChainSubject = {
  async shows(db, _, subject_id) {
    const { rows } = await sql<Change & { old_name: string; old_bank: string; old_last4: string; status: string }>`
      select c.*, b.name as old_name, b.bank_name as old_bank, b.account_no_last4 as old_last4, b.status
      from beneficiary_changes c
      join beneficiaries b on b.id = c.beneficiary_id
      where c.id = ${subject_id} or c.upload_id = ${subject_id}
      order by c.created_at, c.id
    `.execute(db);
    if (rows.length > 1)
      return rows.map((row) => ({
        label: row.name,
        value: `${row.bank_name} ${masked(row.account_no_last4) ?? ""}, the bank says ${row.account_name} (${row.match_percent} %)`,
      }));
    return rows.flatMap((row) => [
      { label: "Name", value: row.name },
      { label: "The bank's name", value: `${row.account_name} (${row.match_percent} % the same)` },
      { label: "Account", value: `${row.bank_name} ${masked(row.account_no_last4) ?? ""}` },
      ...(row.is_own ? [{ label: "Whose", value: "The company's own: what is sent there is no spend." }] : []),
      ...(row.what === "change"
        ? [{ label: "Before", value: `${row.old_name}, ${row.old_bank} ${masked(row.old_last4) ?? ""}` }]
        : []),
      {
        label: "What follows",
        value:
          row.what === "remove"
            ? "It is paid no more and stays on record."
            : "It can be paid; a new account only little at first.",
      },
    ]);
  },
  async decided(tx, context, { subject_id, outcome, reason }) {
    const changes = await changesOf(tx, subject_id);
    for (const change of changes)
      await (outcome === "approved" ? carryOut : giveUp)(tx, context, change, reason).catch(refuseKnown);
    await sql`
      update beneficiary_changes
      set outcome = ${outcome}, outcome_reason = ${reason}, decided_at = ${clock.now()}
      where id = any(${changes.map(({ id }) => id)}::uuid[])
    `.execute(tx);
  },
};
