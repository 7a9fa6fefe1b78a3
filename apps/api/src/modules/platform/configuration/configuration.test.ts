import * as approvals from "@manilla/contract/platform/approvals";
import * as configuration from "@manilla/contract/platform/configuration";
import { configurationWords } from "@manilla/contract/platform/configuration-words";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";
import { readSetting, readText, settingsOn } from "./index.ts";

const api = await useTestApi();

describe("configuration", () => {
  it("changes when a second person agrees, value by value with its type", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const wrong = await api.call(configuration.update, {
      token: maker.token,
      body: { values: { minimum_age_years: 12, support_email: "nobody" }, reason: "Try" },
    });
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.body.errors).sort()).toEqual(["values.minimum_age_years", "values.support_email"]);
    expect(
      (await api.call(configuration.update, { token: maker.token, body: { values: { made_up: 1 }, reason: "Try" } }))
        .status,
    ).toBe(422);
    const asked = await api.call(configuration.update, {
      token: maker.token,
      body: { values: { minimum_age_years: "21" }, reason: "New policy" },
    });
    const { approval_id } = asked.body.data as { approval_id: string };
    const value = async () =>
      (
        await api.database.pool.query<{ value: unknown }>(
          "select value from configuration where key = 'minimum_age_years'",
        )
      ).rows[0]?.value;
    expect(await value()).toBe(18);
    expect(
      (await api.call(approvals.approve, { token: maker.token, params: { id: approval_id }, body: { version: 1 } }))
        .status,
    ).toBe(403);
    expect(
      (await api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body: { version: 1 } }))
        .status,
    ).toBe(200);
    expect(await value()).toBe(21);
    const { items } = (await api.call(configuration.find, { token: maker.token })).body.data as {
      items: { key: string; value: unknown; rules: string }[];
    };
    for (const { key } of items)
      expect(configurationWords(key), key).toMatchObject({ use: expect.stringMatching(/\.$/) });
    const request = await api.call(approvals.find, { token: checker.token, params: { id: approval_id } });
    expect(request.body.data).toMatchObject({
      title: "Configuration: Youngest customer",
      changes: [{ field: "Youngest customer", before: "18 years", after: "21 years" }],
    });
    expect(items.find(({ key }) => key === "minimum_age_years")).toMatchObject({
      value: 21,
      rules: "required|number|min:18|max:100",
    });
  });

  it("that says what one records alone holds from a day to come: days before keep their value, and it is shown by day", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const key = "recorded_alone_on_loan_kobo";
    const ask = (value: number, valid_from?: string) =>
      api.call(configuration.update, {
        token: maker.token,
        body: { values: { [key]: value }, reason: "A cashier at the branch", ...(valid_from && { valid_from }) },
      });
    const approve = async (asked: Awaited<ReturnType<typeof ask>>) =>
      api.call(approvals.approve, {
        token: checker.token,
        params: { id: (asked.body.data as { approval_id: string }).approval_id },
        body: { version: 1 },
      });
    // The business date of tests is 15 January 2026.
    for (const day of [undefined, "2026-01-14", "2026-01-15"])
      expect(Object.keys((await ask(500_000, day)).body.errors), `${day}`).toEqual(["valid_from"]);
    const late = await ask(700_000, "2026-01-16");
    expect((await approve(await ask(500_000, "2026-01-20"))).status).toBe(200);
    expect(Object.keys((await ask(600_000, "2026-01-20")).body.errors), "another begins then").toEqual(["valid_from"]);
    const on = async (day: string) => (await settingsOn(api.app.db, [key], day))[0];
    expect(await on("2026-01-15")).toBe(0);
    expect(await on("2026-01-19")).toBe(0);
    expect(await on("2026-01-20")).toBe(500_000);
    expect(await on("2026-03-01")).toBe(500_000);
    await sql`update business_calendar set business_date = '2026-01-16'`.execute(api.app.db);
    const refused = await approve(late);
    expect(refused.status, "its day has begun").toBe(409);
    expect(refused.body.code, "its day has begun").toBe("changed");
    await sql`update business_calendar set business_date = '2026-01-21'`.execute(api.app.db);
    expect((await approve(await ask(100_000, "2026-02-01"))).status).toBe(200);
    const { items } = (await api.call(configuration.find, { token: maker.token })).body.data as {
      items: { key: string; value: unknown; dated: unknown }[];
    };
    expect(items.find((item) => item.key === key)).toMatchObject({
      value: 500_000,
      dated: [
        { valid_from: "2026-02-01", value: 100_000, is_now: false },
        { valid_from: "2026-01-20", value: 500_000, is_now: true, reason: "A cashier at the branch" },
      ],
    });
    expect(items.find((item) => item.key === "minimum_age_years")).toMatchObject({ dated: null });
    await expect(
      api.database.pool.query("update configuration_values set value = '1'"),
      "what held stays",
    ).rejects.toThrow("never changed or removed");
  });

  it("that is dated is withdrawn before its day: at once what would have raised the sum, by two persons what would have lowered it", async () => {
    const [maker, checker, other] = [
      await api.person("super_admin"),
      await api.person("super_admin"),
      await api.person("super_operations"),
    ];
    const key = "recorded_alone_by_one_kobo";
    await sql`update business_calendar set business_date = '2026-03-01'`.execute(api.app.db);
    const agreed = async (value: number, valid_from: string): Promise<string> => {
      const asked = await api.call(configuration.update, {
        token: maker.token,
        body: { values: { [key]: value }, valid_from, reason: "As agreed" },
      });
      await approve(asked.body.data as { approval_id: string });
      const { rows } = await api.database.pool.query<{ id: string }>(
        "select id from configuration_values where key = $1 and valid_from = $2 and withdrawn_at is null",
        [key, valid_from],
      );
      return rows[0]!.id;
    };
    const approve = async ({ approval_id }: { approval_id: string | null }) => {
      const { status } = await api.call(approvals.approve, {
        token: checker.token,
        params: { id: approval_id! },
        body: { version: 1 },
      });
      expect(status).toBe(200);
    };
    const withdraw = (id: string, token = checker.token) =>
      api.call(configuration.withdraw, { token, params: { id }, body: { reason: "A mistake" } });
    const on = async (day: string) => (await settingsOn(api.app.db, [key], day))[0];

    const raise = await agreed(900_000, "2026-03-10");
    const less = await agreed(300_000, "2026-03-20");
    expect((await withdraw(raise, other.token)).status, "not by who may not change it").toBe(403);
    // Without the raise nothing may be recorded alone, until 20 March brings the smaller sum.
    const done = await withdraw(raise);
    expect(done.status).toBe(200);
    expect(done.body.data).toEqual({ approval_id: null });
    expect(await on("2026-03-10")).toBe(0);
    expect(await on("2026-03-20")).toBe(300_000);
    expect((await withdraw(raise)).body.code).toBe("not_to_come");
    expect((await withdraw(raise)).status).toBe(409);
    const again = await agreed(800_000, "2026-03-10");
    expect(await on("2026-03-19"), "its day is free again").toBe(800_000);

    const asked = (await withdraw(less, maker.token)).body.data as { approval_id: string | null };
    expect(asked, "it would leave a higher sum").toEqual({ approval_id: expect.any(String) });
    expect(await on("2026-03-20"), "it would leave a higher sum").toBe(300_000);
    const page = await api.call(approvals.find, { token: checker.token, params: { id: asked.approval_id! } });
    expect(page.body.data).toMatchObject({
      effect: { facts: [{ value: "₦3,000.00" }, { value: "20 Mar 2026" }, { value: "₦8,000.00" }] },
    });
    await approve(asked);
    expect(await on("2026-03-20")).toBe(800_000);
    await sql`update business_calendar set business_date = '2026-03-10'`.execute(api.app.db);
    expect((await withdraw(again)).body.code, "its day has begun").toBe("not_to_come");
    await expect(
      api.database.pool.query("update configuration_values set withdrawn_at = now() where id = $1", [again]),
    ).rejects.toThrow("never changed or removed");
  });

  it("that is dated is lowered at once by one person, as often as it is needed, and never raised so", async () => {
    const { token } = await api.person("super_admin");
    const key = "recorded_alone_for_person_kobo";
    await sql`update business_calendar set business_date = '2026-04-01'`.execute(api.app.db);
    await sql`
      insert into configuration_values (key, valid_from, value, reason, set_by)
      select ${key}, '2026-04-01', '900000', 'As agreed', id
      from users
      limit 1
    `.execute(api.app.db);
    const lower = (value: number, by = token) =>
      api.call(configuration.lower, { token: by, body: { key, value, reason: "Two slips look alike" } });
    const on = async (day: string) => (await settingsOn(api.app.db, [key], day))[0];
    expect((await lower(1, (await api.person("super_operations")).token)).status).toBe(403);
    for (const value of [900_000, 900_001]) expect((await lower(value)).status, String(value)).toBe(422);
    expect((await lower(500_000)).status).toBe(200);
    expect((await lower(200_000)).status).toBe(200);
    expect((await lower(300_000)).status, "not back up").toBe(422);
    expect(await on("2026-03-31")).toBe(0);
    expect(await on("2026-04-01")).toBe(200_000);
    expect(await on("2026-05-01")).toBe(200_000);
    const { items } = (await api.call(configuration.find, { token })).body.data as {
      items: { key: string; value: unknown; dated: { value: number; is_now: boolean }[] }[];
    };
    const shown = items.find((item) => item.key === key);
    expect(shown?.value).toBe(200_000);
    expect(shown?.dated.map(({ value, is_now }) => [value, is_now])).toEqual([
      [200_000, true],
      [500_000, false],
      [900_000, false],
    ]);
    const { rows } = await api.database.pool.query<{ action: string }>(
      "select action, before, after, reason from audit_records where action = 'configuration_lowered' order by recorded_at desc limit 1",
    );
    expect(rows[0]).toMatchObject({
      before: { value: 500_000 },
      after: { value: 200_000, valid_from: "2026-04-01" },
      reason: "Two slips look alike",
    });
  });

  it("is known to the next transaction, however it was changed, and is not what a transaction wrote that failed", async () => {
    const { db } = api.app;
    const age = () => db.transaction().execute((tx) => readSetting(tx, "minimum_age_years"));
    const set = (value: number, on: Pick<typeof db, "executeQuery"> = db) =>
      on.executeQuery(
        sql`update configuration set value = ${String(value)}::jsonb where key = 'minimum_age_years'`.compile(db),
      );
    const before = await age();
    await set(before + 3);
    expect(await age()).toBe(before + 3);
    const undone = db.transaction().execute(async (tx) => {
      await set(before + 7, tx);
      expect(await readSetting(tx, "minimum_age_years")).toBe(before + 7);
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await age()).toBe(before + 3);
    await sql`delete from configuration where key = 'support_phone'`.execute(db);
    expect(await db.transaction().execute((tx) => readText(tx, "support_phone"))).toBe("");
    await sql`insert into configuration (key, value, description) values ('support_phone', '"+2348000626455"', 'Again')`.execute(
      db,
    );
    expect(await db.transaction().execute((tx) => readText(tx, "support_phone"))).toBe("+2348000626455");
    await set(before);
  });
});
