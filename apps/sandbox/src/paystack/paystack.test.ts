import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Fixture, startFixture, valueAt } from "../testing.ts";

let world: Fixture;
beforeAll(async () => {
  world = await startFixture();
});
afterAll(() => world.close());

async function recipientOf(index: number): Promise<string> {
  const { body } = await world.call("GET", "/people.json");
  const account = `people.${index}.accounts.0`;
  const { body: made } = await world.call("POST", "/paystack/transferrecipient", {
    type: "nuban",
    name: "Someone",
    account_number: valueAt(body, `${account}.account_number`),
    bank_code: valueAt(body, `${account}.bank_code`),
    currency: "NGN",
  });
  return valueAt(made, "data.recipient_code");
}

async function saveCard(email: string, card: string): Promise<string> {
  const { body } = await world.call("POST", "/paystack/transaction/initialize", {
    email,
    amount: 5_000,
    callback_url: "https://app.example/back?from=card",
  });
  const address = new URL(valueAt(body, "data.authorization_url"));
  const paid = await world.form(address.pathname, { card });
  expect(paid.status).toBe(303);
  expect(paid.headers.get("location")).toBe(
    `https://app.example/back?from=card&trxref=${valueAt(body, "data.reference")}&reference=${valueAt(body, "data.reference")}`,
  );
  const { body: verified } = await world.call("GET", `/paystack/transaction/verify/${valueAt(body, "data.reference")}`);
  expect(verified).toMatchObject({
    data: { status: "success", amount: 5_000, authorization: { reusable: true, channel: "card" } },
  });
  return valueAt(verified, "data.authorization.authorization_code");
}

const charge = (email: string, authorization_code: string, amount: number, reference: string) =>
  world.call("POST", "/paystack/transaction/charge_authorization", { email, authorization_code, amount, reference });

describe("the secret", () => {
  test("a wrong or missing key is refused", async () => {
    expect(
      await world.call("GET", "/paystack/bank", undefined, { authorization: "Bearer sk_test_other" }),
    ).toMatchObject({ status: 401, body: { status: false, message: "Invalid key" } });
  });
});

describe("account resolution", () => {
  test("a person's account gives the name, a wrong check digit is refused", async () => {
    const { body } = await world.call("GET", "/people.json");
    const number = valueAt(body, "people.0.accounts.0.account_number");
    const bank = valueAt(body, "people.0.accounts.0.bank_code");
    expect(await world.call("GET", `/paystack/bank/resolve?account_number=${number}&bank_code=${bank}`)).toMatchObject({
      status: 200,
      body: { status: true, data: { account_name: "OKONKWO ADAORA" } },
    });
    const wrong = number.slice(0, 9) + String((Number(number[9]) + 1) % 10);
    expect(await world.call("GET", `/paystack/bank/resolve?account_number=${wrong}&bank_code=${bank}`)).toMatchObject({
      status: 422,
      body: { status: false },
    });
  });
});

describe("transfers", () => {
  test("a transfer is queued, succeeds, is signed for, and its reference works once", async () => {
    const recipient = await recipientOf(0);
    const before = await world.call("GET", "/bank/account.json");
    const transfer = { source: "balance", amount: 12_345_67, recipient, reference: "payout-1", reason: "Loan 1" };
    expect(await world.call("POST", "/paystack/transfer", transfer)).toMatchObject({
      status: 200,
      body: { status: true, data: { status: "pending", reference: "payout-1", amount: 1_234_567 } },
    });
    const [event] = await world.waitFor("transfer.success");
    expect(event?.path).toBe("/api/webhooks/paystack");
    expect(event?.headers["x-paystack-signature"]).toBe(
      createHmac("sha512", "sk_test_sandbox")
        .update(event?.raw ?? "")
        .digest("hex"),
    );
    expect(await world.call("GET", "/paystack/transfer/verify/payout-1")).toMatchObject({
      body: { data: { status: "success", amount: 1_234_567 } },
    });
    expect(await world.call("POST", "/paystack/transfer", transfer)).toMatchObject({
      status: 400,
      body: { code: "duplicate_transfer_reference" },
    });
    const after = await world.call("GET", "/bank/account.json");
    expect(Number(valueAt(before.body, "balance_kobo")) - Number(valueAt(after.body, "balance_kobo"))).toBe(1_234_567);
  });

  test("a closed account fails without moving money, and a transfer may come back later", async () => {
    const recipient = await recipientOf(49);
    await world.call("POST", "/paystack/transfer", {
      source: "balance",
      amount: 500_00,
      recipient,
      reference: "payout-closed",
    });
    await world.waitFor("transfer.failed");
    expect(await world.call("GET", "/bank/movements.json?reference=payout-closed")).toMatchObject({
      body: { movements: [] },
    });
    await world.call("POST", "/paystack/transfer", {
      source: "balance",
      amount: 700_00,
      recipient: await recipientOf(1),
      reference: "payout-back",
    });
    await world.waitFor("transfer.success", 2);
    expect(await world.call("POST", "/bank/transfers/payout-back/reverse")).toMatchObject({ status: 200 });
    await world.waitFor("transfer.reversed");
    expect(await world.call("POST", "/bank/transfers/payout-back/reverse")).toMatchObject({ status: 409 });
    expect(await world.call("GET", "/bank/movements.json?reference=payout-back")).toMatchObject({
      body: { movements: [{ amount_kobo: -70_000 }, { amount_kobo: 70_000 }] },
    });
  });

  test("more than the balance, an unknown recipient and an unknown reference are refused", async () => {
    const recipient = await recipientOf(0);
    expect(
      await world.call("POST", "/paystack/transfer", {
        source: "balance",
        amount: 60_000_000_000,
        recipient,
        reference: "too-much",
      }),
    ).toMatchObject({ status: 400, body: { code: "insufficient_balance" } });
    expect(
      await world.call("POST", "/paystack/transfer", {
        source: "balance",
        amount: 100,
        recipient: "RCP_none",
        reference: "nobody",
      }),
    ).toMatchObject({ status: 404 });
    expect(await world.call("GET", "/paystack/transfer/verify/never-sent")).toMatchObject({
      status: 404,
      body: { status: false },
    });
  });
});

describe("cards", () => {
  test("a saved card is charged, and the charge is refunded", async () => {
    const code = await saveCard("success@mail.example", "success");
    expect(await charge("success@mail.example", code, 250_000, "debit-1")).toMatchObject({
      body: { data: { status: "success", amount: 250_000 } },
    });
    expect(await charge("success@mail.example", code, 250_000, "debit-1")).toMatchObject({
      status: 400,
      body: { message: "Duplicate Transaction Reference" },
    });
    expect(await world.call("POST", "/paystack/refund", { transaction: "debit-1", amount: 50_000 })).toMatchObject({
      status: 200,
      body: { data: { amount: 50_000 } },
    });
    expect(await world.call("POST", "/paystack/refund", { transaction: "debit-1", amount: 250_000 })).toMatchObject({
      status: 400,
    });
    expect(await world.call("GET", "/bank/movements.json?reference=debit-1")).toMatchObject({
      body: { movements: [{ amount_kobo: 250_000 }, { amount_kobo: -50_000 }] },
    });
  });

  test("a small balance fails a debit in full and gives what it has to a partial debit", async () => {
    const code = await saveCard("small@mail.example", "insufficient_funds");
    expect(await charge("small@mail.example", code, 1_000_000, "small-1")).toMatchObject({
      status: 200,
      body: { data: { status: "failed", gateway_response: "Insufficient Funds" } },
    });
    const partial = {
      email: "small@mail.example",
      authorization_code: code,
      amount: 1_000_000,
      currency: "NGN",
      reference: "small-2",
      at_least: 100_000,
    };
    expect(await world.call("POST", "/paystack/transaction/partial_debit", partial)).toMatchObject({
      body: { data: { status: "success", amount: 195_000, requested_amount: 1_000_000 } },
    });
    expect(
      await world.call("POST", "/paystack/transaction/partial_debit", { ...partial, reference: "small-3" }),
    ).toMatchObject({ body: { data: { status: "failed" } } });
  });

  test("cards fail as their name says, and behaviour can be changed", async () => {
    const flaky = await saveCard("flaky@mail.example", "fails_then_succeeds");
    expect(await charge("flaky@mail.example", flaky, 1_000, "flaky-1")).toMatchObject({
      body: { data: { status: "failed" } },
    });
    expect(await charge("flaky@mail.example", flaky, 1_000, "flaky-2")).toMatchObject({
      body: { data: { status: "success" } },
    });
    await world.call("PUT", `/cards/${flaky}`, { behaviour: "declined" });
    expect(await charge("flaky@mail.example", flaky, 1_000, "flaky-3")).toMatchObject({
      body: { data: { status: "failed", gateway_response: "Declined" } },
    });
    await world.call("PUT", `/cards/${flaky}`, { behaviour: "success", balance_kobo: 1_500 });
    expect(await charge("flaky@mail.example", flaky, 1_000, "flaky-4")).toMatchObject({
      body: { data: { status: "success" } },
    });
    expect(await charge("flaky@mail.example", flaky, 1_000, "flaky-5")).toMatchObject({
      body: { data: { status: "failed" } },
    });
  });

  test("a declined card is refused on the hosted page and another one can be tried", async () => {
    const { body } = await world.call("POST", "/paystack/transaction/initialize", {
      email: "try@mail.example",
      amount: 5_000,
      callback_url: "https://app.example/back",
    });
    const { pathname } = new URL(valueAt(body, "data.authorization_url"));
    const declined = await world.form(pathname, { card: "declined" });
    expect([declined.status, await declined.text()]).toEqual([
      422,
      expect.stringContaining("Declined. Try another card."),
    ]);
    expect((await world.form(pathname, { number: "1234 5678 9012 3456" })).status).toBe(422);
    expect((await world.form(pathname, { card: "success" })).status).toBe(303);
    expect((await world.form(pathname, { card: "success" })).status).toBe(303);
    expect(await world.call("GET", `/bank/movements.json?reference=${valueAt(body, "data.reference")}`)).toMatchObject({
      body: { movements: [{ amount_kobo: 5_000 }] },
    });
  });

  test("another customer's card cannot be charged", async () => {
    const code = await saveCard("owner@mail.example", "success");
    expect(await charge("thief@mail.example", code, 1_000, "theft-1")).toMatchObject({ status: 400 });
  });
});

describe("virtual accounts", () => {
  test("a customer gets one account, and money paid into it is announced", async () => {
    await world.call("POST", "/paystack/customer", {
      email: "ada@mail.example",
      first_name: "Ada",
      last_name: "Obi",
      phone: "+2348120000001",
    });
    const first = await world.call("POST", "/paystack/dedicated_account", {
      customer: "ada@mail.example",
      preferred_bank: "wema-bank",
    });
    const again = await world.call("POST", "/paystack/dedicated_account", { customer: "ada@mail.example" });
    const number = valueAt(first.body, "data.account_number");
    expect(valueAt(again.body, "data.account_number")).toBe(number);
    expect(first.body).toMatchObject({ data: { account_name: "MANILLA/ADA OBI", assigned: true } });
    await world.waitFor("dedicatedaccount.assign.success");
    const charges = world.webhooks.filter(({ event }) => event === "charge.success").length;
    expect(await world.call("POST", "/bank/pay-in", { account_no: number, amount_kobo: 2_500_000 })).toMatchObject({
      status: 200,
    });
    const event = (await world.waitFor("charge.success", charges + 1)).at(-1);
    expect(event?.data).toMatchObject({
      amount: 2_500_000,
      channel: "dedicated_nuban",
      customer: { email: "ada@mail.example" },
      metadata: { receiver_account_number: number },
      authorization: { sender_name: "OBI ADA" },
    });
    expect(await world.call("POST", "/bank/pay-in", { account_no: "0000000000", amount_kobo: 1 })).toMatchObject({
      status: 404,
    });
    expect(await world.call("GET", `/paystack/dedicated_account/${valueAt(first.body, "data.id")}`)).toMatchObject({
      body: { data: { account_number: number } },
    });
  });
});
