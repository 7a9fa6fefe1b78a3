import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import type { Context } from "../../../house/app.ts";
import { identityRecordOf, missingReports, readAnalysis, rulesSaidOfLoans, rulesSaidOfPerson } from "./index.ts";
import { saidInWords } from "./rules-said.ts";

const world = await useLendingWorld();
const { app, database } = world.api;
const { db, encryption } = app;

describe("what the credit rules said", () => {
  const said = {
    outcome: "referred",
    final_outcome: "referred",
    limit_kobo: 5_000_000n,
    reason: "The bureau has not been asked.",
    overruled_by: null,
    overrule_reason: null,
    approved_by: null,
    approved_because: null,
  };

  it("is read with its reason by who may read reports of credit bureaus, and without it by others", () => {
    expect(saidInWords(said, true)).toBe("Referred: The bureau has not been asked. Limit ₦50,000.00");
    expect(saidInWords(said, false)).toBe("Referred. Limit ₦50,000.00");
    expect(saidInWords(undefined, true)).toBe("They were not asked");
  });

  it("names who changed it, and who approved against it; not who approved with it", () => {
    const changed = { ...said, final_outcome: "approved", overruled_by: "Ada Obi", overrule_reason: "Payslip seen." };
    expect(saidInWords(changed, true)).toContain("Changed to approved by Ada Obi: Payslip seen. Limit");
    const against = { ...said, approved_by: "Bola Ige", approved_because: null };
    expect(saidInWords(against, false)).toContain("Approved against the rules by Bola Ige. Limit");
    expect(saidInWords({ ...changed, approved_by: "Bola Ige" }, true)).not.toContain("against");
  });

  it("is the newest of each, and said of those that they were not asked about", async () => {
    const [asked, other] = [await world.loan(), await world.loan()];
    const { rows } = await database.pool.query<{ id: string; number: number }>(
      "select id, number from rule_sets limit 1",
    );
    const decide = (outcome: string, days_ago: number) =>
      database.pool.query(
        `insert into credit_decisions
           (id, user_id, loan_id, rule_set_id, rule_set_number, occasion, outcome, final_outcome, score, limit_kobo, judgement, decided_at)
         values ($1, $2, $3, $4, $5, 'by_hand', $6, $6, 500, 1000000, '{"reasons": ["Late before."]}', now() - $7 * interval '1 day')`,
        [uuidv7(), asked.customer.user_id, asked.id, rows[0]!.id, rows[0]!.number, outcome, days_ago],
      );
    await decide("declined", 2);
    await decide("approved", 1);
    await decide("referred", 3);
    // Of a request only what this room asks.
    const context = { ...app, session: { permissions: new Set() } } as unknown as Context;
    expect([...(await rulesSaidOfLoans(context, [asked.id, other.id]))]).toEqual([
      [asked.id, "Approved. Limit ₦10,000.00"],
      [other.id, "They were not asked"],
    ]);
    expect(await rulesSaidOfPerson(context, asked.customer.user_id)).toBe("Approved. Limit ₦10,000.00");
    expect(await rulesSaidOfPerson(context, other.customer.user_id)).toBe("They were not asked");
  });
});

describe("reports of credit bureaus", () => {
  it("are missing until as many different ones came lately as the product asks for", async () => {
    const { id, customer } = await world.loan();
    const missing = () => db.transaction().execute((tx) => missingReports(tx, id));
    const require = (count: number) =>
      database.pool.query(
        `update loan_product_versions set bureau_reports_required = $2
         where id = (select product_version_id from loans where id = $1)`,
        [id, count],
      );
    const report = (bureau: string, days_ago: number) =>
      database.pool.query(
        `insert into bureau_reports (id, user_id, bureau, loans, open_loans, overdue_loans, total_balance_kobo, fetched_at)
         values ($1, $2, $3, '[]', 0, 0, 0, now() - $4 * interval '1 day')`,
        [uuidv7(), customer.user_id, bureau, days_ago],
      );
    await require(0);
    expect(await missing()).toBeNull();
    await require(2);
    expect(await missing()).toMatch(/^2 credit bureau reports, at most \d+ days old$/);
    await report("crc", 1);
    await report("crc", 2);
    await report("firstcentral", 900);
    expect(await missing()).toMatch(/^1 more credit bureau report, from another than CRC, at most \d+ days old$/);
    await report("firstcentral", 1);
    expect(await missing()).toBeNull();
    await require(0);
  });
});

describe("the register's record of an identity", () => {
  it("is the newest that was compared, opened with the person's own key", async () => {
    const { user_id: id } = await world.customer();
    const { data_key } = await db.selectFrom("users").select("data_key").where("id", "=", id).executeTakeFirstOrThrow();
    const person = { id, data_key: data_key! };
    expect(await identityRecordOf(app, person)).toBeUndefined();
    const keep = (last_name: string, status: string, hours_ago: number) =>
      database.pool.query(
        `insert into identity_verifications (id, user_id, kind, number_encrypted, number_hash, number_last4, status, record_encrypted, created_at)
         values ($1, $2, 'bvn', '\\x00', uuid_send($1), '1234', $3, $4, now() - $5 * interval '1 hour')`,
        [
          uuidv7(),
          id,
          status,
          encryption.encrypt(id, data_key!, "identity_record", JSON.stringify({ last_name })),
          hours_ago,
        ],
      );
    await keep("Old", "verified", 3);
    await keep("Newest", "mismatch", 2);
    await keep("Failed", "failed", 1);
    expect((await identityRecordOf(app, person))?.record).toEqual({ last_name: "Newest" });
  });
});

it("A statement that nobody sent has no analysis", async () => {
  expect(await readAnalysis(db, uuidv7())).toBeNull();
});
