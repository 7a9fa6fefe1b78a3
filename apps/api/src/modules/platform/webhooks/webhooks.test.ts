import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import * as calls from "@manilla/contract/lending/repayments";
import { claim } from "@manilla/contract/money/reconciliation";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { chargeOutcome } from "../../../outside/payments/paystack.ts";
import { rebuildFromLogs } from "../../money/books/index.ts";

const world = await useLendingWorld();

const deliver = async (provider: string, body: string, headers: Record<string, string>) =>
  fetch(`${world.api.address}/api/webhooks/${provider}`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
const signed = (event: unknown, secret = "sk_test_sandbox") => {
  const body = JSON.stringify(event);
  return deliver("paystack", body, { "x-paystack-signature": createHmac("sha512", secret).update(body).digest("hex") });
};
const stored = async () =>
  Number((await world.api.database.pool.query<{ n: string }>("select count(*) as n from webhooks")).rows[0]?.n);
const payoutOf = (loan_id: string) =>
  world.api.app.db
    .selectFrom("payouts")
    .selectAll()
    .where("subject_id", "=", loan_id)
    .orderBy("created_at", "desc")
    .executeTakeFirstOrThrow();
/** A loan whose payout the bank said it returned. */
async function returning() {
  await world.syncClock();
  const { id } = await world.running();
  const payout = await payoutOf(id);
  await fetch(`${world.sandbox.url}/bank/transfers/${payout.reference}/reverse`, { method: "POST" });
  await waitUntil(async () => {
    await world.runJobs("receive-webhook");
    return (await payoutOf(id)).status === "returning";
  });
  return { id, payout };
}
const reported = async (reference: string) =>
  (
    await sql<{
      reason: string;
      status: string;
    }>`select reason, status from reconciliation_items where reference = ${reference} and subject_type <> 'payout'`.execute(
      world.api.app.db,
    )
  ).rows;

describe("an event", () => {
  it("without the right signature over its bytes is refused and not kept", async () => {
    const before = await stored();
    const event = { event: "charge.success", data: { reference: "X", amount: 5 } };
    expect((await deliver("paystack", JSON.stringify(event), {})).status).toBe(401);
    expect((await signed(event, "sk_another")).status).toBe(401);
    const body = JSON.stringify(event);
    expect(
      (
        await deliver("paystack", `${body} `, {
          "x-paystack-signature": createHmac("sha512", "sk_test_sandbox").update(body).digest("hex"),
        })
      ).status,
    ).toBe(401);
    expect((await deliver("mono", body, { "mono-webhook-secret": "wrong" })).status).toBe(401);
    expect((await deliver("mono", body, { "mono-webhook-secret": "mono_webhook_sandbox" })).status).toBe(200);
    expect((await signed("not an event")).status).toBe(422);
    expect(await stored()).toBe(before + 1);
  });

  it("of any shape is refused by its signature first, and keeps what it is about, how much and how it went, no account and no name", async () => {
    for (const provider of ["paystack", "termii", "mono", "mail"])
      for (const body of ["[]", "{}", '"text"', '{"event":5}'])
        expect((await deliver(provider, body, {})).status, `${provider} ${body}`).toBe(401);
    const recipient = { details: { account_number: "0123456789", account_name: "ADA OBI" } };
    await signed({ event: "transfer.success", data: { reference: "T-1", amount: 5, status: "success", recipient } });
    const scrub = readFileSync(
      new URL("../../../../migrations/20261122194503_platform_webhooks_scrub.sql", import.meta.url),
      "utf8",
    );
    await world.api.database.pool.query(
      `
        insert into webhooks (id, provider, event, event_key, body)
        values (gen_random_uuid(), 'paystack', 'transfer.success', 'of before', $1)
      `,
      [{ event: "transfer.success", data: { reference: "T-0", amount: 7, recipient } }],
    );
    await world.api.database.pool.query(scrub);
    const { rows } = await world.api.database.pool.query<{ body: unknown }>(
      "select body from webhooks where body -> 'data' ->> 'reference' in ('T-0', 'T-1') order by received_at",
    );
    expect(rows.map(({ body }) => body)).toEqual([
      { data: { reference: "T-1", amount: 5, status: "success" } },
      { data: { reference: "T-0", amount: 7 } },
    ]);
  });

  it("three times, then reversed before success, then with a wrong amount: one posting, the rest is reported", async () => {
    const { id } = await world.running();
    const payout = await payoutOf(id);
    const transfer = (name: string, amount: number) =>
      signed({ event: `transfer.${name}`, data: { reference: payout.reference, amount, status: name, id: 1 } });
    for (let again = 0; again < 3; again += 1)
      expect((await transfer("success", Number(payout.amount_kobo))).status).toBe(200);
    await transfer("reversed", Number(payout.amount_kobo));
    await transfer("success", 5);
    await world.runJobs("receive-webhook");
    const { rows } = await world.api.database.pool.query(
      "select key from ledger.transactions where metadata ->> 'payout_id' = $1",
      [payout.id],
    );
    expect(rows).toEqual([{ key: `disburse:${payout.id}` }]);
    expect((await world.loanRow(id)).status).toBe("running");
    expect(await reported(payout.reference)).toMatchObject([
      { status: "mismatch", reason: expect.stringContaining("another amount") },
    ]);
    const states = (await rebuildFromLogs(world.api.app.pool)).find(({ what }) => what === "state of reconciliation");
    expect([(states?.rows ?? 0) > 0, states?.differences]).toEqual([true, []]);
    await world.prove();
  });

  it("of a transfer that the bank returned gives the loan back", async () => {
    const { id } = await returning();
    expect(await world.loanRow(id)).toMatchObject({ status: "accepted", outstanding_principal_kobo: 0n });
    await world.runJobs("receive-webhook");
    await world.prove();
    // The bank's own statement shows what it returned.
    await takeToday(world, []);
    expect((await payoutOf(id)).status).toBe("reversed");
    await world.payOut(id);
    await world.prove();
  });

  it("of a return that two persons have decided about changes nothing, told again, late or with another figure", async () => {
    const { id, payout } = await returning();
    const asked = await world.api.call(calls.endReturn, {
      token: world.maker.token,
      params: { id },
      body: { outcome: "kept", reason: "Their bank wrote to us" },
    });
    expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
    const postings = async () =>
      (await sql<{ n: bigint }>`select count(*) as n from ledger.transactions`.execute(world.api.app.db)).rows[0]?.n;
    const before = await postings();
    const amounts = [Number(payout.amount_kobo), 5, -Number(payout.amount_kobo)];
    for (const [index, name] of ["success", "reversed", "failed"].entries())
      for (const amount of amounts)
        await signed({
          event: `transfer.${name}`,
          data: { reference: payout.reference, amount, currency: "USD", status: name, id: 700 + index },
        });
    const body = JSON.stringify({ event: "transfer.reversed", data: { reference: payout.reference, amount: 1 } });
    const old = createHmac("sha512", "sk_test_sandbox").update("another body").digest("hex");
    for (const signature of [{}, { "x-paystack-signature": old }, { "x-paystack-signature": old.toUpperCase() }])
      expect((await deliver("paystack", body, signature as Record<string, string>)).status).toBe(401);
    await world.runJobs("receive-webhook");
    expect([(await payoutOf(id)).status, (await world.loanRow(id)).status]).toEqual(["success", "running"]);
    expect(await postings()).toBe(before);
    await world.prove();
  });

  it("of a payment that the provider does not confirm is reported and books nothing", async () => {
    await signed({
      event: "charge.success",
      data: { reference: "T-INVENTED", amount: 900_000, channel: "dedicated_nuban", id: 77 },
    });
    await world.runJobs("receive-webhook");
    expect(await reported("T-INVENTED")).toMatchObject([{ reason: expect.stringContaining("does not know") }]);
    await world.prove();
  });

  it("of foreign money books nothing: cents are no kobo", () => {
    const paid = { status: "success", amount: 250_000, channel: "dedicated_nuban" };
    expect(chargeOutcome(paid)).toMatchObject({ status: "success", amount_kobo: 250_000n });
    expect(chargeOutcome({ ...paid, currency: "NGN" })).toMatchObject({ status: "success", amount_kobo: 250_000n });
    expect(chargeOutcome({ ...paid, currency: "USD" })).toMatchObject({ status: "pending", amount_kobo: 0n });
  });

  it("of money for nobody is kept as unidentified, and is given to its person once, by two persons", async () => {
    const { id, customer } = await world.running();
    const account = (await world.api.call(calls.transfer, { token: customer.token, body: { loan_id: id } })).body
      .data as { account_no: string };
    await world.api.database.pool.query(
      "update virtual_accounts set account_no_hash = sha256(id::text::bytea) where user_id = $1",
      [customer.user_id],
    );
    await fetch(`${world.sandbox.url}/bank/pay-in`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account_no: account.account_no, amount_kobo: 250_000, sender_name: "Aunt Ngozi" }),
    });
    const find = async () =>
      (
        await sql<{
          id: string;
        }>`select i.id from reconciliation_items i where i.subject_type = 'unidentified_receipt'`.execute(
          world.api.app.db,
        )
      ).rows[0];
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await find()) !== undefined;
    });
    await world.prove();
    const give = {
      token: world.maker.token,
      params: { id: (await find())?.id ?? "" },
      body: { user_id: customer.user_id, loan_id: id, note: "She sent us the slip" },
    };
    const own = { ...give, body: { user_id: world.maker.user_id, note: "It is mine" } };
    expect((await world.api.call(claim, own)).body).toMatchObject({ code: "own_money" });
    const asked = await world.api.call(claim, give);
    expect(asked.status).toBe(200);
    expect((await world.api.call(claim, give)).body, "while one waits").toMatchObject({ code: "already_requested" });
    expect((await world.loanRow(id)).paid_kobo, "nothing before a second person agrees").toBe(0n);
    const { approval_id } = asked.body.data as { approval_id: string };
    const decide = { params: { id: approval_id }, body: { version: 1 } };
    expect((await world.api.call(approvals.approve, { ...decide, token: world.maker.token })).status).toBe(403);
    expect((await world.approve(approval_id)).status).toBe(200);
    expect((await world.api.call(claim, give)).body).toMatchObject({ code: "already_decided" });
    expect((await world.loanRow(id)).paid_kobo).toBe(250_000n);
    await world.prove();
  });
});
