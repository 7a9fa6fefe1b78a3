import * as calls from "@manilla/contract/people/people";
import { beforeAll, describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
let token: string;
beforeAll(async () => {
  ({ token } = await api.person("super_risk"));
});

const query = (text: string, values: unknown[]) => api.database.pool.query(text, values);

describe("the list of people by salary", () => {
  it("follows the profile: what is stated anew is found, what was stated before is not, under any sort", async () => {
    const { user_id } = await api.person("staff");
    const found = async (kobo: number) =>
      (
        (
          await api.call(calls.listAll, {
            token,
            query: {
              filter: JSON.stringify({ salary_kobo: { min: kobo - 1, max: kobo + 1 } }),
              sortColumn: "last_name",
            },
          })
        ).body.datatable as { items: { id: string; salary_kobo: number | null }[] }
      ).items.map(({ id, salary_kobo }) => [id, salary_kobo]);
    await query("update profiles set salary_kobo = 33333333 where user_id = $1", [user_id]);
    expect(await found(33_333_333)).toEqual([[user_id, 33_333_333]]);
    await query("update profiles set salary_kobo = 44444444 where user_id = $1", [user_id]);
    expect([await found(33_333_333), await found(44_444_444)]).toEqual([[], [[user_id, 44_444_444]]]);
    await query("update profiles set salary_kobo = null where user_id = $1", [user_id]);
    expect(await found(44_444_444)).toEqual([]);
  });
});
