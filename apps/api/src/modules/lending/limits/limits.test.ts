import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/lending/limits";
import * as loans from "@manilla/contract/lending/loans";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { availableOf, whyBeyondLimit, whyNotSetLimit } from "./rules.ts";

const world = await useLendingWorld();
let maker: { token: string; user_id: string };
let checker: { token: string; user_id: string };
beforeAll(async () => {
  [maker, checker] = [await world.api.person("super_risk"), await world.api.person("super_risk")];
});

const ask = (token: string, requested_kobo: number) =>
  world.api.call(calls.apply, { token, body: { requested_kobo, purpose: "School fees for two children" } });
const approve = (approval_id: string, by = checker) =>
  world.api.call(approvals.approve, { token: by.token, params: { id: approval_id }, body: { version: 1 } });
const idOf = (answer: { body: { data: never } }) => (answer.body.data as { approval_id: string }).approval_id;
const requestOf = (answer: { body: { data: never } }) =>
  (answer.body.data as { request: { id: string; status: string; kind: string } }).request;
const standing = async (token: string) =>
  (await world.api.call(calls.findOwn, { token })).body.data as {
    limit_kobo: number | null;
    available_kobo: number | null;
    requests: { status: string; granted_kobo: number | null }[];
  };

describe("rules", () => {
  it("leave what is not used, and never less than nothing", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (limit_kobo, used_kobo, principal) => {
          const available = availableOf({ limit_kobo, used_kobo }) ?? -1n;
          expect(available >= 0n && available <= limit_kobo).toBe(true);
          expect(whyBeyondLimit({ limit_kobo, used_kobo }, principal) === null).toBe(principal <= available);
          if (whyNotSetLimit({ limit_kobo, used_kobo }, principal) === null)
            expect(principal > limit_kobo && principal >= used_kobo).toBe(true);
        },
      ),
    );
    expect(availableOf({ limit_kobo: null, used_kobo: 5n })).toBeNull();
  });
});

describe("a credit application", () => {
  it("is approved by two people with a limit, which then holds for what is asked", async () => {
    const customer = await world.customer();
    const { id } = requestOf(await ask(customer.token, 50_000_000));
    expect((await ask(customer.token, 60_000_000)).status).toBe(409);
    expect(
      (
        await world.api.call(calls.approveApplication, {
          token: world.maker.token,
          params: { id },
          body: { limit_kobo: 1, reason: "No permission" },
        })
      ).status,
    ).toBe(403);
    const asked = await world.api.call(calls.approveApplication, {
      token: maker.token,
      params: { id },
      body: { limit_kobo: 30_000_000, reason: "Salary of 400,000 naira" },
    });
    expect(asked.status).toBe(200);
    expect(
      (
        await world.api.call(calls.declineApplication, {
          token: checker.token,
          params: { id },
          body: { reason: "Somebody else" },
        })
      ).status,
    ).toBe(409);
    expect((await approve(idOf(asked), maker)).status).toBe(403);
    expect((await approve(idOf(asked))).status).toBe(200);
    expect(await standing(customer.token)).toMatchObject({
      limit_kobo: 30_000_000,
      available_kobo: 30_000_000,
      requests: [{ status: "approved", granted_kobo: 30_000_000 }],
    });
    const { id: loan_id } = await world.loan({ customer, principal_kobo: 20_000_000n });
    expect(await standing(customer.token)).toMatchObject({ available_kobo: 10_000_000 });
    await world.payOut(loan_id);
    await world.api.database.pool.query("update users set bvn_verified_at = now() where id = $1", [customer.user_id]);
    await world.api.database.pool.query(
      `
        update profiles
        set status = 'activated', employment_status = 'employed', salary_kobo = 30000000, salary_day = 25,
          address = '3 Bourdillon Road, Lagos'
        where user_id = $1
      `,
      [customer.user_id],
    );
    const plans = (await world.api.call(loans.accessiblePlans, { token: customer.token })).body.data as {
      plans: { id: string; minimum_instalments: number }[];
    };
    const more = await world.api.call(loans.request, {
      token: customer.token,
      body: {
        plan_id: plans.plans[0]?.id,
        principal_kobo: 10_000_001,
        instalments: plans.plans[0]?.minimum_instalments,
      },
    });
    expect([more.status, more.body.errors]).toEqual([422, { principal_kobo: ["this is more than your limit leaves"] }]);
  });

  it("is declined once, with a reason that the person receives", async () => {
    const customer = await world.customer();
    const { id } = requestOf(await ask(customer.token, 50_000_000));
    const decline = (by: { token: string }) =>
      world.api.call(calls.declineApplication, {
        token: by.token,
        params: { id },
        body: { reason: "Income is not regular" },
      });
    expect((await Promise.all([decline(maker), decline(checker)])).map(({ status }) => status).toSorted()).toEqual([
      200, 409,
    ]);
    const { rows } = await world.api.database.pool.query<{ body: string }>(
      "select body from notifications where user_id = $1 and kind = 'limit'",
      [customer.user_id],
    );
    expect(rows.map(({ body }) => body)).toEqual([expect.stringContaining("Income is not regular")]);
  });
});

describe("a higher limit", () => {
  it("is asked for, reviewed or rejected, and raised by two people only upwards", async () => {
    const customer = await world.customer();
    const raise = (limit_kobo: number) =>
      world.api.call(calls.increaseLimit, {
        token: maker.token,
        params: { id: customer.user_id },
        body: { limit_kobo, reason: "Pays on time" },
      });
    expect((await approve(idOf(await raise(10_000_000)))).status).toBe(200);
    expect((await raise(10_000_000)).body.errors).toHaveProperty("limit_kobo");
    const request = requestOf(await ask(customer.token, 20_000_000));
    expect(request.kind).toBe("limit_increase");
    const list = (await world.api.call(calls.listRequests, { token: maker.token })).body.datatable as {
      items: { id: string; credit_limit_kobo: number }[];
    };
    expect(list.items.find(({ id }) => id === request.id)).toMatchObject({ credit_limit_kobo: 10_000_000 });
    expect(
      (await world.api.call(calls.reject, { token: maker.token, params: { id: request.id }, body: {} })).body.errors,
    ).toHaveProperty("reason");
    expect(
      requestOf(
        await world.api.call(calls.reject, {
          token: maker.token,
          params: { id: request.id },
          body: { reason: "Two late payments" },
        }),
      ).status,
    ).toBe("rejected");
    const again = requestOf(await ask(customer.token, 20_000_000));
    expect((await approve(idOf(await raise(20_000_000)))).status).toBe(200);
    expect((await standing(customer.token)).requests[0]).toMatchObject({
      status: "reviewed",
      granted_kobo: 20_000_000,
    });
    expect(
      (await world.api.call(calls.markAsReviewed, { token: maker.token, params: { id: again.id }, body: {} })).status,
    ).toBe(409);
    const history = (await world.api.call(calls.ofPerson, { token: maker.token, params: { id: customer.user_id } }))
      .body.data as { history: { limit_kobo: number; before_kobo: number | null }[] };
    expect(history.history.map(({ limit_kobo, before_kobo }) => [before_kobo, limit_kobo])).toEqual([
      [10_000_000, 20_000_000],
      [null, 10_000_000],
    ]);
  });
});
