import * as calls from "@manilla/contract/people/appeals";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const { db } = api.app;
const [first, second] = [await api.person("super_risk"), await api.person("super_risk")];
const TEXT = "My salary was counted only once.";

async function declined(status = "declined") {
  const person = await api.person("staff");
  await db
    .updateTable("profiles")
    .set({ status, decline_reason: "Income too low" })
    .where("user_id", "=", person.user_id)
    .execute();
  const appeal = (key?: string) =>
    api.call(calls.appealOwn, { token: person.token, body: { text: TEXT }, ...(key && { key }) });
  const own = async () =>
    (await api.call(calls.findOwn, { token: person.token })).body.data as {
      may_appeal: boolean;
      why_not: string | null;
      appeals: { id: string; status: string }[];
    };
  const statusOf = async () =>
    (await db.selectFrom("profiles").select("status").where("user_id", "=", person.user_id).executeTakeFirstOrThrow())
      .status;
  return { ...person, appeal, own, statusOf };
}
type Declined = Awaited<ReturnType<typeof declined>>;
async function appealed(): Promise<Declined & { params: { id: string } }> {
  const person = await declined();
  const { appeal } = (await person.appeal()).body.data as { appeal: { id: string } };
  return { ...person, params: { id: appeal.id } };
}

describe("an appeal", () => {
  it("is made by who was declined, once by one key, and one at a time", async () => {
    const person = await declined();
    expect(await person.own()).toEqual({ may_appeal: true, why_not: null, appeals: [] });
    const key = uuidv7();
    const made = await person.appeal(key);
    expect((await person.appeal(key)).body.data).toEqual(made.body.data);
    expect((await person.appeal()).status).toBe(409);
    expect(await person.own()).toMatchObject({
      may_appeal: false,
      why_not: "Your appeal is being looked at.",
      appeals: [{ status: "pending" }],
    });
    expect((await (await declined("activated")).appeal()).status).toBe(409);
  });

  it("of two made at the same moment is one", async () => {
    const person = await declined();
    const answers = await Promise.all([person.appeal(), person.appeal(), person.appeal()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await person.own()).appeals).toHaveLength(1);
  });

  it("that is granted opens the case again, is decided once, and says why", async () => {
    const person = await appealed();
    const grant = (token: string) =>
      api.call(calls.approve, { token, params: person.params, body: { reason: "A second salary was found" } });
    expect((await grant(first.token)).body.data).toMatchObject({
      appeal: { status: "approved", decision_reason: "A second salary was found" },
    });
    expect(await person.statusOf()).not.toBe("declined");
    expect((await grant(second.token)).status).toBe(409);
    const { body } = await api.call(calls.decline, {
      token: second.token,
      params: person.params,
      body: { reason: "Too late for that" },
    });
    expect(body.success).toBe(false);
    expect((await person.own()).appeals).toMatchObject([{ status: "approved" }]);
  });

  it("that is declined leaves the case as it was; the next one waits", async () => {
    const person = await appealed();
    const decline = (body: object) => api.call(calls.decline, { token: first.token, params: person.params, body });
    expect((await decline({})).body.errors).toHaveProperty("reason");
    expect((await decline({ reason: "Nothing new was said" })).status).toBe(200);
    expect(await person.statusOf()).toBe("declined");
    expect((await person.appeal()).status).toBe(409);
    expect((await person.own()).why_not).toMatch(
      /^Your last appeal was decided; the next one can be made \d+ days after it\.$/,
    );
    await api.database.pool.query("update appeals set decided_at = now() - interval '400 days' where user_id = $1", [
      person.user_id,
    ]);
    expect((await person.own()).may_appeal).toBe(true);
  });

  it("is neither decided by who made it, nor by who may not decide about people, nor seen by other customers", async () => {
    const person = await appealed();
    await api.database.pool.query("update appeals set user_id = $1 where id = $2", [first.user_id, person.params.id]);
    const approve = async (token: string) =>
      (await api.call(calls.approve, { token, params: person.params, body: {} })).status;
    expect(await approve(first.token)).toBe(403);
    expect(await approve((await api.person("super_support")).token)).toBe(403);
    expect(await approve((await declined()).token)).toBe(403);
    expect((await person.own()).appeals).toEqual([]);
    expect(await approve(second.token)).not.toBe(403);
  });
});
