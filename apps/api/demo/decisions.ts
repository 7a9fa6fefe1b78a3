/** What the credit rules said about the demo's customers over the last weeks, so that a new version has something to be tested on. */
import type { App } from "../src/house/app.ts";
import { clock } from "../src/clock.ts";
import { SYSTEM } from "../src/modules/platform/audit/index.ts";
import { judgeNow, keepDecision } from "../src/modules/lending/credit-decisions/index.ts";
import { uuidv7 } from "uuidv7";
import { analyseDocument } from "../src/modules/people/documents/index.ts";

/** Decisions are spread over the time since each person registered, in this many steps. */
const STEPS = 50;

/** What the sandbox's bureau knows of a person, as the automatic checks would have asked it. */
export async function askBureau(app: App, user_id: string): Promise<void> {
  const person = await app.db
    .selectFrom("profiles")
    .innerJoin("users", "users.id", "profiles.user_id")
    .select(["profiles.bvn_encrypted", "users.data_key"])
    .where("users.id", "=", user_id)
    .executeTakeFirst();
  if (!person?.bvn_encrypted || !person.data_key) return;
  const report = await app.outside.identity
    .creditHistory(app.encryption.decrypt(user_id, person.data_key, "bvn", person.bvn_encrypted))
    .catch(() => undefined);
  if (!report) return;
  const { loans, ...summary } = report;
  await app.db
    .insertInto("bureau_reports")
    .values({
      id: uuidv7(),
      user_id,
      ...summary,
      loans: JSON.stringify(loans, (_, value: unknown) => (typeof value === "bigint" ? Number(value) : value)),
    })
    .execute();
}

/** Lets the demo's people with a bank statement go through the credit rules, so that there are decisions to look at. */
export async function seedDecisions(app: App): Promise<void> {
  const people = await app.db
    .selectFrom("users")
    .innerJoin("documents", "documents.user_id", "users.id")
    .select(["users.id", "users.created_at", "documents.id as document_id"])
    .where("documents.type", "=", "bank_statement")
    .where("documents.status", "<>", "invalidated")
    .orderBy("users.id")
    .execute();
  for (const [index, { id, created_at, document_id }] of people.entries()) {
    await analyseDocument(app, document_id);
    // Every fourth was decided before anybody asked the bureau.
    if (index % 4 !== 3) await askBureau(app, id);
    const judged = await judgeNow(app, id);
    const decided_at = new Date(
      created_at.getTime() +
        ((((index * 7) % STEPS) + 1) / (STEPS + 1)) * (clock.milliseconds() - created_at.getTime()),
    );
    await app.db.transaction().execute(async (tx) => {
      const { id: decision_id } = await keepDecision(tx, SYSTEM, judged, { user_id: id, occasion: "by_hand" });
      await tx.updateTable("credit_decisions").set({ decided_at }).where("id", "=", decision_id).execute();
    });
  }
}
