import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import { ProviderUnavailable } from "../../../errors.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { findRow, getRow } from "../../../db/row.ts";

export const VIRTUAL_FIELD = "virtual_account";

export interface VirtualAccountDetails {
  bank_name: string;
  account_name: string;
  /** In clear: the person has to type it into their bank. */
  account_no: string;
}

async function find(app: App, user_id: string): Promise<VirtualAccountDetails | undefined> {
  const row = await app.db
    .selectFrom("virtual_accounts")
    .innerJoin("users", "users.id", "virtual_accounts.user_id")
    .select([
      "virtual_accounts.bank_name",
      "virtual_accounts.account_name",
      "virtual_accounts.account_no_encrypted",
      "users.data_key",
    ])
    .where("virtual_accounts.user_id", "=", user_id)
    .executeTakeFirst();
  if (!row?.data_key) return undefined;
  return {
    bank_name: row.bank_name,
    account_name: row.account_name,
    account_no: app.encryption.decrypt(user_id, row.data_key, VIRTUAL_FIELD, row.account_no_encrypted),
  };
}

/**
 * The person's own account number for repayments, made at the provider when it is first asked for (the provider gives a person one, however
 * often it is asked).
 * @throws ProviderUnavailable when the provider does not answer or refuses
 */
export async function ensureVirtualAccount(app: App, user_id: string): Promise<VirtualAccountDetails> {
  const known = await find(app, user_id);
  if (known) return known;
  const person = await getRow(app.db, "users", user_id, ["name", "last_name", "email", "phone", "data_key"]);
  if (!person.data_key) throw new ProviderUnavailable("This account cannot be given an account number.");
  const account = await app.outside.payments
    .createVirtualAccount({
      email: person.email,
      first_name: person.name,
      last_name: person.last_name,
      phone: person.phone ?? "",
    })
    .catch((error: unknown) => {
      if (error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused)
        throw new ProviderUnavailable(
          "The bank could not give you an account number now. Please try again shortly, or pay by card.",
        );
      throw error;
    });
  await app.db
    .insertInto("virtual_accounts")
    .values({
      id: uuidv7(),
      user_id,
      provider_reference: account.provider_reference,
      bank_name: account.bank_name,
      account_name: account.account_name,
      account_no_encrypted: app.encryption.encrypt(user_id, person.data_key, VIRTUAL_FIELD, account.account_no),
      account_no_hash: app.encryption.hash(VIRTUAL_FIELD, account.account_no),
      account_no_last4: account.account_no.slice(-4),
    })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return { bank_name: account.bank_name, account_name: account.account_name, account_no: account.account_no };
}

/** Whose virtual account this is; undefined for an unknown number. */
export async function ownerOfVirtualAccount(app: App, account_no: string): Promise<string | undefined> {
  const row = await findRow(
    app.db,
    "virtual_accounts",
    { account_no_hash: app.encryption.hash(VIRTUAL_FIELD, account_no) },
    ["user_id"],
  );
  return row?.user_id;
}
