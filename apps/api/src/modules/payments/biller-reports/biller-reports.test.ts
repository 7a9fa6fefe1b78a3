/** The providers' reports beside our bills and the books: what agrees, what does not, and how it ends. */
import * as calls from "@manilla/contract/payments/biller-reports";
import * as approvals from "@manilla/contract/platform/approvals";
import * as desk from "@manilla/contract/payments/bill-desk";
import * as bills from "@manilla/contract/payments/bills";
import { addDays } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import fc from "fast-check";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { richCustomer } from "../../../../../../test/bills.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { getRow } from "../../../db/row.ts";
import { postBillerFloatToppedUp } from "../../money/books/index.ts";
import { withdrawOver } from "../../platform/approvals/withdrawing.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { readProviders } from "../bills/index.ts";
import { readReports } from "./reading.ts";
import { signed, totalsOf } from "./rules.ts";

const world = await useLendingWorld("without bank statements");
const { api, maker, checker, sandbox } = world;
const { db } = api.app;
await readProviders(api.app);
await world.syncClock();
// What each provider holds when the world begins: the books have it too.
for (const provider of ["baxi", "flutterwave"] as const)
  await db.transaction().execute(async (tx) => {
    const fact = { id: uuidv7(), approval_id: uuidv7(), provider, amount_kobo: 200_000_000n, actor: "Test" };
    await postBillerFloatToppedUp(tx, { ...fact, on: await businessDate(tx) });
  });

const send = async (method: "POST" | "PUT", path: string, body: object) => {
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
};
const rich = () => richCustomer(world, 10_000_000n);
const person = await rich();
let numbers = 0;
async function buy(amount_kobo = 100_000) {
  numbers += 1;
  const phone = `0803123${String(1_000 + numbers)}`;
  // More than ten an hour are refused; these are of other hours.
  await sql`update bills set created_at = created_at - interval '2 hours' where user_id = ${person.user_id}`.execute(
    db,
  );
  const body = { service: "mtn", phone, amount_kobo };
  const answer = await api.call(bills.buyAirtime, { token: person.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as { id: string; reference: string };
}
const run = async (times = 3) => {
  for (let at = 0; at < times; at += 1) await world.runJobs("send-bill", "query-bill");
};
async function liveDay(): Promise<void> {
  const until = addDays(await businessDate(db), 1);
  await catchUp(api.app, until, { onDay: () => world.syncClock() });
  await world.syncClock();
  await readReports(api.app);
}
const { token } = maker;
interface Line {
  id: string;
  status: string;
  reason: string | null;
  difference_kobo: number;
}
const linesOf = async (search: string) =>
  ((await api.call(calls.listLines, { token, query: { search } })).body.datatable as { items: Line[] }).items;
const dayOf = async (provider: string) => {
  const query = { filter: JSON.stringify({ provider: [provider] }) };
  const { body } = await api.call(calls.listDays, { token, query });
  return (body.datatable as { items: { id: string; status: string; difference_kobo: number }[] }).items[0];
};
const float = async () => (await balanceOf(queryable(db), "biller_float_baxi")).natural_kobo;

it("adds up what was sold and given back", () => {
  const bill = fc.record({
    kind: fc.constantFrom("sale" as const, "reversal" as const),
    cost_kobo: fc.bigInt(0n, 10n ** 9n),
  });
  fc.assert(
    fc.property(fc.array(bill), (all) => {
      const { sold_kobo, given_back_kobo } = totalsOf(all);
      expect(sold_kobo - given_back_kobo).toBe(all.reduce((sum, each) => sum + signed(each), 0n));
    }),
  );
});

it("agrees to the kobo, once however often it is read; lines and float", async () => {
  const { reference } = await buy();
  await run();
  await liveDay();
  await Promise.all([readReports(api.app), readReports(api.app)]);
  expect(await linesOf(reference)).toMatchObject([{ status: "matched", reason: null, difference_kobo: 0 }]);
  expect(await dayOf("baxi")).toMatchObject({ status: "agrees", difference_kobo: 0 });
  await world.prove();
});

it("has a reason for each line that does not agree; a half that comes later agrees by itself", async () => {
  const left_out = await buy(200_000);
  const other = await buy(300_000);
  const reversed = await buy(400_000);
  await run();
  await send("PUT", `/billers/baxi/sales/${left_out.reference}`, { left_out: true });
  await send("PUT", `/billers/baxi/sales/${other.reference}`, { amount_kobo: 310_000 });
  await send("PUT", `/billers/baxi/sales/${reversed.reference}`, { reversed: true });
  await send("POST", "/billers/baxi/sales", { reference: "NOBODYS-1", amount_kobo: 50_000 });
  // Sold there, and its answer is lost.
  await world.fault("baxi", {
    mode: "timeout_after_effect",
    times: 1,
    delay_ms: 20,
    call: "POST /services/airtime/request",
  });
  const late = await buy(500_000);
  await world.runJobs("send-bill");
  await liveDay();
  const reasons = async (reference: string) => (await linesOf(reference)).map(({ reason }) => reason).toSorted();
  expect(await reasons(other.reference)).toEqual(["other_amount"]);
  expect(await reasons("NOBODYS-1")).toEqual(["unknown_here"]);
  expect(await reasons(late.reference)).toEqual(["late"]);
  expect(await linesOf(reversed.reference)).toMatchObject(
    expect.arrayContaining([
      expect.objectContaining({ status: "matched" }),
      expect.objectContaining({ reason: "given_back", difference_kobo: -388_000 }),
    ]),
  );
  expect(await linesOf(left_out.reference)).toEqual([]);
  expect(await dayOf("baxi")).toMatchObject({ status: "differs" });
  // Its outcome is heard: the line agrees, and nobody did anything.
  const [waits] = await linesOf(late.reference);
  const early = await api.call(calls.writeOff, { token, params: { id: waits!.id }, body: { reason: "No reason" } });
  expect(early).toMatchObject({ status: 409, body: { code: "still_open" } });
  await run();
  await readReports(api.app);
  expect(await linesOf(late.reference)).toMatchObject([{ status: "matched", difference_kobo: 0 }]);
  // Nobody has reported it for days; then somebody does.
  for (let day = 0; day < 3; day += 1) await liveDay();
  expect(await linesOf(left_out.reference)).toMatchObject([{ reason: "unknown_there", difference_kobo: -194_000 }]);
  await world.prove();
});

it("is written off by two, once, and then the float is what its provider says", async () => {
  const [line] = await linesOf("NOBODYS-1");
  const before = await float();
  const ask = (more: object = {}) =>
    api.call(calls.writeOff, { token, params: { id: line!.id }, body: { reason: "Their mistake", ...more } });
  expect(Object.keys((await ask({ slip_id: undefined })).body.errors), "not without a paper").toEqual(["slip_id"]);
  const support = await api.person("super_support");
  const forbidden = { token: support.token, params: { id: line!.id }, body: { reason: "Their mistake" } };
  expect((await api.call(calls.writeOff, forbidden)).status).toBe(403);
  const asked = await Promise.all([ask(), ask()]);
  expect(asked.map(({ status }) => status).toSorted(), "two clicks").toEqual([200, 409]);
  const { approval_id } = asked.find(({ status }) => status === 200)!.body.data as { approval_id: string };
  expect(await float(), "not by one").toBe(before);
  expect(await world.approve(approval_id)).toMatchObject({ status: 200 });
  expect(await world.approve(approval_id)).toMatchObject({ status: 409 });
  expect(await float()).toBe(before - 48_500n);
  expect(await linesOf("NOBODYS-1")).toMatchObject([{ status: "written_off", reason: "unknown_here" }]);
  // What is left differs by the other lines that are open: no more, no less.
  const day = await dayOf("baxi");
  const { rows } = await sql<{ open: bigint }>`
    select coalesce(sum(difference_kobo), 0)::bigint as open
    from bill_report_lines where provider = 'baxi' and status = 'open' and reason <> 'unknown_there'
  `.execute(db);
  expect((await balanceOf(queryable(db), "biller_float_baxi")).natural_kobo - rows[0]!.open).toBe(
    BigInt(((await (await fetch(`${sandbox.url}/billers.json`)).json()) as { floats: { baxi: number } }).floats.baxi),
  );
  const body = { reason: "The lines say why" };
  const explained = await api.call(calls.explain, { token: checker.token, params: { id: day!.id }, body });
  expect(explained.body.data).toMatchObject({ status: "explained" });
  await world.prove();
});

it("written off before our books had it: what is booked later is found, and goes back the other way", async () => {
  const bill = await buy(600_000);
  await run();
  await send("PUT", `/billers/baxi/sales/${bill.reference}`, { reversed: true });
  await liveDay();
  const open = async () =>
    (await linesOf(bill.reference)).find(({ status, reason }) => status === "open" && reason !== null);
  const writeOff = async () => {
    const asked = await api.call(calls.writeOff, {
      token,
      params: { id: (await open())!.id },
      body: { reason: "They never say why" },
    });
    const { approval_id } = asked.body.data as { approval_id: string };
    const shown = await api.call(approvals.find, { token: checker.token, params: { id: approval_id } });
    return { approval_id, shown: JSON.stringify(shown.body.data) };
  };
  const start = await float();
  const first = await writeOff();
  expect(first.shown).toMatch(/The float goes up: our gain/);
  expect(await world.approve(first.approval_id)).toMatchObject({ status: 200 });
  expect(await float()).toBe(start + 582_000n);
  // The desk does not know: it claims the same money, and sees it credited.
  const params = { id: bill.id };
  const refunded = await api.call(desk.refund, {
    token,
    params,
    body: { fault: "provider", reason: "It gave it back" },
  });
  await world.approve((refunded.body.data as { approval_id: string }).approval_id);
  const claim = await db
    .selectFrom("bill_claims")
    .select("id")
    .where("bill_id", "=", bill.id)
    .executeTakeFirstOrThrow();
  const credited = await api.call(desk.creditClaim, { token, params: claim, body: { reason: "Seen on the float" } });
  await world.approve((credited.body.data as { approval_id: string }).approval_id);
  expect(await float(), "twice").toBe(start + 2n * 582_000n);
  await liveDay();
  expect(await open()).toMatchObject({ reason: "unknown_there", difference_kobo: 582_000 });
  await liveDay();
  expect(
    (await linesOf(bill.reference)).filter(({ status }) => status === "open"),
    "found once",
  ).toHaveLength(1);
  const second = await writeOff();
  expect(second.shown).toMatch(/The float goes down: our loss/);
  await world.approve(second.approval_id);
  expect(await float(), "once").toBe(start + 582_000n);
  await liveDay();
  expect(await open()).toBeUndefined();
  await world.prove();
});

it("what is booked after the last look is not written off too", async () => {
  const bill = await buy(700_000);
  await run();
  await send("PUT", `/billers/baxi/sales/${bill.reference}`, { reversed: true });
  await liveDay();
  const line = (await linesOf(bill.reference)).find(({ status }) => status === "open");
  const asked = await api.call(calls.writeOff, { token, params: { id: line!.id }, body: { reason: "Long enough" } });
  const params = { id: bill.id };
  const refunded = await api.call(desk.refund, {
    token,
    params,
    body: { fault: "provider", reason: "It gave it back" },
  });
  await world.approve((refunded.body.data as { approval_id: string }).approval_id);
  const claim = db.selectFrom("bill_claims").select("id").where("bill_id", "=", bill.id);
  const credited = await api.call(desk.creditClaim, {
    token,
    params: await claim.executeTakeFirstOrThrow(),
    body: { reason: "Seen on the float" },
  });
  await world.approve((credited.body.data as { approval_id: string }).approval_id);
  const before = await float();
  const { approval_id } = asked.body.data as { approval_id: string };
  expect(await world.approve(approval_id)).toMatchObject({ status: 409 });
  expect(await float()).toBe(before);
  // The next look finds that it agrees: nobody is asked any more.
  await liveDay();
  await withdrawOver(api.app);
  expect(await getRow(db, "approvals", approval_id, ["status"])).toEqual({ status: "withdrawn" });
  await world.prove();
});

it("a claim that was credited and that its provider never reports is a line of its own, until it is reported or written off", async () => {
  const bills = [await buy(600_000), await buy(610_000)];
  await run();
  for (const { id } of bills) {
    const body = { fault: "provider", reason: "It delivered nothing" } as const;
    const refunded = await api.call(desk.refund, { token, params: { id }, body });
    await world.approve((refunded.body.data as { approval_id: string }).approval_id);
    const claim = db.selectFrom("bill_claims").select("id").where("bill_id", "=", id);
    const params = await claim.executeTakeFirstOrThrow();
    const credited = await api.call(desk.creditClaim, { token, params, body: { reason: "They say so" } });
    await world.approve((credited.body.data as { approval_id: string }).approval_id);
  }
  const backOf = async ({ reference }: { reference: string }) => {
    const all = await linesOf(reference);
    return all.filter(({ reason, status }) => reason === "not_given_back" && status === "open");
  };
  await liveDay();
  expect(await backOf(bills[0]!), "its provider has time").toEqual([]);
  for (let days = 0; days < 3; days += 1) await liveDay();
  expect(await backOf(bills[0]!)).toMatchObject([
    { provider_kobo: null, our_kobo: -582_000, difference_kobo: 582_000 },
  ]);
  await send("PUT", `/billers/baxi/sales/${bills[1]!.reference}`, { reversed: true });
  await liveDay();
  expect(await backOf(bills[0]!), "found once").toHaveLength(1);
  expect(await backOf(bills[1]!), "reported after all").toEqual([]);
  const [line] = await backOf(bills[0]!);
  const before = await float();
  const asked = await api.call(calls.writeOff, { token, params: { id: line!.id }, body: { reason: "Never came" } });
  await world.approve((asked.body.data as { approval_id: string }).approval_id);
  expect(await float()).toBe(before - 582_000n);
  await liveDay();
  expect(await backOf(bills[0]!)).toEqual([]);
  await world.prove();
});
