import { uuidv7 } from "uuidv7";
import type { App } from "../../../house/app.ts";
import { ProviderUnavailable } from "../../../errors.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { findRow, getRow } from "../../../db/row.ts";
import { VIRTUAL_FIELD } from "../../../field-encryption.ts";

export interface VirtualAccountDetails {
  bank_name: string;
  account_name: string;
  /** In clear: the person has to type it into their bank. */
  account_no: string;
}

/** Whose an account number is. */
export type Owner = { user_id: string } | { company_id: string };

/** Who is given an account number, as the provider knows them. */
interface Holder {
  owner: Owner;
  /** The key that the number is encrypted with. */
  data_key: Buffer;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
}

const idOf = (owner: Owner): string => ("user_id" in owner ? owner.user_id : owner.company_id);

/** The account number of a person or a company that has one. */
export async function findVirtualAccount(
  app: Pick<App, "db" | "encryption">,
  owner: Owner,
  data_key: Buffer,
): Promise<VirtualAccountDetails | undefined> {
  const row = await findRow(app.db, "virtual_accounts", owner, ["bank_name", "account_name", "account_no_encrypted"]);
  if (!row) return undefined;
  const { bank_name, account_name, account_no_encrypted } = row;
  const account_no = app.encryption.decrypt(idOf(owner), data_key, VIRTUAL_FIELD, account_no_encrypted);
  return { bank_name, account_name, account_no };
}

/**
 * The account number of a person or a company, made at the provider when it is first requested (the provider gives one, however often it is asked).
 * @throws ProviderUnavailable when the provider does not answer or refuses
 */
export async function ensureAccountOf(app: App, holder: Holder): Promise<VirtualAccountDetails> {
  const { owner, data_key, ...person } = holder;
  const known = await findVirtualAccount(app, owner, data_key);
  if (known) return known;
  const account = await app.outside.payments.createVirtualAccount(person).catch((error: unknown) => {
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
      ...owner,
      provider_reference: account.provider_reference,
      bank_name: account.bank_name,
      account_name: account.account_name,
      account_no_encrypted: app.encryption.encrypt(idOf(owner), data_key, VIRTUAL_FIELD, account.account_no),
      account_no_hash: app.encryption.hash(VIRTUAL_FIELD, account.account_no),
      account_no_last4: account.account_no.slice(-4),
    })
    .onConflict((conflict) => conflict.column("user_id" in owner ? "user_id" : "company_id").doNothing())
    .execute();
  return { bank_name: account.bank_name, account_name: account.account_name, account_no: account.account_no };
}

/** {@link ensureAccountOf} a person, for repayments. @throws ProviderUnavailable */
export async function ensureVirtualAccount(app: App, user_id: string): Promise<VirtualAccountDetails> {
  const person = await getRow(app.db, "users", user_id, ["name", "last_name", "email", "phone", "data_key"]);
  const { data_key, email, name: first_name, last_name, phone } = person;
  if (!data_key) throw new ProviderUnavailable("This account cannot be given an account number.");
  return ensureAccountOf(app, { owner: { user_id }, data_key, email, first_name, last_name, phone: phone ?? "" });
}

/** Whose virtual account this is; undefined for an unknown number. */
export async function ownerOfVirtualAccount(app: App, account_no: string): Promise<Owner | undefined> {
  const account_no_hash = app.encryption.hash(VIRTUAL_FIELD, account_no);
  const row = await findRow(app.db, "virtual_accounts", { account_no_hash }, ["user_id", "company_id"]);
  if (row?.user_id) return { user_id: row.user_id };
  return row?.company_id ? { company_id: row.company_id } : undefined;
}
