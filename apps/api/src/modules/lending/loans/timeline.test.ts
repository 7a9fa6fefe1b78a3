import * as calls from "@manilla/contract/lending/loans";
import * as assignments from "@manilla/contract/people/assignments";
import { day } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { expect, it } from "vitest";
import { businessDate } from "../../platform/states/index.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();

it("tells money, calls, decisions and changes in one line of time, in words, never in ids", async () => {
  const { id, customer } = await world.running();
  const support = await world.api.person("super_support", { name: "Sola", last_name: "Support" });
  const call_again_on = addDays(await businessDate(world.api.app.db), 5);
  const called = await world.api.call(assignments.markAsContacted, {
    token: support.token,
    body: {
      user_id: customer.user_id,
      channel: "phone",
      outcome: "promised_to_pay",
      promised_on: "2026-12-01",
      promised_kobo: 500_000,
      call_again_on,
      note: "After the salary.",
    },
  });
  expect(called.status).toBe(200);
  const { body } = await world.api.call(calls.timeline, { token: world.maker.token, params: { id } });
  const { entries } = body.data as unknown as {
    entries: { kind: string; words: string; detail: string | null; who: string | null; happened_at: string }[];
  };
  const words = entries.map((entry) => entry.words);
  expect(words).toEqual(expect.arrayContaining(["Payout of ₦100,000.00: paid out", "Contact: promised to pay"]));
  expect(entries.find(({ kind }) => kind === "calls")).toMatchObject({
    who: "Sola Support",
    detail: `After the salary. Promised for 01 Dec 2026. Call again on ${day(call_again_on)}.`,
  });
  expect(entries.find(({ kind }) => kind === "decisions")?.words).toMatch(/^Pay ₦100,000\.00 to /);
  const moments = entries.map(({ happened_at }) => Date.parse(happened_at));
  expect(moments).toEqual(moments.toSorted((left, right) => right - left));
  for (const entry of entries) expect(`${entry.words} ${entry.who ?? ""}`).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  expect((await world.api.call(calls.timeline, { token: customer.token, params: { id } })).status).toBe(403);
});
