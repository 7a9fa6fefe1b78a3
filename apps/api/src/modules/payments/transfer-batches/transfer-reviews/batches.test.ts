import * as batches from "@manilla/contract/payments/transfer-batches";
import * as calls from "@manilla/contract/payments/transfer-reviews";
import * as approvals from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { beforeAll, describe, expect, it } from "vitest";
import { putInWallet } from "../../../../../../../test/bills.ts";
import { bookedUnder } from "../../../../../../../test/booked.ts";
import { agreeTo } from "../../../../../../../test/company-money.ts";
import { waitUntil } from "../../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../../test/world.ts";
import { makeNuban } from "../../../../../../sandbox/src/nuban.ts";
import { walletOf } from "../../../money/books/index.ts";
import { checkBatch } from "../checking.ts";
import { sendBatch } from "../sending.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const [finance, admin] = [await api.person("super_finance"), await api.person("super_admin")];
const set = (key: string, value: number) =>
  sql`update configuration set value = ${String(value)}::jsonb where key = ${key}`.execute(db);
beforeAll(() => set("batch_review_payees", 3));

async function company(kobo = 40_000_000n) {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0]) => api.person(role, { company_id });
  const [owner, money] = [await person("company_super_admin"), await person("company_finance_manager")];
  await putInWallet(api, company_id, kobo);
  return { company_id, owner, money };
}
type Company = Awaited<ReturnType<typeof company>>;

let serial = 430_000_000;
async function payees(count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      serial += 1;
      const account_no = makeNuban("058", serial);
      const { account_name } = await api.app.outside.payments.resolveAccount({ bank_code: "058", account_no });
      return `${account_name},058,${account_no}`;
    }),
  );
}
/** Brought, checked, submitted and agreed to by the company. @returns its id */
async function agreed({ money, owner }: Company, to: readonly string[], naira = 1_000): Promise<string> {
  const body = new FormData();
  body.set("kind", "payments");
  body.set("file", new Blob([["name,bank,account_number,amount", ...to.map((each) => `${each},${naira}`)].join("\n")]));
  const brought = await api.call(batches.create, { token: money.token, body });
  const { id } = (brought.body.data as { batch: { id: string } }).batch;
  await checkBatch(api.app, id);
  await api.call(batches.settleRows, {
    token: money.token,
    params: { id },
    body: { does: "confirm", verdict: "look" },
  });
  const found = (await api.call(batches.find, { token: money.token, params: { id } })).body.data as { version: number };
  const asked = await api.call(batches.submit, {
    token: money.token,
    params: { id },
    body: { version: found.version },
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  const agree = await agreeTo(world, (asked.body.data as { approval_id: string }).approval_id, owner);
  expect(agree.status, JSON.stringify(agree.body)).toBe(200);
  return id;
}
const rowOf = (id: string) =>
  db.selectFrom("transfer_batches").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const heldIn = async ({ company_id }: Company) => (await walletOf(db, company_id)).held_kobo;
const decide = (call: typeof calls.letBatchGo | typeof calls.stopBatch, id: string, token = finance.token) =>
  api.call(call, { token, params: { id }, body: { reason: "Called their finance manager: new shops" } });
const transfersOf = async (id: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from transfers where batch_id = ${id}`.execute(db)).rows[0]!.n;
const arrives = async (id: string) => {
  await sendBatch(api.app, id);
  await waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return (await rowOf(id)).status === "done";
  });
};
/** Moves everything of the company into the past. */
const ago = async ({ company_id }: Company, hours: number) => {
  const earlier = sql`make_interval(hours => ${hours}::int)`;
  await sql`update transfers set created_at = created_at - ${earlier} where company_id = ${company_id}`.execute(db);
  await sql`update wallet_movements set happened_at = happened_at - ${earlier} where company_id = ${company_id}`.execute(
    db,
  );
};

describe("a batch that pays more new accounts than is usual", () => {
  it("is held as a whole, is looked at by us with its reasons and rows, and goes once", async () => {
    const of = await company();
    const to = await payees(4);
    const id = await agreed(of, to);
    const { total_kobo, reference, ...batch } = await rowOf(id);
    expect(batch).toMatchObject({ status: "in_review", review_reasons: ["new_payees"], review_new_count: 4 });
    expect([await heldIn(of), await bookedUnder(db, `transfer-batch-accepted:${id}`)]).toEqual([total_kobo, {}]);
    await sendBatch(api.app, id);
    expect(await transfersOf(id)).toBe(0);
    const query = { filter: JSON.stringify({ company_id: of.company_id }) };
    const listed = await api.call(calls.listAll, { token: finance.token, query });
    expect((listed.body.datatable as { items: object[] }).items).toMatchObject([
      {
        id,
        reference,
        is_batch: true,
        is_waiting: false,
        status: "in_review",
        held_because: "Many new payees in a short time. 4 payments to accounts that it has never paid: ₦4,000.00",
        abilities: { let_go: "not_of_this_kind", let_batch_go: null, stop_batch: null },
      },
    ]);
    const rows = await api.call(calls.batchRows, { token: finance.token, params: { id } });
    expect(rows.status, JSON.stringify(rows.body)).toBe(200);
    expect((rows.body.datatable as { items: object[] }).items).toMatchObject(
      to.map((each) => ({ payee: each.split(",")[0], is_new: true, amount_kobo: 100_000 })),
    );
    for (const who of [of.owner, await api.person("super_support")]) {
      expect((await decide(calls.letBatchGo, id, who.token)).status).toBe(403);
      expect((await api.call(calls.batchRows, { token: who.token, params: { id } })).status).toBe(403);
    }
    expect((await decide(calls.letGo as never, id)).status).toBe(404);
    expect((await decide(calls.letBatchGo, uuidv7())).status).toBe(404);
    const answers = await Promise.all([decide(calls.letBatchGo, id), decide(calls.letBatchGo, id, admin.token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect([await heldIn(of), (await rowOf(id)).status]).toEqual([0n, "sending"]);
    await arrives(id);
    expect(await transfersOf(id)).toBe(4);
    await world.prove();
  });

  it("is what several small ones are, and what accounts that were paid before are not", async () => {
    const of = await company();
    const [known, fresh] = [await payees(3), await payees(2)];
    const first = await agreed(of, known);
    expect((await rowOf(first)).status).toBe("sending");
    await arrives(first);
    const second = await agreed(of, fresh);
    expect(await rowOf(second)).toMatchObject({ status: "in_review", review_new_count: 2 });
    expect((await api.call(batches.cancel, { token: of.money.token, params: { id: second } })).status).toBe(200);
    expect([await heldIn(of), (await rowOf(second)).status]).toEqual([0n, "cancelled"]);
    await ago(of, 25);
    const third = await agreed(of, [...known, ...fresh], 900);
    expect((await rowOf(third)).status).toBe("sending");
    await arrives(third);
    await world.prove();
  });

  it("is what one every two hours is: an account in its cooling time is new, also among the rows that are shown", async () => {
    const of = await company();
    const [first, fresh] = [await payees(3), await payees(1)];
    await arrives(await agreed(of, first));
    await ago(of, 3);
    const id = await agreed(of, [...fresh, first[0]!], 900);
    expect(await rowOf(id)).toMatchObject({ status: "in_review", review_reasons: ["new_payees"], review_new_count: 2 });
    const rows = await api.call(calls.batchRows, { token: finance.token, params: { id } });
    expect((rows.body.datatable as { items: object[] }).items).toMatchObject([{ is_new: true }, { is_new: true }]);
    expect((await decide(calls.stopBatch, id)).status).toBe(200);
    await ago(of, 22);
    expect((await rowOf(await agreed(of, [...fresh, first[0]!], 900))).status).toBe("sending");
    await world.prove();
  });

  it("is stopped with its money free, and who submitted it reads why", async () => {
    const of = await company();
    const id = await agreed(of, await payees(4));
    expect((await decide(calls.stopBatch, id)).status).toBe(200);
    expect([await heldIn(of), (await rowOf(id)).status, await transfersOf(id)]).toEqual([0n, "cancelled", 0]);
    const { rows } = await sql<{ body: string }>`
      select body from notifications where user_id = ${of.money.user_id} order by created_at desc limit 1
    `.execute(db);
    expect(rows[0]!.body).toContain("new shops");
    expect((await decide(calls.letBatchGo, id)).status).toBe(409);
    await world.prove();
  });

  it("is two colleagues' decision where more leaves in the day than goes without us, never by who asked", async () => {
    const of = await company(2_000_000_000n);
    await set("company_review_from_kobo", 10_000_000_000);
    const id = await agreed(of, await payees(4), 90_000);
    await set("cash_transfer_approval_kobo", 10_000_000);
    const { approval_id } = (await decide(calls.letBatchGo, id)).body.data as { approval_id: string };
    expect(approval_id).not.toBeNull();
    expect((await decide(calls.stopBatch, id)).body.code).toBe("waiting");
    const params = { id: approval_id };
    const shown = await api.call(approvals.find, { token: admin.token, params });
    expect(JSON.stringify(shown.body.data)).toContain('{"label":"From the wallet of","value":"Lagoon Foods"}');
    const approve = (token: string) => api.call(approvals.approve, { token, params, body: { version: 1 } });
    expect((await approve(finance.token)).status).toBe(403);
    await sql`update companies set status = 'deactivated' where id = ${of.company_id}`.execute(db);
    expect((await approve(admin.token)).body.code).toBe("no_room");
    await sql`update companies set status = 'approved' where id = ${of.company_id}`.execute(db);
    expect((await approve(admin.token)).status).toBe(200);
    await arrives(id);
    await set("company_review_from_kobo", 50_000_000);
    await world.prove();
  });

  it("is not let go for who has lost the right to send it, also where the role still has it", async () => {
    const of = await company();
    const id = await agreed(of, await payees(4));
    const withheld = { user_id: of.money.user_id, permission: "company:can_request_transfers", is_granted: false };
    await db.insertInto("user_permissions").values(withheld).execute();
    expect((await decide(calls.letBatchGo, id)).body.code).toBe("asker_gone");
    expect((await rowOf(id)).status).toBe("in_review");
    expect((await decide(calls.stopBatch, id)).status).toBe(200);
    await world.prove();
  });

  it("is not let go with other rows than were agreed to", async () => {
    const of = await company();
    const id = await agreed(of, await payees(4));
    await sql`update transfer_batches set content_hash = '\\x00' where id = ${id}`.execute(db);
    expect((await decide(calls.letBatchGo, id)).body.code).toBe("content_changed");
    expect(await heldIn(of)).toBe((await rowOf(id)).total_kobo);
    expect((await decide(calls.stopBatch, id)).status).toBe(200);
    await world.prove();
  });
});

it("money that just came in is held where it leaves again by a file of payments, to accounts that were paid before too", async () => {
  await set("company_review_from_kobo", 500_000);
  const of = await company(700_000n);
  const to = await payees(2);
  const id = await agreed(of, to, 2_900);
  expect(await rowOf(id)).toMatchObject({ status: "in_review", review_reasons: ["round_trip"] });
  expect((await decide(calls.letBatchGo, id)).status).toBe(200);
  await arrives(id);
  await ago(of, 25);
  await putInWallet(api, of.company_id, 700_000n);
  const again = await agreed(of, to, 3_000);
  // As one transfer of the sum would be: only salaries are paid from what came in for them.
  expect(await rowOf(again)).toMatchObject({
    status: "in_review",
    review_reasons: ["round_trip"],
    review_new_count: 0,
  });
  expect((await decide(calls.stopBatch, again)).status).toBe(200);
  await set("company_review_from_kobo", 50_000_000);
  await world.prove();
});
