import * as calls from "@manilla/contract/companies/expense-requests";
import { expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const company_id = await api.company({});
const owner = await api.person("company_super_admin", { company_id });
const staff = await api.person("company_staff", { company_id });
const desk = await api.person("super_finance");

type Line = Record<string, unknown>;
const line = (more: Line): Line => ({ merchant: "Bukka Hut", spent_on: "2026-01-14", ...more });
const create = (kind: string, lines: Line[], is_draft = true) =>
  api.call(calls.create, { token: staff.token, body: { kind, purpose: "Huge", lines, is_draft } as never });
const foreign = (amount: number, rate: string) => ({ currency: "USD", amount, rate, rated_on: "2026-01-14" });
const lists = async () => [
  (await api.call(calls.listAll, { token: staff.token })).status,
  (await api.call(calls.listEverywhere, { token: desk.token })).status,
];

it.each([
  ["more than the books can hold", "reimbursement", [line({ foreign: foreign(1e12, "999999999") })], "lines.0.foreign"],
  ["more than can be shown", "reimbursement", [line({ foreign: foreign(1e12, "99999") })], "lines.0.foreign"],
  ["lines that are so together", "reimbursement", [line({ amount_kobo: 1e14 }), line({ amount_kobo: 1 })], "lines"],
])("a request for %s is refused at its field, and spoils no list", async (_what, kind, lines, field) => {
  const { status, body } = await create(kind, lines);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  expect(await lists()).toEqual([200, 200]);
});

it("kilometres beyond any road are refused at their field", async () => {
  const terms = await api.call(calls.setTerms, { token: owner.token, body: { mileage_rate_kobo: 1e14 } });
  expect(terms.status).toBe(200);
  const { status, body } = await create("mileage", [line({ units: "999999" })]);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ["lines.0.units"]]);
  expect(await lists()).toEqual([200, 200]);
});
