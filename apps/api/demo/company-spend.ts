/** What the demo's company asks of its own people: a chain, beneficiaries at every stage, a delegate, categories and a policy. */
import * as chains from "@manilla/contract/companies/approval-chains";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as categories from "@manilla/contract/companies/expense-categories";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as policies from "@manilla/contract/companies/expense-policies";
import * as receipts from "@manilla/contract/companies/expense-receipts";
import { day } from "@manilla/contract/formats";
import { addDays, checkNuban } from "@manilla/credit";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { clock } from "../src/clock.ts";
import type { App } from "../src/house/app.ts";
import { getRow } from "../src/db/row.ts";
import { SYSTEM } from "../src/modules/platform/audit/index.ts";
import { businessDate, recordBeginning } from "../src/modules/platform/states/index.ts";
import type { Door } from "./door.ts";
import { emailOf } from "./people.ts";

/** An account number of a bank: nine digits and the check digit that they have. */
export const nuban = (bank_code: string, serial: string): string =>
  Array.from({ length: 10 }, (_, digit) => `${serial}${digit}`).find((one) => checkNuban(bank_code, one) === "valid")!;

/** Banks write names in capitals, people do not. */
const asTyped = (name: string): string => name.toLowerCase().replace(/\b\p{L}/gu, (letter) => letter.toUpperCase());

/** [bank, serial, the name that is typed where it is not the bank's, how far it has come] */
const PAYEES = [
  ["058", "110000457", null, "active"],
  ["011", "210000819", null, "active"],
  ["033", "310000236", null, "active"],
  ["057", "410000642", null, "half"],
  ["044", "510000975", null, "asked"],
  ["214", "610000318", "Kuramo Cold Chain Ltd", "asked"],
] as const;

async function leaveChain(app: App, door: Door, owner: string): Promise<void> {
  const { id } = await getRow(app.db, "users", { email: emailOf("company_department_head") }, ["id"]);
  const administrator = { who: "role", role: "company_super_admin" } as const;
  await door.call(chains.changeChain, owner, {
    body: {
      kind: "beneficiary",
      number: 0,
      steps: [
        {
          name: "Production",
          approvers: [{ who: "person", user_id: id }],
          need: "any",
          escalate_after_days: 2,
          escalate_to: administrator,
        },
        { name: "Administrator", approvers: [administrator], need: "any" },
      ],
    },
  });
}

/** [the category's code, merchant, the least and the most that it costs in naira] */
const SHOPS = [
  ["449", "NNPC Ikeja", 8_000, 45_000],
  ["491", "Bukka Hut", 2_500, 14_000],
  ["493", "GIG Mobility", 6_000, 38_000],
  ["492", "Transcorp Hilton", 60_000, 180_000],
  ["461", "Jumia Office", 4_000, 60_000],
  ["489", "MTN Nigeria", 3_000, 20_000],
  ["420", "Terra Kulture", 9_000, 55_000],
] as const;
const SPENDERS = ["company_staff", "company_department_head", "company_unit_head"] as const;
const EXPENSES = 70;

/** A receipt as a shop prints it and a phone photographs it. */
async function receiptOf(merchant: string, spent_on: string, naira: number) {
  const lines = [merchant.toUpperCase(), day(spent_on), "", `TOTAL NGN ${naira}.00`, "Thank you"];
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="420" height="560"><rect width="420" height="560" fill="#f7f5ee"/>${lines
    .map((line, at) => `<text x="40" y="${90 + at * 60}" font-size="28" font-family="monospace">${line}</text>`)
    .join("")}</svg>`;
  return { name: "receipt.png", media_type: "image/png", bytes: await sharp(Buffer.from(drawing)).png().toBuffer() };
}

/** Categories, a policy, and what some spent in a quarter: there is no card yet that would bring expenses, so they are put there. */
async function leaveExpenses(app: App, door: Door, finance: string): Promise<void> {
  await door.call(categories.takeChart, finance);
  await door.call(requests.setTerms, finance, { body: { mileage_rate_kobo: 18_000 } });
  const { company_id } = await getRow(app.db, "users", { email: emailOf("company_staff") }, ["company_id"]);
  const rows = await app.db
    .selectFrom("expense_categories")
    .select(["id", "ledger_code"])
    .where("company_id", "=", company_id)
    .execute();
  const idOf = (code: string): string => rows.find(({ ledger_code }) => ledger_code === code)!.id;
  const rules = [
    { name: "Receipts", effect: "ask", receipt_from_kobo: 1_000_000 },
    {
      name: "Fuel in a month",
      effect: "warn",
      category_ids: [idOf("449")],
      cap_period_kobo: 8_000_000,
      period: "month",
    },
    { name: "Lodging for a night", effect: "refuse", category_ids: [idOf("492")], cap_item_kobo: 15_000_000 },
    { name: "Days away", effect: "warn", category_ids: [idOf("491")], per_diem_kobo: 2_500_000 },
    { name: "In time", effect: "warn", submit_within_days: 30 },
  ];
  const { policy } = await door.call(policies.create, finance, { body: { name: "Travel and fuel", rules } });
  await door.call(policies.attach, finance, { body: { policy_id: policy.id, roles: [...SPENDERS] } });
  const today = await businessDate(app.db);
  const people = await Promise.all(SPENDERS.map((role) => getRow(app.db, "users", { email: emailOf(role) }, ["id"])));
  const places = await app.db
    .selectFrom("department_members")
    .select(["user_id", "department_id"])
    .where("company_id", "=", company_id!)
    .execute();
  for (let at = 0; at < EXPENSES; at += 1) {
    const [code, merchant, least, most] = SHOPS[(at * 5) % SHOPS.length]!;
    const user_id = people[at % people.length]!.id;
    const spent_on = addDays(today, -((at * 17) % 88));
    const naira = least + Math.round((((at * 37) % 100) / 100) * (most - least) * 0.01) * 100;
    const row = {
      company_id: company_id!,
      user_id,
      merchant,
      spent_on,
      category_id: idOf(code),
      amount_kobo: BigInt(naira) * 100n,
    };
    const department_id = places.find((place) => place.user_id === user_id)?.department_id ?? null;
    const handed_in = Date.parse(`${addDays(spent_on, 1 + (at % 9) * 5)}T09:00:00Z`);
    const created_at = new Date(Math.min(handed_in, clock.milliseconds()));
    const id = uuidv7();
    await app.db
      .insertInto("expenses")
      .values({ id, ...row, department_id, recorded_on: spent_on, created_at })
      .execute();
    const token = await door.as(emailOf(SPENDERS[at % SPENDERS.length]!));
    const file = await receiptOf(merchant, spent_on, naira);
    if (at % 4 !== 0) await door.call(receipts.upload, token, { body: { expense_id: id }, file });
    // One that has not found its expense yet.
    else if (at === 0)
      await door.call(receipts.upload, token, {
        body: { merchant, amount_kobo: naira * 100, spent_on, stays_alone: "yes" },
        file,
      });
    await app.db.transaction().execute((tx) => recordBeginning(tx, "expense", id, "recorded", SYSTEM));
  }
}

/** Requests of employees at two stages: one that finance has approved, one that waits. */
async function leaveRequests(app: App, door: Door, finance: string): Promise<void> {
  const today = await businessDate(app.db);
  const [staff, unit] = [await door.as(emailOf("company_staff")), await door.as(emailOf("company_unit_head"))];
  const ask = (token: string, purpose: string, lines: readonly (readonly [string, number, number])[]) =>
    door.call(requests.create, token, {
      body: {
        kind: "reimbursement",
        purpose,
        is_draft: false,
        lines: lines.map(([merchant, naira, days]) => ({
          merchant,
          amount_kobo: naira * 100,
          spent_on: addDays(today, -days),
        })),
      },
    });
  const { request } = await ask(staff, "Delivery to Aba, road and meals", [
    ["GIG Mobility", 18_500, 3],
    ["Bukka Hut", 4_200, 3],
  ]);
  await ask(unit, "Thermometers for the cold store", [["Jumia Office", 46_000, 1]]);
  const agree = async (id: string): Promise<void> => {
    const { version } = await door.call(requests.find, finance, { params: { id } });
    await door.call(requests.decide, finance, { body: { request_id: id, decision: "approve", version } });
  };
  await agree(request.id);
  const advance = await door.call(requests.create, unit, {
    body: {
      kind: "advance",
      purpose: "Week in Kano",
      is_draft: false,
      lines: [{ merchant: "Fuel and lodging", amount_kobo: 6_000_000, spent_on: today }],
    },
  });
  await agree(advance.request.id);
  const owner = await door.as(emailOf("company_super_admin"));
  const { id, version } = (await door.call(requests.find, owner, { params: { id: advance.request.id } })) as {
    id: string;
    version: number;
  };
  await door.call(requests.pay, owner, { params: { id }, body: { into: "purse", version } });
}

/** Everything else goes through the calls that the company's people make themselves. */
export async function leaveSpend(app: App, door: Door): Promise<void> {
  const [owner, finance, head] = [
    await door.as(emailOf("company_super_admin")),
    await door.as(emailOf("company_finance_manager")),
    await door.as(emailOf("company_department_head")),
  ];
  await leaveChain(app, door, owner);
  const agree = async (id: string, token: string): Promise<void> => {
    const { version } = await door.call(chains.find, token, { params: { id } });
    await door.call(chains.approve, token, { params: { id }, body: { version } });
  };
  for (const [bank_code, serial, typed, stage] of PAYEES) {
    const account = { bank_code, account_no: nuban(bank_code, serial) };
    const { account_name } = await door.call(beneficiaries.enquire, finance, { body: account });
    const body = { ...account, name: typed ?? asTyped(account_name), name_confirmed: typed !== null };
    const { approval_id } = await door.call(beneficiaries.create, finance, { body });
    if (stage !== "asked") await agree(approval_id, head);
    if (stage === "active") await agree(approval_id, owner);
  }
  await leaveExpenses(app, door, finance);
  await leaveRequests(app, door, finance);
  const today = await businessDate(app.db);
  const { id: delegate_id } = await getRow(app.db, "users", { email: emailOf("company_unit_head") }, ["id"]);
  await door.call(chains.delegate, head, {
    body: { delegate_id, from_on: addDays(today, 7), until_on: addDays(today, 14), reason: "Annual leave" },
  });
}
