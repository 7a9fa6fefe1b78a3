import * as cashback from "@manilla/contract/growth/cashback";
import * as rewards from "@manilla/contract/growth/rewards";
import * as bills from "@manilla/contract/payments/bills";
import { groupedToken } from "@manilla/contract/payments/bill-kinds";
import * as desk from "@manilla/contract/payments/bill-desk";
import * as approvals from "@manilla/contract/platform/approvals";
import * as webhooks from "@manilla/contract/platform/webhooks";
import { balancesOf } from "@manilla/ledger";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeEach, describe, expect, it } from "vitest";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { readPdf } from "../../../files/pdf.ts";
import { purseWith } from "../../../../../../test/card-payments.ts";
import { richCustomer } from "../../../../../../test/bills.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { changeState } from "../../platform/states/index.ts";
import { blockersOf } from "../../people/people/profiles/index.ts";
import { askBill, readProviders, sendBill } from "./index.ts";
import { requireNotStopped } from "./paying.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);
const finance = await api.person("super_finance");
const admin = await api.person("super_admin");

type Person = Awaited<ReturnType<typeof world.customer>>;
interface Bill {
  id: string;
  status: string;
  tokens: string[];
  total_kobo: number;
  failure: string | null;
}
const METER = "1111111111111";

const rich = (kobo = 10_000_000) => richCustomer(world, BigInt(kobo));
const airtime = ({ token }: Person, body: object = {}) =>
  api.call(bills.buyAirtime, { token, body: { service: "mtn", phone: "08031234561", amount_kobo: 100_000, ...body } });
async function verify({ token }: Person, customer_no = METER, service = "ikeja-prepaid") {
  const { body } = await api.call(bills.verifyMeter, { token, body: { service, customer_no } });
  return body.data as { id: string; name: string; minimum_kobo: number; outstanding_kobo: number };
}
async function power(person: Person, amount_kobo = 500_000, customer_no = METER) {
  const { id: verified_id } = await verify(person, customer_no);
  return api.call(bills.buyPower, { token: person.token, body: { verified_id, amount_kobo } });
}
const idOf = ({ body }: { body: { data: unknown } }): string => (body.data as Bill).id;
const read = async ({ token }: Person, id: string) =>
  (await api.call(bills.find, { token, params: { id } })).body.data as Bill;
const cashOf = async ({ user_id }: Person) => {
  const [found] = await balancesOf(queryable(db), [`cash_wallet:${user_id}`]);
  return found?.natural_kobo ?? 0n;
};
const balance = async (code: string) => (await balancesOf(queryable(db), [code]))[0]?.natural_kobo ?? 0n;
async function booked(id: string) {
  const { rows } = await sql<{ kind: string; account: string; kobo: bigint }>`
    select t.kind, coalesce(a.chart_code, a.code) as account, p.amount_kobo as kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.metadata ->> 'bill_id' = ${id}
    order by t.recorded_at, t.id, p.amount_kobo desc, account
  `.execute(db);
  return rows.map(({ kind, account, kobo }) => `${kind} ${account} ${kobo}`);
}
const run = () => world.runJobs("send-bill");
const ask = async (times = 4) => {
  for (let at = 0; at < times; at += 1) await world.runJobs("send-bill", "query-bill");
};
async function decide(answer: { body: { data: unknown } }, { token } = admin) {
  const { approval_id: id } = answer.body.data as { approval_id: string };
  const { version } = await db.selectFrom("approvals").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id }, body: { version } });
}
beforeEach(async () => {
  await world.clearFaults();
  for (const biller of ["baxi", "flutterwave"] as const) await world.quirk(biller, { mode: null });
});

describe("buying", () => {
  it("takes the price and every charge, delivers once, and the token is there in twenty digits", async () => {
    const person = await rich();
    const paid = await power(person);
    expect(paid.status).toBe(200);
    expect(paid.body.data).toMatchObject({ status: "accepted", fee_kobo: 10_000, vat_kobo: 750, total_kobo: 510_750 });
    const id = idOf(paid);
    expect(await cashOf(person)).toBe(10_000_000n - 510_750n);
    await run();
    await sendBill(api.app, id);
    const bill = await read(person, id);
    expect(bill).toMatchObject({ status: "delivered", tokens: [expect.stringMatching(/^\d{20}$/)] });
    expect(await booked(id)).toEqual([
      "bill_accepted cash_wallet 510750",
      "bill_accepted bills_in_transit -510750",
      "bill_delivered bills_in_transit 510750",
      "bill_delivered vat_payable -750",
      "bill_delivered bill_commission -5000",
      "bill_delivered payment_fee_income -10000",
      "bill_delivered biller_float_baxi -495000",
    ]);
    const token = groupedToken(bill.tokens[0]!);
    expect(token).toMatch(/^\d{4}-\d{4}-\d{4}-\d{4}-\d{4}$/);
    const { rows: said } = await sql<{ way: string }>`
      select kind as way from notifications where user_id = ${person.user_id} and strpos(body, ${token}) > 0
      union all
      select name from pgboss.job where name in ('send-sms', 'send-mail') and strpos(data ->> 'text', ${token}) > 0
      order by way
    `.execute(db);
    expect(said.map(({ way }) => way)).toEqual(["bill", "send-mail", "send-sms"]);
    // Kept on the paper too.
    const receipt = await fetch(`${api.address}/api${bills.receipt.path.replace("{id}", id)}`, {
      headers: { authorization: `Bearer ${person.token}` },
    });
    const { lines } = await readPdf(Buffer.from(await receipt.arrayBuffer()));
    expect(lines.flat().some(({ text }) => text.includes(token))).toBe(true);
    await world.prove();
  });

  it("asks about the same again, keeps to limits, and to the money that is there", async () => {
    const person = await rich(1_000_000);
    expect((await airtime(person)).status).toBe(200);
    expect(await airtime(person)).toMatchObject({ status: 409, body: { code: "just_paid" } });
    expect((await airtime(person, { is_again: true })).status).toBe(200);
    expect((await airtime(person, { amount_kobo: 4_999 })).body.errors).toHaveProperty("amount_kobo");
    expect((await airtime(person, { amount_kobo: 5_000_001 })).body.errors).toHaveProperty("amount_kobo");
    expect((await airtime(person, { amount_kobo: 900_000 })).body.errors).toHaveProperty("amount_kobo");
    expect((await airtime(person, { paid_from: "purse", amount_kobo: 6_000 })).body.errors).toHaveProperty("paid_from");
    for (let at = 0; at < 8; at += 1) expect((await airtime(person, { amount_kobo: 5_001 + at })).status).toBe(200);
    expect(await airtime(person, { amount_kobo: 5_900 })).toMatchObject({ status: 409, body: { code: "too_often" } });
    await ask();
    await world.prove();
  });

  it("is bought where it costs us less, where that is switched on, and not where the float is low", async () => {
    const person = await rich();
    const asked = async () => {
      const found = await read(person, idOf(await airtime(person, { amount_kobo: (amount += 100) })));
      return (await db.selectFrom("bills").select("provider").where("id", "=", found.id).executeTakeFirstOrThrow())
        .provider;
    };
    let amount = 50_000;
    const set = (value: number) =>
      sql`update configuration set value = ${String(value)}::jsonb where key = 'bills_cheapest_first'`.execute(db);
    await sql`update bill_products set commission_bps = 600 where provider = 'flutterwave'`.execute(db);
    expect(await asked()).toBe("baxi");
    await set(1);
    expect(await asked()).toBe("flutterwave");
    await sql`update bill_providers set is_low = true where provider = 'flutterwave'`.execute(db);
    expect(await asked()).toBe("baxi");
    await ask();
    await set(0);
    await sql`update bill_providers set is_low = false`.execute(db);
    await sql`update bill_products set commission_bps = null`.execute(db);
  });

  it("asks the price again when it has changed, in the catalogue and at the provider", async () => {
    const person = await rich();
    const { body } = await api.call(bills.bundles, { token: person.token, params: { id: "mtn" } });
    const { items } = body.data as { items: { item: string; price_kobo: number }[] };
    const bundle = items[0]!;
    const buy = (amount_kobo: number) =>
      api.call(bills.buyData, {
        token: person.token,
        body: { service: "mtn", phone: "08031234562", item: bundle.item, amount_kobo },
      });
    expect(await buy(bundle.price_kobo - 100)).toMatchObject({ status: 409, body: { code: "price_changed" } });
    await world.quirk("baxi", { mode: "price_changed" });
    await world.quirk("flutterwave", { mode: "price_changed" });
    const id = idOf(await buy(bundle.price_kobo));
    await ask();
    expect(await read(person, id)).toMatchObject({ status: "failed" });
    expect(await cashOf(person)).toBe(10_000_000n);
  });

  it("pays a ported number on the network that is chosen by hand, and back where the one of its prefix was", async () => {
    const person = await rich();
    const ported = { phone: "08031234577" };
    const [glo, mtn] = [
      idOf(await airtime(person, { ...ported, service: "glo" })),
      idOf(await airtime(person, { ...ported, service: "mtn", amount_kobo: 110_000 })),
    ];
    await ask();
    expect([(await read(person, glo)).status, (await read(person, mtn)).status]).toEqual(["delivered", "failed"]);
    expect(await cashOf(person)).toBe(10_000_000n - 100_000n);
    await world.prove();
  });

  it("verifies a meter: its name, what is owed, the least; another person's answer is not there", async () => {
    const [person, other] = [await rich(), await rich()];
    const owing = await verify(person, "2222211111111");
    expect(owing).toMatchObject({ name: expect.any(String), outstanding_kobo: 450_000, minimum_kobo: 500_000 });
    const buy = ({ token }: Person, amount_kobo: number) =>
      api.call(bills.buyPower, { token, body: { verified_id: owing.id, amount_kobo } });
    expect((await buy(person, 499_999)).body.errors).toHaveProperty("amount_kobo");
    expect((await buy(other, 600_000)).status).toBe(404);
    const { token } = person;
    const none = { token, body: { service: "ikeja-prepaid", customer_no: "1234567890000" } };
    expect((await api.call(bills.verifyMeter, none)).body.errors).toHaveProperty("customer_no");
    const id = idOf(await buy(person, 600_000));
    expect((await api.call(bills.find, { token: other.token, params: { id } })).status).toBe(404);
    expect((await api.call(bills.receipt, { token: other.token, params: { id } })).status).toBe(404);
    expect(
      (await api.call(bills.transactions, { token: other.token, params: { userId: person.user_id } })).status,
    ).toBe(404);
    await ask();
  });

  it("renews the bouquet that runs, changes it, adds to it, and pays it for months", async () => {
    const person = await rich();
    const { token } = person;
    const verifyCard = async (customer_no: string) =>
      (await api.call(bills.verifyAccount, { token, body: { service: "dstv", customer_no } })).body.data as {
        id: string;
        current: { item: string; name: string; price_kobo: number; due_on: string } | null;
      };
    const { id: verified_id, current } = await verifyCard("1234567891");
    const { items } = (await api.call(bills.bouquets, { token, params: { id: "dstv" } })).body.data as {
      items: { item: string; name: string; price_kobo: number }[];
    };
    expect(items).toContainEqual({ item: current!.item, name: current!.name, price_kobo: current!.price_kobo });
    expect(current!.due_on).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await verifyCard("1234567899")).current).toBeNull();
    const wanted = {
      "padi-with-hdpvr-access": 1_040_000,
      "padi-12-months": 5_280_000,
      [current!.item]: current!.price_kobo,
    };
    for (const [item, amount_kobo] of Object.entries(wanted)) {
      const paid = await api.call(bills.buyTelevision, { token, body: { verified_id, item, amount_kobo } });
      expect(paid.status, `${item}`).toBe(200);
      await ask();
      expect(await read(person, idOf(paid)), item).toMatchObject({ status: "delivered", amount_kobo });
    }
    const half = { verified_id, item: "padi-with-hdpvr-access", amount_kobo: 440_000 };
    expect((await api.call(bills.buyTelevision, { token, body: half })).body.code).toBe("price_changed");
  });

  it("keeps its payer from being erased until it has its end", async () => {
    const person = await rich();
    const about = async () => (await blockersOf(db, person.user_id)).filter((words) => words.startsWith("A bill"));
    await airtime(person);
    expect(await about()).toHaveLength(1);
    await ask();
    expect(await about()).toEqual([]);
  });

  it("is once for two clicks", async () => {
    const person = await rich();
    const answers = await Promise.all([airtime(person), airtime(person)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await ask();
    expect(await cashOf(person)).toBe(9_900_000n);
  });
});

describe("from a purse", () => {
  const items = ({ body }: { body: { datatable?: unknown } }) => (body.datatable as { items: { id: string }[] }).items;

  it("is the company's money, which its company sees; what comes back finds the purse, or the wallet when that is closed", async () => {
    const company_id = await api.company({});
    const manager = await api.person("company_super_admin", { company_id });
    const employee = await api.person("company_staff", { company_id });
    await purseWith(api, { company_id, user_id: employee.user_id, amount_kobo: 1_000_000n });
    const first = idOf(await airtime(employee, { paid_from: "purse" }));
    await ask();
    expect((await read(employee, first)).status).toBe("delivered");
    expect(await balance(`purse:${employee.user_id}`)).toBe(900_000n);
    expect(await balance(`reward_wallet:${employee.user_id}`)).toBe(0n);
    const seen = await api.call(bills.companyBills, { token: manager.token });
    expect(items(seen).map(({ id }) => id)).toEqual([first]);
    const one = { token: manager.token, params: { userId: employee.user_id } };
    expect(items(await api.call(bills.transactions, one)).map(({ id }) => id)).toEqual([first]);
    expect((await api.call(bills.find, { token: manager.token, params: { id: first } })).status).toBeGreaterThan(402);
    const { token } = await api.person("company_super_admin", { company_id: await api.company({}) });
    expect(items(await api.call(bills.companyBills, { token }))).toEqual([]);
    expect((await api.call(bills.transactions, { ...one, token })).status).toBe(404);

    await world.fault("baxi", { mode: "decline", times: 1, call: "POST /services/airtime/request" });
    await world.fault("flutterwave", {
      mode: "decline",
      times: 1,
      call: "POST /v3/billers/:biller/items/:item/payment",
    });
    const second = idOf(await airtime(employee, { paid_from: "purse", amount_kobo: 300_000 }));
    await db.deleteFrom("purses").where("user_id", "=", employee.user_id).execute();
    await ask();
    expect((await read(employee, second)).status).toBe("failed");
    const { rows: said } = await sql<{ body: string }>`
      select body from notifications where user_id = ${employee.user_id} and title = 'Airtime did not go through'
    `.execute(db);
    expect(said[0]!.body).toMatch(/\. ₦3,000\.00 is in the purse of your company again\.$/);
    expect(await balance(`company_wallet:${company_id}`)).toBe(300_000n);
    await world.prove();
  });
});

it("one provider's rows that cannot be kept stop no other's from being read", async () => {
  const { outside } = api.app;
  const bad = { kind: "airtime", service: "mtn", service_name: "MTN", item: "any", item_name: "Any amount" } as const;
  const baxi = {
    ...outside.billers.baxi,
    catalogue: () => Promise.resolve([{ ...bad, price_kobo: -1n, provider_service: "mtn", provider_item: "any" }]),
  };
  await sql`update bill_providers set synced_at = null`.execute(db);
  const app = { ...api.app, outside: { ...outside, billers: { ...outside.billers, baxi } } };
  await expect(readProviders(app)).rejects.toBeInstanceOf(AggregateError);
  const { rows } = await sql`select provider from bill_providers where synced_at is not null`.execute(db);
  expect(rows).toEqual([{ provider: "flutterwave" }]);
  expect(await readProviders(api.app)).toBe(2);
});

describe("who is stopped", () => {
  it("buys nothing: from the purse of a company that is stopped, or at all", async () => {
    const company_id = await api.company({});
    const employee = await api.person("company_staff", { company_id });
    await purseWith(api, { company_id, user_id: employee.user_id, amount_kobo: 1_000_000n });
    for (const status of ["deactivated", "pending"]) {
      await db.updateTable("companies").set({ status }).where("id", "=", company_id).execute();
      expect(await airtime(employee, { paid_from: "purse" })).toMatchObject({ status: 409, body: { code: "stopped" } });
    }
    expect(await balance(`purse:${employee.user_id}`)).toBe(1_000_000n);
    const person = await rich();
    for (const [change, code] of [
      [{ profile_status: "deactivated" }, "stopped"],
      [{ profile_status: "approved", is_post_no_debit: true }, "post_no_debit"],
    ] as const) {
      await db.updateTable("users").set(change).where("id", "=", person.user_id).execute();
      expect((await airtime(person)).status).toBeGreaterThan(400);
      const stopped = db.transaction().execute((tx) => requireNotStopped(tx, person.user_id, null));
      await expect(stopped).rejects.toMatchObject({ code });
    }
    expect(await cashOf(person)).toBe(10_000_000n);
  });
});

describe("what a provider does not say", () => {
  it("is asked about, and never sold twice", async () => {
    const person = await rich();
    for (const mode of ["timeout_after_effect", "error"]) {
      await world.fault("baxi", { mode, times: 1, delay_ms: 20, call: "POST /services/airtime/request" });
      const id = idOf(await airtime(person, { amount_kobo: mode === "error" ? 20_000 : 30_000 }));
      await run();
      expect(await read(person, id)).toMatchObject({ status: "unknown" });
      await ask();
      // An error before the sale leaves nothing to be found: it stays unknown, and nobody else gets it.
      expect((await read(person, id)).status).toBe(mode === "error" ? "unknown" : "delivered");
    }
    const { rows } = await sql`select 1 from bills where user_id = ${person.user_id} and provider <> 'baxi'`.execute(
      db,
    );
    expect(rows).toEqual([]);
    await world.prove();
  });

  it("is a person's turn after fourteen minutes, and paid back after a day", async () => {
    const person = await rich();
    await world.fault("baxi", {
      mode: "timeout_before_effect",
      times: 1,
      delay_ms: 20,
      call: "POST /services/airtime/request",
    });
    const id = idOf(await airtime(person));
    await run();
    await sql`update bills set sent_at = sent_at - interval '15 minutes' where id = ${id}`.execute(db);
    await askBill(api.app, id);
    const { body } = await api.call(desk.find, { token: finance.token, params: { id } });
    expect(body.data).toMatchObject({ status: "unknown", needs_review: true, abilities: { ask: null, give_up: null } });
    await sql`update bills set sent_at = sent_at - interval '24 hours' where id = ${id}`.execute(db);
    await askBill(api.app, id);
    expect(await read(person, id)).toMatchObject({ status: "failed" });
    expect(await cashOf(person)).toBe(10_000_000n);
    await world.prove();
  });

  it("is not delivered without its token: asked again, and then the token is kept", async () => {
    const person = await rich();
    await world.quirk("baxi", { mode: "no_token" });
    const id = idOf(await power(person));
    await run();
    expect(await read(person, id)).toMatchObject({
      status: "unknown",
      tokens: [],
      failure: expect.stringMatching(/token/),
    });
    await sql`update bills set sent_at = sent_at - interval '25 hours' where id = ${id}`.execute(db);
    await askBill(api.app, id);
    expect((await read(person, id)).status).toBe("unknown");
    await ask();
    expect(await read(person, id)).toMatchObject({ status: "delivered", tokens: [expect.stringMatching(/^\d{20}$/)] });
    await world.prove();
  });
});

describe("a provider's notification", () => {
  const tell = (body: object, hash: string | undefined = "flutterwave_webhook_sandbox") =>
    api.call(webhooks.flutterwave, { body, headers: hash === undefined ? {} : { "verif-hash": hash } });
  const event = (tx_ref: string, status: string, flw_ref = "FLW1") => ({
    event: "singlebillpayment.status",
    data: { tx_ref, status, flw_ref, amount: 1 },
  });
  const received = () => world.runJobs("receive-webhook");
  /** One that Flutterwave has, whose outcome is not known. */
  async function pending(person: Person, seconds = 3_600) {
    await world.fault("baxi", { mode: "decline", times: 1, call: "POST /services/airtime/request" });
    await world.quirk("flutterwave", { mode: "pending", seconds });
    const id = idOf(await airtime(person));
    await run();
    await run();
    const { reference, provider } = await db
      .selectFrom("bills")
      .select(["reference", "provider"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(provider).toBe("flutterwave");
    return { id, reference };
  }

  it("is only a reason to ask: neither its success nor its failure is believed, however often it comes", async () => {
    const person = await rich();
    const { id, reference } = await pending(person);
    for (const status of ["success", "failed"])
      for (let times = 0; times < 2; times += 1) {
        expect((await tell(event(reference, status))).status).toBe(200);
        await received();
        expect(await read(person, id)).toMatchObject({ status: "unknown" });
      }
    expect(await booked(id)).toHaveLength(2);
    const { rows } = await sql<{ outcome: string }>`
      select outcome from webhooks where provider = 'flutterwave' and body -> 'data' ->> 'reference' = ${reference}
    `.execute(db);
    expect(rows).toEqual([{ outcome: "asked: unknown" }, { outcome: "asked: unknown" }]);
    await world.prove();
  });

  it("is refused without its secret, and harmless about bills that its sender never had", async () => {
    const person = await rich();
    for (const hash of [undefined, "", "wrong", "flutterwave_webhook_sandbo"])
      expect((await tell(event("BL1", "success"), hash ?? "")).status).toBe(401);
    await world.fault("baxi", { mode: "error", times: 1, delay_ms: 20, call: "POST /services/airtime/request" });
    const id = idOf(await airtime(person));
    await run();
    const { reference, asked_times } = await db
      .selectFrom("bills")
      .select(["reference", "asked_times"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const ref of [reference, "BL0000NOBODY"]) expect((await tell(event(ref, "success", ref))).status).toBe(200);
    await received();
    const after = await db
      .selectFrom("bills")
      .select(["status", "asked_times"])
      .where("id", "=", id)
      .executeTakeFirst();
    expect(after).toEqual({ status: "unknown", asked_times });
    expect((await tell({ event: "x", data: { tx_ref: 5 } })).status).toBe(422);
  });

  it("brings the outcome at once where there is one, also before the answer to the sale", async () => {
    const person = await rich();
    const { id, reference } = await pending(person, 2);
    await sql`update bills set status = 'sent' where id = ${id}`.execute(db);
    await new Promise((resolve) => setTimeout(resolve, 2_100));
    expect((await tell(event(reference, "failed"))).status).toBe(200);
    await received();
    expect(await read(person, id)).toMatchObject({ status: "delivered" });
    await world.prove();
  });
});

describe("a certain no", () => {
  it("goes to the second provider, and back to the wallet when that refuses too", async () => {
    const person = await rich();
    await world.fault("baxi", { mode: "decline", times: 1, call: "POST /services/airtime/request" });
    const first = idOf(await airtime(person));
    await ask();
    const { body } = await api.call(desk.find, { token: finance.token, params: { id: first } });
    expect(body.data).toMatchObject({ status: "delivered", provider: "flutterwave", refused_by: ["baxi"] });
    await world.fault("baxi", { mode: "decline", times: 1, call: "POST /services/airtime/request" });
    await world.fault("flutterwave", {
      mode: "decline",
      times: 1,
      call: "POST /v3/billers/:biller/items/:item/payment",
    });
    const second = idOf(await airtime(person, { amount_kobo: 50_000 }));
    await world.runJobs("send-bill");
    await world.runJobs("send-bill");
    expect(await read(person, second)).toMatchObject({ status: "failed" });
    expect(await booked(second)).toEqual([
      "bill_accepted cash_wallet 50000",
      "bill_accepted bills_in_transit -50000",
      "bill_failed bills_in_transit 50000",
      "bill_failed cash_wallet -50000",
    ]);
    await ask();
    await world.prove();
  });

  it("that was none is claimed from the provider, never taken from the person", async () => {
    const person = await rich();
    await world.quirk("baxi", { mode: "contradicting_requery" });
    await world.fault("baxi", {
      mode: "timeout_after_effect",
      times: 1,
      delay_ms: 20,
      call: "POST /services/airtime/request",
    });
    await world.fault("flutterwave", {
      mode: "decline",
      times: 1,
      call: "POST /v3/billers/:biller/items/:item/payment",
    });
    const before = await balance("claims_on_providers");
    const id = idOf(await airtime(person));
    await ask(8);
    expect(await read(person, id)).toMatchObject({ status: "failed" });
    expect(await cashOf(person)).toBe(10_000_000n);
    expect((await balance("claims_on_providers")) - before).toBe(97_000n);
    const { body } = await api.call(desk.listClaims, {
      token: finance.token,
      query: { filter: JSON.stringify({ status: ["open"] }) },
    });
    const claim = (body.datatable as { items: { id: string; bill_id: string }[] }).items.find(
      (each) => each.bill_id === id,
    )!;
    const lose = (more: object = {}) =>
      api.call(desk.loseClaim, {
        token: finance.token,
        params: { id: claim.id },
        body: { reason: "They refuse", ...more },
      });
    expect(Object.keys((await lose({ slip_id: undefined })).body.errors), "a loss has its paper").toEqual(["slip_id"]);
    const { approval_id } = (await lose()).body.data as { approval_id: string };
    const shown = await api.call(approvals.find, { token: finance.token, params: { id: approval_id } });
    expect(shown.body.data).toMatchObject({ effect: { papers: [{ name: "slip.pdf" }] } });
    await api.call(approvals.withdraw, { token: finance.token, params: { id: approval_id }, body: {} });
    const asked = await api.call(desk.creditClaim, {
      token: finance.token,
      params: { id: claim.id },
      body: { reason: "They credited us" },
    });
    expect((await decide(asked, finance)).status).toBe(403);
    expect((await decide(asked)).status).toBe(200);
    expect(await balance("claims_on_providers")).toBe(before);
    await world.prove();
  });
});

describe("two colleagues", () => {
  it("give an unknown bill up, once", async () => {
    const person = await rich();
    await world.fault("baxi", {
      mode: "timeout_before_effect",
      times: 1,
      delay_ms: 20,
      call: "POST /services/airtime/request",
    });
    const id = idOf(await airtime(person));
    await run();
    const give = (reason = "It never answers") =>
      api.call(desk.giveUp, { token: finance.token, params: { id }, body: { reason } });
    expect((await give("Pay again at manilla-pay.com")).body.errors, "when it is asked").toEqual({
      reason: ["this leads to another site than our own: manilla-pay.com"],
    });
    const asked = await give();
    expect(asked.status).toBe(200);
    expect((await give()).body).toMatchObject({ code: "waiting" });
    expect((await decide(asked)).status).toBe(200);
    expect(await read(person, id)).toMatchObject({ status: "failed" });
    expect(await cashOf(person)).toBe(10_000_000n);
    expect((await give()).status).toBe(409);
    await world.prove();
  });

  it("refund a delivered bill: claimed where it is the provider's fault, lost where it is goodwill", async () => {
    const person = await rich();
    for (const [fault, amount_kobo] of [
      ["provider", 40_000],
      ["goodwill", 41_000],
    ] as const) {
      const id = idOf(await airtime(person, { amount_kobo }));
      await ask();
      const body = { fault, reason: "It went to the wrong number" };
      const asked = await api.call(desk.refund, { token: finance.token, params: { id }, body });
      expect((await decide(asked)).status).toBe(200);
      expect((await read(person, id)).status).toBe("refunded");
      expect((await booked(id)).slice(-2 - (fault === "provider" ? 1 : 0))).toEqual(
        fault === "provider"
          ? [
              "bill_refunded claims_on_providers 38800",
              "bill_refunded bill_commission 1200",
              "bill_refunded cash_wallet -40000",
            ]
          : ["bill_refunded refund_losses 41000", "bill_refunded cash_wallet -41000"],
      );
    }
    expect(await cashOf(person)).toBe(10_000_000n);
    await world.prove();
  });

  it("take cashback back with a refund: what is there at once, the rest from the next earnings", async () => {
    const person = await rich();
    const rewardOf = async () =>
      (await balancesOf(queryable(db), [`reward_wallet:${person.user_id}`]))[0]?.natural_kobo ?? 0n;
    const refund = async (id: string) => {
      const body = { fault: "goodwill", reason: "It went to the wrong number" } as const;
      expect((await decide(await api.call(desk.refund, { token: finance.token, params: { id }, body }))).status).toBe(
        200,
      );
    };
    const listed = async () =>
      ((await api.call(cashback.listOwn, { token: person.token })).body.datatable as { items: object[] }).items;
    const first = idOf(await airtime(person));
    await ask();
    await askBill(api.app, first);
    expect(await rewardOf()).toBe(1_000n);
    await refund(first);
    expect(await rewardOf()).toBe(0n);
    const second = idOf(await airtime(person, { amount_kobo: 200_000 }));
    await ask();
    expect((await api.call(rewards.redeem, { token: person.token })).status).toBe(200);
    await refund(second);
    expect(await listed()).toMatchObject([{ owed_kobo: 2_000 }, { taken_back_kobo: 1_000, owed_kobo: 0 }]);
    await airtime(person, { amount_kobo: 500_000 });
    await ask();
    expect(await rewardOf()).toBe(3_000n);
    expect(await listed()).toMatchObject([{ amount_kobo: 5_000 }, { owed_kobo: 0, taken_back_kobo: 2_000 }, {}]);
    const all = await api.call(cashback.listAll, { token: admin.token });
    expect((all.body.datatable as { items: object[] }).items.length).toBeGreaterThan(2);
    const { user_id: id } = person;
    expect((await api.call(cashback.ofPerson, { token: admin.token, params: { id } })).status).toBe(200);
    expect((await api.call(cashback.ofPerson, { token: admin.token, params: { id: uuidv7() } })).status).toBe(404);
    await world.prove();
  });

  it("change what bills cost from a day to come, never for one that has begun", async () => {
    const askFor = (valid_from: string) =>
      api.call(desk.setTerms, {
        token: finance.token,
        body: {
          kind: "internet",
          valid_from,
          fee_kobo: 5_000,
          commission_bps: 250,
          cashback_bps: 75,
          reason: "A new contract",
        },
      });
    const { rows } = await sql<{ on: string }>`select business_date::text as on from business_calendar`.execute(db);
    expect((await askFor(rows[0]!.on)).body.errors).toHaveProperty("valid_from");
    expect((await decide(await askFor("2027-01-01"))).status).toBe(200);
    const { body } = await api.call(desk.listTerms, { token: finance.token });
    expect((body.data as { terms: object[] }).terms).toContainEqual({
      kind: "internet",
      valid_from: "2027-01-01",
      is_sold: true,
      fee_kobo: 5_000,
      commission_bps: 250,
      cashback_bps: 75,
    });
  });

  it("see the floats, and switch a provider off with a notice", async () => {
    const set = (is_on: boolean, notice?: string) =>
      api.call(desk.switchProvider, {
        token: finance.token,
        params: { provider: "baxi" },
        body: { is_on, priority: 1, reason: "They are away", ...(notice && { notice }) },
      });
    expect((await set(false, "Baxi is away until noon.")).body.data).toMatchObject({
      providers: [{ provider: "baxi", is_on: false, balance_kobo: expect.any(Number) }, { provider: "flutterwave" }],
    });
    const person = await rich();
    const id = idOf(await airtime(person));
    await ask();
    const { body } = await api.call(desk.find, { token: finance.token, params: { id } });
    expect(body.data).toMatchObject({ provider: "flutterwave", status: "delivered" });
    await set(true);
  });
});

describe("whatever the providers say, in whatever order, with crashes in between", () => {
  const QUIRKS = [
    null,
    "no_token",
    "pending",
    "refused_after_delivery",
    "contradicting_requery",
    "duplicate_reference",
    "price_changed",
    "float_empty",
  ] as const;
  const FAULTS = ["ok", "decline", "error", "outage", "timeout_after_effect", "timeout_before_effect"] as const;
  const life = fc.record({
    quirk: fc.constantFrom(...QUIRKS),
    other_quirk: fc.constantFrom(...QUIRKS),
    fault: fc.constantFrom(...FAULTS),
    other_fault: fc.constantFrom(...FAULTS),
    crashes: fc.boolean(),
    steps: fc.array(fc.constantFrom("send", "ask", "both"), { minLength: 1, maxLength: 4 }),
    isPower: fc.boolean(),
  });
  const sold = async () => {
    const { sales } = (await (await fetch(`${world.sandbox.url}/billers.json`)).json()) as {
      sales: Record<string, Record<string, { is_delivered: boolean; amount_kobo: number; commission_kobo: number }>>;
    };
    return Object.fromEntries(
      Object.entries(sales).map(([at, all]) => [
        at,
        Object.values(all)
          .filter(({ is_delivered }) => is_delivered)
          .reduce((sum, sale) => sum + BigInt(sale.amount_kobo - sale.commission_kobo), 0n),
      ]),
    );
  };
  const floats = async () => ({
    baxi: -(await balance("biller_float_baxi")),
    flutterwave: -(await balance("biller_float_flutterwave")),
  });

  it("wallet, books and providers end the same, and nothing is there twice", async () => {
    await ask(6);
    const [theirs, ours] = [await sold(), await floats()];
    const person = await rich(500_000_000);
    let amount_kobo = 5_000;
    await fc.assert(
      fc.asyncProperty(life, async ({ quirk, other_quirk, fault, other_fault, crashes, steps, isPower }) => {
        // Bills that have ended are looked at again for a day: those of other runs are left in peace.
        await sql`delete from pgboss.job where name in ('send-bill', 'query-bill')`.execute(db);
        const before = await cashOf(person);
        amount_kobo += 1;
        await world.quirk("baxi", { mode: quirk, seconds: 0 });
        await world.quirk("flutterwave", { mode: other_quirk, seconds: 0 });
        const id = idOf(
          isPower
            ? await power(person, amount_kobo + 100_000)
            : await api.call(bills.buyData, {
                token: person.token,
                body: {
                  service: "mtn",
                  phone: "08031234563",
                  item: "500mb-7-days",
                  amount_kobo: 50_000,
                  is_again: true,
                },
              }),
        );
        await world.fault("baxi", { mode: fault, times: 1, delay_ms: 5 });
        await world.fault("flutterwave", { mode: other_fault, times: 1, delay_ms: 5 });
        if (crashes)
          await db.transaction().execute(async (tx) => {
            await changeState(tx, { noun: "bill", id, from: "accepted", action: "send", actor: SYSTEM });
            await sql`update bills set sent_at = now() where id = ${id}`.execute(tx);
          });
        for (const step of steps)
          await Promise.all([
            ...(step === "ask" ? [] : [sendBill(api.app, id), sendBill(api.app, id)]),
            ...(step === "send" ? [] : [askBill(api.app, id)]),
          ]);
        await world.clearFaults();
        for (const biller of ["baxi", "flutterwave"] as const) await world.quirk(biller, { mode: null });
        await ask(6);
        // What its provider never knew ends after a day.
        await sql`update bills set sent_at = now() - interval '25 hours' where id = ${id} and status = 'unknown'`.execute(
          db,
        );
        await ask(6);
        const bill = await read(person, id);
        expect(["delivered", "failed"]).toContain(bill.status);
        const left = bill.status === "delivered" ? before - BigInt(bill.total_kobo) : before;
        expect(await cashOf(person)).toBe(left);
        const now = await sold();
        const books = await floats();
        for (const at of ["baxi", "flutterwave"] as const) expect(books[at] - ours[at]).toBe(now[at]! - theirs[at]!);
        expect(await balance("bills_in_transit")).toBe(await inTransit());
      }),
      { numRuns: 25 },
    );
    await world.prove();
  }, 120_000);

  const inTransit = async () => {
    const { rows } = await sql<{ kobo: bigint }>`
      select coalesce(sum(total_kobo), 0)::bigint as kobo from bills where status in ('accepted', 'sent', 'unknown')
    `.execute(db);
    return rows[0]!.kobo;
  };
});
