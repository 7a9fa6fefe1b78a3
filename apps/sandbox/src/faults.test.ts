import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture, valueAt } from "./testing.ts";

let world: Fixture;
beforeAll(async () => {
  world = await startFixture({}, [503]);
});
afterEach(() => world.call("DELETE", "/faults"));
afterAll(() => world.close());

const customer = (email: string) => world.call("POST", "/paystack/customer", { email });
const isKnown = async (email: string) => (await world.call("GET", `/paystack/customer/${email}`)).status === 200;
async function transfer(reference: string) {
  const { body } = await world.call("GET", "/people.json");
  const { body: made } = await world.call("POST", "/paystack/transferrecipient", {
    type: "nuban",
    name: "A",
    account_number: valueAt(body, "people.1.accounts.0.account_number"),
    bank_code: valueAt(body, "people.1.accounts.0.bank_code"),
  });
  return world.call("POST", "/paystack/transfer", {
    source: "balance",
    amount: 1_000,
    recipient: valueAt(made, "data.recipient_code"),
    reference,
  });
}

describe("webhooks", () => {
  test("an event that the application did not take is sent again with the same body", async () => {
    await transfer("retried");
    const events = await world.waitFor("transfer.success", 2);
    expect(events[1]?.raw).toBe(events[0]?.raw);
    expect(await world.call("GET", "/webhooks.json")).toMatchObject({
      body: { webhooks: [{ status: expect.stringMatching(/delivered|pending/), attempts: 2 }] },
    });
  });

  test("duplicates are sent as often as asked", async () => {
    await world.call("PUT", "/faults/webhooks", { duplicate: 2 });
    await transfer("tripled");
    const events = await world.waitFor("transfer.success", 5);
    expect(events.slice(-3).map(({ data }) => data.reference)).toEqual(["tripled", "tripled", "tripled"]);
  });

  test("reordered events arrive the other way round", async () => {
    await world.call("PUT", "/faults/webhooks", { reorder: true });
    await transfer("first");
    await transfer("second");
    const events = await world.waitFor("transfer.success", 7);
    expect(events.slice(-2).map(({ data }) => data.reference)).toEqual(["second", "first"]);
  });

  test("dropped events are noted and never sent", async () => {
    await world.call("PUT", "/faults/webhooks", { drop: true });
    await world.call("POST", "/paystack/customer", { email: "dropped@mail.example" });
    await world.call("POST", "/paystack/dedicated_account", { customer: "dropped@mail.example" });
    expect(await world.call("GET", "/webhooks.json")).toMatchObject({
      body: {
        webhooks: expect.arrayContaining([
          expect.objectContaining({ event: "dedicatedaccount.assign.success", status: "dropped", attempts: 0 }),
        ]),
      },
    });
    expect(world.webhooks.filter(({ event }) => event === "dedicatedaccount.assign.success")).toEqual([]);
  });
});

describe("providers", () => {
  test("an outage and an error answer for as many calls as asked, then all is well", async () => {
    await world.call("PUT", "/faults/paystack", { mode: "outage", times: 1 });
    const outage = await fetch(`${world.sandbox.url}/paystack/bank`, {
      headers: { authorization: "Bearer sk_test_sandbox" },
    });
    expect([outage.status, outage.headers.get("content-type")]).toEqual([503, "text/html"]);
    await world.call("PUT", "/faults/mono", { mode: "error", times: 2 });
    for (const status of [500, 500, 404])
      expect((await world.call("POST", "/mono/v3/lookup/nin", { nin: "70099999999" })).status).toBe(status);
    expect(await world.call("GET", "/faults")).toMatchObject({
      body: { mono: { mode: "ok" }, paystack: { mode: "ok" } },
    });
  });

  test("a time-out before the effect does nothing, one after it has done all", async () => {
    await world.call("PUT", "/faults/paystack", { mode: "timeout_before_effect", times: 1, delay_ms: 20 });
    await expect(customer("before@mail.example")).rejects.toThrow("fetch failed");
    expect(await isKnown("before@mail.example")).toBe(false);
    await world.call("PUT", "/faults/paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 20 });
    await expect(customer("after@mail.example")).rejects.toThrow("fetch failed");
    expect(await isKnown("after@mail.example")).toBe(true);
  });

  test("a fault can be for one call only", async () => {
    await world.call("PUT", "/faults/paystack", {
      mode: "timeout_after_effect",
      times: 1,
      delay_ms: 20,
      call: "POST /transfer",
    });
    await expect(transfer("unknown-outcome")).rejects.toThrow("fetch failed");
    expect(await world.call("GET", "/paystack/transfer/verify/unknown-outcome")).toMatchObject({
      status: 200,
      body: { data: { reference: "unknown-outcome", amount: 1_000 } },
    });
  });

  test("a declined transfer is accepted and then fails", async () => {
    await world.call("PUT", "/faults/paystack", { mode: "decline", call: "POST /transfer" });
    expect(await transfer("turned-down")).toMatchObject({ status: 200, body: { data: { status: "pending" } } });
    expect((await world.waitFor("transfer.failed"))[0]?.data.reference).toBe("turned-down");
  });

  test("a saved card can take the money and never answer", async () => {
    const { body } = await world.call("POST", "/paystack/transaction/initialize", {
      email: "hang@mail.example",
      amount: 5_000,
    });
    await world.form(new URL(valueAt(body, "data.authorization_url")).pathname, { card: "timeout_after_effect" });
    const { body: paid } = await world.call("GET", `/paystack/transaction/verify/${valueAt(body, "data.reference")}`);
    const charge = {
      email: "hang@mail.example",
      authorization_code: valueAt(paid, "data.authorization.authorization_code"),
      amount: 9_000,
      reference: "hung",
    };
    const giveUp = new AbortController();
    const answer = fetch(`${world.sandbox.url}/paystack/transaction/charge_authorization`, {
      method: "POST",
      signal: giveUp.signal,
      body: JSON.stringify(charge),
      headers: { "content-type": "application/json", authorization: "Bearer sk_test_sandbox" },
    });
    const refused = expect(answer).rejects.toThrow("aborted");
    await world.waitFor("charge.success", 2);
    giveUp.abort();
    await refused;
    expect(await world.call("GET", "/paystack/transaction/verify/hung")).toMatchObject({
      body: { data: { status: "success", amount: 9_000 } },
    });
  });

  test("unknown providers and modes are refused", async () => {
    expect((await world.call("PUT", "/faults/nobody", { mode: "ok" })).status).toBe(404);
    expect((await world.call("PUT", "/faults/paystack", { mode: "explode" })).status).toBe(400);
  });
});

describe("a bad hour", () => {
  test("lets the given number of a hundred calls fail, each in its way, and the others succeed", async () => {
    await world.call("PUT", "/faults/paystack", { mode: "mixture", mixture: [{ mode: "error", percent: 100 }] });
    expect((await customer("always@mail.example")).status).toBe(500);
    await world.call("PUT", "/faults/paystack", { mode: "mixture", mixture: [{ mode: "error", percent: 0 }] });
    expect((await customer("never@mail.example")).status).toBe(200);
    await world.call("PUT", "/faults/paystack", { mode: "mixture", mixture: [{ mode: "error", percent: 50 }] });
    const statuses = new Set<number>();
    for (let tries = 0; tries < 40; tries += 1) statuses.add((await customer(`some${tries}@mail.example`)).status);
    expect([...statuses].toSorted()).toEqual([200, 500]);
  });
});
