/** Form 2 (C310) and what can be changed later (C305). */
import { checkFormTwo } from "@manilla/contract/people/completeness";
import type { updateOnboardingProfile, updateProfile } from "@manilla/contract/people/onboarding";
import { bankName } from "@manilla/contract/nigeria/banks";
import type { Input } from "@manilla/contract/endpoint";
import { sql } from "kysely";
import type { Context } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { ProviderRefused } from "../../../outside/http.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { recordActivity } from "../people/index.ts";
import { refreshCase } from "../people/profiles/index.ts";
import { confirmSalaryAccount } from "./salary-account.ts";
import { keyOf, requireAge } from "./verification.ts";

type FormTwo = Input<typeof updateOnboardingProfile>["body"];
type Changes = Input<typeof updateProfile>["body"];

async function recordChange(tx: Tx, context: Context, fields: readonly string[]): Promise<void> {
  const user_id = context.session.user_id;
  await recordAudit(tx, context, "profile_updated", ["user", user_id], { after: { fields } });
  await recordActivity(tx, { type: "staff_profile_updated", creator_id: user_id, target_id: user_id });
  await refreshCase(tx, user_id);
}

/** The bank's name for the account; undefined when the bank cannot be asked now. @throws InvalidFields when there is no such account */
async function nameOfAccount(
  context: Context,
  account: { account_no: string; bank_code: string },
): Promise<string | undefined> {
  await countAttempt(context.db, `account:${context.session.user_id}`, 20, 3_600);
  try {
    return (await context.outside.payments.resolveAccount(account)).account_name;
  } catch (error) {
    if (error instanceof ProviderRefused) throw new InvalidFields({ account_no: ["this bank has no such account"] });
    context.log.warn({ err: { message: (error as Error).message } }, "name enquiry was not answered");
    return undefined;
  }
}

/** Columns of the account: another number or bank waits for staff again, the same one keeps what was decided. */
async function accountColumns(context: Context, { account_no, bank_code }: FormTwo) {
  const { db, session, encryption } = context;
  const account_no_hash = encryption.hash("account_no", account_no);
  const before = await getRow(db, "profiles", { user_id: session.user_id }, [
    "account_no_hash",
    "bank_code",
    "account_name",
  ]);
  const isSame = before.account_no_hash?.equals(account_no_hash) === true && before.bank_code === bank_code;
  const nothingTried = { trial_account_no_encrypted: null, trial_account_no_last4: null, trial_bank_code: null };
  if (isSame && before.account_name !== null) return nothingTried;
  const { rows: others } = await sql`
      select other from people_with_account(${account_no_hash}, ${bank_code}) other where other <> ${session.user_id}
    `.execute(db);
  if (others.length > 0) throw new Conflict("This bank account belongs to another customer.", "account_taken");
  const data_key = await keyOf(db, session.user_id);
  // Stored before the bank is called, so that support sees the attempt.
  const trial = {
    trial_account_no_encrypted: encryption.encrypt(session.user_id, data_key, "trial_account_no", account_no),
    trial_account_no_last4: account_no.slice(-4),
    trial_bank_code: bank_code,
  };
  await db.updateTable("profiles").set(trial).where("user_id", "=", session.user_id).execute();
  const account_name = await nameOfAccount(context, { account_no, bank_code });
  return {
    ...nothingTried,
    account_no_encrypted: encryption.encrypt(session.user_id, data_key, "account_no", account_no),
    account_no_hash,
    account_no_last4: account_no.slice(-4),
    bank_code,
    bank_name: bankName(bank_code),
    account_name: account_name ?? null,
    ...(!isSame && { bank_account_status: "pending", account_typed_by: null }),
  };
}

/** @throws InvalidFields by the same rules that the form shows */
function requireFormTwo(body: FormTwo): void {
  const messages = checkFormTwo(body);
  const year = clock.now().getUTCFullYear();
  if (body.company_start_year !== undefined && body.company_start_year > year)
    messages.company_start_year ??= `this field has to be less than ${year}`;
  if (bankName(body.bank_code) === "Unknown Bank") messages.bank_code ??= "this bank is not known";
  if (Object.keys(messages).length > 0)
    throw new InvalidFields(Object.fromEntries(Object.entries(messages).map(([field, message]) => [field, [message]])));
}

/** Keeps the whole of form 2, its account number sealed. @throws InvalidFields for what form 2 requires and lacks */
export async function saveFormTwo(context: Context, body: FormTwo): Promise<void> {
  requireFormTwo(body);
  const account = await accountColumns(context, body);
  const { account_no: _account, bank_code: _bank, ...answers } = body;
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("profiles")
      .set(({ eb }) => ({ ...answers, ...account, updated_at: clock.now(), version: eb("version", "+", 1) }))
      .where("user_id", "=", context.session.user_id)
      .execute();
    await confirmSalaryAccount(tx, context.session.user_id);
    await recordChange(tx, context, Object.keys(body));
  });
}

/** Keeps the answers that were given and leaves the others. @throws Conflict for what was verified already */
export async function saveProfile(context: Context, body: Changes): Promise<void> {
  const changes = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Changes;
  if (Object.keys(changes).length === 0) return;
  if (changes.date_of_birth) {
    await requireAge(context.db, changes.date_of_birth);
    const { bvn_verified_at } = await getRow(context.db, "users", context.session.user_id, ["bvn_verified_at"]);
    if (bvn_verified_at)
      throw new Conflict(
        "Your date of birth was verified with your BVN and cannot be changed here.",
        "already_verified",
      );
  }
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("profiles")
      .set(({ eb }) => ({ ...changes, updated_at: clock.now(), version: eb("version", "+", 1) }))
      .where("user_id", "=", context.session.user_id)
      .execute();
    await recordChange(tx, context, Object.keys(changes));
  });
}
