/** How much could be borrowed, before the papers: by the first rules and the products of the demo. */
import * as calls from "@manilla/contract/lending/credit-decisions";
import { beforeAll, describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { currentVersions } from "../loan-products/index.ts";

const world = await useLendingWorld("without bank statements");
// The world's product is made with its first loan.
beforeAll(() => world.loan({ status: "requested" }));
interface Estimate {
  could_borrow: { plan: string; principal_kobo: number; instalments: number; instalment_kobo: number } | null;
  why_not: string[];
}
const ask = async (body: object): Promise<Estimate> => {
  const answer = await world.api.call(calls.estimate, { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as unknown as Estimate;
};
/** A third of the income, of what the first rules let pass without a word. */
const THIRD = 333n;
const THOUSAND_NAIRA = 100_000;

describe("an estimate for somebody who has no account", () => {
  it("is the largest whole thousand that the limit and a third of the income allow, at the plan's own quote", async () => {
    const versions = await currentVersions(world.api.app.db, "2026-11-28");
    for (const salary_kobo of [12_345_678, 40_000_000, 95_000_000]) {
      const { could_borrow } = await ask({ employment_status: "employed", salary_kobo });
      const version = versions.find(({ name }) => name === could_borrow?.plan);
      // Nothing but employment is known: 460 points, so two months of a third of the income.
      const limit = Math.floor(salary_kobo * 0.333 * 2);
      const most = Math.min(limit, Number(version?.maximum_principal_kobo));
      expect(could_borrow, String(salary_kobo)).toMatchObject({
        principal_kobo: Math.floor(most / THOUSAND_NAIRA) * THOUSAND_NAIRA,
        instalments: version?.maximum_instalments,
      });
      expect(BigInt(could_borrow!.instalment_kobo) * 1_000n).toBeLessThanOrEqual(BigInt(salary_kobo) * THIRD);
    }
  });

  it("counts what is paid elsewhere: the instalment takes no more than is left of a third", async () => {
    const salary_kobo = 40_000_000;
    const free = await ask({ employment_status: "employed", salary_kobo });
    const burdened = await ask({ employment_status: "employed", salary_kobo, repayments_kobo: 12_900_000 });
    expect(burdened.could_borrow!.principal_kobo).toBeLessThan(free.could_borrow!.principal_kobo);
    const of = (kobo: number) => (BigInt(kobo + 12_900_000) * 1_000n) / BigInt(salary_kobo);
    expect(of(burdened.could_borrow!.instalment_kobo)).toBeLessThanOrEqual(THIRD);
  });

  it("says why nothing can be borrowed", async () => {
    expect(await ask({ employment_status: "employed", salary_kobo: 100 })).toEqual({
      could_borrow: null,
      why_not: ["No plan that is offered now fits these figures."],
    });
    expect(
      await ask({ employment_status: "employed", salary_kobo: 40_000_000, repayments_kobo: 39_000_000 }),
    ).toMatchObject({ could_borrow: null, why_not: ["More than half of the income would go to instalments."] });
  });

  it.each([
    ["salary_kobo", { employment_status: "employed" }],
    ["salary_kobo", { employment_status: "employed", salary_kobo: 0 }],
    ["salary_kobo", { employment_status: "employed", salary_kobo: "much" }],
    ["repayments_kobo", { employment_status: "employed", salary_kobo: 1_000, repayments_kobo: -1 }],
    ["employment_status", { employment_status: "a king", salary_kobo: 1_000 }],
  ])("is refused at %s: %j", async (field, body) => {
    const { status, body: answer } = await world.api.call(calls.estimate, { body });
    expect(status).toBe(422);
    expect(answer.errors).toHaveProperty(field);
  });
});

it("is made sixty times in a quarter of an hour for one network, and no more", async () => {
  const body = { employment_status: "employed", salary_kobo: 100 };
  const statuses: number[] = [];
  for (let turn = 0; turn < 61; turn += 1) statuses.push((await world.api.call(calls.estimate, { body })).status);
  expect(statuses.at(-1)).toBe(429);
  await world.api.database.pool.query("delete from throttles");
});

describe("a borrower's own estimate", () => {
  const own = async (token: string) =>
    (await world.api.call(calls.ownEstimate, { token })).body.data as unknown as Record<
      "could_borrow" | "after",
      Estimate["could_borrow"]
    >;

  it("grows by paying back: what runs counts against it now, and for it afterwards", async () => {
    const { customer } = await world.loan({ status: "running" });
    // With a verified NIN one settled loan is enough for the better row of the limit: 400 + 60 + 40 + 80 points.
    await world.api.database.pool.query("update users set nin_verified_at = now() where id = $1", [customer.user_id]);
    const during = await own(customer.token);
    expect(during.after?.principal_kobo).toBeGreaterThan(during.could_borrow?.principal_kobo ?? 0);
    await world.api.database.pool.query(
      "update loans set status = 'settled', outstanding_principal_kobo = 0 where user_id = $1",
      [customer.user_id],
    );
    expect(await own(customer.token)).toEqual({ could_borrow: during.after, after: null });
  });

  it("gives no reasons: only decisions say what is on record about a person", async () => {
    const { customer } = await world.loan({ status: "running" });
    await world.api.database.pool.query("update loans set status = 'written_off' where user_id = $1", [
      customer.user_id,
    ]);
    expect(await own(customer.token)).toEqual({ could_borrow: null, after: null });
  });

  it("is no more than a personal limit leaves", async () => {
    const { customer } = await world.loan({ status: "requested" });
    await world.api.database.pool.query("update users set credit_limit_kobo = 5000000 where id = $1", [
      customer.user_id,
    ]);
    await world.api.database.pool.query("update loans set status = 'declined' where user_id = $1", [customer.user_id]);
    const { could_borrow } = await own(customer.token);
    expect(could_borrow?.principal_kobo).toBeLessThanOrEqual(5_000_000);
  });
});
