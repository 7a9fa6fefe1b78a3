import * as chains from "@manilla/contract/companies/approval-chains";
import * as companyWallets from "@manilla/contract/companies/wallets";
import * as events from "@manilla/contract/payments/money-events";
import * as calls from "@manilla/contract/payments/transfer-batches";
import * as transfers from "@manilla/contract/payments/transfers";
import * as approvals from "@manilla/contract/platform/approvals";
import * as savedViews from "@manilla/contract/platform/saved-views";
import * as session from "@manilla/contract/platform/session";
import { writeXlsx } from "hucre";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { slipOf } from "../../../../../../test/slips.ts";
import { bookedUnder } from "../../../../../../test/booked.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { walletOf } from "../../money/books/index.ts";
import { checkBatch } from "./checking.ts";
import { sendBatch } from "./sending.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
// Large batches to new accounts are looked at: transfer-reviews/batches.test.ts beside it.
await sql`update configuration set value = '10000' where key = 'batch_review_payees'`.execute(db);

async function fund(company_id: string, amount_kobo: number): Promise<void> {
  const { maker, checker } = world;
  const body = { company_id, amount_kobo, reference: uuidv7(), slip_id: await slipOf(api.app, maker.token) };
  const asked = await api.call(companyWallets.fundDebit, { token: maker.token, body });
  const params = { id: (asked.body.data as { approval_id: string }).approval_id };
  expect((await api.call(approvals.approve, { token: checker.token, params, body: { version: 1 } })).status).toBe(200);
}
const company = async (funded_kobo = 100_000_000) => {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Lagoon" });
  const owner = await person("company_super_admin", "Olu");
  const money = await person("company_finance_manager", "Fola");
  const audit = await person("company_audit", "Aisha");
  if (funded_kobo > 0) await fund(company_id, funded_kobo);
  return { company_id, owner, money, audit };
};
type Person = Awaited<ReturnType<typeof company>>["owner"];

let serial = 400_000_000;
/** A payee whom the sandbox's bank knows under this name. */
async function payee(): Promise<{ name: string; account_no: string }> {
  serial += 1;
  const account_no = makeNuban("058", serial);
  const { account_name } = await api.app.outside.payments.resolveAccount({ bank_code: "058", account_no });
  return { name: account_name, account_no };
}
const HEADING = "Name,Bank,Account Number,Amount,Narration";
const line = ({ name, account_no }: { name: string; account_no: string }, naira: number | string, narration = "Rice") =>
  `${name},GTBank,${account_no},${naira},${narration}`;

interface Batch {
  id: string;
  status: string;
  version: number;
  row_count: number;
  open_count: number;
  arrived_count: number;
  failed_count: number;
  amount_kobo: number;
  total_kobo: number;
  abilities: Record<string, string | null>;
}
async function bring(
  by: Person,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
  file = "suppliers.csv",
) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ kind: "payments", ...fields })) body.set(name, value);
  body.set("file", new Blob([content as BlobPart]), file);
  return api.call(calls.create, { token: by.token, body });
}
async function checked(
  by: Person,
  content: string | Uint8Array,
  fields: Record<string, string> = {},
  file?: string,
): Promise<Batch> {
  const answer = await bring(by, content, fields, file);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { id } = (answer.body.data as { batch: Batch }).batch;
  await checkBatch(api.app, id);
  return find(by, id);
}
const find = async (by: Person, id: string) =>
  (await api.call(calls.find, { token: by.token, params: { id } })).body.data as Batch;
interface Item {
  number: number;
  verdict: string;
  reason: string | null;
  account_no: string;
  transfer_id: string | null;
  transfer_status: string | null;
  charges_kobo: number;
}
const rowsOf = async (by: Person, id: string, filter: object = {}) =>
  (
    (
      await api.call(calls.rows, {
        token: by.token,
        params: { id },
        query: { limit: 100, filter: JSON.stringify(filter) },
      })
    ).body.datatable as { items: Item[] }
  ).items;
const settle = (by: Person, id: string, body: object) =>
  api.call(calls.settleRows, { token: by.token, params: { id }, body: body as never });
const submit = (by: Person, { id, version }: Batch) =>
  api.call(calls.submit, { token: by.token, params: { id }, body: { version } });
const approvalOf = (answer: { body: { data: unknown } }) => (answer.body.data as { approval_id: string }).approval_id;
async function decide(
  approval_id: string,
  by: Person,
  call: typeof chains.approve | typeof chains.decline = chains.approve,
) {
  const { version } = await db
    .selectFrom("company_approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(call, {
    token: by.token,
    params: { id: approval_id },
    body: { version, reason: "Looked at" } as never,
  });
}
const inWallet = async (company_id: string) => {
  const { balance_kobo, held_kobo } = await walletOf(db, company_id);
  return { held: held_kobo, balance: balance_kobo };
};
const ended = (by: Person, id: string) =>
  waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    return (await find(by, id)).status === "done";
  });
const count = async (batch_id: string) =>
  Number(
    (
      await db
        .selectFrom("transfers")
        .select(db.fn.countAll().as("n"))
        .where("batch_id", "=", batch_id)
        .executeTakeFirstOrThrow()
    ).n,
  );
const bookedOf = (key: string) => bookedUnder(db, key);
/** A batch that waits for approval. */
async function waiting(by: Person, rows: number, fields: Record<string, string> = {}) {
  const payees = await Promise.all(Array.from({ length: rows }, payee));
  const batch = await checked(by, [HEADING, ...payees.map((each, at) => line(each, 1_000 + at))].join("\n"), fields);
  expect(batch).toMatchObject({ status: "checked", open_count: 0 });
  const asked = await submit(by, batch);
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  return { batch, payees, approval_id: approvalOf(asked) };
}

describe("the rows of a batch", () => {
  it("each have a verdict before anything moves; wrong ones are corrected, confirmed or left out", async () => {
    const { money, owner, company_id } = await company();
    const [one, two, three] = [await payee(), await payee(), await payee()];
    const first = await checked(
      money,
      [
        "Lagoon Foods; payments",
        "Net pay;Account Number;Bank;Name",
        `5000;${one.account_no};GTBank;${one.name}`,
        `5000;${one.account_no};058;${one.name}`,
        `6000;${Number(makeNuban("058", 77_001))};GTBank;Lost Zeros`,
        `7000;${two.account_no};GTBank;Somebody Quite Different`,
        `8000;${makeNuban("058", 999_000_001)};GTBank;No Body`,
        `9000;${three.account_no};Bank of Nowhere;${three.name}`,
        `lots;${three.account_no};GTBank;${three.name}`,
        `200000;${three.account_no};GTBank;${three.name}`,
        `1000;${two.account_no};GTBank;`,
      ].join("\n"),
    );
    expect(first).toMatchObject({ status: "checked", row_count: 9, open_count: 8 });
    const rows = await rowsOf(money, first.id);
    expect(rows.map(({ verdict }) => verdict)).toEqual([
      "ready",
      "look",
      "refused",
      "refused",
      "refused",
      "refused",
      "refused",
      "refused",
      "look",
    ]);
    const reasons = rows.map(({ reason }) => reason ?? "");
    expect(reasons[1]).toBe("the same as row 1");
    expect(reasons[2]).toContain("takes zeros at its beginning away");
    expect(reasons[3]).toMatch(/the bank calls it .* % the same/);
    expect(reasons[4]).toContain("no such account");
    expect(reasons[5]).toContain("Bank of Nowhere is not known");
    expect(reasons[6]).toContain("not an amount");
    expect(reasons[7]).toContain("this account is new");
    expect(reasons[8]).toContain("no name was given");
    expect((await submit(money, first)).body.code).toBe("rows_open");
    const file = await api.call(calls.refused, { token: money.token, params: { id: first.id } });
    expect(file.body.text.trim().split("\n")).toHaveLength(9);

    const whole = makeNuban("058", 77_001);
    const { account_name } = await api.app.outside.payments.resolveAccount({ bank_code: "058", account_no: whole });
    const params = { id: first.id, number: "3" };
    const right = { payee: account_name, bank_code: "058", account_no: whole, amount_kobo: 600_000 };
    const wrong = await api.call(calls.changeRow, {
      token: money.token,
      params,
      body: { ...right, payee: "Nobody At All" },
    });
    expect(wrong.body.errors).toHaveProperty("payee");
    const fixed = await api.call(calls.changeRow, { token: money.token, params, body: right });
    expect(fixed.body.data, JSON.stringify(fixed.body)).toMatchObject({
      row: { verdict: "ready", account_no: whole },
      open_count: 7,
    });
    expect((await settle(money, first.id, { does: "confirm", verdict: "look" })).body.data).toMatchObject({
      changed: 2,
      open_count: 5,
    });
    expect((await settle(money, first.id, { does: "drop", verdict: "refused" })).body.data).toMatchObject({
      changed: 5,
      open_count: 0,
    });
    const now = await find(money, first.id);
    expect(now).toMatchObject({ row_count: 4, amount_kobo: 1_700_000 });
    // What was seen is what is submitted.
    expect((await submit(money, first)).status).toBe(412);
    expect((await submit(money, now)).status).toBe(200);
    expect((await settle(money, first.id, { does: "restore", numbers: [4] })).status).toBe(409);
    await expect(
      sql`update transfer_batch_rows set amount_kobo = 1 where batch_id = ${first.id} and number = 1`.execute(db),
    ).rejects.toThrow("submitted");
    expect((await rowsOf(owner, first.id))[0]?.account_no).not.toBe(one.account_no);
    expect((await inWallet(company_id)).held).toBe(BigInt(now.total_kobo));
    await world.prove();
  });

  it("that were paid lately are asked about, and the same file again is the batch that is there", async () => {
    const { money, owner } = await company();
    const { batch, payees, approval_id } = await waiting(money, 2);
    expect((await decide(approval_id, owner)).status).toBe(200);
    await sendBatch(api.app, batch.id);
    await ended(money, batch.id);
    const text = [HEADING, ...payees.map((each, at) => line(each, 1_000 + at))].join("\n");
    const again = await bring(money, text);
    expect(again.body.data).toMatchObject({ is_known: true, batch: { id: batch.id } });
    const more = await checked(money, `${text}\n${line(await payee(), 5)}`);
    expect((await rowsOf(money, more.id)).map(({ verdict }) => verdict)).toEqual(["look", "look", "ready"]);
  });

  it("that go to an account of the company itself bear no stamp duty, as one transfer does not; an employee's do", async () => {
    const { company_id, money, owner } = await company();
    const [own, other] = [await payee(), await payee()];
    await sql`update companies set name = ${`${own.name} Limited`} where id = ${company_id}`.execute(db);
    const file = [`${HEADING},Employee ID`, `${line(own, 20_000)},`, `${line(other, 20_000)},`].join("\n");
    const batch = await checked(money, file);
    const charges = async () => (await rowsOf(money, batch.id)).map(({ charges_kobo }) => charges_kobo);
    expect(await charges(), "seen before anything moves").toEqual([2_688, 7_688]);
    expect(batch.total_kobo).toBe(4_000_000 + 2_688 + 7_688);
    const person = await api.person("company_staff", { company_id });
    await sql`update employments set staff_number = 'E-1' where user_id = ${person.user_id}`.execute(db);
    const staff = [`${HEADING},Employee ID`, `${line(own, 20_001)},E-1`].join("\n");
    expect((await checked(money, staff)).total_kobo).toBe(2_000_100 + 7_688);
    const asked = await submit(money, batch);
    expect((await inWallet(company_id)).held).toBe(BigInt(batch.total_kobo));
    expect((await decide(approvalOf(asked), owner)).status).toBe(200);
    await sendBatch(api.app, batch.id);
    await ended(money, batch.id);
    const sent = await db
      .selectFrom("transfers")
      .select("stamp_duty_kobo")
      .where("batch_id", "=", batch.id)
      .orderBy("batch_row")
      .execute();
    expect(sent.map(({ stamp_duty_kobo }) => stamp_duty_kobo)).toEqual([0n, 5_000n]);
    await world.prove();
  });

  it("are judged anew when they are submitted: what another batch is about to pay is asked about", async () => {
    const { money } = await company();
    const to = await payee();
    const first = await checked(money, [HEADING, line(to, 1_000)].join("\n"));
    const other = await checked(money, [HEADING, line(to, 1_000, "Rice again")].join("\n"));
    expect([first.open_count, other.open_count]).toEqual([0, 0]);
    expect((await submit(money, first)).status).toBe(200);
    const refused = await submit(money, other);
    expect([refused.status, refused.body.code]).toEqual([409, "rows_open"]);
    const now = await find(money, other.id);
    expect(now).toMatchObject({ status: "checked", open_count: 1 });
    expect((await rowsOf(money, other.id))[0]).toMatchObject({ verdict: "look" });
    expect((await settle(money, other.id, { does: "confirm", verdict: "look" })).status).toBe(200);
    expect((await submit(money, await find(money, other.id))).status).toBe(200);
  });

  it("that are more together than can be paid, or alone, break no page", async () => {
    const { money } = await company();
    const huge = await Promise.all(Array.from({ length: 12 }, payee));
    const answer = await bring(money, [HEADING, ...huge.map((each) => line(each, "1000000000000"))].join("\n"));
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, ["file"]]);
    expect((await api.call(calls.listAll, { token: money.token })).status).toBe(200);
    const one = await checked(money, [HEADING, line(huge[0]!, "1000000000000")].join("\n"));
    expect(one.open_count).toBe(1);
    expect((await api.call(calls.listAll, { token: money.token })).status).toBe(200);
  });

  it("come from workbooks too; hostile files are refused, or their rows are", async () => {
    const { money } = await company(0);
    const one = await payee();
    const sheet = await writeXlsx({
      sheets: [
        {
          name: "Pay",
          rows: [
            ["Account", "Bank", "Amount", "Payee"],
            [one.account_no, "GTBank", 1500.5, one.name],
            [Number(makeNuban("058", 88_001)), "GTBank", 1, "Lost Zeros"],
          ],
        },
      ],
    });
    const batch = await checked(money, sheet, {}, "pay.xlsx");
    expect(batch).toMatchObject({ row_count: 2, open_count: 1 });
    expect((await rowsOf(money, batch.id))[1]?.reason).toContain("zeros at its beginning");
    const latin = Buffer.concat([
      Buffer.from(`${HEADING}\nAd`),
      Buffer.from([0xe9]),
      Buffer.from(`,GTBank,${one.account_no},12,x`),
    ]);
    expect(await checked(money, latin)).toMatchObject({ row_count: 1 });
    const turned = await checked(money, `${HEADING}\n${one.name},GTBank,${one.account_no},13,For \u202Etner`);
    expect((await rowsOf(money, turned.id))[0], "in the order in which it reads").toMatchObject({
      narration: "For  tner",
    });
    const mapped = await checked(money, `Oye,Akoto,Ile\n10,${one.account_no},GTBank`, {
      columns: JSON.stringify({ amount: "Oye", account_no: "Akoto", bank: "Ile" }),
    });
    // Kept for the company's next file.
    expect((await bring(money, `Oye,Akoto,Ile\n11,${one.account_no},GTBank`)).status).toBe(200);
    expect(mapped.row_count).toBe(1);
    for (const [content, name] of [
      ["a,b\n1,2", "x.csv"],
      [HEADING, "x.csv"],
      [`${HEADING}\n"never closed`, "x.csv"],
      ["%PDF-1.7 not really", "x.csv"],
      [`${HEADING},Amount\n${line(one, 1)},9000`, "x.csv"],
      [`${HEADING}\n${"x,y,1,1,\n".repeat(10_001)}`, "x.csv"],
      [Buffer.from("504b030414000600", "hex"), "x.xlsx"],
      [Buffer.alloc(5 * 1_048_576, "a"), "x.csv"],
      ["<html><body>,</body></html>", "x.csv"],
    ] as const)
      expect(Object.keys((await bring(money, content, {}, name)).body.errors ?? {}), name).toEqual(["file"]);
    expect((await bring(money, `${HEADING}\n${line(one, 1)}`, { columns: "{" })).body.errors).toHaveProperty("columns");
  });
});

describe("a batch before the company's chain", () => {
  it("is held as a whole, agreed to by another, never by who asked, leaves as one, and each row is paid once", async () => {
    const { money, owner, company_id } = await company();
    const { batch, approval_id } = await waiting(money, 3);
    const { total_kobo, amount_kobo } = await find(money, batch.id);
    expect(await inWallet(company_id)).toEqual({ held: BigInt(total_kobo), balance: 100_000_000n });
    expect((await decide(approval_id, money)).status).toBe(403);
    const other = await company(0);
    expect((await decide(approval_id, other.owner)).status).toBe(404);
    const outToday = async (): Promise<bigint> => {
      const { rows } = await sql<{ kobo: bigint }>`
        select transfers_out_on(business_date) as kobo from business_calendar
      `.execute(db);
      return rows[0]!.kobo;
    };
    const before = await outToday();
    expect((await decide(approval_id, owner)).status).toBe(200);
    expect(await inWallet(company_id)).toEqual({ held: 0n, balance: 100_000_000n - BigInt(total_kobo) });
    expect((await outToday()) - before, "counted before the worker makes its transfers").toBe(BigInt(total_kobo));
    expect(await bookedOf(`transfer-batch-accepted:${batch.id}`)).toEqual({
      company_wallet: BigInt(total_kobo),
      transfers_in_transit: BigInt(-total_kobo),
    });
    await sendBatch(api.app, batch.id);
    await ended(money, batch.id);
    expect(await find(money, batch.id)).toMatchObject({ status: "done", arrived_count: 3, failed_count: 0 });
    const rows = await rowsOf(owner, batch.id);
    expect(rows.map(({ transfer_status }) => transfer_status)).toEqual(["success", "success", "success"]);
    expect((await outToday()) - before, "not again by its transfers").toBe(BigInt(total_kobo));
    const one = await api.call(transfers.find, { token: owner.token, params: { id: rows[0]!.transfer_id! } });
    expect(one.body.data).toMatchObject({ status: "success", amount_kobo: 100_000 });
    // One line in the wallet's list for all of it.
    const { rows: lines } = await sql<{ amount_kobo: bigint }>`
      select amount_kobo from wallet_movements where company_id = ${company_id} and kind = 'transfer_sent'
    `.execute(db);
    expect(lines.map((each) => each.amount_kobo)).toEqual([BigInt(-total_kobo)]);
    expect(amount_kobo).toBe(300_300);
    await world.prove();
  });

  it("tells who is paid that it has arrived, by mail or text message where the file says so, once, and no amount of a salary", async () => {
    const { company_id, owner, money } = await company();
    const hr = await api.person("company_hr", { company_id });
    const [mail, salary] = [`ada.${uuidv7()}@mail.example`, `pay.${uuidv7()}@mail.example`];
    const people = await Promise.all([payee(), payee(), payee(), payee()]);
    const told = [`${mail},08031234567`, ",0803 765 4321", ",", "nobody@,123"];
    const text = [`${HEADING},E-mail,Mobile`, ...people.map((each, at) => `${line(each, 25_000)},${told[at]}`)].join(
      "\n",
    );
    const batch = await checked(money, text);
    const wrong = (await rowsOf(money, batch.id, { verdict: ["refused"] }))[0]!;
    expect(wrong.reason).toContain("e-mail: this is no address");
    const params = { id: batch.id, number: String(wrong.number) };
    const { name: who, account_no } = people[3]!;
    const body = { payee: who, bank_code: "058", account_no, amount_kobo: 2_500_000, email: "at.work@mail.example" };
    const refused = await api.call(calls.changeRow, {
      token: money.token,
      params,
      body: { ...body, email: "nobody@" },
    });
    expect(refused.body.errors).toHaveProperty("email");
    expect((await api.call(calls.changeRow, { token: money.token, params, body })).status).toBe(200);
    const paid = await submit(money, await find(money, batch.id));
    expect((await decide(approvalOf(paid), owner)).status).toBe(200);
    await sendBatch(api.app, batch.id);
    await ended(money, batch.id);
    const month = await checked(hr, `${HEADING},E-mail\n${line(people[0]!, 250_000, "Pay")},${salary}`, {
      kind: "salary",
      month: "2026-11",
    });
    if (month.open_count > 0) await settle(hr, month.id, { does: "confirm", verdict: "look" });
    const wages = await submit(hr, await find(hr, month.id));
    expect((await decide(approvalOf(wages), money)).status).toBe(200);
    await sendBatch(api.app, month.id);
    await ended(hr, month.id);
    const { rows } = await api.database.pool.query<{ to: string; text: string }>(
      "select data ->> 'to' as \"to\", data ->> 'text' as text from pgboss.job where name in ('send-mail', 'send-sms') and data ->> 'reference' like 'transfer_paid:%'",
    );
    const by = Map.groupBy(rows, ({ to }) => to);
    expect([...by.keys()].toSorted()).toEqual(["+2348037654321", mail, "at.work@mail.example", salary].toSorted());
    expect(rows).toHaveLength(4);
    expect(by.get(mail)?.[0]?.text).toMatch(
      /^Lagoon Foods has paid ₦25,000\.00 to your account ending \d{4} at .+\. Reference TR/,
    );
    expect(by.get(salary)?.[0]?.text).toMatch(/^Lagoon Foods has paid your salary to your account/);
  });

  it("declined or sent back its money is free; sent back it can be changed and submitted again", async () => {
    const { money, owner, company_id } = await company();
    const { batch, approval_id } = await waiting(money, 2);
    expect((await decide(approval_id, owner, chains.sendBack as never)).status).toBe(200);
    expect(await inWallet(company_id)).toEqual({ held: 0n, balance: 100_000_000n });
    expect(await find(money, batch.id)).toMatchObject({ status: "checked" });
    expect((await settle(money, batch.id, { does: "drop", numbers: [2] })).status).toBe(200);
    const second = await submit(money, await find(money, batch.id));
    expect(second.status, JSON.stringify(second.body)).toBe(200);
    expect((await decide(approvalOf(second), owner, chains.decline)).status).toBe(200);
    expect(await inWallet(company_id)).toEqual({ held: 0n, balance: 100_000_000n });
    expect(await find(money, batch.id)).toMatchObject({ status: "cancelled" });
    await world.prove();
  });

  it("is not paid where its rows, the right of who asked or the money are not there any more", async () => {
    const { money, owner, company_id } = await company(500_000);
    const poor = await checked(money, [HEADING, line(await payee(), 4_995)].join("\n"));
    expect((await submit(money, poor)).body.errors).toHaveProperty("total_kobo");
    const { batch, approval_id } = await waiting(money, 2);
    await sql`update transfer_batches set content_hash = '\\x00' where id = ${batch.id}`.execute(db);
    expect((await decide(approval_id, owner)).body.code).toBe("content_changed");
    expect((await inWallet(company_id)).held).toBeGreaterThan(0n);
    expect(await count(batch.id)).toBe(0);
    await sql`delete from user_roles where user_id = ${money.user_id}`.execute(db);
    expect((await decide(approval_id, owner)).body.code).toBe("asker_gone");
    await world.prove();
  });

  it("is agreed to by nobody whom a row of it pays on their own account, though no beneficiary says so", async () => {
    const { money, owner, company_id } = await company();
    const deputy = await api.person("company_super_admin", { company_id });
    const { batch, approval_id } = await waiting(money, 2);
    const own = { user_id: owner.user_id, batch_id: batch.id };
    await sql`
      insert into profiles (user_id, bank_code, account_no_hash)
      select ${own.user_id}::uuid, bank_code, account_no_hash
      from transfer_batch_rows where batch_id = ${own.batch_id} and number = 2
      on conflict (user_id) do update set bank_code = excluded.bank_code, account_no_hash = excluded.account_no_hash
    `.execute(db);
    expect((await decide(approval_id, owner)).body.code).toBe("own_money");
    expect((await decide(approval_id, deputy)).status).toBe(200);
  });

  it("follows the chain of transfers where it has none of its own", async () => {
    const { company_id, owner, money } = await company();
    const hr = await api.person("company_hr", { company_id });
    const steps = [
      {
        name: "HR",
        department_ids: [],
        category_ids: [],
        requester_ids: [],
        need: "any",
        approvers: [{ who: "role", role: "company_hr" }],
      },
    ];
    await sql`
      insert into approval_chains (id, company_id, kind, number, steps, created_by)
      values (${uuidv7()}, ${company_id}, 'transfer', 1, ${JSON.stringify(steps)}::jsonb, ${owner.user_id})
    `.execute(db);
    const { approval_id } = await waiting(money, 1);
    expect((await decide(approval_id, owner)).status).toBe(403);
    expect((await decide(approval_id, hr)).status).toBe(200);
  });

  it("two clicks, a worker killed in the middle and two workers at once pay each row once", async () => {
    const { money, owner, company_id } = await company();
    const payees = await Promise.all(Array.from({ length: 230 }, payee));
    const batch = await checked(money, [HEADING, ...payees.map((each) => line(each, 100))].join("\n"));
    const asked = await Promise.all([submit(money, batch), submit(money, batch)]);
    expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const approval_id = approvalOf(asked.find(({ status }) => status === 200)!);
    const decided = await Promise.all([decide(approval_id, owner), decide(approval_id, owner)]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await api.database.pool.query(`
      create function kill_batch() returns trigger language plpgsql as $$
      begin if new.batch_row = 215 then raise exception 'killed'; end if; return new; end $$;
      create trigger kill_batch before insert on transfers for each row execute function kill_batch()
    `);
    await expect(sendBatch(api.app, batch.id)).rejects.toThrow("killed");
    expect(await count(batch.id)).toBe(200);
    await api.database.pool.query("drop trigger kill_batch on transfers");
    await Promise.all([sendBatch(api.app, batch.id), sendBatch(api.app, batch.id)]);
    expect(await count(batch.id)).toBe(230);
    await sendBatch(api.app, batch.id);
    await ended(money, batch.id);
    const { movements } = (await (await fetch(`${world.sandbox.url}/bank/movements.json`)).json()) as {
      movements: { reference: string }[];
    };
    const sent = await db.selectFrom("transfers").select("reference").where("batch_id", "=", batch.id).execute();
    const there = new Set(sent.map(({ reference }) => reference));
    expect(movements.filter(({ reference }) => there.has(reference))).toHaveLength(230);
    expect((await inWallet(company_id)).balance).toBe(100_000_000n - BigInt((await find(money, batch.id)).total_kobo));
    await world.prove();
  }, 120_000);

  it("pays a row once, whatever the code believes", async () => {
    const { money, owner } = await company();
    const { batch, approval_id } = await waiting(money, 1);
    await decide(approval_id, owner);
    await sendBatch(api.app, batch.id);
    await expect(
      sql`
        insert into transfers
          (id, user_id, company_id, kind, reference, payee, amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo, status, business_date, created_at, batch_id, batch_row)
        select ${uuidv7()}, user_id, company_id, kind, 'TR-twice', payee, amount_kobo, fee_kobo, vat_kobo, stamp_duty_kobo, status, business_date, created_at, batch_id, batch_row
        from transfers
        where batch_id = ${batch.id}
      `.execute(db),
    ).rejects.toThrow("transfers_batch");
    await ended(money, batch.id);
  });

  it("gives back what came back with its charges, which is sent again once, as a new batch", async () => {
    const { money, owner, company_id } = await company();
    const { batch, approval_id } = await waiting(money, 3);
    await decide(approval_id, owner);
    await sendBatch(api.app, batch.id);
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    await world.runJobs("send-payout");
    await world.clearFaults();
    await ended(money, batch.id);
    const now = await find(money, batch.id);
    expect(now).toMatchObject({ arrived_count: 2, failed_count: 1 });
    const [failed] = await rowsOf(money, batch.id, { transfer_status: ["failed"] });
    const { total_kobo } = await db
      .selectFrom("transfers")
      .select("total_kobo")
      .where("id", "=", failed!.transfer_id!)
      .executeTakeFirstOrThrow();
    expect((await inWallet(company_id)).balance).toBe(100_000_000n - BigInt(now.total_kobo) + total_kobo!);
    const params = { id: batch.id };
    const again = await api.call(calls.again, { token: money.token, params });
    expect(again.status, JSON.stringify(again.body)).toBe(200);
    const { id } = (again.body.data as { batch: Batch }).batch;
    expect((await api.call(calls.again, { token: money.token, params })).body.code).toBe("made_already");
    await checkBatch(api.app, id);
    const second = await find(money, id);
    expect(second).toMatchObject({ row_count: 1, open_count: 0, status: "checked" });
    await decide(approvalOf(await submit(money, second)), owner);
    await sendBatch(api.app, id);
    await ended(money, id);
    await world.prove();
  });
});

describe("salaries", () => {
  it("are seen by those who may pay them only, are one line elsewhere, and bear no stamp duty", async () => {
    const { company_id, owner, money, audit } = await company();
    const hr = await api.person("company_hr", { company_id });
    const people = await Promise.all([payee(), payee()]);
    const text = [HEADING, ...people.map((each) => line(each, 250_000, "Pay"))].join("\n");
    expect((await bring(audit, text, { kind: "salary", month: "2026-11" })).status).toBe(403);
    expect((await bring(hr, text, { kind: "salary" })).body.errors).toHaveProperty("month");
    expect((await bring(hr, text)).status).toBe(403);
    for (const month of ["0001-01", "9999-01", "2026-13"])
      expect((await bring(hr, text, { kind: "salary", month })).body.errors, month).toHaveProperty("month");
    const batch = await checked(hr, text, { kind: "salary", month: "2026-11" });
    expect(batch).toMatchObject({ open_count: 0, stamp_duty_kobo: 0, name: "Salaries of November 2026" });
    for (const call of [calls.find, calls.rows])
      expect((await api.call(call, { token: audit.token, params: { id: batch.id } })).status).toBe(404);
    const asked = await submit(hr, batch);
    expect((await decide(approvalOf(asked), money)).status, JSON.stringify(asked.body)).toBe(200);
    await sendBatch(api.app, batch.id);
    await world.fault("paystack", { mode: "decline", times: 1, call: "POST /transfer" });
    await world.runJobs("send-payout");
    await world.clearFaults();
    await ended(hr, batch.id);
    expect(await find(hr, batch.id)).toMatchObject({ arrived_count: 1, failed_count: 1 });
    const itemsOf = async (
      call: typeof transfers.listOfCompany | typeof events.listAll,
      by: Person,
      params: object = {},
    ) =>
      (
        (await api.call(call as typeof events.listAll, { token: by.token, params: params as never })).body
          .datatable as { items: Record<string, unknown>[] }
      ).items;
    expect(await itemsOf(transfers.listOfCompany, audit, { id: company_id })).toEqual([]);
    expect(await itemsOf(transfers.listOfCompany, owner, { id: company_id })).toHaveLength(2);
    const { token } = await api.person("super_support");
    const body = { user_id: owner.user_id, reason: "The list stays empty" };
    const viewing = (await api.call(session.startViewingAs, { token, body })).body.data as Person;
    expect(await itemsOf(transfers.listOfCompany, viewing, { id: company_id }), "viewed by support").toEqual([]);
    const [item] = await rowsOf(hr, batch.id);
    for (const call of [transfers.find, transfers.receipt])
      expect((await api.call(call, { token: audit.token, params: { id: item!.transfer_id! } })).status).toBe(404);
    expect((await itemsOf(events.listAll, audit)).filter(({ direction }) => direction === "out")).toMatchObject([
      { source: "batch", counterparty: "Salaries of November 2026", status: "success" },
    ]);
    const names = JSON.stringify(people.map(({ name }) => name.toUpperCase()));
    const wallet = await api.call(companyWallets.movements, { token: audit.token, params: { id: company_id } });
    for (const text of [JSON.stringify(wallet.body), JSON.stringify(await itemsOf(events.listAll, audit))])
      for (const { name } of people) expect(text.toUpperCase(), names).not.toContain(name.toUpperCase());
    await world.prove();
  });

  it("are seen by a colleague of ours who views as their payer by an own right only, and the look is recorded", async () => {
    const { owner } = await company(0);
    const text = `${HEADING}\n${line(await payee(), 250_000)}`;
    const salaries = await checked(owner, text, { kind: "salary", month: "2026-09" });
    const payments = await checked(owner, text);
    const viewing = async (role: "super_support" | "super_admin") => {
      const { token, user_id } = await api.person(role);
      const body = { user_id: owner.user_id, reason: "The rows do not load" };
      const begun = (await api.call(session.startViewingAs, { token, body })).body.data as { token: string };
      return { user_id, token: begun.token };
    };
    const [support, admin] = [await viewing("super_support"), await viewing("super_admin")];
    const rows = ({ token }: { token: string }, { id }: Batch) => api.call(calls.rows, { token, params: { id } });
    const refused = await rows(support, salaries);
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      403,
      "may_not_see",
      "You may not see salaries.",
    ]);
    expect((await rows(support, payments)).status).toBe(200);
    const file = await api.call(calls.refused, { token: support.token, params: { id: salaries.id } });
    expect([file.status, file.body.code]).toEqual([403, "may_not_see"]);
    const looks = async () =>
      (
        await sql`
          select actor_id from audit_records where action = 'salaries_viewed' and subject_id = ${salaries.id}
        `.execute(db)
      ).rows;
    const of = JSON.stringify([{ list: calls.rows.path, params: { id: salaries.id } }]);
    const counted = await api.call(savedViews.figures, { token: admin.token, query: { of } });
    expect(counted.body.data).toEqual({ figures: [{ count: 1, is_more: false, sum_kobo: null }] });
    expect(await looks(), "a count shows nobody's salary").toEqual([]);
    expect((await rows(admin, salaries)).status).toBe(200);
    expect(await looks()).toEqual([{ actor_id: admin.user_id }]);
    expect((await rows(owner, salaries)).status).toBe(200);
  });

  it("need a second person, even where the company has none", async () => {
    const company_id = await api.company({ name: "One Person" });
    const owner = await api.person("company_super_admin", { company_id });
    await fund(company_id, 50_000_000);
    const one = await payee();
    const batch = await checked(owner, `${HEADING}\n${line(one, 250_000)}`, { kind: "salary", month: "2026-10" });
    expect((await submit(owner, batch)).body.code).toBe("nobody_decides");
    const alone = await checked(owner, `${HEADING}\n${line(one, 2_000)}`);
    const sent = await submit(owner, alone);
    expect(sent.body.data, JSON.stringify(sent.body)).toMatchObject({
      approval_id: null,
      batch: { status: "sending" },
    });
    await sendBatch(api.app, alone.id);
    await ended(owner, alone.id);
    await world.prove();
  });
});
