import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
} from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;

function seal(key: KeyObject, clear: Buffer, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(clear), cipher.final(), cipher.getAuthTag()]);
}

function open(key: KeyObject, sealed: Buffer, context: string): Buffer {
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, sealed.length - TAG_BYTES)), decipher.final()]);
}

/**
 * Encryption of personal fields at rest: every person has a key of their own, itself encrypted with the master key that
 * lives outside the database. Destroying the person's key erases the fields wherever a backup may still hold them.
 */
export interface FieldEncryption {
  /** A new person's wrapped key, for `users.data_key`. */
  createKey(user_id: string): Buffer;
  encrypt(user_id: string, data_key: Buffer, field: string, text: string): Buffer;
  /** @throws Error when the bytes were made for another person or field, or were tampered with */
  decrypt(user_id: string, data_key: Buffer, field: string, sealed: Buffer): string;
  /** A keyed hash by which an encrypted value can be found without decrypting (BVN, NIN, account number). */
  hash(field: string, text: string): Buffer;
}

/** The account number that somebody pays into. */
export const VIRTUAL_FIELD = "virtual_account";

/** Encryption under the two keys of the configuration, 32 bytes each: one wraps the people's own keys, the other makes the searchable hashes. */
export function createFieldEncryption(master_key: Buffer, index_key: Buffer): FieldEncryption {
  // As bytes each use made a key of them again, which took longer than the cipher.
  const master = createSecretKey(master_key);
  // The rows of a file are under one key: the last one is kept unwrapped.
  let last: { user_id: string; wrapped: Buffer; key: KeyObject } | undefined;
  const unwrap = (user_id: string, wrapped: Buffer): KeyObject => {
    if (last?.user_id !== user_id || !last.wrapped.equals(wrapped))
      last = { user_id, wrapped, key: createSecretKey(open(master, wrapped, `key:${user_id}`)) };
    return last.key;
  };
  return {
    createKey: (user_id) => seal(master, randomBytes(KEY_BYTES), `key:${user_id}`),
    encrypt: (user_id, data_key, field, text) =>
      seal(unwrap(user_id, data_key), Buffer.from(text, "utf8"), `${user_id}:${field}`),
    decrypt: (user_id, data_key, field, sealed) =>
      open(unwrap(user_id, data_key), sealed, `${user_id}:${field}`).toString("utf8"),
    hash: (field, text) => createHmac("sha256", index_key).update(`${field}:${text}`).digest(),
  };
}

/** `•••••••4579`: what a screen shows of a number that only its last four digits may show. */
export const masked = (last4: string | null): string | null => (last4 === null ? null : `•••••••${last4}`);
/** A row with the last digits of an account as a list shows it. */
export const withMaskedAccount = <Row extends { account_no: string | null }>(row: Row): Row => ({
  ...row,
  account_no: masked(row.account_no),
});
