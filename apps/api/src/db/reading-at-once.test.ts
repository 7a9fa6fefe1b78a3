import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../test/world.ts";
import { readingAtOnce } from "./reading-at-once.ts";

const api = await useTestApi();

describe("reading at once", () => {
  it("gives everybody their own rows, of one transaction, as often as asked", async () => {
    for (let time = 0; time < 3; time += 1) {
      const db = readingAtOnce(api.app.pool);
      const ask = async (n: number) =>
        (
          await sql<{
            n: number;
            moment: Date;
            big: bigint;
          }>`select ${n}::int as n, now() as moment, 9007199254740993 as big`.execute(db)
        ).rows;
      const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n)));
      expect(answers.map(([row]) => row?.n)).toEqual(Array.from({ length: 12 }, (_, n) => n));
      expect(answers[3]?.[0]?.big).toBe(9_007_199_254_740_993n);
      expect(new Set(answers.map(([row]) => row?.moment.getTime())).size).toBe(1);
      expect((await ask(99))[0]?.n).toBe(99);
      expect(
        await db.selectFrom("users").select("id").where("email", "=", "nobody@nowhere.example").executeTakeFirst(),
      ).toBeUndefined();
    }
  });

  it("tells everybody of a trip that it failed, and works on", async () => {
    const db = readingAtOnce(api.app.pool);
    const [good, bad] = await Promise.allSettled([sql`select 1 as n`.execute(db), sql`select 1 / 0 as n`.execute(db)]);
    expect([good.status, bad.status]).toEqual(["rejected", "rejected"]);
    expect((await sql<{ n: number }>`select 2 as n`.execute(db)).rows).toEqual([{ n: 2 }]);
    await expect(db.transaction().execute(async (tx) => sql`select 1`.execute(tx))).rejects.toThrow("no transaction");
  });
});
