import * as calls from "@manilla/contract/payments/refunds";
import * as transfers from "@manilla/contract/payments/transfers";
import * as approvals from "@manilla/contract/platform/approvals";
import { balancesOf } from "@manilla/ledger";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { clock } from "../../../clock.ts";
import { bookedUnder } from "../../../../../../test/booked.ts";
import { richCustomer } from "../../../../../../test/bills.ts";
import { agreeTo, fundedCompany } from "../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { queryable } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { askPayout } from "../../money/payouts/index.ts";
import { walletOf } from "../../money/books/index.ts";
import { askRecall, followRecalls } from "./recalling.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const [finance, admin] = [await api.person("super_finance"), await api.person("super_admin")];
type Person = Awaited<ReturnType<typeof world.customer>>;

const rich = (kobo = 20_000_000n) => richCustomer(world, kobo);
const stateOf = async (id: string) =>
  (await db.selectFrom("transfers").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

let serial = 610_000_000;
/** An account whose last digit is one of these: by it the sandbox's bank answers a recall. */
function accountEnding(...digits: number[]): string {
  let account_no = "";
  while (!digits.includes(Number(account_no.at(-1)))) {
    serial += 1;
    account_no = makeNuban("058", serial);
  }
  return account_no;
}
async function hasArrived(id: string): Promise<void> {
  await waitUntil(async () => {
    await world.runJobs("send-payout");
    const { payout_id } = await db
      .selectFrom("transfers")
      .select("payout_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    await askPayout(api.app, payout_id!);
    return (await stateOf(id)) === "success";
  });
}
async function arrived({ token }: Person, ...digits: number[]): Promise<string> {
  const to = { kind: "bank", bank_code: "058", account_no: accountEnding(...digits), amount_kobo: 1_500_000 } as const;
  const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
  const sent = await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee } });
  const { id } = (sent.body.data as { transfer: { id: string } }).transfer;
  await hasArrived(id);
  return id;
}
const say = (id: string, claim: string, token: string) =>
  api.call(calls.claim, {
    token,
    params: { kind: "transfer", id },
    body: { claim: claim as "not_me", statement: "I typed another number than theirs." },
  });
interface Claim {
  status: string;
  credited_kobo: number | null;
  due_at: string;
  recall: { status: string; words: string | null; answered_at: string | null } | null;
}
const claimsOf = async (id: string, token: string) =>
  ((await api.call(calls.ofPayment, { token, params: { kind: "transfer", id } })).body.data as { claims: Claim[] })
    .claims;
const recallOf = (transfer_id: string) =>
  db.selectFrom("transfer_recalls").selectAll().where("transfer_id", "=", transfer_id).executeTakeFirst();
const recallsAtBank = async (reference: string) => {
  const answer = await fetch(`${world.sandbox.url}/wema/recalls/${reference}`, { headers: { "x-api-key": "test" } });
  return answer.status;
};
/** Asks, and asks for the answer until there is one. */
async function answered(transfer_id: string): Promise<string> {
  let status = "";
  await waitUntil(async () => {
    await askRecall(api.app, (await recallOf(transfer_id))!.id);
    await sql`update transfer_recalls set next_question_at = now() where transfer_id = ${transfer_id} and next_question_at is not null`.execute(
      db,
    );
    await followRecalls(api.app);
    ({ status } = (await recallOf(transfer_id))!);
    return ["returned", "refused", "gone"].includes(status);
  });
  return status;
}

beforeEach(() => world.clearFaults());
// What the books say of credits that are not decided is what the claims say.
afterEach(async () => {
  const { rows } = await sql<{ kobo: bigint }>`
    select coalesce(sum(amount_kobo), 0)::bigint as kobo from claim_credits where turned_at is null
  `.execute(db);
  expect((await balancesOf(queryable(db), ["claim_credits"]))[0]?.natural_kobo ?? 0n).toBe(rows[0]!.kobo);
});

describe("a recall", () => {
  it("is asked of the receiving bank for a wrong account, and what it returns is in the wallet once", async () => {
    const person = await rich();
    const id = await arrived(person, 0, 1, 2, 3, 4, 5);
    expect((await say(id, "wrong_recipient", person.token)).status).toBe(200);
    expect(await claimsOf(id, person.token)).toMatchObject([{ status: "open", recall: { status: "requested" } }]);
    expect(await answered(id)).toBe("returned");
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await stateOf(id)) === "reversed";
    });
    const [claim] = await claimsOf(id, person.token);
    expect(claim).toMatchObject({ status: "refunded", recall: { status: "returned" } });
    await followRecalls(api.app);
    const { rows } = await sql<{ kobo: bigint }>`
      select sum(amount_kobo)::bigint as kobo from personal_movements where user_id = ${person.user_id} and kind in ('sent', 'came_back')
    `.execute(db);
    expect(rows[0]!.kobo).toBe(0n);
    await world.prove();
  });

  it("that is refused, or finds the money gone, moves nothing: the desk decides, and the person reads it", async () => {
    const person = await rich();
    const [gone, refused] = [await arrived(person, 6, 7), await arrived(person, 8, 9)];
    for (const id of [gone, refused]) await say(id, "not_me", person.token);
    expect([await answered(gone), await answered(refused)]).toEqual(["gone", "refused"]);
    expect([await stateOf(gone), await stateOf(refused)]).toEqual(["success", "success"]);
    const [claim] = await claimsOf(gone, person.token);
    expect(claim).toMatchObject({ status: "open", recall: { status: "gone" } });
    const { rows } =
      await sql`select 1 from notifications where user_id = ${person.user_id} and title like 'The receiving bank%'`.execute(
        db,
      );
    expect(rows).toHaveLength(2);
    const { rows: cases } = await sql<{ id: string }>`select id from refund_cases where transfer_id = ${gone}`.execute(
      db,
    );
    const found = await api.call(calls.find, { token: finance.token, params: { id: cases[0]!.id } });
    expect(found.body.data).toMatchObject({ recall: { status: "gone" } });
    await world.prove();
  });

  it("is asked once, though the job runs again, the bank does not answer, or the claim is made again", async () => {
    const person = await rich();
    const id = await arrived(person, 6, 7);
    await say(id, "wrong_recipient", person.token);
    await world.fault("wema", { mode: "timeout_after_effect", times: 1, delay_ms: 30, call: "POST /recalls" });
    const { id: recall_id, reference } = (await recallOf(id))!;
    await Promise.all([askRecall(api.app, recall_id), askRecall(api.app, recall_id)]);
    expect((await recallOf(id))!.status).toBe("unknown");
    await askRecall(api.app, recall_id);
    expect(await recallsAtBank(reference)).toBe(200);
    expect(await answered(id)).toBe("gone");
    const { rows } = await sql<{ id: string }>`select id from refund_cases where transfer_id = ${id}`.execute(db);
    await api.call(calls.cancelTransfers, {
      token: finance.token,
      body: { ids: [rows[0]!.id], reason: "The bank says it is gone" },
    });
    expect((await say(id, "not_me", person.token)).status).toBe(200);
    const { rows: recalls } = await sql`select 1 from transfer_recalls where transfer_id = ${id}`.execute(db);
    expect(recalls).toHaveLength(1);
  });

  it("that never reached the bank is asked again under the same reference", async () => {
    const person = await rich();
    const id = await arrived(person, 8, 9);
    await say(id, "wrong_recipient", person.token);
    await world.fault("wema", { mode: "timeout_before_effect", times: 1, delay_ms: 30, call: "POST /recalls" });
    const { id: recall_id, reference } = (await recallOf(id))!;
    await askRecall(api.app, recall_id);
    expect(await recallsAtBank(reference)).toBe(404);
    expect(await answered(id)).toBe("refused");
    expect((await recallOf(id))!.reference).toBe(reference);
  });

  it("that the bank has under our reference already was not refused: its answer is asked for", async () => {
    const person = await rich();
    const id = await arrived(person, 6, 7);
    await say(id, "wrong_recipient", person.token);
    const { id: recall_id, reference } = (await recallOf(id))!;
    const { reference: paymentreference } = await getRow(db, "transfers", id, ["reference"]);
    const taken = await fetch(`${world.sandbox.url}/wema/recalls`, {
      method: "POST",
      headers: { "x-api-key": "test", "content-type": "application/json" },
      body: JSON.stringify({ reference, paymentreference, amount: "15000.00", reason: "It was asked before" }),
    });
    expect(taken.status).toBe(200);
    await askRecall(api.app, recall_id);
    expect((await recallOf(id))!.status).toBe("unknown");
    expect(await answered(id)).toBe("gone");
  });

  it("is not asked where the transfer has not arrived by its payer's word; that claim has the shorter clock", async () => {
    const person = await rich();
    const [id, other] = [await arrived(person, 0, 1), await arrived(person, 0, 1)];
    const hours = (claim: Claim) => Math.round((Date.parse(claim.due_at) - clock.milliseconds()) / 3_600_000);
    await say(id, "not_arrived", person.token);
    await say(other, "wrong_amount", person.token);
    expect(await recallOf(id)).toBeUndefined();
    const [failed] = await claimsOf(id, person.token);
    const [amount] = await claimsOf(other, person.token);
    expect([hours(failed!), hours(amount!)]).toEqual([24, 48]);
    await sql`update configuration set value = '36' where key = 'not_me_hours'`.execute(db);
    const third = await arrived(person, 0, 1);
    await say(third, "not_me", person.token);
    expect(hours((await claimsOf(third, person.token))[0]!)).toBe(36);
    const params = { kind: "transfer", id: third };
    const { body } = await api.call(calls.ofPayment, { token: person.token, params });
    const answered_within_hours = { not_arrived: 24, wrong_recipient: 48, wrong_amount: 48, not_me: 36 };
    expect(body.data).toMatchObject({ answered_within_hours });
  });
});

describe("a provisional credit", () => {
  const total = async (id: string) =>
    (await db.selectFrom("transfers").select("total_kobo").where("id", "=", id).executeTakeFirstOrThrow()).total_kobo!;
  const caseOf = async (id: string) =>
    (await sql<{ id: string }>`select id from refund_cases where transfer_id = ${id} and status = 'open'`.execute(db))
      .rows[0]!.id;
  const ask = (case_id: string, { token } = finance) =>
    api.call(calls.credit, { token, params: { id: case_id }, body: { reason: "Their phone was stolen" } });
  async function decide(approval_id: string, { token } = admin) {
    const { version } = await db
      .selectFrom("approvals")
      .select("version")
      .where("id", "=", approval_id)
      .executeTakeFirstOrThrow();
    return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
  }
  const askedOf = ({ body }: { body: { data: unknown } }) => (body.data as { approval_id: string }).approval_id;
  const cashOf = async ({ user_id }: Person) =>
    (await balancesOf(queryable(db), [`cash_wallet:${user_id}`]))[0]?.natural_kobo ?? 0n;
  async function credited(person: Person, ...digits: number[]) {
    const id = await arrived(person, ...digits);
    await say(id, "not_me", person.token);
    const case_id = await caseOf(id);
    expect((await decide(askedOf(await ask(case_id)))).status).toBe(200);
    return { id, case_id, amount_kobo: await total(id) };
  }

  it("is given by two colleagues, never by one and never twice, and is taken back when the claim is lost", async () => {
    const person = await rich();
    const id = await arrived(person, 6, 7);
    await say(id, "not_me", person.token);
    const [case_id, before, amount_kobo] = [await caseOf(id), await cashOf(person), await total(id)];
    const approval_id = askedOf(await ask(case_id));
    expect(await cashOf(person)).toBe(before);
    expect((await ask(case_id, admin)).body.code).toBe("waiting");
    expect((await decide(approval_id, finance)).status).toBe(403);
    const both = await Promise.all([decide(approval_id), decide(approval_id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await cashOf(person)).toBe(before + amount_kobo);
    expect(await bookedUnder(db, `provisional-credit:${case_id}`)).toEqual({
      claim_credits: amount_kobo,
      cash_wallet: -amount_kobo,
    });
    expect((await ask(case_id)).body.code).toBe("has_credit");
    const [claim] = await claimsOf(id, person.token);
    expect(claim).toMatchObject({ credited_kobo: Number(amount_kobo) });
    const lost = { ids: [case_id], reason: "Their own card and PIN were used" };
    expect((await api.call(calls.cancelTransfers, { token: finance.token, body: lost })).body.data).toMatchObject({
      done: 1,
    });
    expect(await cashOf(person)).toBe(before);
    expect(await bookedUnder(db, `provisional-credit-turned:${case_id}`)).toEqual({
      cash_wallet: amount_kobo,
      claim_credits: -amount_kobo,
    });
    await world.prove();
  });

  it("is turned round when the money itself comes back, and when it is refunded: the wallet has it once", async () => {
    const [person, other] = [await rich(), await rich()];
    const returned = await credited(person, 0, 1, 2, 3, 4, 5);
    await answered(returned.id);
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await stateOf(returned.id)) === "reversed";
    });
    expect(await cashOf(person)).toBe(20_000_000n);
    const refunded = await credited(other, 6, 7);
    const body = { ids: [refunded.case_id], reason: "The bank let a thief in", fault: "goodwill" } as const;
    expect((await api.call(calls.refundTransfers, { token: finance.token, body })).body.data).toMatchObject({
      done: 1,
    });
    expect(await cashOf(other)).toBe(20_000_000n);
    await world.prove();
  });

  it("that was spent meanwhile is our loss when the claim is lost", async () => {
    const person = await rich(2_000_000n);
    const { id, case_id, amount_kobo } = await credited(person, 8, 9);
    const { token } = person;
    const free = await cashOf(person);
    const to = {
      kind: "bank",
      bank_code: "058",
      account_no: accountEnding(1),
      amount_kobo: Number(free - 500_000n),
    } as const;
    const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
    const sent = await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee } });
    expect(sent.status, JSON.stringify(sent.body)).toBe(200);
    const left = await cashOf(person);
    const lost = { ids: [case_id], reason: "It was they themselves" };
    await api.call(calls.cancelTransfers, { token: finance.token, body: lost });
    expect(await cashOf(person)).toBe(0n);
    expect(await bookedUnder(db, `provisional-credit-turned:${case_id}`)).toEqual({
      cash_wallet: left,
      refund_losses: amount_kobo - left,
      claim_credits: -amount_kobo,
    });
    expect(await stateOf(id)).toBe("success");
    await world.prove();
  });

  it("that was lost is made good by the bank's return of the money: its payer is not paid twice", async () => {
    const person = await rich(2_000_000n);
    const { id, case_id, amount_kobo } = await credited(person, 0, 1, 2, 3, 4, 5);
    const { token } = person;
    const free = await cashOf(person);
    const to = {
      kind: "bank",
      bank_code: "058",
      account_no: accountEnding(9),
      amount_kobo: Number(free) - 500_000,
    } as const;
    const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
    expect((await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee } })).status).toBe(200);
    const left = await cashOf(person);
    const lost = { ids: [case_id], reason: "It was they themselves" };
    expect((await api.call(calls.cancelTransfers, { token: finance.token, body: lost })).status).toBe(200);
    expect(await cashOf(person)).toBe(0n);
    expect(await answered(id)).toBe("returned");
    await waitUntil(async () => {
      await world.runJobs("receive-webhook");
      return (await stateOf(id)) === "reversed";
    });
    expect(await cashOf(person)).toBe(left);
    const lost_kobo = amount_kobo - left;
    expect(await bookedUnder(db, `provisional-credit-recovered:${case_id}:${lost_kobo}`)).toEqual({
      cash_wallet: lost_kobo,
      refund_losses: -lost_kobo,
    });
    await world.prove();
  });

  it("is no loss while the wallet only holds it back for a transfer that may be called off", async () => {
    const person = await rich(2_000_000n);
    const { case_id, amount_kobo } = await credited(person, 8, 9);
    const { token } = person;
    const review = (payees: number) =>
      sql`update configuration set value = ${String(payees)}::jsonb where key = 'transfer_review_payees'`.execute(db);
    const free = await cashOf(person);
    const to = {
      kind: "bank",
      bank_code: "058",
      account_no: accountEnding(1),
      amount_kobo: Number(free - 500_000n),
    } as const;
    const { payee } = (await api.call(transfers.quote, { token, body: to })).body.data as { payee: string };
    await review(0);
    const sent = await api.call(transfers.initiate, { token, body: { ...to, payee_name: payee } });
    await review(1000);
    const { transfer } = sent.body.data as { transfer: { id: string; status: string } };
    expect(transfer.status).toBe("in_review");
    const lost = { ids: [case_id], reason: "It was they themselves" };
    const close = () => api.call(calls.cancelTransfers, { token: finance.token, body: lost });
    expect((await close()).body.code).toBe("money_held");
    expect((await api.call(transfers.cancel, { token, params: { id: transfer.id } })).status).toBe(200);
    expect((await close()).status).toBe(200);
    expect(await cashOf(person)).toBe(free - amount_kobo);
    await world.prove();
  });

  it("is not for a wrong account, and is asked for by who decides about refunds only", async () => {
    const person = await rich();
    const id = await arrived(person, 6, 7);
    await say(id, "wrong_recipient", person.token);
    const case_id = await caseOf(id);
    expect((await ask(case_id)).body.code).toBe("not_stolen");
    expect((await ask(case_id, person)).status).toBe(403);
    expect((await ask(uuidv7())).status).toBe(404);
  });
});

describe("a company's claim", () => {
  it("is made and seen by those of it who may, comes back into its wallet, and is nobody else's", async () => {
    const { company_id, owner, money, audit, beneficiary_id } = await fundedCompany(world, 10_000_000);
    const asked = await api.call(transfers.request, {
      token: money.token,
      body: { beneficiary_id, amount_kobo: 1_000_000 },
    });
    const { transfer, approval_id } = asked.body.data as { transfer: { id: string }; approval_id: string };
    expect((await agreeTo(world, approval_id, owner)).status).toBe(200);
    const { id } = transfer;
    await hasArrived(id);
    const stranger = await fundedCompany(world, 100);
    expect((await say(id, "wrong_recipient", stranger.owner.token)).status).toBe(404);
    expect((await say(id, "wrong_recipient", (await rich(1n)).token)).status).toBe(404);
    const colleague = await rich(1n);
    await sql`update users set company_id = ${company_id} where id = ${colleague.user_id}`.execute(db);
    expect((await say(id, "wrong_recipient", colleague.token)).status, "sees no transfers of theirs").toBe(404);
    expect((await say(id, "wrong_recipient", audit.token)).status).toBe(403);
    expect((await say(id, "not_arrived", owner.token)).status).toBe(200);
    expect(await claimsOf(id, audit.token)).toMatchObject([{ status: "open" }]);
    expect((await say(id, "not_arrived", money.token)).status).toBe(409);
    const { rows } = await sql<{ id: string }>`select id from refund_cases where transfer_id = ${id}`.execute(db);
    const before = (await walletOf(db, company_id)).balance_kobo;
    const body = { ids: [rows[0]!.id], reason: "The bank lost it", fault: "provider" } as const;
    expect((await api.call(calls.refundTransfers, { token: finance.token, body })).body.data).toMatchObject({
      done: 1,
    });
    expect((await walletOf(db, company_id)).balance_kobo).toBeGreaterThan(before);
    expect(await claimsOf(id, audit.token)).toMatchObject([{ status: "refunded" }]);
    await world.prove();
  });

  it("about a salary shows no name and no amount, however it ends", async () => {
    const { owner, money, beneficiary_id } = await fundedCompany(world, 10_000_000);
    const asked = await api.call(transfers.request, {
      token: money.token,
      body: { beneficiary_id, amount_kobo: 1_234_500 },
    });
    const { transfer, approval_id } = asked.body.data as { transfer: { id: string }; approval_id: string };
    await agreeTo(world, approval_id, owner);
    const { id } = transfer;
    await hasArrived(id);
    await sql`update transfers set is_confidential = true, payee = 'Zainab Danladi' where id = ${id}`.execute(db);
    const told = async () => {
      const { rows } = await sql<{ words: string }>`
        select title || ' ' || body as words from notifications where user_id = ${money.user_id} and link like ${`%${id}`}
        union all
        select data ->> 'text' from pgboss.job where name in ('send-sms', 'send-mail') and data ->> 'text' like ${`%${id}%`}
      `.execute(db);
      return rows.map(({ words }) => words).filter((words) => !words.includes("arrived"));
    };
    const before = await told();
    const caseOf = async () =>
      (await sql<{ id: string }>`select id from refund_cases where transfer_id = ${id} and status = 'open'`.execute(db))
        .rows[0]!.id;
    expect((await say(id, "not_me", owner.token)).status).toBe(200);
    const credit = await api.call(calls.credit, {
      token: finance.token,
      params: { id: await caseOf() },
      body: { reason: "Somebody had their phone" },
    });
    const { approval_id: second } = credit.body.data as { approval_id: string };
    const { version } = await getRow(db, "approvals", second, ["version"]);
    const shown = await api.call(approvals.find, { token: admin.token, params: { id: second } });
    expect((shown.body.data as { effect: { facts: object[] } }).effect.facts).toEqual(
      expect.arrayContaining([
        { label: "Paid from the wallet of", value: "Lagoon Foods" },
        { label: "To", value: "A salary, Guaranty Trust Bank" },
        { label: "Recall", value: expect.stringContaining("receiving bank") },
      ]),
    );
    await api.call(approvals.approve, { token: admin.token, params: { id: second }, body: { version } });
    const body = { ids: [await caseOf()], reason: "It was one of you" };
    expect((await api.call(calls.cancelTransfers, { token: finance.token, body })).body.data).toMatchObject({
      done: 1,
    });
    // By what they say: the worker that hands a notice on writes its row anew.
    const words = (await told()).filter((each) => !before.includes(each));
    expect(words).toHaveLength(2);
    expect(words.join(" ")).not.toMatch(/Zainab|12,/);
    await world.prove();
  });
});
