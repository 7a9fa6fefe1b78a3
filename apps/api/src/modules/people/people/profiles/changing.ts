/** What staff change on a person's profile: one way for all forms; verified facts stay, versions are held to, each change leaves its record. */
import { bankName } from "@manilla/contract/nigeria/banks";
import { checkNuban } from "@manilla/credit";
import { sql } from "kysely";
import type { Context } from "../../../../house/app.ts";
import { clock } from "../../../../clock.ts";
import type { Tx } from "../../../../db/database.ts";
import { changeRows } from "../../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound, StaleVersion } from "../../../../errors.ts";
import { ProviderRefused } from "../../../../outside/http.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { recordActivity, requireCustomer } from "../index.ts";
import { refreshCase } from "./case.ts";
import { type PersonFacts, loadFacts } from "./facts.ts";

export interface Change {
  profile: Record<string, unknown>;
  /** Columns of the person. */
  person?: Record<string, unknown>;
  reason: string;
  version?: number | undefined;
  /** Something waits for a second person: the rest may be as it was. */
  isAsked?: boolean;
}

const plain = (value: unknown): unknown => (value instanceof Buffer ? "•••" : value);

/**
 * Changes a profile.
 * @param change made from the person as they are now; throws to refuse
 * @throws NotFound, NotAllowed about oneself, StaleVersion, InvalidFields when nothing would change
 */
export async function changeProfile(
  context: Context,
  user_id: string,
  make: (person: PersonFacts, tx: Tx) => Change | Promise<Change>,
): Promise<{ user_id: string; version: number; fields: string[] }> {
  if (user_id === context.session.user_id) throw new NotAllowed("Nobody changes their own record here.");
  return context.db.transaction().execute(async (tx) => {
    await requireCustomer(tx, user_id);
    await sql`select 1 from profiles where user_id = ${user_id} for update`.execute(tx);
    const before = await loadFacts(tx, user_id);
    const { profile, person = {}, reason, version, isAsked } = await make(before, tx);
    if (version !== undefined && version !== before.profile.version)
      throw new StaleVersion("This profile has changed since you opened it.");
    const known = { ...before.profile, ...before } as unknown as Record<string, unknown>;
    const given = Object.entries({ ...profile, ...person }).filter(([, value]) => value !== undefined);
    const fields = given
      .filter(([field, value]) => !(field in known) || String(known[field] ?? "") !== String(value ?? ""))
      .map(([field]) => field);
    if (fields.length === 0 && isAsked) return { user_id, version: before.profile.version, fields };
    if (fields.length === 0) throw new InvalidFields({ reason: ["nothing has changed"] });
    const only = (values: Record<string, unknown>) =>
      Object.fromEntries(
        Object.entries(values).filter(([field, value]) => value !== undefined && fields.includes(field)),
      );
    await changeRows(
      tx,
      "profiles",
      { user_id },
      { ...only(profile), updated_at: clock.now(), version: before.profile.version + 1 },
    );
    if (Object.keys(only(person)).length > 0)
      await tx.updateTable("users").set(only(person)).where("id", "=", user_id).execute();
    const shown = fields.filter((field) => !/_(encrypted|hash)$/.test(field));
    await recordAudit(tx, context, "profile_changed_by_staff", ["user", user_id], {
      before: Object.fromEntries(shown.map((field) => [field, plain(known[field])])),
      after: Object.fromEntries(shown.map((field) => [field, plain({ ...profile, ...person }[field])])),
      reason,
    });
    await recordActivity(tx, {
      type: "staff_profile_updated",
      creator_id: context.session.user_id,
      target_id: user_id,
    });
    await refreshCase(tx, user_id);
    return { user_id, version: before.profile.version + 1, fields: shown };
  });
}

/** Columns of another bank account: its check digit, its owner at the bank, nobody else's. @throws InvalidFields, Conflict */
export async function accountColumns(
  context: Context,
  user_id: string,
  account: { account_no?: string | undefined; bank_code?: string | undefined },
): Promise<Record<string, unknown>> {
  const { account_no, bank_code } = account;
  if (account_no === undefined && bank_code === undefined) return {};
  if (account_no === undefined || bank_code === undefined)
    throw new InvalidFields(
      account_no === undefined ? { account_no: ["this field is required"] } : { bank_code: ["this field is required"] },
    );
  if (bankName(bank_code) === "Unknown Bank") throw new InvalidFields({ bank_code: ["this bank is not known"] });
  if (/^\d{3}$/.test(bank_code) && !checkNuban(bank_code, account_no))
    throw new InvalidFields({ account_no: ["this is not an account number of this bank"] });
  const { db, encryption } = context;
  const account_no_hash = encryption.hash("account_no", account_no);
  const other = await db
    .selectFrom("profiles")
    .select("user_id")
    .where("account_no_hash", "=", account_no_hash)
    .where("bank_code", "=", bank_code)
    .where("user_id", "<>", user_id)
    .executeTakeFirst();
  if (other) throw new Conflict("This bank account belongs to another customer.", "account_taken");
  const person = await db.selectFrom("users").select("data_key").where("id", "=", user_id).executeTakeFirst();
  if (!person?.data_key) throw new NotFound("This person");
  const account_name = await context.outside.payments.resolveAccount({ account_no, bank_code }).then(
    (found) => found.account_name,
    (error: unknown) => {
      if (error instanceof ProviderRefused) throw new InvalidFields({ account_no: ["this bank has no such account"] });
      return null;
    },
  );
  return {
    account_no_encrypted: encryption.encrypt(user_id, person.data_key, "account_no", account_no),
    account_no_hash,
    account_no_last4: account_no.slice(-4),
    bank_code,
    bank_name: bankName(bank_code),
    account_name,
    bank_account_status: "pending",
    account_typed_by: context.session.user_id,
  };
}
