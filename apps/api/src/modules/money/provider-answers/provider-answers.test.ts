import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { clock } from "../../../clock.ts";
import { keepAnswer, lastOutcome } from "./index.ts";

const api = await useTestApi();
const { db } = api.app;

const keep = (subject_id: string, outcome: string, words?: string) =>
  keepAnswer(db, { subject_id, provider: "paystack", question: "ask", outcome, words });

describe("what providers answered", () => {
  it("is kept one by one, and the last one counts, also where two came in one moment", async () => {
    const [subject_id, other] = [uuidv7(), uuidv7()];
    expect(await lastOutcome(db, subject_id)).toBeUndefined();
    for (const outcome of ["no_answer", "pending", "failed"]) await keep(subject_id, outcome);
    await keep(other, "sent");
    expect(await lastOutcome(db, subject_id)).toBe("failed");
    expect(await lastOutcome(db, other)).toBe("sent");
    await db.updateTable("provider_answers").set({ answered_at: clock.now() }).execute();
    expect(await lastOutcome(db, subject_id)).toBe("failed");
    expect(
      await db.selectFrom("provider_answers").select("id").where("subject_id", "=", subject_id).execute(),
    ).toHaveLength(3);
  });

  it("keeps the beginning of long words, and none where there were none", async () => {
    const subject_id = uuidv7();
    await keep(subject_id, "failed", `Refused${".".repeat(1_000)}`);
    await keep(subject_id, "no_answer");
    const rows = await db
      .selectFrom("provider_answers")
      .select("words")
      .where("subject_id", "=", subject_id)
      .orderBy("id")
      .execute();
    expect(rows.map(({ words }) => words?.length ?? null)).toEqual([300, null]);
  });
});
