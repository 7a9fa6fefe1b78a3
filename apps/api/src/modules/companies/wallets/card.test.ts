import * as calls from "@manilla/contract/companies/wallets";
import * as statements from "@manilla/contract/money/bank-statements";
import * as reconciliation from "@manilla/contract/money/reconciliation";
import * as repayments from "@manilla/contract/lending/repayments";
import * as approvals from "@manilla/contract/platform/approvals";
import { balanceOf } from "@manilla/ledger";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { keepUnidentified } from "../../money/exceptions/index.ts";
import { receiveForCompany } from "../../money/receipts/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";

const world = await useLendingWorld();
const { api } = world;
const { db } = api.app;

let count = 0;
async function company() {
  count += 1;
  const id = await api.company({ name: `Payer ${count}` });
  const finance = await api.person("company_finance_manager", { company_id: id, name: "Funmi" });
  return { id, finance };
}
type Company = Awaited<ReturnType<typeof company>>;
const pay = async ({ finance }: Company, amount_kobo: number, more: object = {}) =>
  api.call(calls.payByCard, { token: finance.token, body: { amount_kobo }, ...more });
const dataOf = ({ body }: { body: { data: unknown } }) =>
  body.data as { authorization_url: string; reference: string; status: string; available_kobo: number };
const onPage = (authorization_url: string, card = "success") =>
  fetch(authorization_url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ card }),
  });
const confirm = ({ finance }: Company, reference: string) =>
  api.call(calls.confirmCard, { token: finance.token, body: { reference } });
const balance = async ({ id, finance }: Company) =>
  (
    (await api.call(calls.find, { token: finance.token, params: { id } })).body.data as {
      debit: { balance_kobo: number };
    }
  ).debit.balance_kobo;
async function decide(approval_id: string, token: string) {
  const { version } = await db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return api.call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
}
const idOf = ({ body }: { body: { data?: unknown } }) => (body.data as { approval_id: string }).approval_id;

describe("money into a wallet by card", () => {
  it("is there once, however often the provider says so, and is the company's, not the payer's", async () => {
    const one = await company();
    const key = uuidv7();
    const asked = await pay(one, 25_000_000, { key });
    const { authorization_url, reference } = dataOf(asked);
    expect(dataOf(await pay(one, 25_000_000, { key })).reference).toBe(reference);
    expect(dataOf(await confirm(one, reference)).status).toBe("pending");
    await onPage(authorization_url);
    const [said] = await Promise.all([confirm(one, reference), world.runJobs("receive-webhook")]);
    expect(said.status).toBe(200);
    await world.runJobs("receive-webhook");
    expect(dataOf(await confirm(one, reference))).toEqual({ status: "success", available_kobo: 25_000_000 });
    expect(await balance(one)).toBe(25_000_000);
    const receipts = await db
      .selectFrom("receipts")
      .select(["user_id", "company_id", "source", "purpose"])
      .where("reference", "=", reference)
      .execute();
    expect(receipts).toEqual([
      { user_id: null, company_id: one.id, source: "card_settlement", purpose: "wallet_funding" },
    ]);
    const { rows } = await sql<{ code: string; kobo: bigint }>`
      select a.chart_code as code, p.amount_kobo as kobo
      from receipts r
      join ledger.postings p on p.transaction_id = r.ledger_transaction_id
      join ledger.accounts a on a.id = p.account_id
      where r.reference = ${reference} order by p.number
    `.execute(db);
    expect(rows.map(({ code, kobo }) => [code, Number(kobo)])).toEqual([
      ["card_settlement", 25_000_000],
      ["company_wallet", -25_000_000],
    ]);
    const kinds = await db
      .selectFrom("wallet_movements")
      .select(["kind", "amount_kobo"])
      .where("company_id", "=", one.id)
      .execute();
    expect(kinds).toEqual([{ kind: "card_in", amount_kobo: 25_000_000n }]);
    await world.prove();
  });

  it("reaches the bank less the provider's charge, which a person names: the wallet keeps what was paid", async () => {
    const one = await company();
    // A payment that the sandbox's bank does not settle by itself, whole.
    const reference = `CH-${one.id.slice(-12)}`;
    const money = { company_id: one.id, amount_kobo: 25_000_000n, channel: "card", source: "card_settlement" } as const;
    const on = await businessDate(db);
    await db.transaction().execute((tx) => receiveForCompany(tx, api.app, { ...money, reference, on, actor: SYSTEM }));
    await takeToday(world, [[24_800_000, reference]]);
    await api.call(statements.run, { token: world.maker.token, body: { business_date: on } });
    const { rows: items } = await sql<{ id: string; status: string }>`
      select i.id, i.status from reconciliation_items i where i.reference = ${reference}
    `.execute(db);
    expect(items).toMatchObject([{ status: "short" }]);
    const before = (await balanceOf(queryable(db), "provider_charges")).balance_kobo;
    const named = await api.call(reconciliation.resolve, {
      token: world.maker.token,
      params: { id: items[0]!.id },
      body: { account: "provider_charges", reason: "Paystack's charge" },
    });
    expect(named.status, JSON.stringify(named.body)).toBe(200);
    expect((await world.approve(idOf(named))).status).toBe(200);
    const { rows } = await sql<{ code: string; kobo: bigint }>`
      select a.chart_code as code, p.amount_kobo as kobo
      from bank_statement_lines s
      join ledger.postings p on p.transaction_id = s.ledger_transaction_id
      join ledger.accounts a on a.id = p.account_id
      where s.reference = ${reference}
      order by p.amount_kobo desc
    `.execute(db);
    expect(rows.map(({ code, kobo }) => [code, Number(kobo)])).toEqual([
      ["bank_operating", 24_800_000],
      ["provider_charges", 200_000],
      ["card_settlement", -25_000_000],
    ]);
    expect((await balanceOf(queryable(db), "provider_charges")).balance_kobo - before).toBe(200_000n);
    expect(await balance(one)).toBe(25_000_000);
    await world.prove();
  });

  it("is asked about by its company alone, and by those who fund its wallet", async () => {
    const [one, other] = [await company(), await company()];
    const { reference } = dataOf(await pay(one, 1_000_000));
    expect((await confirm(other, reference)).status).toBe(404);
    const audit = await api.person("company_audit", { company_id: one.id });
    expect((await pay({ ...one, finance: audit }, 1_000)).status).toBe(403);
    expect((await pay(one, 0)).status).toBe(422);
    await sql`update companies set status = 'deactivated' where id = ${other.id}`.execute(db);
    expect((await pay(other, 1_000)).status).toBeGreaterThanOrEqual(400);
  });
});

describe("money without a name that is a company's", () => {
  const maker = world.maker;
  async function money(amount_kobo: bigint) {
    const reference = `SOMEBODYS-${uuidv7()}`;
    const on = await businessDate(db);
    await db
      .transaction()
      .execute((tx) => keepUnidentified(tx, { reference, sender: "LAGOON FOODS" }, amount_kobo, on));
    const { id } = await db
      .selectFrom("reconciliation_items")
      .select("id")
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    return { id, reference };
  }
  const claim = (id: string, body: object, token = maker.token) =>
    api.call(reconciliation.claim, { token, params: { id }, body: { note: "The slip names it", ...body } });

  it("is given to its wallet by two persons, once, and can be taken back as long as it is there", async () => {
    const one = await company();
    const { id, reference } = await money(7_700_000n);
    expect((await claim(id, {})).status).toBe(422);
    expect((await claim(id, { company_id: uuidv7() })).body.errors).toHaveProperty("company_id");
    expect((await claim(id, { company_id: one.id, user_id: maker.user_id })).status).toBe(422);
    const asked = idOf(await claim(id, { company_id: one.id }));
    expect((await decide(asked, maker.token)).status).toBe(403);
    expect(await balance(one)).toBe(0);
    const shown = (await api.call(approvals.find, { token: world.checker.token, params: { id: asked } })).body.data as {
      effect: { facts: object[]; measures: object[] };
    };
    expect(shown.effect.facts).toContainEqual({ label: "Given to", value: `The wallet of Payer ${count}` });
    expect(shown.effect.measures).toContainEqual({ label: "Company wallet", before: 0, after: 7_700_000 });
    expect((await decide(asked, world.checker.token)).status).toBe(200);
    expect(await balance(one)).toBe(7_700_000);
    expect((await claim(id, { company_id: one.id })).body).toMatchObject({ code: "already_decided" });
    const receipt = await db
      .selectFrom("receipts")
      .select(["id", "company_id", "user_id"])
      .where("reference", "=", reference)
      .executeTakeFirstOrThrow();
    expect(receipt).toMatchObject({ company_id: one.id, user_id: null });
    const back = await api.call(repayments.reverseReceipt, {
      token: maker.token,
      params: { id: receipt.id },
      body: { reason: "It was another company's." },
    });
    expect((await decide(idOf(back), world.checker.token)).status).toBe(200);
    expect(await balance(one)).toBe(0);
    expect((await claim(id, { company_id: (await company()).id })).status).toBe(200);
    await world.prove();
  });
});
