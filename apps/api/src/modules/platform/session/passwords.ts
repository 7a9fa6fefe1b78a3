import { hash, verify } from "@node-rs/argon2";
import { InvalidFields } from "../../../errors.ts";

/** OWASP's Argon2id parameters: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** An unknown address costs as much time as a known one: its password is compared with this. */
let unknownPerson: Promise<string> | undefined;

export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** False for a wrong password and for an unknown person, in the same time. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  unknownPerson ??= hashPassword("a person who is not there");
  const isSame = await verify(stored ?? (await unknownPerson), password).catch(() => false);
  return Boolean(stored) && isSame;
}

let common: Promise<Set<string>> | undefined;

/** The list that guessers start with, shipped by zxcvbn; loaded at the first use. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(({ dictionary }) => new Set(dictionary["passwords-common"]));
  return common;
}

/**
 * Refuses a password that a guesser would try first, or that is made of the person's own name or address.
 * @throws InvalidFields on `password`
 */
export async function refuseWeakPassword(password: string, about: readonly string[] = []): Promise<void> {
  const bare = password.toLowerCase();
  const letters = bare.replace(/[^a-z]/g, "");
  const known = await commonPasswords();
  const stripped = bare.replace(/[^a-z0-9]+$/g, "");
  if (known.has(bare) || known.has(stripped) || (letters.length >= 4 && known.has(letters) && bare.length < 12)) {
    throw new InvalidFields({ password: ["this password is too common; choose one that is harder to guess"] });
  }
  const words = about.flatMap((text) => text.toLowerCase().split(/[^a-z0-9]+/)).filter((word) => word.length >= 4);
  if (words.some((word) => bare.includes(word)))
    throw new InvalidFields({ password: ["this password contains your own name or address; choose another"] });
}
