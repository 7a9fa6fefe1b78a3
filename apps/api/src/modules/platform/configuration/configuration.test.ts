import * as approvals from "@manilla/contract/platform/approvals";
import * as configuration from "@manilla/contract/platform/configuration";
import { configurationWords } from "@manilla/contract/platform/configuration-words";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

describe("configuration", () => {
  it("changes when a second person agrees, value by value with its type", async () => {
    const [maker, checker] = [await api.person("super_admin"), await api.person("super_admin")];
    const wrong = await api.call(configuration.update, {
      token: maker.token,
      body: { values: { minimum_age_years: 12, support_email: "nobody" }, reason: "Try" },
    });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ["values.minimum_age_years", "values.support_email"],
    ]);
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
});
