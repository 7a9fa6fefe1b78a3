import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as cash from "@manilla/contract/people/cash-transactions";
import * as calls from "@manilla/contract/payments/transfers";
import * as approvals from "@manilla/contract/platform/approvals";
import * as companyWallets from "@manilla/contract/companies/wallets";
import * as rewards from "@manilla/contract/growth/rewards";
import * as wallets from "@manilla/contract/people/personal-wallets";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { accountOf } from "../../../../../../test/partner-bank.ts";
import { bookedUnder } from "../../../../../../test/booked.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { transferOutcome } from "../../../outside/payments/paystack.ts";
import { earnReward } from "../../growth/rewards/index.ts";
import { walletOf } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { closeBusinessDay } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { costsOf, isSameName, totalOf } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
type Person = Awaited<ReturnType<typeof world.customer>>;
const finance = await api.person("super_finance");
// Some here send to many new payees at once; what holds such transfers is tested in transfer-reviews.
await sql`update configuration set value = '1000' where key in ('transfer_review_payees', 'transfer_review_failures')`.execute(
  db,
);

const TARIFF = {
  small_kobo: 500_000n,
  large_kobo: 5_000_000n,
  fee_small_kobo: 1_000n,
  fee_middle_kobo: 2_500n,
  fee_large_kobo: 5_000n,
  vat_percent: 7.5,
  stamp_duty_from_kobo: 1_000_000n,
  stamp_duty_kobo: 5_000n,
};

let phones = 31_000_000;
async function rich(amount_kobo = 20_000_000): Promise<Person> {
  const person = await world.customer();
  await db.insertInto("user_plans").values({ id: uuidv7(), user_id: person.user_id, plan: "tier_3" }).execute();
  const fact = { user_id: person.user_id, kind: "given", source_id: uuidv7(), reason: "For a test" } as const;
  await db.transaction().execute(async (tx) => {
    const on = await businessDate(tx);
    await earnReward(tx, { ...fact, amount_kobo: BigInt(amount_kobo), on, actor: SYSTEM });
  });
  expect((await api.call(rewards.redeem, { token: person.token })).status).toBe(200);
  phones += 1;
  await sql`update users set phone = ${`+23480${phones}`} where id = ${person.user_id}`.execute(db);
  return person;
}
const cashOf = async ({ token }: { token: string }) =>
  ((await api.call(wallets.snapshot, { token })).body.data as { cash_kobo: number }).cash_kobo;

const ACCOUNT = { kind: "bank", bank_code: "058" } as const;
/** A fresh account number that the sandbox's bank knows, with its name. */
let serial = 200_000_000;
const nuban = (): string => {
  serial += 1;
  return makeNuban("058", serial);
};
interface Quote {
  payee: string;
  total_kobo: number;
  left_to_payee_kobo: number | null;
  is_repeat: boolean;
}
const quote = (person: Person, { is_repeat: _, is_saved: __, ...body }: Record<string, unknown>) =>
  api.call(calls.quote, { token: person.token, body });
const quoted = async (person: Person, body: Record<string, unknown>) => (await quote(person, body)).body.data as Quote;
async function send(person: Person, body: Record<string, unknown>, more: object = {}) {
  const { payee } = (await quoted(person, body)) ?? { payee: "?" };
  return api.call(calls.initiate, { token: person.token, body: { payee_name: payee, ...body }, ...more });
}
interface Sent {
  id: string;
  status: string;
  total_kobo: number;
  reference: string;
}
const sentOf = ({ body }: { body: { data: unknown } }) => (body.data as { transfer: Sent }).transfer;
const rowOf = (id: string) => db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const ends = (id: string, ...states: string[]) =>
  waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return states.includes((await rowOf(id)).status);
  });

const bookedOf = (key: string) => bookedUnder(db, key);

describe("the charges of a transfer", () => {
  it("are those of the rules, each by itself", () => {
    const of = (naira: bigint, kind: "bank" | "wallet" = "bank") => costsOf(naira * 100n, kind, TARIFF);
    expect(of(5_000n)).toMatchObject({ fee_kobo: 1_000n, vat_kobo: 75n, stamp_duty_kobo: 0n });
    expect(of(5_001n)).toMatchObject({ fee_kobo: 2_500n, vat_kobo: 188n, stamp_duty_kobo: 0n });
    expect(of(10_000n)).toMatchObject({ fee_kobo: 2_500n, stamp_duty_kobo: 5_000n });
    expect(of(50_001n)).toMatchObject({ fee_kobo: 5_000n, vat_kobo: 375n, stamp_duty_kobo: 5_000n });
    expect(of(50_001n, "wallet")).toMatchObject({ fee_kobo: 0n, vat_kobo: 0n, stamp_duty_kobo: 5_000n });
  });

  it("never fall when the amount rises, and add up", () => {
    const kobo = fc.bigInt({ min: 1n, max: 10n ** 11n });
    fc.assert(
      fc.property(kobo, kobo, fc.constantFrom("bank" as const, "wallet" as const), (one, other, kind) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        const [low, high] = [costsOf(less, kind, TARIFF), costsOf(more, kind, TARIFF)];
        expect(totalOf(low) - less).toBeLessThanOrEqual(totalOf(high) - more);
        expect(totalOf(low)).toBe(low.amount_kobo + low.fee_kobo + low.vat_kobo + low.stamp_duty_kobo);
      }),
    );
    expect(isSameName("OBI, Ada", "ada obi")).toBe(true);
    expect(isSameName("Ada Obi", "Ada Obinna")).toBe(false);
  });
});

describe("a person's transfer to a bank", () => {
  it("names who is paid and each charge before, leaves the wallet at once, and earns its fee when it arrives", async () => {
    const person = await rich();
    const to = { ...ACCOUNT, account_no: nuban(), amount_kobo: 2_000_000 };
    const { payee, total_kobo } = await quoted(person, to);
    expect(payee).not.toBe("");
    expect(total_kobo).toBe(2_000_000 + 2_500 + 188 + 5_000);
    const sent = sentOf(await send(person, to));
    expect(sent).toMatchObject({ status: "approved", total_kobo });
    expect(await cashOf(person)).toBe(20_000_000 - total_kobo);
    expect(await bookedOf(`transfer-accepted:${sent.id}`)).toEqual({
      cash_wallet: BigInt(total_kobo),
      transfers_in_transit: BigInt(-total_kobo),
    });
    expect((await api.call(calls.receipt, { token: person.token, params: { id: sent.id } })).status).toBe(409);
    await ends(sent.id, "success");
    expect(await bookedOf(`transfer-delivered:${sent.id}`)).toEqual({
      transfers_in_transit: BigInt(total_kobo),
      bank_operating: -2_000_000n,
      payment_fee_income: -2_500n,
      vat_payable: -188n,
      stamp_duty_payable: -5_000n,
    });
    const found = await api.call(calls.find, { token: person.token, params: { id: sent.id } });
    expect((found.body.data as { history: { title: string }[] }).history.map(({ title }) => title)).toEqual([
      "Arrived",
      "Sent to the bank",
      "Accepted",
    ]);
    expect((await api.call(calls.receipt, { token: person.token, params: { id: sent.id } })).status).toBe(200);
    await world.prove();
  });

  it("costs us what the provider says, or its price list where it says nothing: owed until the bank's statement has it", async () => {
    const { payments } = api.app.outside;
    const { verifyTransfer } = payments;
    const priced = async (fee_kobo: bigint | null) => {
      payments.verifyTransfer = async (reference) => ({ ...(await verifyTransfer(reference)), fee_kobo }) as never;
      const person = await rich();
      const sent = sentOf(await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 2_000_000 }));
      await ends(sent.id, "success");
      const { provider_charges, provider_charges_due } = await bookedOf(`transfer-delivered:${sent.id}`);
      return [provider_charges, provider_charges_due];
    };
    try {
      expect(await priced(2_688n)).toEqual([2_688n, -2_688n]);
      expect(await priced(0n)).toEqual([undefined, undefined]);
      expect(await priced(null)).toEqual([2_500n, -2_500n]);
    } finally {
      payments.verifyTransfer = verifyTransfer;
    }
    await world.prove();
  });

  it("is not let go by the colleague whose own account it pays", async () => {
    const person = await rich();
    const colleague = await api.person("super_finance");
    const account_no = nuban();
    await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 9_000_000 });
    const sent = sentOf(await send(person, { ...ACCOUNT, account_no, amount_kobo: 5_000_000 }));
    expect(sent.status).toBe("awaiting_approval");
    const { payout_id } = await rowOf(sent.id);
    const approve = ({ token }: { token: string }) => api.call(cash.approve, { token, params: { id: payout_id! } });
    const hash = api.app.encryption.hash("account_no", account_no);
    await db
      .insertInto("profiles")
      .values({ user_id: colleague.user_id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await sql`update profiles set bank_code = '058', account_no_hash = ${hash} where user_id = ${colleague.user_id}`.execute(
      db,
    );
    expect((await approve(colleague)).body).toMatchObject({ code: "own_transfer" });
    expect((await approve(finance)).status).toBe(200);
  });

  it("that the receiving bank suspects waits for a person, and nothing is paid back by itself", async () => {
    const { payments } = api.app.outside;
    const { verifyTransfer } = payments;
    const person = await rich();
    payments.verifyTransfer = async () =>
      transferOutcome({ status: "failed", reference: "", gateway_response: "63: Security violation" });
    try {
      const sent = sentOf(await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 2_000_000 }));
      const payout = () =>
        db
          .selectFrom("payouts")
          .select(["status", "needs_review_at", "failure"])
          .where("subject_id", "=", sent.id)
          .executeTakeFirstOrThrow();
      await waitUntil(async () => {
        await world.runJobs("send-payout", "query-payout");
        return (await payout()).needs_review_at !== null;
      });
      expect(await payout()).toMatchObject({
        status: "unknown",
        failure: expect.stringContaining("a person decides") as string,
      });
      expect(await cashOf(person)).toBe(20_000_000 - sent.total_kobo);
    } finally {
      payments.verifyTransfer = verifyTransfer;
    }
    await world.prove();
  });

  it("to one's own account, as it was verified, is free of stamp duty: now, planned, and to nobody else's", async () => {
    const person = await rich();
    const account_no = nuban();
    const hash = api.app.encryption.hash("account_no", account_no);
    await sql`update profiles set bank_code = '058', account_no_hash = ${hash} where user_id = ${person.user_id}`.execute(
      db,
    );
    const to = { ...ACCOUNT, account_no, amount_kobo: 2_000_000 };
    const total_kobo = 2_000_000 + 2_500 + 188;
    expect(await quoted(person, to)).toMatchObject({ total_kobo, stamp_duty_kobo: 0 });
    const sent = sentOf(await send(person, to));
    expect(sent.total_kobo).toBe(total_kobo);
    await ends(sent.id, "success");
    expect(Object.keys(await bookedOf(`transfer-delivered:${sent.id}`))).not.toContain("stamp_duty_payable");
    expect(await quoted(person, { ...to, account_no: nuban() })).toMatchObject({ stamp_duty_kobo: 5_000 });
    expect(await quoted(await rich(), to)).toMatchObject({ stamp_duty_kobo: 5_000 });
    await sql`update profiles set bank_account_status = 'pending' where user_id = ${person.user_id}`.execute(db);
    expect(await quoted(person, to)).toMatchObject({ stamp_duty_kobo: 5_000 });
    await world.prove();
  });

  it("is in the wallet again with its charges when the bank refuses it, and when it returns it later", async () => {
    const person = await rich();
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    const failed = sentOf(await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 1_500_000 }));
    await ends(failed.id, "failed");
    await world.clearFaults();
    expect(await cashOf(person)).toBe(20_000_000);
    const late = sentOf(await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 1_500_000 }));
    await ends(late.id, "success");
    await fetch(`${world.sandbox.url}/bank/transfers/${late.reference}/reverse`, { method: "POST" });
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await rowOf(late.id)).status === "reversed";
    });
    expect(await cashOf(person)).toBe(20_000_000);
    expect(Object.keys(await bookedOf(`transfer-undone:${late.id}`)).toSorted()).toEqual([
      "bank_operating",
      "cash_wallet",
      "payment_fee_income",
      "stamp_duty_payable",
      "vat_payable",
    ]);
    await world.prove();
  });

  it("that the bank does not answer is unknown, is asked about, and is sent once", async () => {
    const person = await rich();
    await world.fault("paystack", { mode: "timeout_after_effect", times: 1, delay_ms: 30, call: "POST /transfer" });
    const sent = sentOf(await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 400_000 }));
    await world.runJobs("send-payout");
    await world.clearFaults();
    expect((await rowOf(sent.id)).status).toBe("unknown");
    const { rows: told } = await sql<{ title: string }>`
      select title from notifications where user_id = ${person.user_id} and title like 'We are asking%'
    `.execute(db);
    // What the bank is asked about is what it was sent, without our charges.
    expect(told).toEqual([{ title: expect.stringContaining("₦4,000.00") }]);
    await ends(sent.id, "success");
    const { movements } = (await (await fetch(`${world.sandbox.url}/bank/movements.json`)).json()) as {
      movements: { reference: string }[];
    };
    expect(movements.filter(({ reference }) => reference === sent.reference)).toHaveLength(1);
    await world.prove();
  });

  it("is refused where the name is another by now, the account is new, the same was just sent, or the wallet has less", async () => {
    const person = await rich();
    const account_no = nuban();
    const to = { ...ACCOUNT, account_no, amount_kobo: 600_000 };
    const other = await api.call(calls.initiate, { token: person.token, body: { ...to, payee_name: "Somebody Else" } });
    expect(other.body.code).toBe("name_changed");
    expect((await send(person, { ...to, amount_kobo: 10_000_001 })).body.code).toBe("account_is_new");
    expect((await send(person, to)).status).toBe(200);
    expect((await quoted(person, to)).is_repeat).toBe(true);
    expect((await send(person, to)).body.code).toBe("just_sent");
    // Another amount is another payment, and so is the same one ten minutes later.
    const ago = (minutes: number) =>
      sql`
        update transfers set created_at = now() - ${`${minutes} minutes`}::interval where user_id = ${person.user_id}
      `.execute(db);
    expect((await quoted(person, { ...to, amount_kobo: 600_001 })).is_repeat).toBe(false);
    await ago(9);
    expect((await send(person, to)).body.code).toBe("just_sent");
    await ago(10);
    expect((await quoted(person, to)).is_repeat).toBe(false);
    await ago(1);
    expect((await send(person, { ...to, is_repeat: true })).status).toBe(200);
    expect((await quoted(person, to)).left_to_payee_kobo).toBe(10_000_000 - 1_200_000);
    const poor = await rich(100_000);
    expect((await send(poor, { ...ACCOUNT, account_no: nuban(), amount_kobo: 100_000 })).body.errors).toHaveProperty(
      "amount_kobo",
    );
    expect((await quote(person, { ...ACCOUNT, account_no: "1234567890", amount_kobo: 1 })).body.errors).toHaveProperty(
      "account_no",
    );
    await sql`update users set is_post_no_debit = true where id = ${person.user_id}`.execute(db);
    expect((await send(person, { ...to, amount_kobo: 1 })).body.code).toBe("post_no_debit");
  });

  it("reaches a wallet or payment service bank, whose code has six digits", async () => {
    const person = await rich();
    for (const bank_code of ["999992", "120001"]) {
      serial += 1;
      const to = { kind: "bank", bank_code, account_no: makeNuban(bank_code, serial), amount_kobo: 300_000 };
      const sent = await send(person, to);
      expect(sent.status, bank_code).toBe(200);
      const { id } = sentOf(sent);
      await ends(id, "success");
      expect(await rowOf(id)).toMatchObject({ status: "success", bank_code });
    }
    await world.prove();
  });

  it("asks who it is again from the configured amount on, and not below", async () => {
    const person = await rich();
    await sql`update users set second_factor_enabled_at = now() where id = ${person.user_id}`.execute(db);
    expect((await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo: 4_999_999 })).status).toBe(200);
    const large = { ...ACCOUNT, account_no: nuban(), amount_kobo: 5_000_000 };
    expect((await send(person, large)).body.code).toBe("step_up_required");
    const { rows } = await sql`select 1 from transfers where user_id = ${person.user_id}`.execute(db);
    expect(rows).toHaveLength(1);
  });

  it("of more than anybody has is refused at its field, also where only its price is asked", async () => {
    const person = await rich();
    for (const amount_kobo of [Number.MAX_SAFE_INTEGER, 100_000_000_000_001]) {
      const asked = { ...ACCOUNT, account_no: nuban(), amount_kobo };
      const { status, body } = await api.call(calls.quote, { token: person.token, body: asked });
      expect([status, body.errors]).toEqual([422, { amount_kobo: ["this field must be at most ₦1 trillion"] }]);
    }
    const most = { ...ACCOUNT, account_no: nuban(), amount_kobo: 100_000_000_000_000 };
    expect((await api.call(calls.quote, { token: person.token, body: most })).status).toBe(200);
  });

  it("awaits a colleague beyond what goes alone; rejected, the money is back", async () => {
    const person = await rich();
    const [first, second] = [nuban(), nuban()];
    expect(sentOf(await send(person, { ...ACCOUNT, account_no: first, amount_kobo: 9_000_000 })).status).toBe(
      "approved",
    );
    const waits = sentOf(await send(person, { ...ACCOUNT, account_no: second, amount_kobo: 5_000_000 }));
    expect(waits.status).toBe("awaiting_approval");
    const { payout_id } = await rowOf(waits.id);
    const refused = await api.call(cash.reject, {
      token: finance.token,
      params: { id: payout_id! },
      body: { reason: "We could not reach the person" },
    });
    expect(refused.status).toBe(200);
    expect((await rowOf(waits.id)).status).toBe("failed");
    const again = sentOf(await send(person, { ...ACCOUNT, account_no: second, amount_kobo: 5_000_000 }));
    const approved = await api.call(cash.approve, {
      token: finance.token,
      params: { id: (await rowOf(again.id)).payout_id! },
    });
    expect(approved.status).toBe(200);
    expect((await rowOf(again.id)).status).toBe("approved");
    await ends(again.id, "success");
    await world.prove();
  });

  it("is sent once by two clicks, and another person sees nothing of it", async () => {
    const [person, stranger] = [await rich(), await rich(1_000)];
    const to = { ...ACCOUNT, account_no: nuban(), amount_kobo: 700_000, is_repeat: true };
    const { payee } = await quoted(person, to);
    const key = uuidv7();
    const click = () =>
      api.call(calls.initiate, {
        token: person.token,
        body: { ...to, payee_name: payee },
        headers: { "idempotency-key": key },
      });
    await Promise.all([click(), click()]);
    const { rows } = await sql<{ id: string }>`select id from transfers where user_id = ${person.user_id}`.execute(db);
    expect(rows).toHaveLength(1);
    const params = { id: rows[0]!.id };
    for (const call of [calls.find, calls.receipt, calls.cancel])
      expect((await api.call(call, { token: stranger.token, params })).status).toBe(404);
    expect((await api.call(calls.find, { token: finance.token, params })).status).toBe(200);
  });

  it("whatever becomes of it: what left the wallet is at the bank, with us, or in the wallet again", async () => {
    const person = await rich();
    // What others have left in the queue would take the faults that are meant for these.
    await world.runJobs("send-payout", "query-payout");
    const outcome = fc.constantFrom("success", "decline", "lost", "reversed");
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 1_200_000 }), outcome), { maxLength: 2, minLength: 1 }),
        async (sends) => {
          const before = await cashOf(person);
          let gone = 0;
          for (const [amount_kobo, becomes] of sends) {
            if (becomes === "decline")
              await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
            if (becomes === "lost")
              await world.fault("paystack", {
                mode: "timeout_after_effect",
                times: 1,
                delay_ms: 20,
                call: "POST /transfer",
              });
            const answer = await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo });
            expect(answer.status, JSON.stringify(answer.body)).toBe(200);
            const sent = sentOf(answer);
            await ends(sent.id, "success", "failed");
            await world.clearFaults();
            if (becomes === "reversed") {
              await fetch(`${world.sandbox.url}/bank/transfers/${sent.reference}/reverse`, { method: "POST" });
              await waitUntil(async () => {
                await world.runJobs("receive-webhook");
                return (await rowOf(sent.id)).status === "reversed";
              });
            }
            if (["success", "lost"].includes(becomes)) gone += sent.total_kobo;
          }
          expect(await cashOf(person)).toBe(before - gone);
          await world.prove();
        },
      ),
      { numRuns: 3, endOnFailure: true },
    );
  });
});

describe("how many transfers leave in a day", () => {
  it("is limited by the tier under the lock of the balance, shown before, and counted anew on the next day", async () => {
    const person = await rich();
    await sql`update plan_limits set daily_transfers = 3 where plan = 'tier_3'`.execute(db);
    const left = async () =>
      ((await api.call(wallets.snapshot, { token: person.token })).body.data as { limits: object }).limits;
    expect(await left()).toMatchObject({ daily_transfers: 3, transfers_left: 3 });
    const to = () => ({ ...ACCOUNT, account_no: nuban(), amount_kobo: 10_000 });
    const sent = await Promise.all([to(), to(), to(), to(), to()].map((each) => send(person, each)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422, 422]);
    expect(sent.find(({ status }) => status === 422)?.body.errors).toEqual({
      amount_kobo: [expect.stringContaining("3 transfers have left your wallet today, as many as tier 3 has")],
    });
    expect(await left()).toMatchObject({ transfers_left: 0 });
    await closeBusinessDay(api.app);
    expect((await send(person, to())).status).toBe(200);
    expect(await left()).toMatchObject({ transfers_left: 2 });
    await sql`update plan_limits set daily_transfers = null where plan = 'tier_3'`.execute(db);
    await world.prove();
  });
});

describe("a transfer to a wallet of ours", () => {
  it("is there at once, found by phone, without a fee; nobody learns a whole name", async () => {
    const [person, friend] = [await rich(), await rich(1_000)];
    const { phone, last_name } = await db
      .selectFrom("users")
      .select(["phone", "last_name"])
      .where("id", "=", friend.user_id)
      .executeTakeFirstOrThrow();
    const to = { kind: "wallet", phone, amount_kobo: 1_500_000 };
    const { payee, total_kobo } = await quoted(person, to);
    expect(payee).not.toContain(last_name);
    expect(total_kobo).toBe(1_505_000);
    const sent = sentOf(await send(person, { ...to, is_saved: true }));
    expect(sent.status).toBe("success");
    expect([await cashOf(person), await cashOf(friend)]).toEqual([20_000_000 - 1_505_000, 1_000 + 1_500_000]);
    const { payees } = (await api.call(calls.payees, { token: person.token })).body.data as {
      payees: { id: string }[];
    };
    const again = await send(person, { kind: "wallet", payee_id: payees[0]!.id, amount_kobo: 1_000 });
    expect(again.status).toBe(200);
    const stranger = { kind: "wallet", payee_id: payees[0]!.id, amount_kobo: 1_000 };
    expect((await quote(friend, stranger)).status).toBe(404);
    const own = await db.selectFrom("users").select("phone").where("id", "=", person.user_id).executeTakeFirstOrThrow();
    expect((await quote(person, { ...to, phone: own.phone })).body.errors).toHaveProperty("phone");
    await api.call(calls.forget, { token: person.token, params: { id: payees[0]!.id } });
    expect((await api.call(calls.payees, { token: person.token })).body.data).toEqual({ payees: [] });
    await world.prove();
  });

  it("is found by its account number too, also where it is named as one of our bank, and no bank is asked", async () => {
    const [person, friend] = [await rich(), await rich(1_000)];
    const account_no = await accountOf(api, friend);
    const [by_number, at_bank] = [
      { kind: "wallet", account_no, amount_kobo: 700_000 },
      { kind: "bank", bank_code: "035", account_no, amount_kobo: 800_000 },
    ];
    for (const to of [by_number, at_bank]) {
      expect(await quoted(person, to)).toMatchObject({ total_kobo: to.amount_kobo, bank_name: null });
      expect(sentOf(await send(person, to)).status).toBe("success");
    }
    expect([await cashOf(person), await cashOf(friend)]).toEqual([18_500_000, 1_501_000]);
    const own = await accountOf(api, person);
    const errorsOf = async (body: Record<string, unknown>) =>
      (await quote(person, { ...body, amount_kobo: 1_000 })).body.errors;
    expect(await errorsOf({ kind: "wallet", account_no: own })).toEqual({ account_no: ["this is your own number"] });
    expect(await errorsOf({ kind: "wallet", account_no: "8210000000" })).toHaveProperty("account_no");
    expect(await errorsOf({ kind: "wallet" })).toHaveProperty("phone");
    // Ten characters, and no number of an account.
    for (const typed of ["1234567.89", "٣٣٣٣٣٣٣٣٣٣"])
      expect(await errorsOf({ ...ACCOUNT, account_no: typed })).toEqual({
        account_no: ["this field can only contain digits"],
      });
    await world.prove();
  });

  it("two towards each other at once both arrive", async () => {
    const [one, other] = [await rich(), await rich()];
    const phoneOf = async ({ user_id }: Person) =>
      (await db.selectFrom("users").select("phone").where("id", "=", user_id).executeTakeFirstOrThrow()).phone;
    const to = async (person: Person, amount_kobo: number) => ({
      kind: "wallet",
      phone: await phoneOf(person),
      amount_kobo,
    });
    const [there, back] = await Promise.all([send(one, await to(other, 300_000)), send(other, await to(one, 200_000))]);
    expect([there!.status, back!.status]).toEqual([200, 200]);
    expect([await cashOf(one), await cashOf(other)]).toEqual([19_900_000, 20_100_000]);
    await world.prove();
  });
});

describe("a planned transfer", () => {
  it("leaves on its day, or says why not; cancelled, it never does", async () => {
    const person = await rich(1_000_000);
    const due_on = new Date(Date.parse(await businessDate(db)) + 86_400_000).toISOString().slice(0, 10);
    const plan = (amount_kobo: number) => send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo, due_on });
    const [goes, lacks, ends_] = [
      sentOf(await plan(400_000)),
      sentOf(await plan(900_000)),
      sentOf(await plan(100_000)),
    ];
    expect([goes.status, await cashOf(person)]).toEqual(["scheduled", 1_000_000]);
    expect((await api.call(calls.cancel, { token: person.token, params: { id: ends_.id } })).status).toBe(200);
    await closeBusinessDay(api.app);
    const [sent, failed, cancelled] = await Promise.all([goes, lacks, ends_].map(({ id }) => rowOf(id)));
    expect([sent!.status, failed!.status, cancelled!.status]).toEqual(["approved", "scheduled", "cancelled"]);
    expect(failed!.failure).toContain("your wallet holds");
    expect(await cashOf(person)).toBe(1_000_000 - goes.total_kobo);
    // Told once, tried on the days of a standing order, and then it has failed.
    const toldOf = async () => {
      const { rows } = await sql<{ title: string }>`
        select title from notifications where user_id = ${person.user_id} and title like 'The planned transfer%' order by created_at, id
      `.execute(db);
      return rows.map(({ title }) => title.split(" ").slice(-2).join(" "));
    };
    expect(await toldOf()).toEqual(["sent today"]);
    await closeBusinessDay(api.app);
    expect([(await rowOf(lacks.id)).status, await toldOf()]).toEqual(["scheduled", ["sent today"]]);
    await closeBusinessDay(api.app);
    expect([(await rowOf(lacks.id)).status, await toldOf()]).toEqual(["failed", ["sent today", "not sent"]]);
    expect(await cashOf(person)).toBe(1_000_000 - goes.total_kobo);
    await ends(goes.id, "success");
    await world.prove();
  });
});

describe("planned transfers of one day", () => {
  it("share its limits: what goes beyond what leaves without a colleague awaits one, and is not refused", async () => {
    const person = await rich();
    const due_on = new Date(Date.parse(await businessDate(db)) + 86_400_000).toISOString().slice(0, 10);
    const sent = [];
    for (const amount_kobo of [6_000_000, 6_000_000])
      sent.push(sentOf(await send(person, { ...ACCOUNT, account_no: nuban(), amount_kobo, due_on })));
    await closeBusinessDay(api.app);
    const rows = await Promise.all(sent.map(({ id }) => rowOf(id)));
    expect(rows.map(({ status }) => status)).toEqual(["approved", "awaiting_approval"]);
    expect(await cashOf(person)).toBe(20_000_000 - sent[0]!.total_kobo - sent[1]!.total_kobo);
    const { rows: payouts } = await sql<{ status: string }>`
      select status from payouts where id = ${rows[1]!.payout_id}
    `.execute(db);
    expect(payouts).toEqual([{ status: "awaiting_approval" }]);
    await ends(rows[0]!.id, "success");
    await world.prove();
  });

  it("are not sent by who is stopped, nor to an account that the bank calls otherwise by then; a plan makes nobody known", async () => {
    const [stopped, person] = [await rich(), await rich()];
    const due_on = new Date(Date.parse(await businessDate(db)) + 86_400_000).toISOString().slice(0, 10);
    const account_no = nuban();
    const one = sentOf(await send(stopped, { ...ACCOUNT, account_no: nuban(), amount_kobo: 100_000, due_on }));
    const other = sentOf(await send(person, { ...ACCOUNT, account_no, amount_kobo: 100_000, due_on }));
    await sql`update transfers set created_at = created_at - interval '3 days' where id = ${other.id}`.execute(db);
    expect((await quoted(person, { ...ACCOUNT, account_no, amount_kobo: 100 })).left_to_payee_kobo).not.toBeNull();
    await sql`update users set profile_status = 'deactivated' where id = ${stopped.user_id}`.execute(db);
    await sql`update transfers set payee = 'SOMEBODY ELSE' where id = ${other.id}`.execute(db);
    await closeBusinessDay(api.app);
    expect((await rowOf(one.id)).status).toBe("failed");
    await ends(other.id, "failed");
    expect((await rowOf(other.id)).failure).toContain("now calls this account");
    expect(await cashOf(person)).toBe(20_000_000);
    await world.prove();
  });
});

describe("a company's transfer", () => {
  async function fund(company_id: string, amount_kobo: number): Promise<void> {
    const { maker, checker } = world;
    const body = { company_id, amount_kobo, reference: uuidv7(), slip_id: await slipOf(api.app, maker.token) };
    const { approval_id } = (await api.call(companyWallets.fundDebit, { token: maker.token, body })).body.data as {
      approval_id: string;
    };
    const params = { id: approval_id };
    expect((await api.call(approvals.approve, { token: checker.token, params, body: { version: 1 } })).status).toBe(
      200,
    );
  }
  async function company(funded_kobo = 10_000_000) {
    const company_id = await api.company({ name: "Lagoon Foods" });
    const person = (role: Parameters<typeof api.person>[0], name: string) =>
      api.person(role, { company_id, name, last_name: "Lagoon" });
    const [owner, money] = [
      await person("company_super_admin", "Olu"),
      await person("company_finance_manager", "Fola"),
    ];
    if (funded_kobo > 0) await fund(company_id, funded_kobo);
    const account_no = nuban();
    const asked = await api.call(beneficiaries.create, {
      token: money.token,
      body: { name: "Supplier", bank_code: "058", account_no, name_confirmed: true },
    });
    const { beneficiary, approval_id } = asked.body.data as { beneficiary: { id: string }; approval_id: string };
    await decide(approval_id, owner);
    await sql`update beneficiaries set account_since = now() - interval '3 days' where id = ${beneficiary.id}`.execute(
      db,
    );
    return { company_id, owner, money, beneficiary_id: beneficiary.id };
  }
  async function decide(approval_id: string, { token }: { token: string }) {
    const { version } = await db
      .selectFrom("company_approvals")
      .select("version")
      .where("id", "=", approval_id)
      .executeTakeFirstOrThrow();
    return api.call(chains.approve, { token, params: { id: approval_id }, body: { version } });
  }
  const inWallet = async (company_id: string) => {
    const { balance_kobo, held_kobo } = await walletOf(db, company_id);
    return { held: held_kobo, balance: balance_kobo };
  };

  it("to an account that its bank calls by the company's name is free of stamp duty, to an employee's never", async () => {
    const { money, beneficiary_id } = await company();
    const named = async (account_name: string, employee_id: string | null = null) => {
      await sql`update beneficiaries set account_name = ${account_name}, employee_id = ${employee_id} where id = ${beneficiary_id}`.execute(
        db,
      );
      const body = { beneficiary_id, amount_kobo: 4_000_000 };
      const { status, body: quote } = await api.call(calls.quoteOfCompany, { token: money.token, body });
      expect(status).toBe(200);
      return (quote.data as { stamp_duty_kobo: number }).stamp_duty_kobo;
    };
    expect(await named("LAGOON FOODS LIMITED")).toBe(0);
    expect(await named("Lagoon Foods", money.user_id)).toBe(5_000);
    expect(await named("Lagoon Food Stores")).toBe(5_000);
    await named("Foods, Lagoon Ltd");
    const asked = await api.call(calls.request, {
      token: money.token,
      body: { beneficiary_id, amount_kobo: 4_000_000, narration: "Own account" },
    });
    expect(sentOf(asked)).toMatchObject({ total_kobo: 4_000_000 + 2_500 + 188 });
  });

  it("is held while it waits, agreed to by another, never by who asked, and goes its way", async () => {
    const { company_id, owner, money, beneficiary_id } = await company();
    const asked = await api.call(calls.request, {
      token: money.token,
      body: { beneficiary_id, amount_kobo: 4_000_000, narration: "Rice" },
    });
    expect(asked.status, JSON.stringify(asked.body)).toBe(200);
    const sent = sentOf(asked);
    expect(sent).toMatchObject({ status: "awaiting_approval", total_kobo: 4_000_000 + 2_500 + 188 + 5_000 });
    expect(await inWallet(company_id)).toMatchObject({ held: BigInt(sent.total_kobo), balance: 10_000_000n });
    const body = { transfer_id: sent.id, decision: "approve" };
    expect((await api.call(calls.approve, { token: money.token, body })).status).not.toBe(200);
    const other = await company(0);
    expect((await api.call(calls.approve, { token: other.owner.token, body })).status).toBe(404);
    expect((await api.call(calls.find, { token: other.owner.token, params: { id: sent.id } })).status).toBe(404);
    expect((await api.call(calls.approve, { token: owner.token, body })).status).toBe(200);
    expect(await inWallet(company_id)).toMatchObject({ held: 0n, balance: 10_000_000n - BigInt(sent.total_kobo) });
    await ends(sent.id, "success");
    const listed = await api.call(calls.listOfCompany, { token: owner.token, params: { id: company_id } });
    expect((listed.body.datatable as { items: object[] }).items).toMatchObject([{ status: "success" }]);
    expect((await api.call(calls.listOfCompany, { token: other.owner.token, params: { id: company_id } })).status).toBe(
      404,
    );
    await world.prove();
  });

  it("is not paid to another account than the one that was agreed to", async () => {
    const { owner, money, beneficiary_id } = await company();
    const body = { beneficiary_id, amount_kobo: 1_000_000 };
    const sent = sentOf(await api.call(calls.request, { token: money.token, body }));
    await sql`
      update beneficiaries set account_no_hash = ${api.app.encryption.hash("account_no", nuban())} where id = ${beneficiary_id}
    `.execute(db);
    const approve = { transfer_id: sent.id, decision: "approve" };
    expect((await api.call(calls.approve, { token: owner.token, body: approve })).body.code).toBe("account_changed");
    expect((await rowOf(sent.id)).status).toBe("awaiting_approval");
    await world.prove();
  });

  it("declined, its money is free again; without enough it is not asked for", async () => {
    const { company_id, owner, money, beneficiary_id } = await company();
    const ask = (amount_kobo: number, more = {}) =>
      api.call(calls.request, { token: money.token, body: { beneficiary_id, amount_kobo, ...more } });
    const first = sentOf(await ask(6_000_000));
    expect((await ask(6_000_000)).body.code).toBe("just_sent");
    expect((await ask(6_000_000, { is_repeat: true })).body.errors).toHaveProperty("amount_kobo");
    const no = { transfer_id: first.id, decision: "decline", reason: "Not now" };
    expect((await api.call(calls.approve, { token: owner.token, body: no })).status).toBe(200);
    expect((await rowOf(first.id)).status).toBe("cancelled");
    expect(await inWallet(company_id)).toMatchObject({ held: 0n, balance: 10_000_000n });
    await world.prove();
  });
});
