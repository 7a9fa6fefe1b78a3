/** The door of what providers answered about money on its way: evidence for the approver. */
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";

interface Answer {
  /** Of the bill or the payout. */
  subject_id: string;
  provider: string;
  question: "send" | "ask";
  outcome: string;
  words?: string | null | undefined;
}
const MAX_WORDS = 300;

/** Keeps one answer, or that none came. */
export async function keepAnswer(db: Database | Tx, { words, ...answer }: Answer): Promise<void> {
  const said = words?.slice(0, MAX_WORDS) ?? null;
  await db
    .insertInto("provider_answers")
    .values({ id: uuidv7(), ...answer, words: said, answered_at: clock.now() })
    .execute();
}

/** The outcome in the last answer about a payment; undefined where there was none. */
export async function lastOutcome(db: Database | Tx, subject_id: string): Promise<string | undefined> {
  const last = await db
    .selectFrom("provider_answers")
    .select("outcome")
    .where("subject_id", "=", subject_id)
    .orderBy("answered_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.outcome;
}
