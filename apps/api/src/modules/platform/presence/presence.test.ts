import * as calls from "@manilla/contract/platform/presence";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();

const others = (answer: { body: { data: never } }) =>
  (answer.body.data as { others: { user_id: string; name: string }[] }).others;

describe("two people on one record", () => {
  it("see each other, hear of each other as it happens, and no more once one has left", async () => {
    const [ada, ben] = [
      await api.person("super_risk", { name: "Ada" }),
      await api.person("super_finance", { name: "Ben" }),
    ];
    const body = { subject: "loan", id: uuidv7() };
    const heard = api.app.live.eventsOf(ada.user_id);
    const first = heard.next();
    expect(others(await api.call(calls.here, { token: ada.token, body }))).toEqual([]);
    expect(others(await api.call(calls.here, { token: ben.token, body })).map(({ user_id }) => user_id)).toEqual([
      ada.user_id,
    ]);
    expect((await first).value).toEqual({ event: "presence", data: body });
    expect(
      others(await api.call(calls.here, { token: ada.token, body })).map(({ name }) => name.split(" ")[0]),
    ).toEqual(["Ben"]);
    const second = heard.next();
    await api.call(calls.left, { token: ben.token, body });
    expect((await second).value).toEqual({ event: "presence", data: body });
    expect(others(await api.call(calls.here, { token: ada.token, body }))).toEqual([]);
    await heard.return(undefined);
  });

  it("hear who has acted on it; who is not on it hears nothing", async () => {
    const [ada, ben] = [
      await api.person("super_risk"),
      await api.person("super_operations", { name: "Ben", last_name: "Ade" }),
    ];
    const body = { subject: "loan", id: uuidv7() };
    await api.call(calls.here, { token: ada.token, body });
    const heard = api.app.live.eventsOf(ada.user_id);
    const first = heard.next();
    await api.call(calls.acted, { token: ben.token, body: { ...body, id: uuidv7() } });
    await api.call(calls.acted, { token: ben.token, body });
    expect((await first).value).toEqual({ event: "presence", data: { ...body, acted_by: "Ben Ade" } });
    await heard.return(undefined);
  });

  it("another record is another record, and customers and companies have no part in it", async () => {
    const [ada, colleague, customer] = [
      await api.person("super_risk"),
      await api.person("super_risk"),
      await api.person("staff"),
    ];
    const id = uuidv7();
    await api.call(calls.here, { token: ada.token, body: { subject: "person", id } });
    expect(others(await api.call(calls.here, { token: colleague.token, body: { subject: "loan", id } }))).toEqual([]);
    expect((await api.call(calls.here, { token: customer.token, body: { subject: "person", id } })).status).toBe(403);
  });

  it("who has not been heard of for a while has gone", async () => {
    const [ada, ben] = [await api.person("super_risk"), await api.person("super_risk")];
    const body = { subject: "approval", id: uuidv7() };
    await api.call(calls.here, { token: ada.token, body });
    await api.database.pool.query("update presences set seen_at = now() - interval '2 minutes' where subject_id = $1", [
      body.id,
    ]);
    expect(others(await api.call(calls.here, { token: ben.token, body }))).toEqual([]);
  });
});
