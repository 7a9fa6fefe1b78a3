import * as chains from "@manilla/contract/companies/approval-chains";
import * as calls from "@manilla/contract/companies/expense-receipts";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as expenses from "@manilla/contract/companies/expenses";
import { recordSpent } from "../expenses/index.ts";
import { request } from "node:http";
import { deflateRawSync, gzipSync } from "node:zlib";
import { sql } from "kysely";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { useTestApi } from "../../../../../../test/world.ts";

const api = await useTestApi();
const { db } = api.app;

async function makeCompany() {
  const company_id = await api.company({ name: "Lagoon Foods" });
  const person = (role: Parameters<typeof api.person>[0], name: string) =>
    api.person(role, { company_id, name, last_name: "Lagoon" });
  const [owner, finance, staff, colleague] = [
    await person("company_super_admin", "Olu"),
    await person("company_finance_manager", "Fola"),
    await person("company_staff", "Emeka"),
    await person("company_staff", "Ngozi"),
  ];
  return { company_id, owner, finance, staff, colleague };
}
type Company = Awaited<ReturnType<typeof makeCompany>>;
type Who = { token: string };

let shade = 0;
/** A photograph that no other one is like. */
const picture = async (): Promise<Buffer> => {
  shade += 1;
  const background = { r: shade % 256, g: (shade >> 8) % 256, b: 90 };
  return sharp({ create: { width: 40, height: 30, channels: 3, background } })
    .png()
    .toBuffer();
};
async function send({ token }: Who, fields: Record<string, string> = {}, bytes?: Buffer | string) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const content = bytes ?? (await picture());
  const part = typeof content === "string" ? content : new Uint8Array(content);
  body.set("receipt", new Blob([part], { type: "image/png" }), "receipt.png");
  return api.call(calls.upload, { token, body });
}
/** Streams a picture of this many megabytes until the server answers. @returns its answer, and how many it received */
function sendMegabytes({ token }: Who, megabytes: number): Promise<{ status: number; text: string; sent: number }> {
  const piece = Buffer.alloc(1_048_576, 7);
  return new Promise((resolve, reject) => {
    let [sent, isOver] = [0, false];
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
      "idempotency-key": uuidv7(),
    };
    const asking = request(`${api.address}/api${calls.upload.path}`, { method: "POST", headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => {
        isOver = true;
        asking.destroy();
        resolve({ status: answer.statusCode ?? 0, text, sent });
      });
    });
    asking.on("error", (error) => isOver || reject(error));
    const more = () => {
      if (isOver) return;
      if (sent === megabytes) return void asking.end("\r\n--x--\r\n");
      sent += 1;
      if (asking.write(piece)) setImmediate(more);
      else asking.once("drain", more);
    };
    asking.write(
      '--x\r\ncontent-disposition: form-data; name="receipt"; filename="receipt.png"\r\ncontent-type: image/png\r\n\r\n',
    );
    more();
  });
}
/** An archive with one small file in it, as any program packs it. */
function archive(name: string, content: string): Buffer {
  const packed = deflateRawSync(content);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(content.length, 22);
  local.writeUInt16LE(name.length, 26);
  return Buffer.concat([local, Buffer.from(name), packed]);
}
interface Receipt {
  id: string;
  is_twice: boolean;
  expense_id: string | null;
  matches?: { id: string }[];
}
const receiptOf = ({ body }: { body: { data?: unknown } }) => (body.data as { receipt: Receipt }).receipt;
const alone = async ({ token }: Who) =>
  ((await api.call(calls.listOwn, { token })).body.datatable as { items: Receipt[] }).items;
const look = async ({ token }: Who, id: string) => (await api.call(calls.file, { token, params: { id } })).status;
async function spend({ company_id, staff }: Company, more: { user_id?: string; spent_on?: string } = {}) {
  const id = uuidv7();
  const row = { id, company_id, user_id: staff.user_id, merchant: "Bukka Hut", amount_kobo: 600_000n };
  await db
    .insertInto("expenses")
    .values({ ...row, spent_on: "2026-01-14", ...more })
    .execute();
  return id;
}
const ofExpense = async ({ token }: Who, id: string) =>
  (await api.call(calls.ofExpense, { token, params: { id } })).body.data as {
    receipts: Receipt[];
    candidates: Receipt[];
  };
const expense = async ({ token }: Who, id: string) =>
  (await api.call(expenses.find, { token, params: { id } })).body.data as { has_receipt: boolean };
async function ask({ staff }: Company, receipt_ids: string[]) {
  const lines = [{ merchant: "Bukka Hut", amount_kobo: 600_000, spent_on: "2026-01-14", receipt_ids }];
  return api.call(requests.create, {
    token: staff.token,
    body: { kind: "reimbursement", purpose: "Lunch", lines, is_draft: false },
  });
}
const requestOf = ({ body }: { body: { data?: unknown } }) => (body.data as { request: { id: string } }).request.id;

describe("receipts", () => {
  it("merge by themselves into the one expense of their amount, place and week, and part again", async () => {
    const company = await makeCompany();
    const { staff } = company;
    const said = { merchant: "BUKKA HUT LTD", amount_kobo: "600000", spent_on: "2026-01-16" };
    const id = await spend(company);
    await spend(company, { spent_on: "2026-01-01" });
    await spend(company, { user_id: company.colleague.user_id });
    const elsewhere = receiptOf(await send(staff, { ...said, merchant: "Shoprite" }));
    expect(elsewhere.expense_id, "another place").toBeNull();
    expect(receiptOf(await send(staff, { ...said, stays_alone: "yes" })).expense_id, "for a request").toBeNull();
    const [waiting] = (await alone(staff)).filter((each) => each.matches!.length > 0);
    expect(receiptOf(await send(staff, said)).expense_id, "two may be of it").toBeNull();
    for (const each of await alone(staff))
      if (each.id !== elsewhere.id)
        expect((await api.call(calls.remove, { token: staff.token, params: { id: each.id } })).status).toBe(200);
    expect(waiting).toBeDefined();
    const { merchant: _, ...unnamed } = said;
    const nowhere = receiptOf(await send(staff, unnamed));
    expect(nowhere.expense_id, "no place was said: it is offered").toBeNull();
    await api.call(calls.remove, { token: staff.token, params: { id: nowhere.id } });
    const sent = receiptOf(await send(staff, said));
    expect(sent.expense_id).toBe(id);
    expect((await expense(staff, id)).has_receipt).toBe(true);
    const { rows } = await sql<{ actor_name: string }>`
      select actor_name from audit_records where action = 'expense_receipt_merged' and subject_id = ${id}
    `.execute(db);
    expect(rows).toEqual([{ actor_name: "System" }]);
    const params = { id: sent.id };
    expect((await api.call(calls.detach, { token: staff.token, params })).status).toBe(200);
    expect((await expense(staff, id)).has_receipt).toBe(false);
  });

  it("of several expenses are offered, and one of two that come at once is merged", async () => {
    const company = await makeCompany();
    const { staff } = company;
    const said = { merchant: "Bukka Hut", amount_kobo: "600000", spent_on: "2026-01-16" };
    const ids = [await spend(company), await spend(company, { spent_on: "2026-01-15" })];
    const offered = receiptOf(await send(staff, said));
    expect(offered.expense_id).toBeNull();
    expect((await alone(staff))[0]!.matches!.map((each) => each.id)).toEqual([ids[1], ids[0]]);
    await api.call(calls.remove, { token: staff.token, params: { id: offered.id } });
    await db.updateTable("expenses").set({ status: "deleted" }).where("id", "=", ids[0]!).execute();
    const two = await Promise.all([send(staff, said), send(staff, said)]);
    const merged = two.map(receiptOf).filter(({ expense_id }) => expense_id === ids[1]);
    expect(merged.length).toBeLessThanOrEqual(1);
    expect((await ofExpense(staff, ids[1]!)).receipts.length).toBe(merged.length);
  });

  it("that came before the expense merge into it when the money moves, and their sender reads it", async () => {
    const company = await makeCompany();
    const { staff, company_id } = company;
    const sent = receiptOf(await send(staff, { merchant: "Bukka Hut", amount_kobo: "600000", spent_on: "2026-01-16" }));
    expect(sent.expense_id).toBeNull();
    const spent = { company_id, user_id: staff.user_id, merchant: "BUKKA HUT VI", mcc: null, amount_kobo: 600_000n };
    const money = { on: "2026-01-14", money_reference: "CP1", is_from_purse: false };
    const id = await db.transaction().execute((tx) => recordSpent(tx, { ...spent, ...money }));
    expect((await ofExpense(staff, id)).receipts.map((each) => each.id)).toEqual([sent.id]);
    const { rows } = await sql`
      select title from notifications where user_id = ${staff.user_id} and title like 'Your receipt%'
    `.execute(db);
    expect(rows).toEqual([{ title: "Your receipt of ₦6,000.00 has found its expense" }]);
  });

  it("that stay alone find the expense of the same amount and place within seven days, merge by one click, and part again", async () => {
    const company = await makeCompany();
    const { staff } = company;
    const id = await spend(company);
    await spend(company, { spent_on: "2026-01-01" });
    const sent = receiptOf(
      await send(staff, {
        merchant: "BUKKA HUT LTD",
        amount_kobo: "600000",
        spent_on: "2026-01-16",
        stays_alone: "yes",
      }),
    );
    expect((await alone(staff)).map(({ matches }) => matches!.map((match) => match.id))).toEqual([[id]]);
    expect((await ofExpense(staff, id)).candidates.map((each) => each.id)).toEqual([sent.id]);
    const merge = (token: string, expense_id = id) =>
      api.call(calls.attach, { token, params: { id: sent.id }, body: { expense_id } });
    expect((await merge(company.colleague.token)).status).toBe(404);
    expect((await merge(staff.token, await spend(company, { user_id: company.colleague.user_id }))).status).toBe(404);
    expect((await merge(staff.token)).status).toBe(200);
    expect((await expense(staff, id)).has_receipt).toBe(true);
    expect(await alone(staff)).toEqual([]);
    expect((await merge(staff.token)).body.code).toBe("already_merged");
    const part = () => api.call(calls.detach, { token: staff.token, params: { id: sent.id } });
    expect((await part()).status).toBe(200);
    expect((await expense(staff, id)).has_receipt).toBe(false);
    expect((await part()).body.code).toBe("not_merged");
    expect((await api.call(calls.remove, { token: staff.token, params: { id: sent.id } })).status).toBe(200);
    expect(await look(staff, sent.id)).toBe(404);
  });

  it("stay with the expense that was approved with them; one that came later may be taken out again", async () => {
    const company = await makeCompany();
    const { staff } = company;
    const id = await spend(company);
    const merged = async (): Promise<string> => {
      const sent = receiptOf(
        await send(staff, { merchant: "Bukka Hut", amount_kobo: "600000", spent_on: "2026-01-16", stays_alone: "yes" }),
      );
      const body = { expense_id: id };
      expect((await api.call(calls.attach, { token: staff.token, params: { id: sent.id }, body })).status).toBe(200);
      return sent.id;
    };
    const part = (receipt: string) => api.call(calls.detach, { token: staff.token, params: { id: receipt } });
    const before = await merged();
    const approval = { expense_id: id, action: "approve", version: 1, reason: "Looked at" };
    expect((await api.call(expenses.update, { token: company.finance.token, body: approval })).status).toBe(200);
    const later = await merged();
    expect((await part(before)).body.code).toBe("approved");
    expect((await part(later)).status).toBe(200);
    expect((await expense(staff, id)).has_receipt, "the one of before").toBe(true);
  });

  it("are several of one expense, kept encrypted, and the same file again only warns", async () => {
    const company = await makeCompany();
    const id = await spend(company);
    const bytes = await picture();
    const first = receiptOf(await send(company.staff, { expense_id: id }, bytes));
    expect(first).toMatchObject({ is_twice: false, expense_id: id });
    expect(receiptOf(await send(company.staff, { expense_id: id })).is_twice).toBe(false);
    const again = receiptOf(await send(company.colleague, {}, bytes));
    expect(again.is_twice, "also of a colleague").toBe(true);
    const { receipts } = await ofExpense(company.finance, id);
    expect(receipts.map(({ is_twice }) => is_twice)).toEqual([true, false]);
    const kept = await db
      .selectFrom("expense_receipts")
      .selectAll()
      .where("id", "=", first.id)
      .executeTakeFirstOrThrow();
    const stored = await api.app.outside.storage.read(kept.storage_name);
    expect(Buffer.from(stored).includes(bytes.subarray(0, 24))).toBe(false);
    const answer = await api.call(calls.file, { token: company.staff.token, params: { id: first.id } });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
  });

  it("are no archive, no script, no page, and not huge", async () => {
    const { staff } = await makeCompany();
    for (const bytes of ["PK\u0003\u0004 archive", "<script>alert(1)</script>", "<svg onload='x'/>", "%!PS", ""])
      expect((await send(staff, {}, bytes)).status).toBe(422);
    const scripts =
      "%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>";
    for (const bytes of [
      archive("receipt.png", "not a picture"),
      archive("word/document.xml", "<w:document/>"),
      gzipSync("a receipt"),
      Buffer.from("7z\u00bc\u00af\u0027\u001c", "latin1"),
      Buffer.from("Rar!\u001a\u0007\u0000", "latin1"),
      Buffer.from(`MZ${"\0".repeat(80)}`),
      Buffer.from("#!/bin/sh\nrm -rf /\n"),
      Buffer.from(scripts),
    ])
      expect((await send(staff, {}, bytes)).body.errors, bytes.toString("latin1", 0, 8)).toHaveProperty("receipt");
    const large = await send(staff, {}, Buffer.alloc(10 * 1_048_576 + 1));
    expect([large.status, large.body.errors]).toEqual([422, { receipt: ["this file is larger than 10 MB"] }]);
    expect((await send(staff, { amount_kobo: "-5" })).body.errors).toHaveProperty("amount_kobo");
    expect((await send(staff, { amount_kobo: "9".repeat(40) })).body.errors).toHaveProperty("amount_kobo");
    expect((await send(staff, { expense_id: uuidv7() })).status).toBe(404);
    expect(await alone(staff)).toEqual([]);
  });

  it("of 200 MB are refused without being kept in memory, and the server answers others meanwhile", async () => {
    const { staff, colleague } = await makeCompany();
    const before = process.memoryUsage.rss();
    const [huge, other] = await Promise.all([sendMegabytes(staff, 200), send(colleague)]);
    expect([huge.status, JSON.parse(huge.text)]).toEqual([
      422,
      expect.objectContaining({ errors: { receipt: ["this file is larger than 10 MB"] } }),
    ]);
    expect(other.status).toBe(200);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150_000_000);
    expect(await alone(staff)).toEqual([]);
  }, 60_000);

  it("of a request are seen by who is asked to decide and who may see all, and become the expense's", async () => {
    const company = await makeCompany();
    const { staff, colleague, owner, finance } = company;
    const head = await api.person(["company_staff", "company_department_head"], { company_id: company.company_id });
    const step = { name: "Head", approvers: [{ who: "person", user_id: head.user_id }], need: "any" };
    const changed = await api.call(chains.changeChain, {
      token: owner.token,
      body: { kind: "expense_request", number: 0, steps: [step] },
    });
    expect(changed.status).toBe(200);
    const { id } = receiptOf(await send(staff));
    const other = receiptOf(await send(colleague));
    const stolen = await ask(company, [other.id]);
    expect(Object.keys(stolen.body.errors ?? {})).toEqual(["lines.0.receipt_ids"]);
    const request = requestOf(await ask(company, [id]));
    const seen = async ({ token }: Who) => (await api.call(calls.ofRequest, { token, params: { id: request } })).status;
    expect([await seen(staff), await seen(head), await seen(finance), await seen(colleague)]).toEqual([
      200, 200, 200, 404,
    ]);
    expect([await look(staff, id), await look(head, id), await look(finance, id), await look(colleague, id)]).toEqual([
      200, 200, 200, 404,
    ]);
    expect((await api.call(calls.remove, { token: staff.token, params: { id } })).body.code).toBe("already_merged");
    const stranger = await makeCompany();
    expect([await look(stranger.owner, id), await seen(stranger.owner)]).toEqual([404, 404]);
    const { approval_id } = (await api.call(requests.find, { token: staff.token, params: { id: request } })).body
      .data as { approval_id: string };
    const approval = (await api.call(chains.find, { token: head.token, params: { id: approval_id } })).body.data as {
      version: number;
      subject_id: string;
    };
    expect(approval.subject_id).toBe(request);
    await api.call(chains.approve, {
      token: head.token,
      params: { id: approval_id },
      body: { version: approval.version },
    });
    const { rows } = await sql<{ id: string; has_receipt: boolean }>`
      select id, has_receipt from expenses where request_id = ${request}
    `.execute(db);
    expect(rows.map(({ has_receipt }) => has_receipt)).toEqual([true]);
    expect((await ofExpense(staff, rows[0]!.id)).receipts.map((each) => each.id)).toEqual([id]);
    const part = await api.call(calls.detach, { token: staff.token, params: { id } });
    expect(part.body.code, "what was decided stays").toBe("came_with_request");
  });

  it("and lines that are there twice are said to who decides, and hold nothing up", async () => {
    const company = await makeCompany();
    const bytes = await picture();
    const first = receiptOf(await send(company.staff, {}, bytes));
    const second = receiptOf(await send(company.staff, {}, bytes));
    await ask(company, [first.id]);
    const id = requestOf(await ask(company, [second.id]));
    const { lines, status } = (await api.call(requests.find, { token: company.finance.token, params: { id } })).body
      .data as { status: string; lines: { says: string[]; receipt_ids: string[] }[] };
    expect([status, lines[0]!.receipt_ids]).toEqual(["pending", [second.id]]);
    expect(lines[0]!.says).toEqual([
      "The same amount, day and place was asked for before",
      "The same receipt was sent before",
    ]);
  });

  it("of one meal that two colleagues ask for are said to who decides about the second, without the name", async () => {
    const company = await makeCompany();
    const other = await api.person("company_staff", { company_id: company.company_id, name: "Ada" });
    await ask(company, []);
    const id = requestOf(await ask({ ...company, staff: other }, []));
    const { lines } = (await api.call(requests.find, { token: company.finance.token, params: { id } })).body.data as {
      lines: { says: string[] }[];
    };
    expect(lines[0]!.says).toEqual(["A colleague asked for the same amount, day and place"]);
    const elsewhere = await makeCompany();
    const alone = requestOf(await ask(elsewhere, []));
    const { body } = await api.call(requests.find, { token: elsewhere.finance.token, params: { id: alone } });
    expect(body.data).toMatchObject({ lines: [{ says: [] }] });
  });
});
