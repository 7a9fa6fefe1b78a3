import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture, valueAt } from "../testing.ts";

let world: Fixture;
beforeAll(async () => {
  world = await startFixture();
});
afterAll(() => world.close());

const BVN = "22200000001";

async function startLookup(scope: string): Promise<Record<string, string>> {
  const { body } = await world.call("POST", "/mono/v2/lookup/bvn/initiate", { bvn: BVN, scope });
  return { "x-session-id": valueAt(body, "data.session_id") };
}

async function codeFromInbox(): Promise<string> {
  const { body } = await world.call("GET", "/inbox/messages?to=08120000001&channel=sms&contains=BVN");
  return /\d{6}/.exec(valueAt(body, "messages.0.text"))?.[0] ?? "";
}

describe("BVN", () => {
  test("the owner's phone gets a code, and the code opens the identity once", async () => {
    const session = await startLookup("identity");
    expect(await world.call("POST", "/mono/v2/lookup/bvn/verify", { method: "phone" }, session)).toMatchObject({
      status: 200,
      body: { status: "successful" },
    });
    expect(await world.call("POST", "/mono/v2/lookup/bvn/details", { otp: "000000" }, session)).toMatchObject({
      status: 400,
      body: { status: "failed" },
    });
    const otp = await codeFromInbox();
    expect(await world.call("POST", "/mono/v2/lookup/bvn/details", { otp }, session)).toMatchObject({
      status: 200,
      body: {
        data: {
          bvn: BVN,
          first_name: "Adaora",
          last_name: "Okonkwo",
          gender: "Female",
          phone_number: "+2348120000001",
        },
      },
    });
    expect(await world.call("POST", "/mono/v2/lookup/bvn/details", { otp }, session)).toMatchObject({ status: 400 });
  });

  test("the accounts of a BVN, another phone, too many guesses", async () => {
    const session = await startLookup("bank_accounts");
    expect(
      await world.call("POST", "/mono/v2/lookup/bvn/verify", { method: "alternate_phone" }, session),
    ).toMatchObject({ status: 400 });
    await world.call(
      "POST",
      "/mono/v2/lookup/bvn/verify",
      { method: "alternate_phone", phone_number: "08031112222" },
      session,
    );
    const { body } = await world.call("GET", "/inbox/messages?to=%2B2348031112222");
    const otp = /\d{6}/.exec(valueAt(body, "messages.0.text"))?.[0];
    expect(await world.call("POST", "/mono/v2/lookup/bvn/details", { otp }, session)).toMatchObject({
      body: { data: [{ account_name: "OKONKWO ADAORA" }] },
    });
    const guessed = await startLookup("identity");
    await world.call("POST", "/mono/v2/lookup/bvn/verify", { method: "phone" }, guessed);
    for (let guess = 0; guess < 5; guess++)
      await world.call("POST", "/mono/v2/lookup/bvn/details", { otp: "000000" }, guessed);
    expect(
      await world.call("POST", "/mono/v2/lookup/bvn/details", { otp: await codeFromInbox() }, guessed),
    ).toMatchObject({ status: 400 });
  });

  test("an unknown BVN is not found, a malformed one and a missing key are refused", async () => {
    expect(await world.call("POST", "/mono/v2/lookup/bvn/initiate", { bvn: "22299999999" })).toMatchObject({
      status: 404,
    });
    expect(await world.call("POST", "/mono/v2/lookup/bvn/initiate", { bvn: "123" })).toMatchObject({ status: 400 });
    expect(
      await world.call("POST", "/mono/v2/lookup/bvn/initiate", { bvn: BVN }, { "mono-sec-key": "" }),
    ).toMatchObject({ status: 401 });
    expect(
      await world.call("POST", "/mono/v2/lookup/bvn/details", { otp: "123456" }, { "x-session-id": "none" }),
    ).toMatchObject({ status: 400 });
  });
});

describe("NIN and bureau", () => {
  test("a NIN gives the names and the date of birth, an unknown one is not found", async () => {
    expect(await world.call("POST", "/mono/v3/lookup/nin", { nin: "70000000001" })).toMatchObject({
      body: { data: { firstname: "Adaora", surname: "Okonkwo", birthdate: "23-12-1987", gender: "f" } },
    });
    expect(await world.call("POST", "/mono/v3/lookup/nin", { nin: "70099999999" })).toMatchObject({ status: 404 });
  });

  test("a defaulter's report shows the loan written off", async () => {
    const { body } = await world.call("POST", "/mono/v3/lookup/credit-history/crc", { bvn: "22200000040" });
    expect(body).toMatchObject({
      data: { profile: { full_name: "Peter Oche Adah" }, summary: { non_performing_loans: 2 } },
    });
  });
});

describe("linked accounts", () => {
  test("the connect page gives a code, the code an account, the account statement and income", async () => {
    const { body } = await world.call("POST", "/mono/v2/accounts/initiate", {
      customer: { name: "Adaora Okonkwo", email: "a@mail.example" },
      meta: { ref: "person-1" },
      scope: "auth",
      redirect_url: "https://app.example/linked",
    });
    const { pathname } = new URL(valueAt(body, "data.mono_url"));
    const { body: list } = await world.call("GET", "/people.json");
    expect((await world.form(pathname, { bvn: "1" })).status).toBe(422);
    const back = await world.form(pathname, {
      account: `${BVN}/${valueAt(list, "people.0.accounts.0.account_number")}`,
    });
    const code = new URL(back.headers.get("location") ?? "").searchParams.get("code");
    const { body: linked } = await world.call("POST", "/mono/v2/accounts/auth", { code });
    const id = valueAt(linked, "data.id");
    const [event] = await world.waitFor("mono.events.account_updated");
    expect(event).toMatchObject({
      path: "/api/webhooks/mono",
      data: { meta: { data_status: "AVAILABLE", ref: "person-1" }, account: { _id: id } },
    });
    expect(event?.headers["mono-webhook-secret"]).toBe("mono_webhook_sandbox");
    expect(await world.call("GET", `/mono/v2/accounts/${id}`)).toMatchObject({
      body: { data: { account: { name: "OKONKWO ADAORA", currency: "NGN" } } },
    });
    const { body: statement } = await world.call("GET", `/mono/v2/accounts/${id}/statement?period=last12months`);
    expect(Number(valueAt(statement, "data.count"))).toBeGreaterThan(200);
    expect(statement).toMatchObject({
      data: {
        transactions: expect.arrayContaining([
          expect.objectContaining({ type: "credit", narration: expect.stringContaining("SALARY") }),
        ]),
      },
    });
    expect(await world.call("GET", `/mono/v2/accounts/${id}/income`)).toMatchObject({
      body: { data: { income_streams: [{ income_type: "SALARY" }] } },
    });
    expect(await world.call("POST", "/mono/v2/accounts/auth", { code })).toMatchObject({ status: 400 });
  });

  test("code_<bvn> links a person's first account without the page", async () => {
    const { body } = await world.call("POST", "/mono/v2/accounts/auth", { code: "code_22200000029" });
    expect(await world.call("GET", `/mono/v2/accounts/${valueAt(body, "data.id")}`)).toMatchObject({
      body: { data: { account: { bvn: "22200000029" } } },
    });
    expect(await world.call("GET", "/mono/v2/accounts/nothing")).toMatchObject({ status: 404 });
  });
});
