/** What a company's wallet has paid, with the order that asked for it; and a number that its administrator has verified. */
async function makeBillsOfCompany({ api }: LendingWorld, company_id: string, { user_id }: Person): Promise<void> {
  const [order_id, bill_id] = [uuidv7(), uuidv7()];
  await sql`
    with verified as (
      insert into bill_customers (id, user_id, kind, service, customer_no, outstanding_kobo, minimum_kobo, verified_at)
      values (gen_random_uuid(), ${user_id}, 'electricity', 'ikeja-prepaid', '1111111111111', 0, 0, now() + interval '1 day')
    ), ordered as (
      insert into bill_orders (
        id, user_id, company_id, reference, what, row_count, total_kobo, status, business_date, created_at
      )
      values (
        ${order_id}, ${user_id}, ${company_id}, ${`BO${uuidv7()}`}, 'MTN for 08031234567', 1, 10000, 'done', '2026-01-15',
        now()
      )
      returning id
    )
    insert into bills (
      id, user_id, company_id, paid_from, kind, service, service_name, item, item_name, customer_no, amount_kobo,
      fee_kobo, vat_kobo, commission_bps, cashback_bps, reference, provider, status, commission_kobo, ended_at,
      business_date, ledger_transaction_id, order_id, order_row
    )
    select ${bill_id}, ${user_id}, ${company_id}, 'company', 'airtime', 'mtn', 'MTN', 'any', 'Any amount', '08031234567',
      10000, 0, 0, 300, 0, ${`BL${uuidv7()}`}, 'baxi', 'delivered', 300, now(), '2026-01-15', ${uuidv7()}, id, 1
    from ordered
  `.execute(api.app.db);
}

/** Numbers that the person has verified, a bill that was delivered, and a claim about it that was closed. */
async function makeBills({ api }: LendingWorld, { user_id }: Person): Promise<void> {
  await sql`
    insert into bill_customers (id, user_id, kind, service, customer_no, outstanding_kobo, minimum_kobo, verified_at)
    select gen_random_uuid(), ${user_id}, k, s, '1111111111111', 0, 0, now() + interval '1 day'
    from (values ('electricity', 'ikeja-prepaid'), ('television', 'dstv')) v (k, s)
  `.execute(api.app.db);
  const bill_id = uuidv7();
  await sql`
    insert into bills (
      id, user_id, paid_from, kind, service, service_name, item, item_name, customer_no, amount_kobo, fee_kobo, vat_kobo,
      commission_bps, cashback_bps, reference, provider, status, commission_kobo, ended_at, business_date,
      ledger_transaction_id
    )
    values (
      ${bill_id}, ${user_id}, 'cash', 'airtime', 'mtn', 'MTN', 'any', 'Any amount', '08031234567', 10000, 0, 0, 300, 100,
      ${`BL${uuidv7()}`}, 'baxi', 'delivered', 300, now(), '2026-01-15', ${uuidv7()}
    )
  `.execute(api.app.db);
  await sql`
    with favourite as (
      insert into bill_favourites (
        id, user_id, name, kind, service, service_name, item, item_name, customer_no, amount_kobo, created_at
      )
      values (
        ${uuidv7()}, ${user_id}, 'Mother', 'airtime', 'glo', 'Glo', 'any', 'Any amount', '08051234567', 10000, now()
      )
    )
    insert into bill_plans (
      id, user_id, name, kind, service, service_name, item, item_name, customer_no, amount_kobo, every, on_day,
      maximum_kobo, next_on, status, created_at
    )
    values (
      ${uuidv7()}, ${user_id}, 'Mother', 'airtime', 'mtn', 'MTN', 'any', 'Any amount', '08031234567', 10000, 'week', 1,
      10000, '2099-01-01', 'active', now()
    )
  `.execute(api.app.db);
  await sql`
    insert into refund_cases (
      id, bill_id, user_id, reference, what, cause, claim, statement, status, amount_kobo, paid_at, due_at, created_at
    )
    values (
      ${uuidv7()}, ${bill_id}, ${user_id}, ${`BL${uuidv7()}`}, 'MTN', 'claimed', 'not_me', 'It was not me.', 'cancelled',
      10000, now(), now(), now()
    )
  `.execute(api.app.db);
}

/**
 * Two full tenants in one database, each a company with staff and borrowers and a customer without a company, with something in every table that
 * belongs to a person or a company: what the sweeps of promises Z2 swap and compare.
 */
import type { Endpoint } from "@manilla/contract/endpoint";
import * as transferBatches from "@manilla/contract/payments/transfer-batches";
import * as beneficiaries from "@manilla/contract/companies/beneficiaries";
import * as categories from "@manilla/contract/companies/expense-categories";
import * as chains from "@manilla/contract/companies/approval-chains";
import * as receipts from "@manilla/contract/companies/expense-receipts";
import * as requests from "@manilla/contract/companies/expense-requests";
import * as policies from "@manilla/contract/companies/expense-policies";
import * as complaints from "@manilla/contract/people/complaints";
import * as documents from "@manilla/contract/people/documents";
import * as people from "@manilla/contract/people/people";
import * as repayments from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import sharp from "sharp";
import { uuidv7 } from "uuidv7";
import { clock } from "../apps/api/src/clock.ts";
import { storeFile } from "../apps/api/src/files/storage.ts";
import { openSession } from "../apps/api/src/http/session.ts";
import { issueLetter } from "../apps/api/src/modules/lending/loans/letters.ts";
import { makeNuban } from "../apps/sandbox/src/nuban.ts";
import type { TestApi } from "./api.ts";
import type { LendingWorld } from "./lending.ts";

export type Person = Awaited<ReturnType<TestApi["person"]>>;

export interface Tenant {
  /** A word in every name of this tenant; another tenant's answers may not contain it. */
  marker: string;
  company_id: string;
  /** A customer without a company, an employee with loans, and the company's administrator. */
  people: { customer: Person; employee: Person; administrator: Person };
  /** The loan of each borrower that runs and the one that waits for an answer. */
  running: Record<"customer" | "employee", string>;
  offered: Record<"customer" | "employee", string>;
  /** Two more of its people, who decide; what they have asked for waits for the administrator. */
  colleagues: { finance: string; hr: string };
  /** What waits for the administrator, and one of the company's expense policies. */
  waiting: string;
  beneficiary: string;
  policy: string;
  /** What the employee spent, and a receipt that they sent. */
  expense: string;
  receipt: string;
  /** Two departments of the company; the employee belongs to the first. */
  departments: readonly [string, string];
}

let serial = 400_000_000;

async function makeBorrower(
  { api }: LendingWorld,
  role: "staff" | "company_staff",
  marker: string,
  company_id?: string,
): Promise<Person> {
  const person = await api.person(role, { name: marker, last_name: "Borrower", company_id });
  const { app } = api;
  serial += 7;
  const account_no = makeNuban("058", serial);
  const { data_key } = await app.db
    .selectFrom("users")
    .select("data_key")
    .where("id", "=", person.user_id)
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable("profiles")
    .set({
      status: "activated",
      bank_code: "058",
      bank_name: "Guaranty Trust Bank",
      account_name: `${marker} Borrower`,
      account_no_last4: account_no.slice(-4),
      bank_account_status: "verified",
      address: `${marker} Road 1`,
      employment_status: "employed",
      salary_kobo: 30_000_000n,
      salary_day: 25,
      employer: `${marker} Foods`,
      account_no_encrypted: app.encryption.encrypt(
        person.user_id,
        data_key ?? Buffer.alloc(0),
        "account_no",
        account_no,
      ),
      account_no_hash: app.encryption.hash("account_no", account_no),
    })
    .where("user_id", "=", person.user_id)
    .execute();
  return person;
}

async function makeOffered(world: LendingWorld, customer: Person, company_id: string | null): Promise<string> {
  const { db } = world.api.app;
  const { id, reference } = await world.loan({ customer, status: "offered" });
  await db
    .updateTable("loans")
    .set({ company_id, offered_at: clock.now(), offer_expires_on: "2026-02-15" })
    .where("id", "=", id)
    .execute();
  await issueLetter(db, world.api.app, {
    kind: "offer_letter",
    user_id: customer.user_id,
    loan_id: id,
    reference: `${reference}/OFFER`,
    issued_on: "2026-01-15",
    content: {
      title: "Offer letter",
      reference,
      date: "15 January 2026",
      to: [customer.email],
      parts: [{ text: "An offer." }],
    },
  });
  return id;
}

/** What a borrower leaves behind in the course of a loan: card, charge, receipt, account number, documents, messages, other sessions, passkeys. */
async function live(
  world: LendingWorld,
  staff: Person,
  person: Person,
  marker: string,
  loan_id: string,
): Promise<void> {
  const { api } = world;
  await world.addCard(person);
  await api.call(repayments.instantTransfer, { token: person.token, body: { loan_id, amount_kobo: 100_000 } });
  await api.call(repayments.transfer, { token: person.token, body: {} });
  const image = await sharp({ create: { width: 600, height: 400, channels: 3, background: "#888" } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.set("title", `${marker} paper`);
  form.set("document", new Blob([new Uint8Array(image)], { type: "image/jpeg" }), `${marker}.jpg`);
  await api.call(documents.uploadCustom, { token: person.token, body: form });
  await api.call(documents.request, {
    token: staff.token,
    params: { id: person.user_id },
    body: { types: ["work_id"], note: `${marker} please` },
  });
  await api.call(people.addComment, {
    token: staff.token,
    params: { id: person.user_id },
    body: { body: `${marker} comment` },
  });
  await openSession(api.app.db, { user_id: person.user_id, network_address: "127.0.0.2", device: `${marker} phone` });
  for (const kept of [1, 2])
    await api.app.db
      .insertInto("passkeys")
      .values({
        id: uuidv7(),
        user_id: person.user_id,
        credential_id: `${marker}-${person.user_id}-${kept}`,
        public_key: Buffer.from(marker),
        counter: 0n,
        is_synced: false,
        name: `${marker} phone`,
      })
      .execute();
  await api.call(complaints.complain, {
    token: person.token,
    body: { category: "other", text: `${marker} complains about something` },
  });
  for (const read_at of [null, clock.now()])
    await api.app.db
      .insertInto("notifications")
      .values({
        id: uuidv7(),
        user_id: person.user_id,
        kind: "loan",
        title: `${marker} news`,
        body: `${marker} news`,
        link: null,
        read_at,
      })
      .execute();
}

const csv = (text: string, name: string): FormData => {
  const form = new FormData();
  form.set("file", new Blob([text], { type: "text/csv" }), name);
  return form;
};

/** What a company asks of its own people: somebody to pay, typed and from a file, a delegate, categories, a policy. */
async function spend(
  { api }: LendingWorld,
  company_id: string,
  marker: string,
  { administrator, employee }: Pick<Tenant["people"], "administrator" | "employee">,
): Promise<Pick<Tenant, "colleagues" | "waiting" | "beneficiary" | "policy" | "expense" | "receipt">> {
  const finance = await api.person("company_finance_manager", { name: marker, last_name: "Finance", company_id });
  const hr = await api.person("company_hr", { name: marker, last_name: "People", company_id });
  const made = async (
    call: Endpoint,
    body: object,
  ): Promise<Record<string, { id: string }> & { approval_id: string }> => {
    const answer = await api.call(call, { token: finance.token, body });
    if (answer.status !== 200) throw new Error(`${call.path}: ${JSON.stringify(answer.body)}`);
    return answer.body.data as never;
  };
  serial += 7;
  const account = { bank_code: "058", account_no: makeNuban("058", serial) };
  const { approval_id, beneficiary } = await made(beneficiaries.create, {
    name: `${marker} Vendor`,
    ...account,
    name_confirmed: true,
  });
  await giveOrder(api.app, { user_id: finance.user_id, company_id, beneficiary_id: beneficiary!.id });
  await made(
    beneficiaries.upload,
    csv(`name,bank,account_number\n${marker} Stores,058,${account.account_no}`, `${marker}.csv`),
  );
  const batch = csv(`name,bank,account_number,amount\n${marker} Works,058,${account.account_no},lots`, `${marker}.csv`);
  batch.set("kind", "payments");
  await made(transferBatches.create, batch);
  await made(chains.delegate, {
    delegate_id: administrator.user_id,
    from_on: "2026-01-10",
    until_on: "2026-12-31",
    reason: marker,
  });
  await made(categories.takeChart, {});
  const rules = [{ name: `${marker} cap`, effect: "warn", cap_item_kobo: 100_000 }];
  const { policy } = await made(policies.create, { name: `${marker} policy`, rules });
  const expense = uuidv7();
  await api.app.db
    .insertInto("expenses")
    .values({
      id: expense,
      company_id,
      user_id: employee.user_id,
      merchant: `${marker} Shop`,
      amount_kobo: 100n,
      spent_on: "2026-01-10",
    })
    .execute();
  const receipt = new FormData();
  receipt.set("merchant", `${marker} Shop`);
  receipt.set("amount_kobo", "100");
  const photograph = await sharp({ create: { width: 9, height: 9, channels: 3, background: "white" } })
    .png()
    .toBuffer();
  receipt.set("receipt", new Blob([new Uint8Array(photograph)], { type: "image/png" }), `${marker}.png`);
  const sent = await api.call(receipts.upload, { token: employee.token, body: receipt });
  if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  const lines = [{ merchant: `${marker} Shop`, amount_kobo: 100, spent_on: "2026-01-10" }];
  const asked = { kind: "reimbursement", purpose: `${marker} trip`, lines, is_draft: false };
  const answer = await api.call(requests.create, { token: employee.token, body: asked });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return {
    colleagues: { finance: finance.user_id, hr: hr.user_id },
    waiting: approval_id,
    beneficiary: beneficiary!.id,
    policy: policy!.id,
    expense,
    receipt: (sent.body.data as { receipt: { id: string } }).receipt.id,
  };
}

/** The deduction file of a pay day, with one line. */
async function askOfPay({ api }: LendingWorld, company_id: string, of: { loan_id: string; user_id: string }) {
  const { db } = api.app;
  const file_id = uuidv7();
  const sums = { asked_kobo: 1_000n, deducted_kobo: 1_000n };
  await db
    .insertInto("deduction_terms")
    .values({ company_id, is_on: true, pay_day: 25, changed_at: clock.now() })
    .execute();
  await db
    .insertInto("deduction_files")
    .values({
      id: file_id,
      company_id,
      reference: `SD-${file_id}`,
      pay_day: "2026-01-25",
      shielded_until: "2026-03-01",
      held_until: "2026-01-30",
      people: 1,
      ...sums,
    })
    .execute();
  await db
    .insertInto("deduction_lines")
    .values({ id: uuidv7(), file_id, company_id, number: 1, ...of, ...sums, overdue_kobo: 0n })
    .execute();
}

/** A card of the person's own, and the company's debit and credit card in the employee's hand. */
async function holdCards(
  { api }: LendingWorld,
  company_id: string,
  { customer, employee }: { customer: Person; employee: Person },
): Promise<void> {
  const made = { form: "virtual", status: "active", brand: "Verve", last4: "4711", expires_on: "2029-01-31" };
  const rows = [
    { kind: "personal_debit", company_id: null, user_id: customer.user_id },
    { kind: "company_debit", company_id, user_id: employee.user_id },
    { kind: "company_credit", company_id, user_id: employee.user_id, limit_kobo: 100n },
  ];
  for (const row of rows) {
    const id = uuidv7();
    const at_issuer = { issuer_reference: uuidv7(), issuer_card_id: id, issuer_status: "active" };
    await api.app.db
      .insertInto("cards")
      .values({ id, ...made, ...at_issuer, ...row })
      .execute();
    await givePayment(api, id, row);
    await giveCaptures(api, id, row);
  }
}

/** Somebody whom the customer has kept, and a transfer to them that is planned. */
async function planTransfer({ api: { app } }: LendingWorld, { user_id }: Person): Promise<void> {
  const { data_key } = await app.db
    .selectFrom("users")
    .select("data_key")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  serial += 7;
  const [id, account_no] = [uuidv7(), makeNuban("058", serial)];
  const account = { bank_code: "058", bank_name: "Guaranty Trust Bank", account_no_last4: account_no.slice(-4) };
  await app.db
    .insertInto("transfer_payees")
    .values({
      id,
      user_id,
      kind: "bank",
      name: "Somebody",
      ...account,
      account_no_encrypted: app.encryption.encrypt(user_id, data_key!, "transfer_payee", account_no),
      account_no_hash: app.encryption.hash("account_no", account_no),
      created_at: clock.now(),
    })
    .execute();
  const charges = { amount_kobo: 100n, fee_kobo: 0n, vat_kobo: 0n, stamp_duty_kobo: 0n };
  const days = { due_on: "2026-02-01", business_date: "2026-01-15", created_at: clock.now() };
  await app.db
    .insertInto("transfers")
    .values({
      id: uuidv7(),
      user_id,
      kind: "bank",
      reference: uuidv7(),
      payee_id: id,
      payee: "Somebody",
      ...account,
      ...charges,
      status: "scheduled",
      ...days,
    })
    .execute();
  await giveOrder(app, { user_id, payee_id: id, ...account });
}

/** A standing order of a person, or of a company to its beneficiary. */
async function giveOrder(
  { db }: Pick<LendingWorld["api"]["app"], "db">,
  whose: { user_id: string; payee_id?: string; company_id?: string; beneficiary_id?: string },
): Promise<void> {
  const id = uuidv7();
  const rule = { repeat: "last_day", first_on: "2026-01-31", ends: "never" };
  const next = { next_on: "2026-01-31", next_goes_on: "2026-02-02" };
  const to = { kind: "bank", payee: "Somebody", amount_kobo: 100n };
  await db
    .insertInto("standing_orders")
    .values({
      id,
      series_id: id,
      ...whose,
      ...to,
      ...rule,
      ...next,
      reference: id,
      status: "active",
      created_at: clock.now(),
    })
    .execute();
}

/** A payment that was declined, a control, and a request for more, of one card. */
async function givePayment(
  { app: { db } }: TestApi,
  card_id: string,
  { user_id, company_id }: { user_id: string; company_id: string | null },
): Promise<void> {
  const [id, day] = [uuidv7(), "2026-01-15"];
  const shop = { merchant: "Shop", mcc: "5411", category: "groceries", city: "Lagos", country: "NG", channel: "pos" };
  const declined = {
    status: "declined",
    response_code: "51",
    reason: "insufficient_funds",
    checks: "[]",
    is_over: true,
  };
  await db
    .insertInto("card_authorisations")
    .values({
      id,
      card_id,
      user_id,
      company_id,
      issuer_authorisation_id: id,
      reference: id,
      kind: "purchase",
      ...shop,
      ...declined,
      amount_kobo: 100n,
      day,
      expires_on: day,
      business_date: day,
      created_at: clock.now(),
    })
    .execute();
  const by = company_id ? "company" : "holder";
  await db.insertInto("card_controls").values({ card_id, by, day_kobo: 100_000n, set_at: clock.now() }).execute();
  if (!company_id) {
    const rate = { rate_e4: 15_000_000n, mid_e4: 15_000_000n, margin_bp: 0, rated_on: day };
    const sums = { amount_cents: 100n, amount_kobo: 150_000n, margin_kobo: 0n };
    const times = { valid_until: clock.now(), created_at: clock.now() };
    await db
      .insertInto("dollar_quotes")
      .values({ id: uuidv7(), user_id, kind: "buy", ...sums, ...rate, ...times })
      .execute();
    return;
  }
  await db
    .insertInto("card_raises")
    .values({
      id: uuidv7(),
      card_id,
      user_id,
      company_id,
      period: "week",
      amount_kobo: 1n,
      reason: "More",
      status: "asked",
      ends_on: day,
    })
    .execute();
}

/** Two payments that a shop took with a card: one is disputed. */
async function giveCaptures(
  { app: { db } }: TestApi,
  card_id: string,
  { user_id, company_id }: { user_id: string; company_id: string | null },
): Promise<void> {
  const shop = { merchant: "Shop", mcc: "5411", category: "groceries" };
  const ids = [uuidv7(), uuidv7()];
  for (const id of ids)
    await db
      .insertInto("card_captures")
      .values({
        ...shop,
        id,
        card_id,
        user_id,
        company_id,
        kind: "capture",
        issuer_transaction_id: id,
        reference: id,
        amount_kobo: 100n,
        ledger_transaction_id: uuidv7(),
        business_date: "2026-01-15",
        happened_at: clock.now(),
        created_at: clock.now(),
      })
      .execute();
  const dispute = { id: uuidv7(), reference: uuidv7(), capture_id: ids[0]!, card_id, user_id, company_id };
  await db
    .insertInto("card_disputes")
    .values({
      ...dispute,
      channel: "pos",
      reason: "not_me",
      text: "It was not me",
      status: "open",
      amount_kobo: 100n,
      due_at: clock.now(),
      created_at: clock.now(),
    })
    .execute();
}

/** Makes one tenant for each marker; loans of all are paid out in one batch. */
export async function makeTenants(world: LendingWorld, staff: Person, markers: readonly string[]): Promise<Tenant[]> {
  const { api } = world;
  const tenants: Tenant[] = [];
  for (const marker of markers) {
    const company_id = uuidv7();
    await api.app.db
      .insertInto("companies")
      .values({
        id: company_id,
        name: `${marker} Foods`,
        rc_number: `RC${serial}`,
        email: `${marker.toLowerCase()}@company.example`,
        address: `${marker} Road 1`,
        profile_completed_at: clock.now(),
        unique_plan: "Growth",
        status: "approved",
      })
      .execute();
    const customer = await makeBorrower(world, "staff", marker);
    const employee = await makeBorrower(world, "company_staff", marker, company_id);
    const administrator = await api.person("company_super_admin", {
      name: marker,
      last_name: "Administrator",
      company_id,
    });
    await makeBills(world, customer);
    await makeBillsOfCompany(world, company_id, administrator);
    const running = {
      customer: (await world.loan({ customer })).id,
      employee: (await world.loan({ customer: employee })).id,
    };
    await api.app.db.updateTable("loans").set({ company_id }).where("id", "=", running.employee).execute();
    const offered = {
      customer: await makeOffered(world, customer, null),
      employee: await makeOffered(world, employee, company_id),
    };
    await sql`
      insert into user_permissions (user_id, permission, is_granted)
      values (${employee.user_id}, 'company:can_view_loans', true)
    `.execute(api.app.db);
    const departments = [uuidv7(), uuidv7()] as const;
    await api.app.db
      .insertInto("departments")
      .values(departments.map((id, at) => ({ id, company_id, name: `${marker} department ${at}` })))
      .execute();
    await api.app.db
      .insertInto("department_members")
      .values({ user_id: employee.user_id, company_id, department_id: departments[0] })
      .execute();
    await api.app.db
      .insertInto("wallets")
      .values({ company_id, data_key: api.app.encryption.createKey(company_id) })
      .execute();
    const application_id = uuidv7();
    await api.app.db
      .insertInto("line_applications")
      .values({
        id: application_id,
        company_id,
        status: "offered",
        amount_kobo: 1_000n,
        purpose: `${marker} buys stock`,
        monthly_turnover_kobo: 1_000n,
        offered_kobo: 1_000n,
        annual_rate_percent: "30",
        offer_expires_on: "2026-02-15",
        requested_by: administrator.user_id,
      })
      .execute();
    await api.app.db
      .insertInto("line_signatures")
      .values([administrator, employee].map(({ user_id }) => ({ application_id, user_id })))
      .execute();
    await api.app.db.insertInto("purses").values({ user_id: employee.user_id, company_id }).execute();
    await holdCards(world, company_id, { customer, employee });
    await planTransfer(world, customer);
    const line_statement = { issued_on: "2025-12-31", due_on: "2026-01-15", status: "issued" };
    await api.app.db
      .insertInto("line_statements")
      .values({
        id: uuidv7(),
        company_id,
        month: "2025-12",
        ...line_statement,
        opening_kobo: 0n,
        drawn_kobo: 1_000n,
        interest_kobo: 0n,
        penalties_kobo: 0n,
        repaid_kobo: 0n,
        full_kobo: 1_000n,
        owed_principal_kobo: 1_000n,
        owed_interest_kobo: 0n,
        owed_penalty_kobo: 0n,
        minimum_kobo: 1_000n,
      })
      .execute();
    await api.app.db
      .insertInto("wallet_movements")
      .values({
        id: uuidv7(),
        company_id,
        kind: "recorded",
        amount_kobo: 100n,
        balance_kobo: 100n,
        reference: `${marker}-1`,
        note: `${marker} pays in`,
        business_date: "2026-01-15",
        happened_at: clock.now(),
      })
      .execute();
    await askOfPay(world, company_id, { loan_id: running.employee, user_id: employee.user_id });
    const paper = { id: uuidv7(), company_id, kind: "other", title: marker, original_name: `${marker}.png` };
    const data_key = api.app.encryption.createKey(paper.id);
    const storage_name = await storeFile(api.app, { user_id: paper.id, data_key }, Buffer.from(marker));
    await api.app.db
      .insertInto("company_documents")
      .values({ ...paper, media_type: "image/png", digest: Buffer.from(marker), storage_name, data_key })
      .execute();
    const import_id = uuidv7();
    await sql`
      with made as (
        insert into imports (id, kind, company_id, file_name, digest, status, total_count, refused_count)
        values (${import_id}, 'staff', ${company_id}, ${`${marker}.csv`}, ''::bytea, 'done', 1, 1)
        returning id
      )
      insert into import_rows (import_id, number, data, verdict, reasons)
      select id, 1, jsonb_build_object('name', ${marker}::text), 'refused', '["name: too short"]'
      from made
    `.execute(api.app.db);
    const spends = await spend(world, company_id, marker, { administrator, employee });
    tenants.push({
      marker,
      company_id,
      people: { customer, employee, administrator },
      running,
      offered,
      departments,
      ...spends,
    });
  }
  await world.payOut(...tenants.flatMap(({ running }) => [running.customer, running.employee]));
  for (const tenant of tenants)
    for (const who of ["customer", "employee"] as const)
      await live(world, staff, tenant.people[who], tenant.marker, tenant.running[who]);
  return tenants;
}
