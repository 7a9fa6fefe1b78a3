import { fullName } from "@manilla/contract/formats";
import type { App } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";

/** The verified bank account of a person's profile. The number is clear text: never log it. */
export interface PayoutAccount {
  account_no: string;
  account_no_last4: string;
  account_name: string;
  bank_code: string;
  bank_name: string;
}

export interface Person {
  user_id: string;
  name: string;
  email: string;
  data_key: Buffer;
  is_blacklisted: boolean;
  bank_account_status: string;
  account: PayoutAccount | null;
}

/** The field name under which a payout's copy of the account number is encrypted. */
export const PAYOUT_FIELD = "payout_account";
/** The field name of the profile's own. */
export const PROFILE_FIELD = "account_no";

/** Reads a person with the account in their profile; the account is null while there is none. */
export async function readPerson(db: Database | Tx, encryption: App["encryption"], user_id: string): Promise<Person> {
  const row = await db
    .selectFrom("users")
    .innerJoin("profiles", "profiles.user_id", "users.id")
    .select([
      "users.name",
      "users.last_name",
      "users.email",
      "users.data_key",
      "users.is_blacklisted",
      "profiles.bank_account_status",
      "profiles.account_no_encrypted",
      "profiles.account_no_last4",
      "profiles.account_name",
      "profiles.bank_code",
      "profiles.bank_name",
    ])
    .where("users.id", "=", user_id)
    .executeTakeFirstOrThrow();
  const { data_key } = row;
  const account_no =
    data_key && row.account_no_encrypted
      ? encryption.decrypt(user_id, data_key, PROFILE_FIELD, row.account_no_encrypted)
      : null;
  return {
    user_id,
    name: fullName(row),
    email: row.email,
    data_key: data_key ?? Buffer.alloc(0),
    is_blacklisted: row.is_blacklisted,
    bank_account_status: row.bank_account_status,
    account:
      account_no && row.bank_code
        ? {
            account_no,
            account_no_last4: row.account_no_last4 ?? account_no.slice(-4),
            account_name: row.account_name ?? fullName(row),
            bank_code: row.bank_code,
            bank_name: row.bank_name ?? row.bank_code,
          }
        : null,
  };
}

/** The account number of a payout, in clear. */
export async function accountOfPayout(
  db: Database | Tx,
  encryption: App["encryption"],
  payout: { user_id: string; account_no_encrypted: Buffer },
): Promise<string> {
  const { data_key } = await getRow(db, "users", payout.user_id, ["data_key"]);
  if (!data_key) throw new Error("This person's key was destroyed: there is nobody to pay.");
  return encryption.decrypt(payout.user_id, data_key, PAYOUT_FIELD, payout.account_no_encrypted);
}
