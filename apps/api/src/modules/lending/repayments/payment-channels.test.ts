import * as cards from "@manilla/contract/money/charges";
import * as calls from "@manilla/contract/lending/repayments";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../../../../../../test/lending.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";

let world: RepaymentWorld["world"];
let staff: RepaymentWorld["staff"];
let dueToday: RepaymentWorld["dueToday"];
inRepaymentWorld((made) => void ({ world, staff, dueToday } = made), "without bank statements");

describe("cards", () => {
  it("are added through the provider's page; the small charge is held as customer credit", async () => {
    const customer = await world.customer();
    await world.addCard(customer);
    const { body } = await world.api.call(cards.listOwn, { token: customer.token, params: { id: customer.user_id } });
    expect((body.data as { cards: unknown[] }).cards).toMatchObject([
      { brand: "visa", is_default: true, last4: expect.stringMatching(/^\d{4}$/) },
    ]);
    expect((await staff(calls.wallet, { params: { id: customer.user_id } })).body.data).toMatchObject({
      credit_balance_kobo: 5_000,
      cards: 1,
    });
    expect(
      (await world.api.call(cards.listOwn, { token: customer.token, params: { id: world.maker.user_id } })).status,
    ).toBe(404);
    await world.prove();
  });

  it("pay now, once per key", async () => {
    const { id, customer } = await dueToday();
    await world.addCard(customer);
    const pay = { token: customer.token, body: { loan_id: id, amount_kobo: 200_000 }, key: `pay-now-${id}` };
    const [first, second] = [
      await world.api.call(calls.instantTransfer, pay),
      await world.api.call(calls.instantTransfer, pay),
    ];
    expect(first.body.data).toMatchObject({ status: "success", received_kobo: 200_000 });
    expect(second.body.data).toEqual(first.body.data);
    expect(BigInt((await world.loanRow(id)).paid_kobo)).toBe(200_000n);
    expect(
      (
        await world.api.call(calls.instantTransfer, {
          ...pay,
          key: `pay-now-2-${id}`,
          body: { loan_id: id, amount_kobo: 900_000_000 },
        })
      ).status,
    ).toBe(422);
    expect(
      (
        await world.api.call(calls.instantTransfer, {
          ...pay,
          key: `pay-now-3-${id}`,
          token: (await world.customer()).token,
        })
      ).status,
    ).toBe(404);
    await world.prove();
  });

  it("that take the money and never answer end as success, once", async () => {
    const { id, customer } = await dueToday();
    await world.addCard(customer);
    await world.fault("paystack", {
      mode: "timeout_after_effect",
      times: 1,
      delay_ms: 10,
      call: "POST /transaction/charge_authorization",
    });
    const answer = await world.api.call(calls.instantTransfer, {
      token: customer.token,
      body: { loan_id: id, amount_kobo: 150_000 },
    });
    expect(answer.body.data).toMatchObject({ status: "unknown" });
    await waitUntil(async () => {
      await world.runJobs("query-charge");
      return BigInt((await world.loanRow(id)).paid_kobo) === 150_000n;
    });
    await world.runJobs("query-charge", "receive-webhook");
    expect(BigInt((await world.loanRow(id)).paid_kobo)).toBe(150_000n);
    await world.prove();
  });

  it("with an unknown outcome can be asked about, by their owner only, and no second payment starts meanwhile", async () => {
    const { id, customer } = await dueToday();
    await world.addCard(customer);
    await world.fault("paystack", {
      mode: "timeout_after_effect",
      times: 1,
      delay_ms: 10,
      call: "POST /transaction/charge_authorization",
    });
    const { data } = (
      await world.api.call(calls.instantTransfer, {
        token: customer.token,
        body: { loan_id: id, amount_kobo: 150_000 },
      })
    ).body as { data: { charge_id: string; status: string } };
    expect(data.status).toBe("unknown");
    expect(
      (
        await world.api.call(calls.instantTransfer, {
          token: customer.token,
          body: { loan_id: id, amount_kobo: 150_000 },
        })
      ).body,
    ).toMatchObject({ code: "charge_open" });
    const ask = { params: { id: data.charge_id } };
    expect((await world.api.call(calls.askPayment, { ...ask, token: (await world.customer()).token })).status).toBe(
      404,
    );
    await waitUntil(
      async () =>
        ((await world.api.call(calls.askPayment, { ...ask, token: customer.token })).body.data as { status: string })
          .status === "success",
    );
    expect((await world.api.call(calls.askPayment, { ...ask, token: customer.token })).body.data).toMatchObject({
      status: "success",
      received_kobo: 150_000,
    });
    expect(BigInt((await world.loanRow(id)).paid_kobo)).toBe(150_000n);
    await world.prove();
  });

  it("give what they have to a partial debit", async () => {
    const { customer, rows } = await dueToday();
    await world.addCard(customer, "insufficient_funds");
    const answer = await staff(calls.partialDebit, { params: { id: String(rows[0]?.id) }, body: {} });
    expect(answer.body.data).toMatchObject({ status: "success", received_kobo: 200_000 - 5_000 });
    expect((await world.rows(String(rows[0]?.loan_id)))[0]).toMatchObject({ status: "part_paid" });
    const nothingLeft = await staff(calls.partialDebit, { params: { id: String(rows[0]?.id) }, body: {} });
    expect(nothingLeft.body.data).toMatchObject({ status: "failed", message: "Insufficient Funds" });
    await world.prove();
  });
});

describe("bank transfers", () => {
  it("into the person's own account number pay the loan, once per event, in any order", async () => {
    const { id, customer } = await dueToday();
    const to = (await world.api.call(calls.transfer, { token: customer.token, body: { loan_id: id } })).body.data as {
      account_no: string;
      due_kobo: number;
    };
    expect(to.account_no).toMatch(/^\d{10}$/);
    await fetch(`${world.sandbox.url}/faults/webhooks`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ duplicate: 2 }),
    });
    await fetch(`${world.sandbox.url}/bank/pay-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account_no: to.account_no, amount_kobo: to.due_kobo }),
    });
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await world.rows(id))[0]?.status === "paid";
    });
    await fetch(`${world.sandbox.url}/faults/webhooks`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    await world.runJobs("receive-webhook");
    expect(BigInt((await world.loanRow(id)).paid_kobo)).toBe(BigInt(to.due_kobo));
    await world.prove();
  });
});
