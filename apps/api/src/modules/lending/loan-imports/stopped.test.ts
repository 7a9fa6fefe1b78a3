/** A file of loans whose job gave up says so, and is gone on with, or given up, by a person: nothing twice. */
import * as calls from "@manilla/contract/lending/loan-imports";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { makeProduct } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { runLoanImport } from "./index.ts";
import { endStopped } from "./stopped.ts";

const world = await useLendingWorld();
const { api, maker, checker } = world;
const { db } = api.app;
const HEAD =
  "Loan number,Customer,Product,Principal,Rate,Rate period,Interest kind,Tenor,Disbursed on,Paid principal,Interest paid,Fees and penalties paid,Last payment date,Outstanding balance,Interest due";
const product = await makeProduct(api, {});
const { code } = await db
  .selectFrom("loan_products")
  .select("code")
  .where("id", "=", product)
  .executeTakeFirstOrThrow();

/** A file of two loans that was agreed to, and its request. */
async function agreed(name: string): Promise<{ id: string; approval_id: string; params: { id: string } }> {
  const people = [await world.customer(), await world.customer()];
  const lines = people.map(
    ({ phone }, at) => `${name}-${at},${phone},${code},"100,000.00",4,month,reducing,6,2025-09-10,0,0,0,,100000,`,
  );
  const body = new FormData();
  body.set("file", new Blob([[HEAD, ...lines].join("\n")]), `${name}.csv`);
  const sent = await api.call(calls.createMany, { token: maker.token, body });
  expect(sent.body.errors).toBeUndefined();
  const { id } = (sent.body.data as { import: { id: string } }).import;
  const { rows } = await sql<{ id: string }>`
    select id from approvals where payload ->> 'import_id' = ${id}
  `.execute(db);
  expect((await world.approve(rows[0]!.id)).status).toBe(200);
  return { id, approval_id: rows[0]!.id, params: { id } };
}
const givesUp = (import_id: string) =>
  api.database.pool.query(
    "update pgboss.job set state = 'failed' where name = 'run-loan-import' and data ->> 'import_id' = $1 and state < 'completed'",
    [import_id],
  );
const find = async (id: string) =>
  (await api.call(calls.find, { token: maker.token, params: { id } })).body.data as { import: Record<string, unknown> };
const page = async (id: string) =>
  (await api.call(approvals.find, { token: checker.token, params: { id } })).body.data as {
    items: { verdict: string | null; loan_id: string | null; reason: string | null }[];
    effect: { facts: { label: string; value: string }[] };
  };
const soFar = async (id: string) => (await page(id)).effect.facts.find(({ label }) => label === "So far")?.value;
const loans = async (name: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from loans where reference like ${`%${name}%`}`.execute(db))
    .rows[0]!.n;

it("goes on where it stopped, and its request shows each loan as it came in", async () => {
  const { id, approval_id, params } = await agreed("STOPS");
  expect(await endStopped(api.app), "its job waits").toBe(0);
  expect(await soFar(approval_id)).toContain("0 brought in");
  await givesUp(id);
  expect(await endStopped(api.app)).toBe(1);
  expect(await endStopped(api.app), "said once").toBe(0);
  expect((await find(id)).import).toMatchObject({
    status: "failed",
    failure: expect.stringContaining("again and again"),
    abilities: { run_again: null, give_up: null },
  });
  expect(await soFar(approval_id)).toMatch(/^Stopped/);
  const told = await db.selectFrom("notifications").select("title").where("user_id", "=", maker.user_id).execute();
  expect(told.map(({ title }) => title)).toContain("A file of loans stopped");
  const stranger = await api.person("super_support");
  expect((await api.call(calls.runAgain, { token: stranger.token, params, body: {} })).status).toBe(403);
  expect((await api.call(calls.runAgain, { token: maker.token, params, body: {} })).status).toBe(200);
  expect((await api.call(calls.runAgain, { token: maker.token, params, body: {} })).status).toBe(409);
  expect(await endStopped(api.app), "it has a job again").toBe(0);
  await runLoanImport(api.app, id);
  await runLoanImport(api.app, id);
  expect((await find(id)).import).toMatchObject({ status: "done", created_count: 2, failure: null });
  const { items } = await page(approval_id);
  expect(items).toMatchObject([
    { verdict: "ready", loan_id: expect.any(String) },
    { verdict: "ready", loan_id: expect.any(String) },
  ]);
  expect(await soFar(approval_id)).toBe("2 brought in, 0 refused, 0 here already");
  await world.prove();
});

it("is given up with a reason: the rows that wait are refused, and none comes in later", async () => {
  const { id, approval_id, params } = await agreed("ENDS");
  const giveUp = (body: object) => api.call(calls.giveUp, { token: maker.token, params, body });
  expect((await giveUp({ reason: "The other book is being corrected" })).status, "it has not stopped").toBe(409);
  await givesUp(id);
  await endStopped(api.app);
  expect((await giveUp({})).body.errors).toHaveProperty("reason");
  expect((await giveUp({ reason: "The other book is being corrected" })).status).toBe(200);
  await runLoanImport(api.app, id);
  expect((await find(id)).import).toMatchObject({ status: "done", created_count: 0, refused_count: 2 });
  expect((await page(approval_id)).items).toMatchObject([
    { verdict: "refused", reason: expect.stringContaining("being corrected") },
    { verdict: "refused" },
  ]);
  expect(await loans("ENDS")).toBe(0);
  expect((await api.call(calls.runAgain, { token: maker.token, params, body: {} })).status).toBe(409);
});
