import * as calls from "@manilla/contract/payments/card-partners";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays } from "@manilla/credit";
import { expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const admin = await api.person("super_admin");
const params = { partner: "advancly" };
interface Shown {
  terms: { valid_from: string; interest_share_percent: string; is_now: boolean; set_by: string | null }[];
  waiting: { approval_id: string }[];
}
const shown = async () => (await api.call(calls.terms, { token: admin.token, params })).body.data as Shown;
const ask = (body: object, token = admin.token, partner = params.partner) =>
  api.call(calls.changeTerms, {
    token,
    params: { partner },
    body: { interest_share_percent: "40.5", takes_new: false, reason: "The new agreement", ...body },
  });

it("terms of a partner are asked for by one, agreed to by another, and begin on a day to come", async () => {
  const today = await businessDate(api.app.db);
  const tomorrow = addDays(today, 1);
  for (const wrong of [
    { valid_from: today },
    { valid_from: tomorrow, interest_share_percent: "100.5" },
    { valid_from: tomorrow, interest_share_percent: "-1" },
    { valid_from: "1900-01-01" },
  ])
    expect((await ask(wrong)).status, JSON.stringify(wrong)).toBe(422);
  expect((await ask({ valid_from: tomorrow }, admin.token, "nobody")).status).toBe(404);
  expect((await ask({ valid_from: tomorrow }, (await api.person("super_support")).token)).status).toBe(403);
  const asked = await ask({ valid_from: tomorrow });
  expect(asked.status).toBe(200);
  expect((await ask({ valid_from: addDays(today, 2) })).status, "one waits").toBe(409);
  expect(await shown()).toMatchObject({ terms: [{ interest_share_percent: "50", is_now: true }], waiting: [{}] });
  const { approval_id } = asked.body.data as { approval_id: string };
  const approve = (token: string) =>
    api.call(approvals.approve, { token, params: { id: approval_id }, body: { version: 1 } });
  expect((await approve(admin.token)).status, "who asked").toBe(403);
  expect((await approve((await api.person("super_admin")).token)).status).toBe(200);
  expect(await shown()).toMatchObject({
    terms: [
      { valid_from: tomorrow, interest_share_percent: "40.5", is_now: false, set_by: expect.any(String) },
      { interest_share_percent: "50", is_now: true },
    ],
    waiting: [],
  });
  expect((await ask({ valid_from: tomorrow })).status, "terms begin on it already").toBe(422);
});
