import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/people/cash-limits";
import * as profiles from "@manilla/contract/people/profiles";
import * as wallets from "@manilla/contract/people/personal-wallets";
import { addDays } from "@manilla/credit";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { liftTo } from "../people/profiles/plans.ts";
import { refreshCase } from "../people/profiles/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { limitsWith } from "../personal-wallets/rules.ts";
import { whyNotFrom, whyNotLimit } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;

const risk = await api.person("super_risk");
const admin = await api.person("super_admin");
const today = await businessDate(db);
const BY_ONE = 50_000_000;

const limitsOf = async ({ token }: Person) => {
  const { limits, limit_requests } = (await api.call(wallets.snapshot, { token })).body.data as {
    limits: Record<"daily_outflow_kobo" | "balance_kobo", number | null> & { plan: string };
    limit_requests: { status: string; decision_reason: string | null; granted_kobo: number | null }[];
  };
  return { ...limits, limit_requests };
};
const PURPOSE = "My landlord wants the rent of two years";
const ask = ({ token }: Person, body: object = {}) =>
  api.call(calls.ask, { token, body: { kind: "daily_outflow", requested_kobo: "9000000", purpose: PURPOSE, ...body } });
const add = (user_id: string, body: object = {}, { token } = risk) =>
  api.call(calls.addLimit, {
    token,
    params: { id: user_id },
    body: { kind: "daily_outflow", limit_kobo: 8_000_000, reason: "Their tenancy agreement", ...body },
  });
async function decide(approval_id: string, { token } = admin) {
  const { version } = await db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
const asked = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string }).approval_id;

describe("limits of a person", () => {
  it("are never below those of the tier, and leave what the tier does not limit without a limit", () => {
    const kobo = fc.bigInt({ min: 1n, max: 10n ** 12n });
    const limit = fc.option(kobo);
    fc.assert(
      fc.property(limit, kobo, (tier, own) => {
        const { balance_kobo } = limitsWith(
          {
            balance_kobo: tier,
            daily_outflow_kobo: null,
            single_outflow_kobo: null,
            monthly_outflow_kobo: null,
            single_deposit_kobo: 1n,
          },
          { balance_kobo: own, daily_outflow_kobo: own },
        );
        return tier === null ? balance_kobo === null : balance_kobo === (own > tier ? own : tier);
      }),
    );
    expect(whyNotLimit(null, 1n, { valid_until: null, today })).toHaveProperty("limit_kobo");
    expect(whyNotLimit(5n, 5n, { valid_until: null, today })).toHaveProperty("limit_kobo");
    expect(whyNotLimit(5n, 6n, { valid_until: addDays(today, -1), today })).toHaveProperty("valid_until");
    expect(whyNotLimit(5n, 6n, { valid_until: today, today })).toBeNull();
  });

  it("are asked for with a reason and a paper, one request for each limit", async () => {
    const person = await world.customer();
    expect((await ask(person, { requested_kobo: "3000000" })).body.errors).toHaveProperty("requested_kobo");
    expect((await ask(person, { purpose: "why" })).status).toBe(422);
    expect((await ask(person, { kind: "everything" })).status).toBe(422);
    const form = new FormData();
    for (const [name, value] of Object.entries({ kind: "daily_outflow", requested_kobo: "9000000", purpose: PURPOSE }))
      form.append(name, value);
    const paper = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
      "base64",
    );
    form.append("document", new Blob([paper], { type: "image/png" }), "tenancy.png");
    expect((await api.call(calls.ask, { token: person.token, body: form })).status).toBe(200);
    expect((await ask(person)).body).toMatchObject({ code: "open_request" });
    expect((await ask(person, { kind: "balance", requested_kobo: "90000000" })).status).toBe(200);
    const list = await api.call(calls.listRequests, {
      token: risk.token,
      query: { filter: JSON.stringify({ user_id: person.user_id, kind: ["daily_outflow"] }) },
    });
    expect((list.body.datatable as { items: object[] }).items).toMatchObject([
      { status: "pending", document_id: expect.any(String), plan: "tier_1", abilities: { decline: null } },
    ]);
  });

  it("up to the configured amount are given by one colleague, never to oneself, and answer the request", async () => {
    const person = await world.customer();
    await ask(person);
    expect((await add(person.user_id, {}, await api.person("super_finance"))).status).toBe(403);
    expect((await add(uuidv7())).status).toBe(404);
    expect((await add(person.user_id, { limit_kobo: 3_000_000 })).body.errors).toHaveProperty("limit_kobo");
    expect((await add(person.user_id, { valid_until: addDays(today, -1) })).body.errors).toHaveProperty("valid_until");
    await sql`update users set is_customer = true where id = ${risk.user_id}`.execute(db);
    expect((await add(risk.user_id)).body).toMatchObject({ code: "own_limit" });
    await sql`update users set is_customer = false where id = ${risk.user_id}`.execute(db);
    expect((await add(person.user_id, { valid_until: today })).body.data).toEqual({ approval_id: null });
    expect(await limitsOf(person)).toMatchObject({
      daily_outflow_kobo: 8_000_000,
      limit_requests: [{ status: "approved", granted_kobo: 8_000_000 }],
    });
    // One that was given by mistake is corrected to less, though never below the tier.
    expect((await add(person.user_id, { limit_kobo: 4_000_000, valid_until: today })).body.data).toEqual({
      approval_id: null,
    });
    expect(await limitsOf(person)).toMatchObject({ daily_outflow_kobo: 4_000_000 });
    expect((await add(person.user_id, { limit_kobo: 3_000_000 })).body.errors).toHaveProperty("limit_kobo");
    // It ends after its last day.
    await sql`update cash_limits set valid_until = ${addDays(today, -1)} where user_id = ${person.user_id}`.execute(db);
    expect(await limitsOf(person)).toMatchObject({ daily_outflow_kobo: 3_000_000 });
  });

  it("above it take two people; declined or given, the person reads why", async () => {
    const person = await world.customer();
    await ask(person, { requested_kobo: String(BY_ONE + 1) });
    const approval_id = asked(await add(person.user_id, { limit_kobo: BY_ONE + 1 }));
    expect(approval_id).toEqual(expect.any(String));
    expect((await add(person.user_id, { limit_kobo: BY_ONE + 2 })).body).toMatchObject({ code: "already_requested" });
    const { id } = await db
      .selectFrom("cash_limit_requests")
      .select("id")
      .where("user_id", "=", person.user_id)
      .executeTakeFirstOrThrow();
    const decline = () =>
      api.call(calls.decline, { token: risk.token, params: { id }, body: { reason: "No papers came with it" } });
    expect((await decline()).body).toMatchObject({ code: "already_requested" });
    expect((await decide(approval_id, risk)).status).toBe(403);
    expect(await limitsOf(person)).toMatchObject({ daily_outflow_kobo: 3_000_000 });
    expect((await decide(approval_id)).status).toBe(200);
    expect(await limitsOf(person)).toMatchObject({ daily_outflow_kobo: BY_ONE + 1 });
    expect((await decline()).status).toBe(409);
    const other = await world.customer();
    await ask(other);
    const request = await db
      .selectFrom("cash_limit_requests")
      .select("id")
      .where("user_id", "=", other.user_id)
      .executeTakeFirstOrThrow();
    const reason = "No papers came with it";
    await api.call(calls.decline, { token: risk.token, params: request, body: { reason } });
    expect((await limitsOf(other)).limit_requests).toMatchObject([{ status: "declined", decision_reason: reason }]);
  });
});

describe("limits of the tiers", () => {
  it("change from a day on, by two people, and the days before keep theirs", async () => {
    const change = (body: object = {}, { token } = admin) =>
      api.call(calls.change, {
        token,
        body: {
          plan: "tier_1",
          valid_from: addDays(today, 1),
          daily_outflow_kobo: 4_000_000,
          single_deposit_kobo: 6_000_000,
          balance_kobo: null,
          daily_transfers: 20,
          reason: "The central bank's circular",
          ...body,
        },
      });
    expect((await change({}, risk)).status).toBe(403);
    expect((await change({ valid_from: addDays(today, -1) })).body.errors).toHaveProperty("valid_from");
    expect((await change({ plan: "tier_9" })).status).toBe(422);
    expect((await change({ daily_transfers: 1.5 })).body.errors).toHaveProperty("daily_transfers");
    const approval_id = asked(await change());
    expect((await change()).body).toMatchObject({ code: "already_requested" });
    expect((await decide(approval_id, admin)).status).toBe(403);
    expect((await decide(approval_id, await api.person("super_admin"))).status).toBe(200);
    expect((await change()).body.errors).toHaveProperty("valid_from");
    expect(whyNotFrom(today, today, [])).toBeNull();
    const finance = await api.person("super_finance");
    const { tiers } = (await api.call(calls.configuration, { token: finance.token })).body.data as {
      tiers: { plan: string; valid_from: string; is_now: boolean; balance_kobo: number | null }[];
    };
    const [next, now] = tiers.filter(({ plan }) => plan === "tier_1");
    expect([next, now]).toMatchObject([
      { valid_from: addDays(today, 1), is_now: false, balance_kobo: null, daily_transfers: 20 },
      { is_now: true, balance_kobo: 30_000_000, daily_transfers: 50 },
    ]);
    expect((await limitsOf(await world.customer())).daily_outflow_kobo).toBe(3_000_000);
  });

  it("lift a person by itself when their papers allow, and never against a colleague's word", async () => {
    const person = await world.customer();
    const { user_id } = person;
    const refresh = () => db.transaction().execute((tx) => refreshCase(tx, user_id));
    const planOf = async () => (await limitsOf(person)).plan;
    await sql`update users set bvn_verified_at = null where id = ${user_id}`.execute(db);
    await refresh();
    expect(await planOf()).toBe("tier_1");
    await sql`update users set bvn_verified_at = now() where id = ${user_id}`.execute(db);
    await refresh();
    await refresh();
    expect(await planOf()).toBe("tier_2");
    const { rows } = await sql`select 1 from user_plans where user_id = ${user_id}`.execute(db);
    expect(rows).toHaveLength(1);
    const down = { user_id, plan: "tier_1", reason: "A complaint is open" };
    expect((await api.call(profiles.updatePlan, { token: risk.token, body: down })).status).toBe(200);
    await refresh();
    expect(await planOf()).toBe("tier_1");
  });

  it("need an accepted government id for the highest", () => {
    const at = new Date();
    const person = {
      bvn_verified_at: at,
      nin_verified_at: at,
      documents: [{ type: "govt_id", url: "" }],
      is_blacklisted: false,
      is_post_no_debit: false,
      profile: { address: "1 Broad Street" },
    };
    expect(liftTo(person, [], false)).toBe("tier_2");
    expect(liftTo(person, [], true)).toBe("tier_3");
    expect(liftTo({ ...person, is_post_no_debit: true }, [], true)).toBeNull();
    expect(liftTo(person, [{ plan: "tier_3", set_by: null }], true)).toBeNull();
    expect(
      liftTo(
        person,
        [
          { plan: "tier_2", set_by: "x" },
          { plan: "tier_1", set_by: null },
        ],
        true,
      ),
    ).toBe("tier_3");
    expect(
      liftTo(
        person,
        [
          { plan: "tier_1", set_by: "x" },
          { plan: "tier_2", set_by: null },
        ],
        true,
      ),
    ).toBeNull();
  });
});
