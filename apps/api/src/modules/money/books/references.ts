import { randomBytes } from "node:crypto";

const LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/**
 * A reference of a movement of money, for example `PO260115K7QXV2M4`: 16 characters, so that it fits the customer reference of an MT940 line,
 * and random enough (40 bits a day) not to be guessed.
 * @param prefix two letters: PO payout, CH charge, CS card setup
 */
export function newReference(prefix: string, on: string): string {
  const tail = [...randomBytes(8)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  return `${prefix}${on.replaceAll("-", "").slice(2)}${tail}`;
}
