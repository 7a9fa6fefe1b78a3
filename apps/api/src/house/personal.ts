/** What a noun keeps about people, and what becomes of it when somebody is erased. */
import type { Tx } from "../db/database.ts";

/** Who is being erased, while their key still exists. */
export interface Erasing {
  user_id: string;
  /** Every address and number that was ever known to be theirs. */
  emails: readonly string[];
  phones: readonly string[];
}

/** What a noun keeps about people: each table with a person's id is named here, erased or kept for a reason. */
export interface PersonalData {
  /** Tables with a `user_id` whose rows stay as they are, or are seen to by `erase`: with the reason. */
  kept?: Readonly<Record<string, string>>;
  /** Rows that stay without their words: table → column → what it becomes. Matched by `user_id`. */
  blanked?: Readonly<Record<string, Readonly<Record<string, string | null>>>>;
  /** Tables whose rows of the person are deleted. */
  deleted?: readonly string[];
  /** What the three lists above cannot say. Runs before them. @returns names of stored files that may go once this is committed */
  erase?(tx: Tx, person: Erasing): Promise<string[] | void>;
  /** Part of the person's own export: table → columns. Matched by `user_id`. */
  exported?: Readonly<Record<string, string>>;
}
