import * as calls from "@manilla/contract/payments/transfer-reviews";
import * as transfers from "@manilla/contract/payments/transfers";
import * as wallets from "@manilla/contract/people/personal-wallets";
import * as approvals from "@manilla/contract/platform/approvals";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { agreeTo, fundedCompany } from "../../../../../../../test/company-money.ts";
import { addDays } from "@manilla/credit";
import { richCustomer } from "../../../../../../../test/bills.ts";
import { waitUntil } from "../../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../../test/world.ts";
import { makeNuban } from "../../../../../../sandbox/src/nuban.ts";
import { type Velocity, heldRules, suspicionsOf } from "../../transfers/rules.ts";
import { getRow } from "../../../../db/row.ts";
import { walletOf } from "../../../money/books/index.ts";
import { withdrawOver } from "../../../platform/approvals/withdrawing.ts";
import { closeBusinessDay } from "../../../platform/business-day/index.ts";
import { businessDate } from "../../../platform/states/index.ts";
import { reviewRulesWith } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const [finance, admin] = [await api.person("super_finance"), await api.person("super_admin")];

const rich = (kobo = 40_000_000n) => richCustomer(world, kobo);
type Person = Awaited<ReturnType<typeof rich>>;
const cashOf = async ({ token }: Person) =>
  ((await api.call(wallets.snapshot, { token })).body.data as { cash_kobo: number }).cash_kobo;

let serial = 420_000_000;
interface Listed {
  id: string;
  abilities: object;
}
interface Sent {
  id: string;
  status: string;
  total_kobo: number;
}
async function send({ token }: Person, amount_kobo: number): Promise<Sent> {
  serial += 1;
  const to = { kind: "bank", bank_code: "058", account_no: makeNuban("058", serial), amount_kobo } as const;
  const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
  const answer = await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return (answer.body.data as { transfer: Sent }).transfer;
}
/** The sixth new payee within the time. */
async function held(person: Person, amount_kobo = 300_000): Promise<Sent> {
  for (let at = 0; at < 5; at += 1) expect((await send(person, 1_000)).status).toBe("approved");
  const sent = await send(person, amount_kobo);
  expect(sent.status).toBe("in_review");
  return sent;
}
const decide = (call: typeof calls.letGo | typeof calls.stop, id: string, token = finance.token) =>
  api.call(call, { token, params: { id }, body: { reason: "Called them: their sisters' school fees" } });
const rowOf = (id: string) => db.selectFrom("transfers").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const arrives = (id: string) =>
  waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return (await rowOf(id)).status === "success";
  });
const postingsOf = async (id: string) =>
  (
    await sql`select 1 from ledger.transactions where metadata ->> 'transfer_id' = ${id} or key like ${`%${id}`}`.execute(
      db,
    )
  ).rows.length;

describe("what is looked at", () => {
  const limits = { new_payees: 5, from_kobo: 5_000_000n, share_percent: 80, failures: 5 };
  const calm: Velocity = { new_payees: 1, came_in_kobo: 0n, goes_out_kobo: 10n ** 9n, failures: 0 };
  it("is more new payees than a person has, money that leaves as it came, and the transfer after many failures", () => {
    expect(suspicionsOf(calm, limits)).toEqual([]);
    expect(suspicionsOf({ ...calm, new_payees: 5 }, limits)).toEqual([]);
    expect(suspicionsOf({ ...calm, new_payees: 6 }, limits)).toEqual(["new_payees"]);
    expect(suspicionsOf({ ...calm, failures: 4 }, limits)).toEqual([]);
    expect(suspicionsOf({ ...calm, failures: 5 }, limits)).toEqual(["failures"]);
    const round = (came_in_kobo: bigint, goes_out_kobo: bigint) =>
      suspicionsOf({ ...calm, came_in_kobo, goes_out_kobo }, limits);
    expect(round(4_999_999n, 4_999_999n)).toEqual([]);
    expect(round(5_000_000n, 3_999_999n)).toEqual([]);
    expect(round(5_000_000n, 4_000_000n)).toEqual(["round_trip"]);
  });

  it("is looked at by neither who sends it nor who receives it", () => {
    const facts = {
      status: "in_review",
      user_id: "sender",
      to_user_id: "receiver",
      is_waiting: false,
      is_batch: false,
    };
    const by = (user_id: string) => reviewRulesWith(heldRules).letGo.own_transfer(facts, { user_id } as never);
    expect(["sender", "receiver", "colleague"].map(by)).toEqual([true, true, false]);
  });

  it("never becomes less when a person does more", () => {
    const facts = fc.record({
      new_payees: fc.nat(20),
      came_in_kobo: fc.bigInt({ min: 0n, max: 10n ** 8n }),
      goes_out_kobo: fc.bigInt({ min: 0n, max: 10n ** 8n }),
      failures: fc.nat(20),
    });
    fc.assert(
      fc.property(facts, fc.nat(9), fc.bigInt({ min: 0n, max: 10n ** 8n }), (did, more, kobo) => {
        const did_more = {
          ...did,
          new_payees: did.new_payees + more,
          goes_out_kobo: did.goes_out_kobo + kobo,
          failures: did.failures + more,
        };
        expect(suspicionsOf(did_more, limits)).toEqual(expect.arrayContaining(suspicionsOf(did, limits)));
      }),
    );
  });
});

describe("a held transfer", () => {
  it("has its money held and not moved, tells the person, and goes its way when a colleague has looked", async () => {
    const person = await rich();
    const { id, total_kobo } = await held(person);
    expect(await postingsOf(id)).toBe(0);
    const before = await cashOf(person);
    const told = (await api.call(transfers.find, { token: person.token, params: { id } })).body.data as Sent;
    expect(told).toMatchObject({ status: "in_review" });
    expect(told).not.toHaveProperty("review_reasons");
    const query = { filter: JSON.stringify({ user_id: person.user_id }) };
    const { items } = (await api.call(calls.listAll, { token: finance.token, query })).body.datatable as {
      items: { id: string; held_because: string }[];
    };
    expect(items.find((row) => row.id === id)).toMatchObject({ held_because: "Many new payees in a short time" });
    const ofTransfers = async (token: string) =>
      ((await api.call(transfers.listAll, { token, query })).body.datatable as { items: Listed[] }).items.find(
        (row) => row.id === id,
      );
    expect(await ofTransfers(finance.token), "the list of transfers decides by the same rules").toMatchObject({
      held_because: "Many new payees in a short time",
      abilities: { let_go: null, stop: null },
    });
    const support = await api.person("super_support");
    expect((await ofTransfers(support.token))?.abilities, "whose role does not decide").toEqual({});
    expect((await decide(calls.letGo, id)).body.data).toEqual({ approval_id: null });
    expect((await ofTransfers(finance.token))?.abilities).toEqual({ let_go: "wrong_state", stop: "wrong_state" });
    expect((await decide(calls.letGo, id)).status).toBe(409);
    expect((await decide(calls.stop, id)).status).toBe(409);
    await arrives(id);
    expect(await cashOf(person)).toBe(before - total_kobo);
    await world.prove();
  });

  it("keeps its money from being spent twice, and gives it back when it is stopped or called off", async () => {
    const person = await rich(1_000_000n);
    const { id } = await held(person, 800_000);
    serial += 1;
    const to = { kind: "bank", bank_code: "058", account_no: makeNuban("058", serial), amount_kobo: 500_000 } as const;
    const { payee } = (await api.call(transfers.quote, { token: person.token, body: to })).body.data as {
      payee: string;
    };
    const more = await api.call(transfers.initiate, { token: person.token, body: { ...to, payee_name: payee } });
    expect(more.status).toBe(422);
    // To somebody known, to the own account, for a bill: what is held is not free.
    const known = await db
      .selectFrom("transfer_payees")
      .select("id")
      .where("user_id", "=", person.user_id)
      .orderBy("created_at")
      .executeTakeFirstOrThrow();
    const again_to = { kind: "bank", payee_id: known.id, amount_kobo: 500_000 } as const;
    const quote = (await api.call(transfers.quote, { token: person.token, body: again_to })).body.data as {
      payee: string;
      available_kobo: number;
    };
    expect(quote.available_kobo).toBeLessThan(500_000);
    const refused = await api.call(transfers.initiate, {
      token: person.token,
      body: { ...again_to, payee_name: quote.payee },
    });
    expect([refused.status, JSON.stringify(refused.body.errors)]).toEqual([422, expect.stringContaining("free")]);
    expect((await decide(calls.stop, id)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: "cancelled", hold_id: null });
    const again = await send(person, 800_000);
    expect(again.status).toBe("in_review");
    expect((await api.call(transfers.cancel, { token: person.token, params: { id: again.id } })).status).toBe(200);
    expect(await rowOf(again.id)).toMatchObject({ status: "cancelled", hold_id: null });
    await world.prove();
  });

  it("needs a second person where more leaves in the day than goes without us, and never their own", async () => {
    const person = await rich();
    const { id } = await held(person, 9_999_000);
    const { approval_id } = (await decide(calls.letGo, id)).body.data as { approval_id: string };
    expect(approval_id).not.toBeNull();
    expect((await rowOf(id)).status).toBe("in_review");
    expect((await decide(calls.letGo, id)).body.code).toBe("waiting");
    const approve = (token: string) =>
      api.call(approvals.approve, { token, params: { id: approval_id }, body: { version: 1 } });
    expect((await approve(finance.token)).status).toBe(403);
    expect((await approve(admin.token)).status).toBe(200);
    expect((await rowOf(id)).status).toBe("approved");
    await arrives(id);
    await world.prove();
  });

  it("is not asked about any more once its sender has called it off", async () => {
    const person = await rich();
    const { id } = await held(person, 9_999_000);
    const { approval_id } = (await decide(calls.letGo, id)).body.data as { approval_id: string };
    const status = async () => (await getRow(db, "approvals", approval_id, ["status"])).status;
    await withdrawOver(api.app);
    expect(await status()).toBe("pending");
    expect((await api.call(transfers.cancel, { token: person.token, params: { id } })).status).toBe(200);
    await withdrawOver(api.app);
    expect(await status()).toBe("withdrawn");
    await world.prove();
  });

  it("is not decided by who sent it, by others without the right, and not where limits have gone", async () => {
    const person = await rich();
    const { id } = await held(person);
    expect((await decide(calls.letGo, id, person.token)).status).toBe(403);
    expect((await decide(calls.letGo, id, (await api.person("super_support")).token)).status).toBe(403);
    expect((await decide(calls.letGo, uuidv7())).status).toBe(404);
    await sql`update users set is_post_no_debit = true where id = ${person.user_id}`.execute(db);
    expect((await decide(calls.letGo, id)).body.code).toBe("no_room");
    expect((await rowOf(id)).status).toBe("in_review");
    await sql`update transfers set user_id = ${finance.user_id} where id = ${id}`.execute(db);
    expect((await decide(calls.letGo, id)).body.code).toBe("own_transfer");
    await sql`update transfers set user_id = ${person.user_id} where id = ${id}`.execute(db);
    expect((await decide(calls.stop, id)).status).toBe(200);
    await world.prove();
  });

  it("goes once when two colleagues decide at the same moment", async () => {
    const person = await rich();
    const { id } = await held(person);
    const answers = await Promise.all([decide(calls.letGo, id, finance.token), decide(calls.stop, id, admin.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await world.prove();
  });
});

describe("a planned transfer that looks unusual", () => {
  it("is held on its day and not refused, and goes its way when a colleague has looked", async () => {
    const person = await rich();
    for (let at = 0; at < 5; at += 1) await send(person, 1_000);
    serial += 1;
    const to = { kind: "bank", bank_code: "058", account_no: makeNuban("058", serial), amount_kobo: 300_000 } as const;
    const { token } = person;
    const due_on = addDays(await businessDate(db), 1);
    const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
    const planned = await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee, due_on } });
    const { id, total_kobo } = (planned.body.data as { transfer: Sent }).transfer;
    const before = await cashOf(person);
    await closeBusinessDay(api.app);
    expect(await rowOf(id)).toMatchObject({ status: "in_review", review_reasons: ["new_payees"] });
    expect(await cashOf(person)).toBe(before);
    await closeBusinessDay(api.app);
    expect((await decide(calls.letGo, id)).status).toBe(200);
    await arrives(id);
    expect(await cashOf(person)).toBe(before - total_kobo);
    await world.prove();
  });
});

describe("a company's transfer that looks unusual", () => {
  const set = (key: string, value: number) =>
    sql`update configuration set value = ${String(value)}::jsonb where key = ${key}`.execute(db);
  /** A transfer to which the company's other person has agreed. */
  async function agreed(amount_kobo = 1_000_000) {
    const company = await fundedCompany(world, 30_000_000);
    const { owner, money, beneficiary_id } = company;
    const asked = await api.call(transfers.request, { token: money.token, body: { beneficiary_id, amount_kobo } });
    const { transfer, approval_id } = asked.body.data as { transfer: Sent; approval_id: string };
    expect((await agreeTo(world, approval_id, owner)).status).toBe(200);
    return { ...company, ...transfer };
  }
  const heldIn = async (company_id: string) => (await walletOf(db, company_id)).held_kobo;

  it("is held in the company's wallet when its chain has agreed, is decided by us, and goes once", async () => {
    await set("company_review_from_kobo", 1);
    await set("transfer_review_share_percent", 1);
    const { id, company_id, total_kobo, owner } = await agreed();
    expect(await rowOf(id)).toMatchObject({ status: "in_review", review_reasons: ["round_trip"] });
    expect(await heldIn(company_id)).toBe(BigInt(total_kobo));
    expect(await postingsOf(id)).toBe(0);
    expect((await decide(calls.letGo, id, owner.token)).status).toBe(403);
    const query = { filter: JSON.stringify({ company_id }) };
    const { items } = (await api.call(calls.listAll, { token: finance.token, query })).body.datatable as {
      items: object[];
    };
    expect(items).toMatchObject([{ id, owner: "Lagoon Foods" }]);
    const answers = await Promise.all([decide(calls.letGo, id), decide(calls.letGo, id, admin.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await heldIn(company_id)).toBe(0n);
    await arrives(id);
    await world.prove();
  });

  it("is not let go where the company is suspended or its beneficiary's account was changed; stopped, its money is free", async () => {
    const { id, company_id, beneficiary_id } = await agreed();
    await sql`update companies set status = 'deactivated' where id = ${company_id}`.execute(db);
    expect((await decide(calls.letGo, id)).body.code).toBe("no_room");
    await sql`update companies set status = 'approved' where id = ${company_id}`.execute(db);
    await sql`update beneficiaries set account_no_hash = '\\x00' where id = ${beneficiary_id}`.execute(db);
    expect((await decide(calls.letGo, id)).body.code).toBe("no_room");
    expect((await rowOf(id)).status).toBe("in_review");
    expect((await decide(calls.stop, id)).status).toBe(200);
    expect([(await rowOf(id)).status, await heldIn(company_id)]).toEqual(["cancelled", 0n]);
    await world.prove();
  });

  it("is two colleagues' decision where more leaves in the day than goes without us", async () => {
    const { id } = await agreed(10_000_000);
    const { approval_id } = (await decide(calls.letGo, id)).body.data as { approval_id: string };
    expect(approval_id).not.toBeNull();
    const params = { id: approval_id };
    const shown = await api.call(approvals.find, { token: admin.token, params });
    expect(JSON.stringify(shown.body.data)).toContain('{"label":"From the wallet of","value":"Lagoon Foods"}');
    expect((await api.call(approvals.approve, { token: finance.token, params, body: { version: 1 } })).status).toBe(
      403,
    );
    expect((await api.call(approvals.approve, { token: admin.token, params, body: { version: 1 } })).status).toBe(200);
    await arrives(id);
    await set("company_review_from_kobo", 50_000_000);
    await set("transfer_review_share_percent", 80);
    await world.prove();
  });
});
