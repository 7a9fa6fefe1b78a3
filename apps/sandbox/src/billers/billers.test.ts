import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture } from "../testing.ts";

/** What an answer has at a path; undefined where there is nothing. */
const valueAt = (body: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key], body);

let world: Fixture;
beforeAll(async () => {
  world = await startFixture();
});
afterAll(() => world.close());

const BAXI = { "x-api-key": "key" };
const FLW = { authorization: "Bearer key" };
const METER = "1111111111111";
let made = 0;
const power = (reference: string, more = {}) =>
  world.call(
    "POST",
    "/baxi/services/electricity/request",
    {
      agentReference: reference,
      agentId: "manilla",
      service_type: "ikeja_electric_prepaid",
      amount: 5_000,
      account_number: METER,
      phone: "08031234567",
      ...more,
    },
    BAXI,
  );
const requery = (reference: string) =>
  world.call("GET", `/baxi/superagent/transaction/requery?agentReference=${reference}`, undefined, BAXI);
const quirk = (name: string, body: object) => world.call("PUT", `/billers/${name}/quirk`, body);
const next = () => `B${(made += 1)}`;
const statusOf = ({ body }: { body: unknown }) => valueAt(body, "data.transactionStatus");

describe("Baxi", () => {
  test("sells power with a token of twenty digits, once for a reference, and takes it from the float", async () => {
    const before = valueAt((await world.call("GET", "/billers.json")).body, "floats.baxi") as number;
    const reference = next();
    const { body } = await power(reference);
    expect(statusOf({ body })).toBe("success");
    expect(valueAt(body, "data.tokenCode")).toMatch(/^\d{20}$/);
    expect(await power(reference)).toMatchObject({ status: 400, body: { message: "Duplicate agent reference" } });
    expect(valueAt((await requery(reference)).body, "data.tokenCode")).toBe(valueAt(body, "data.tokenCode"));
    expect(valueAt((await world.call("GET", "/billers.json")).body, "floats.baxi")).toBe(before - 495_000);
  });

  test("reads the reference in both spellings, and refuses a meter that is none and less than a debt asks", async () => {
    expect(statusOf(await power("", { agentReference: undefined, agentRefernce: next() }))).toBe("success");
    expect(await power(next(), { account_number: "1234567890000" })).toMatchObject({
      status: 422,
      body: { errors: { account_number: expect.any(Array) } },
    });
    const owing = "2222211111111";
    const asked = { service_type: "ikeja_electric_prepaid", account_number: owing };
    const found = await world.call("POST", "/baxi/services/namefinder/query", asked, BAXI);
    expect(valueAt(found.body, "data.user")).toMatchObject({ outstandingBalance: 4_500, minimumAmount: 5_000 });
    expect((await power(next(), { account_number: owing, amount: 4_999 })).status).toBe(422);
  });

  test("gives no token, then gives it; is pending; contradicts itself; says no after it delivered", async () => {
    await quirk("baxi", { mode: "no_token" });
    const first = next();
    expect(valueAt((await power(first)).body, "data.tokenCode")).toBeUndefined();
    await requery(first);
    expect(valueAt((await requery(first)).body, "data.tokenCode")).toMatch(/^\d{20}$/);

    await quirk("baxi", { mode: "pending" });
    const second = next();
    expect(await power(second)).toMatchObject({ body: { status: "pending", code: "BX0001" } });

    await quirk("baxi", { mode: "contradicting_requery" });
    const third = next();
    expect(statusOf(await power(third))).toBe("success");
    expect(statusOf(await requery(third))).toBe("failed");
    expect(statusOf(await requery(third))).toBe("failed");
    expect(statusOf(await requery(third))).toBe("success");

    await quirk("baxi", { mode: "refused_after_delivery" });
    const fourth = next();
    expect(statusOf(await power(fourth))).toBe("failed");
    expect(statusOf(await requery(fourth))).toBe("success");

    await quirk("baxi", { mode: "float_empty" });
    expect(await power(next())).toMatchObject({ status: 400, body: { code: "BX0019" } });
  });

  test("knows a ported number by its network", async () => {
    const airtime = (service_type: string) => ({
      agentReference: next(),
      agentId: "m",
      service_type,
      amount: 100,
      phone: "08031234577",
    });
    const sell = (network: string) => world.call("POST", "/baxi/services/airtime/request", airtime(network), BAXI);
    expect((await sell("mtn")).status).toBe(422);
    expect(statusOf(await sell("glo"))).toBe("success");
  });
});

describe("Flutterwave", () => {
  test("has the same under codes of its own, and answers a question by our reference", async () => {
    const { body } = await world.call("GET", "/flutterwave/v3/bills/UTILITYBILLS/billers?country=NG", undefined, FLW);
    const billers = valueAt(body, "data") as { name: string; biller_code: string }[];
    const ikeja = billers.find(({ name }) => name === "Ikeja Electric Prepaid")!;
    const items = await world.call("GET", `/flutterwave/v3/billers/${ikeja.biller_code}/items`, undefined, FLW);
    const item = valueAt(items.body, "data.0.item_code") as string;
    const path = `/flutterwave/v3/billers/${ikeja.biller_code}/items/${item}/payment`;
    const paid = await world.call(
      "POST",
      path,
      { country: "NG", customer_id: METER, reference: "F1", amount: 5_000 },
      FLW,
    );
    expect(valueAt(paid.body, "data.recharge_token")).toMatch(/^\d{20}$/);
    expect(await world.call("GET", "/flutterwave/v3/bills/F1?verbose=1", undefined, FLW)).toMatchObject({
      body: { data: { tx_ref: "F1", commission: 50 } },
    });
    expect((await world.call("GET", "/flutterwave/v3/bills/F2?verbose=1", undefined, FLW)).status).toBe(404);
  });
});
