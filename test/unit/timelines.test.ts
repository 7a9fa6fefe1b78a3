/** One line of time for a person, a card, a company and a transfer: what is in it, what the reader may not see, its pages, and how it is read. */
import * as admissions from "@manilla/contract/companies/admissions";
import * as assignments from "@manilla/contract/people/assignments";
import * as cards from "@manilla/contract/cards/cards";
import type { Endpoint } from "@manilla/contract/endpoint";
import * as people from "@manilla/contract/people/people";
import * as transfers from "@manilla/contract/payments/transfers";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { expect, it } from "vitest";
import { makeNuban } from "../../apps/sandbox/src/nuban.ts";
import { cardInUse, cashWith, deliver, issuerBody, purseWith } from "../card-payments.ts";
import { waitUntil } from "../lending.ts";
import { useLendingWorld } from "../world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { db } = api.app;
const finance = await api.person("super_finance");
const support = await api.person("super_support", { name: "Sola", last_name: "Support" });
const risk = await api.person("super_risk");
const sales = await api.person("super_sales_agent");
const operations = await api.person("super_operations");

interface Entry {
  id: string;
  kind: string;
  words: string;
  detail: string | null;
  who: string | null;
  link: string | null;
  happened_at: string;
}
interface Page {
  kinds: string[];
  entries: Entry[];
  next: string | null;
}
async function read(
  call: Endpoint,
  id: string,
  { token }: { token: string },
  query: Record<string, string> = {},
): Promise<Page> {
  const { status, body } = await api.call(call, { token, params: { id }, query });
  expect([status, body.message]).toEqual([200, expect.anything()]);
  // The call's schema has held it; its answer is a page with moments as text.
  return body.data as unknown as Page;
}
const found = ({ entries }: Page, words: string | RegExp) =>
  entries.find((entry) => (typeof words === "string" ? entry.words === words : words.test(entry.words)));
const inWords = (page: Page) => {
  for (const { words, who, detail } of page.entries)
    expect(`${words} ${who ?? ""} ${detail ?? ""}`).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|undefined|[{}]/);
};

const { id: loan_id, customer } = await world.running();
await api.call(assignments.markAsContacted, {
  token: support.token,
  body: { user_id: customer.user_id, channel: "phone", outcome: "reached", note: "Wants to pay early." },
});
const { rows: debits } = await sql<{ reference: string }>`
  insert into charges (id, user_id, loan_id, kind, amount_kobo, reference, status, failure)
  values (${uuidv7()}, ${customer.user_id}, ${loan_id}, 'repayment', 250000, ${`T-${uuidv7()}`}, 'failed', 'Insufficient funds')
  returning reference
`.execute(db);
await cashWith(api, customer.user_id, 3_000_000n);
await db.insertInto("user_plans").values({ id: uuidv7(), user_id: customer.user_id, plan: "tier_3" }).execute();
const payee = { kind: "bank", bank_code: "058", account_no: makeNuban("058", 300_000_001), amount_kobo: 700_000 };
const quote = await api.call(transfers.quote, { token: customer.token, body: payee });
const sent = await api.call(transfers.initiate, {
  token: customer.token,
  body: { ...payee, payee_name: (quote.body.data as { payee: string }).payee },
});
const { id: transfer_id } = (sent.body.data as { transfer: { id: string } }).transfer;
await waitUntil(async () => {
  await world.runJobs("send-payout", "query-payout");
  const { status } = await db
    .selectFrom("transfers")
    .select("status")
    .where("id", "=", transfer_id)
    .executeTakeFirstOrThrow();
  return status === "success";
});

it("tells a person's money, attempts, calls, messages and decisions, each with its page", async () => {
  const page = await read(people.activity, customer.user_id, operations);
  inWords(page);
  expect(found(page, /^₦\S+ out, to a bank account$/)).toMatchObject({
    kind: "money",
    link: `/admin/transactions/${transfer_id}`,
  });
  expect(found(page, /^₦100,000\.00 out, loan paid out$/)).toMatchObject({ kind: "money" });
  expect(found(page, "Debit of ₦2,500.00: failed")).toMatchObject({
    kind: "attempts",
    detail: "Insufficient funds",
    link: `/admin/repayments/debits?search=${debits[0]!.reference}`,
  });
  expect(found(page, "Contact: reached")).toMatchObject({
    kind: "calls",
    who: "Sola Support",
    detail: "Wants to pay early.",
    link: `/admin/users/${customer.user_id}?tab=contacts`,
  });
  expect(page.entries.some(({ kind, link }) => kind === "messages" && link === `/admin/transfers/${transfer_id}`)).toBe(
    true,
  );
  expect(found(page, /^Loan LN-.*→ Running$/)).toMatchObject({ kind: "decisions", link: `/admin/loans/${loan_id}` });
  const moments = page.entries.map(({ happened_at }) => Date.parse(happened_at));
  expect(moments).toEqual(moments.toSorted((left, right) => right - left));
});

it("is without what the reader may not see", async () => {
  // Risk sees the money of loans, and none of the wallet's.
  const seen = await read(people.activity, customer.user_id, risk);
  const payout = found(seen, /^₦100,000\.00 out, loan paid out$/);
  expect(payout?.link).toMatch(/^\/admin\/payments\//);
  expect(found(seen, /to a bank account/)).toBeUndefined();
  expect(JSON.stringify(seen)).not.toContain(transfer_id);
  for (const { entries, kinds } of [await read(people.activity, customer.user_id, sales)]) {
    const all = JSON.stringify(entries);
    expect([all.includes(transfer_id), all.includes("credit-decisions"), kinds.includes("decisions")]).toEqual([
      false,
      false,
      true,
    ]);
  }
  // Messages about papers need the papers' right, whoever sees the money.
  await sql`
    insert into notifications (id, user_id, kind, title, body)
    values (${uuidv7()}, ${customer.user_id}, 'document', 'Your payslip was not accepted', 'It is cut off')
  `.execute(db);
  const toldOf = async (reader: { token: string }) =>
    found(await read(people.activity, customer.user_id, reader, { kind: "messages" }), /payslip/) !== undefined;
  expect([await toldOf(operations), await toldOf(finance)]).toEqual([true, false]);
  expect((await api.call(people.activity, { token: customer.token, params: { id: customer.user_id } })).status).toBe(
    403,
  );
  for (const call of [cards.timeline, transfers.timeline, admissions.timeline])
    expect([401, 403]).toContain((await api.call(call, { token: customer.token, params: { id: transfer_id } })).status);
});

it("is read a page at a time, complete and without doubles, and one kind where one asks", async () => {
  // Many at one moment: the order inside it holds from page to page.
  await sql`
    insert into comments (id, user_id, author_id, author_name, body, created_at)
    select gen_random_uuid(), ${customer.user_id}, ${support.user_id}, 'Sola Support', 'Note ' || n, '2026-01-05T10:00:00.123456Z'
    from generate_series(1, 130) n
  `.execute(db);
  const notes = new Set<string>();
  let [before, pages] = [undefined as string | undefined, 0];
  do {
    const page = await read(people.activity, customer.user_id, operations, {
      kind: "notes",
      ...(before && { before }),
    });
    for (const { kind, detail } of page.entries) {
      expect([kind, notes.has(detail!)]).toEqual(["notes", false]);
      notes.add(detail!);
    }
    [before, pages] = [page.next ?? undefined, pages + 1];
  } while (before);
  expect([notes.size, pages]).toEqual([130, 3]);
  const wrong = { token: operations.token, params: { id: customer.user_id }, query: { before: "yesterday" } };
  expect((await api.call(people.activity, wrong)).status).toBe(422);
});

it("tells what happened on a card: payments, what was taken, who set its limits and who froze it", async () => {
  const company_id = await api.company({});
  const owner = await api.person("company_super_admin", { company_id });
  const holder = await api.person("company_staff", { company_id, name: "Emeka", last_name: "Obi" });
  for (const { user_id } of [holder, owner])
    await db.updateTable("profiles").set({ status: "activated" }).where("user_id", "=", user_id).execute();
  await purseWith(api, { company_id, user_id: holder.user_id, amount_kobo: 10_000_000n });
  const card = await cardInUse(api, { kind: "company_debit", user_id: holder.user_id, company_id });
  expect((await deliver(api, issuerBody(card, {}))).responseCode).toBe("00");
  expect((await deliver(api, issuerBody(card, { amount: "900000.00" }))).responseCode).toBe("51");
  const froze = await api.call(cards.freeze, {
    token: owner.token,
    params: { id: card.id },
    body: { reason: "On leave" },
  });
  expect(froze.status).toBe(200);
  const page = await read(cards.timeline, card.id, operations);
  inWords(page);
  expect(found(page, "₦1,000.00 at Shoprite Ikeja: held")).toMatchObject({
    kind: "attempts",
    link: expect.stringMatching(/^\/admin\/cards\/transaction\//),
  });
  expect(found(page, "₦900,000.00 at Shoprite Ikeja: declined")?.detail).toBe("Not enough money");
  expect(found(page, "Frozen by the company")).toMatchObject({ kind: "decisions", detail: "On leave" });
  expect((await api.call(cards.timeline, { token: holder.token, params: { id: card.id } })).status).toBe(403);
  const none = { token: operations.token, params: { id: uuidv7() } };
  expect((await api.call(cards.timeline, none)).status).toBe(404);
  // Its company has the money that came in.
  const ofCompany = await read(admissions.timeline, company_id, await api.person("super_admin"));
  inWords(ofCompany);
  expect(ofCompany.entries.some(({ kind, link }) => kind === "money" && link?.startsWith("/admin/transactions/"))).toBe(
    true,
  );
  const business = await read(admissions.timeline, company_id, await api.person("super_business"));
  expect(business.kinds).not.toContain("money");
});

it("tells each step of a transfer and each attempt at the bank", async () => {
  const page = await read(transfers.timeline, transfer_id, finance);
  inWords(page);
  expect(page.entries.some(({ kind, link }) => kind === "attempts" && link?.startsWith("/admin/payments/"))).toBe(true);
  expect(page.entries.filter(({ kind }) => kind === "money")).toHaveLength(1);
  expect(page.entries.some(({ kind }) => kind === "messages")).toBe(true);
  expect((await api.call(transfers.timeline, { token: risk.token, params: { id: transfer_id } })).status).toBe(403);
});

it("tells of a company's wallet, deductions, statements and expenses only to those who see them elsewhere", async () => {
  const company_id = await api.company({});
  const acts = [
    "company_approved",
    "line_offered",
    "wallet_limits_set",
    "limit_raised",
    "deductions_paid",
    "line_payment_chosen",
    "expense_terms_set",
    "of_a_room_to_come",
  ];
  await sql`
    insert into audit_records (id, actor_name, action, subject_type, subject_id)
    select gen_random_uuid(), 'Adaeze Obi', action, 'company', ${company_id}
    from unnest(${acts}::text[]) action
  `.execute(db);
  const toldTo = async (roles: Parameters<typeof api.person>[0]) => {
    const { entries } = await read(admissions.timeline, company_id, await api.person(roles));
    return acts.filter((act) => entries.some(({ words }) => words.toLowerCase().replaceAll(" ", "_") === act));
  };
  const business = ["company_approved", "line_offered", "wallet_limits_set", "limit_raised"];
  expect(await toldTo("super_business")).toEqual(business);
  expect(await toldTo(["super_business", "super_support"])).toEqual([...business, "deductions_paid"]);
  expect(await toldTo(["super_business", "super_risk"])).toEqual([
    ...business,
    "deductions_paid",
    "line_payment_chosen",
  ]);
  expect(await toldTo(["super_business", "super_finance"])).toEqual(acts.slice(0, -1));
  expect(await toldTo("super_admin")).toEqual(acts);
});
