import * as bills from "@manilla/contract/payments/bills";
import * as calls from "@manilla/contract/payments/payment-receipts";
import * as transfers from "@manilla/contract/payments/transfers";
import * as search from "@manilla/contract/platform/search";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { richCustomer } from "../../../../../../test/bills.ts";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { receiptToken } from "../../../documents/receipt.ts";
import { readPdf } from "../../../files/pdf.ts";
import { readProviders } from "../bills/index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
await readProviders(api.app);

const rich = () => richCustomer(world, 10_000_000n);
type Person = Awaited<ReturnType<typeof rich>>;

/** What a receipt has in words, and the address that its code leads to. */
async function paperOf(call: typeof transfers.receipt | typeof bills.receipt, { token }: Person, id: string) {
  const answer = await fetch(`${api.address}/api${call.path.replace("{id}", id)}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const { lines } = await readPdf(Buffer.from(await answer.arrayBuffer()));
  const text = lines.map((pieces) => pieces.map((piece) => piece.text).join(" ")).join("\n");
  return { text, seal: /\/receipts\/([\w-]{44})/.exec(text)?.[1] ?? "" };
}
const verify = (token: string) => api.call(calls.verify, { params: { token } });
interface Told {
  title: string;
  reference: string;
  amount_kobo: number;
  amount_in_words: string;
  facts: { label: string; value: string }[];
  charges: { label: string; value: string }[];
  since: string | null;
}

async function sendToBank(person: Person) {
  const to = { kind: "bank", bank_code: "058", account_no: makeNuban("058", 410_000_321), amount_kobo: 2_000_000 };
  const { payee } = (await api.call(transfers.quote, { token: person.token, body: to })).body.data as { payee: string };
  const sent = await api.call(transfers.initiate, { token: person.token, body: { ...to, payee_name: payee } });
  const { id } = (sent.body.data as { transfer: { id: string } }).transfer;
  await waitUntil(async () => {
    await world.runJobs("send-payout", "query-payout");
    const { status } = await db.selectFrom("transfers").select("status").where("id", "=", id).executeTakeFirstOrThrow();
    return status === "success";
  });
  return { id, payee };
}

describe("the global search of the staff", () => {
  it("finds transfers by reference, session, payee, account; bills by reference and number; for nobody else", async () => {
    const person = await rich();
    const { id, payee } = await sendToBank(person);
    const { reference } = await db
      .selectFrom("transfers")
      .select("reference")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ session_id: string }>`
      select p.session_id from payouts p join transfers t on t.payout_id = p.id where t.id = ${id}
    `.execute(db);
    const bought = await api.call(bills.buyAirtime, {
      token: person.token,
      body: { service: "mtn", phone: "08031234599", amount_kobo: 60_000 },
    });
    const bill = bought.body.data as { id: string; reference: string; customer_no: string };
    const finance = await api.person("super_finance");
    const found = async (q: string, token = finance.token) => {
      const { groups } = (await api.call(search.search, { token, query: { q } })).body.data as {
        groups: { noun: string; items: { id: string }[] }[];
      };
      return groups.flatMap(({ noun, items }) =>
        /^(Transfers|Bills)$/.test(noun) ? items.map((item) => item.id) : [],
      );
    };
    const account_no = makeNuban("058", 410_000_321);
    for (const q of [id, reference.toLowerCase(), rows[0]!.session_id, payee, account_no, account_no.slice(-4)])
      expect(await found(q), q).toContain(id);
    for (const q of [bill.id, bill.reference, bill.customer_no]) expect(await found(q), q).toEqual([bill.id]);
    expect(await found(makeNuban("058", 410_000_399))).toEqual([]);
    expect(await found(reference, person.token)).toEqual([]);
  });
});

describe("a receipt that anybody checks", () => {
  it("says of a transfer what the paper says, without an account, and no more", async () => {
    const person = await rich();
    const { id, payee } = await sendToBank(person);
    const { text, seal } = await paperOf(transfers.receipt, person, id);
    expect(text).toContain("twenty thousand naira");
    const told = (await verify(seal)).body.data as Told;
    expect(told).toMatchObject({ amount_kobo: 2_000_000, since: null });
    expect(told.amount_in_words).toContain("twenty thousand naira");
    expect(told.facts).toContainEqual({ label: "Paid to", value: payee });
    expect(told.facts).toContainEqual({ label: "Session id", value: expect.stringMatching(/^\d{30}$/) as string });
    const flat = text.replaceAll(/\s/g, "");
    for (const { value } of [...told.facts, ...told.charges]) expect(flat).toContain(value.replaceAll(/\s/g, ""));
    expect(flat).toContain(told.reference);
    expect(JSON.stringify(told)).not.toMatch(/410000321|@|\+234/);
  });

  it("says that the money came back since", async () => {
    const person = await rich();
    const { id } = await sendToBank(person);
    const { seal } = await paperOf(transfers.receipt, person, id);
    await sql`update transfers set status = 'reversed' where id = ${id}`.execute(db);
    expect((await verify(seal)).body.data).toMatchObject({
      title: "Receipt of a transfer that came back",
      since: expect.stringContaining("sent the money back") as string,
    });
  });

  it("shows of a bill neither its token nor the number that it was bought for", async () => {
    const person = await rich();
    const bought = await api.call(bills.buyAirtime, {
      token: person.token,
      body: { service: "mtn", phone: "08031234567", amount_kobo: 50_000 },
    });
    const { id } = bought.body.data as { id: string };
    expect((await verify(receiptToken(api.app, "bill", id))).status).toBe(404);
    await world.runJobs("send-bill");
    await sql`update bills set tokens = '{12345678901234567890}' where id = ${id}`.execute(db);
    const { seal, text } = await paperOf(bills.receipt, person, id);
    expect(text).toContain("1234-5678-9012-3456-7890");
    const said = JSON.stringify((await verify(seal)).body.data);
    expect(said).toContain("4567");
    expect(said).not.toMatch(/1234-5678|12345678901234567890|0?8031234567/);
  });

  it("leads nowhere by another's number, by a guess, before the money arrived, and is not asked without end", async () => {
    const person = await rich();
    const { id } = await sendToBank(person);
    const seal = receiptToken(api.app, "transfer", id);
    expect((await verify(receiptToken(api.app, "transfer", uuidv7()))).status).toBe(404);
    expect((await verify(receiptToken(api.app, "bill", id))).status).toBe(404);
    expect((await verify(`${seal.slice(0, -2)}AA`)).status).toBe(404);
    expect((await verify("short")).status).toBe(422);
    await sql`update transfers set status = 'unknown' where id = ${id}`.execute(db);
    expect((await verify(seal)).status).toBe(404);
    let status = 0;
    for (let at = 0; at < 70 && status !== 429; at += 1) ({ status } = await verify(seal));
    expect(status).toBe(429);
  });
});
