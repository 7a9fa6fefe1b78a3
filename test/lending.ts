/** A lending world for tests: the API over a real database, the sandbox over real HTTP, staff of each kind, and loans at any stage. */
import type { Sandbox } from "../apps/sandbox/src/main.ts";
import { startSandbox } from "../apps/sandbox/src/main.ts";
import { makeNuban } from "../apps/sandbox/src/nuban.ts";
import type { Settings } from "../apps/sandbox/src/world.ts";
import { sandboxProviders } from "../scripts/sandbox-providers.ts";
import * as approvals from "@manilla/contract/platform/approvals";
import * as disbursements from "@manilla/contract/lending/disbursements";
import * as cardCalls from "@manilla/contract/money/charges";
import { balancesOf, trialBalance, verifyLedger } from "@manilla/ledger";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { queryable } from "../apps/api/src/db/database.ts";
import type { DB } from "../apps/api/src/db/types.gen.ts";
import type { Jobs } from "../apps/api/src/db/queue.ts";
import { openBankAccount } from "../apps/api/src/modules/money/bank-statements/index.ts";
import { accountOf, putInCapital } from "../apps/api/src/modules/money/books/index.ts";
import { askCharge } from "../apps/api/src/modules/money/charges/index.ts";
import { insertVersion } from "../apps/api/src/modules/lending/loan-products/index.ts";
import { termsOf } from "../apps/api/src/modules/lending/loan-products/index.ts";
import { priced } from "../apps/api/src/modules/lending/loans/index.ts";
import { askPayout, sendPayout } from "../apps/api/src/modules/money/payouts/index.ts";
import { payOrder } from "../apps/api/src/modules/payments/bill-orders/index.ts";
import { askBill, sendBill } from "../apps/api/src/modules/payments/bills/index.ts";
import { businessDate } from "../apps/api/src/modules/platform/states/index.ts";
import { processWebhook } from "../apps/api/src/modules/platform/webhooks/index.ts";
import { type TestApi, endWithin, startTestApi } from "./api.ts";

type Person = Awaited<ReturnType<TestApi["person"]>>;
type MoneyJob =
  | "send-payout"
  | "query-payout"
  | "query-charge"
  | "receive-webhook"
  | "send-bill"
  | "query-bill"
  | "pay-bill-order";

export interface LoanOptions {
  principal_kobo?: bigint;
  instalments?: number;
  customer?: Person;
  status?: string;
  product?: Partial<ProductOptions>;
}

interface ProductOptions {
  kind: string;
  method: string;
  annual_rate_percent: string;
  fees: { name: string; when: string; percent?: string; kobo?: number }[];
  penalty: Record<string, unknown>;
  grace_days: number;
  materiality: Record<string, unknown>;
  allocation_order: string[];
  settlement_interest: string;
  flat_prepayment: "proportional" | "none";
  interest_on_overdue: boolean;
  rounding_multiple_kobo: number;
  interest: string;
}

export interface LendingWorld {
  api: TestApi;
  sandbox: Sandbox;
  maker: Person;
  checker: Person;
  /** A customer with a verified bank account. */
  customer(): Promise<Person>;
  /** A loan that waits to be paid out (or in another state). */
  loan(options?: LoanOptions): Promise<{ id: string; reference: string; customer: Person }>;
  /** Pays out through the whole way: batch, second person, worker, provider. */
  payOut(...loan_ids: string[]): Promise<void>;
  /** A loan that runs, paid out today. */
  running(options?: LoanOptions): Promise<{ id: string; reference: string; customer: Person }>;
  /** The second person agrees. */
  approve(approval_id: string): Promise<{ status: number; body: { data: unknown; message: string } }>;
  /** Adds a sandbox card through the hosted page. */
  addCard(customer: Person, card?: string): Promise<void>;
  /** Runs what the queue holds of these jobs, whether its time has come or not; jobs that this makes are left. @returns how many ran */
  runJobs(...names: MoneyJob[]): Promise<number>;
  fault(
    provider: "paystack" | "prembly" | "issuer" | "baxi" | "flutterwave" | "wema",
    fault: Record<string, unknown>,
  ): Promise<void>;
  /** How a seller of bills misbehaves beyond its faults. */
  quirk(biller: "baxi" | "flutterwave", quirk: Record<string, unknown>): Promise<void>;
  clearFaults(): Promise<void>;
  /** Sets the sandbox's clock to our business date, so that the bank books on the same day. */
  syncClock(): Promise<void>;
  loanRow(id: string): Promise<Selectable<DB["loans"]>>;
  /** The rows of the schedule that count, in order. */
  rows(loan_id: string): Promise<Selectable<DB["repayments"]>[]>;
  /** Everything that must hold at any moment: zero trial balance, sound ledger, loan columns equal to the ledger. */
  prove(): Promise<void>;
  stop(): Promise<void>;
}

const handlers: { [Name in MoneyJob]: (api: TestApi, data: Jobs[Name]) => Promise<unknown> } = {
  "send-payout": ({ app }, { payout_id }) => sendPayout(app, payout_id),
  "query-payout": ({ app }, { payout_id }) => askPayout(app, payout_id),
  "query-charge": ({ app }, { charge_id }) => askCharge(app, charge_id),
  "pay-bill-order": ({ app }, { order_id }) => payOrder(app, order_id),
  "send-bill": ({ app }, { bill_id }) => sendBill(app, bill_id),
  "query-bill": ({ app }, { bill_id }) => askBill(app, bill_id),
  "receive-webhook": ({ app }, { webhook_id }) => processWebhook(app, webhook_id),
};

const FIRST_DATE = "2026-01-15";

export async function makeProduct(api: TestApi, options: Partial<ProductOptions>): Promise<string> {
  const key = JSON.stringify(options);
  const code = `product-${Buffer.from(key).toString("base64url").slice(0, 60)}`;
  const known = await api.app.db.selectFrom("loan_products").select("id").where("code", "=", code).executeTakeFirst();
  if (known) return known.id;
  const id = uuidv7();
  await api.app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto("loan_products")
      .values({ id, code, name: "Test loan", kind: options.kind ?? "personal" })
      .execute();
    await insertVersion(
      tx,
      id,
      {
        valid_from: "2026-01-01",
        annual_rate_percent: options.annual_rate_percent ?? "48",
        method: options.method ?? "declining",
        interest: "per_period",
        day_count: "actual/365",
        minimum_principal_kobo: 1_000,
        maximum_principal_kobo: 10_000_000_000,
        minimum_instalments: 1,
        maximum_instalments: 36,
        rounding_multiple_kobo: options.rounding_multiple_kobo ?? 1,
        rounding_mode: "nearest",
        principal_grace: 0,
        follows_salary_day: false,
        fees: options.fees ?? [],
        penalty: options.penalty ?? { kind: "percentage", percent: "1", cap_percent_a_month: "1" },
        grace_days: options.grace_days ?? 3,
        ...(options.materiality && { materiality: options.materiality }),
        ...(options.allocation_order && { allocation_order: options.allocation_order }),
        settlement_interest: options.settlement_interest ?? "to_date",
        interest_on_overdue: options.interest_on_overdue ?? false,
        ...(options.flat_prepayment && { flat_prepayment: options.flat_prepayment }),
        offer_valid_days: 7,
      },
      null,
    );
  });
  return id;
}

let serial = 100_000_000;
/** An approved profile with a verified bank account, which the sandbox's banks know. */
export async function giveAccount({ app }: TestApi, user_id: string): Promise<void> {
  serial += 7;
  const account_no = makeNuban("058", serial);
  const { data_key } = await app.db
    .selectFrom("users")
    .select("data_key")
    .where("id", "=", user_id)
    .executeTakeFirstOrThrow();
  await app.db
    .updateTable("profiles")
    .set({
      status: "activated",
      employment_status: "employed",
      salary_kobo: 25_000_000n,
      address: "1 Broad Street, Lagos",
      bank_code: "058",
      bank_name: "Guaranty Trust Bank",
      account_name: "ADA CUSTOMER",
      account_no_last4: account_no.slice(-4),
      bank_account_status: "verified",
      account_no_encrypted: app.encryption.encrypt(user_id, data_key ?? Buffer.alloc(0), "account_no", account_no),
      account_no_hash: app.encryption.hash("account_no", account_no),
    })
    .where("user_id", "=", user_id)
    .execute();
}

/** Messages are not sent, and statements come by Mono alone. */
const UNCONFIGURED = [
  "TERMII",
  "FCM",
  "MAIL",
  "MBS",
  "OKRA",
  "STATEMENT_SOURCE_3",
  "MOBILE_STATEMENT",
  "USSD",
] as const;

/** Starts sandbox and API, each knowing the other. Business date 2026-01-15. */
/** @param nights "without bank statements" leaves their fetching out of the close: half of its time, for files that live months and look at no statement */
export async function startLendingWorld(nights?: "without bank statements"): Promise<LendingWorld> {
  const settings: Settings = {
    port: 0,
    smtp_port: 0,
    webhook_target: "http://127.0.0.1:59999/nobody",
    paystack_secret: "sk_test_sandbox",
    mono_webhook_secret: "mono_webhook_sandbox",
  };
  const sandbox = await startSandbox(settings);
  const api = await startTestApi({ ...sandboxProviders(sandbox.url, { without: UNCONFIGURED }) });
  settings.webhook_target = `${api.address}/api/webhooks`;
  const { app } = api;
  if (nights) {
    const nothing = () => Promise.resolve({ cursor: null, counts: {} });
    const close = app.house.close.map(({ name, at, ...step }) =>
      name === "reconcile" ? { name, at, outside: nothing } : { name, at, ...step },
    );
    app.house = { ...app.house, close };
  }
  await putInCapital(app.db, { key: "test", amount_kobo: 50_000_000_000n, on: FIRST_DATE, actor: "test" });
  // Files about repayments record by one person; by-hand.test.ts says when a second one is asked.
  await sql`update configuration set value = '900000000000000' where key like 'recorded\\_alone\\_%'`.execute(app.db);
  await openBankAccount(app.db, { account: "011/0000014579", closing_kobo: 50_000_000_000n, on: "2026-01-14" });
  const [maker, checker] = [
    await api.person("super_finance", { name: "Mary", last_name: "Maker" }),
    await api.person("super_finance", { name: "Charles", last_name: "Checker" }),
  ];

  const put = async (path: string, body: unknown, method = "PUT") => {
    const answer = await fetch(`${sandbox.url}${path}`, {
      method,
      ...(body !== undefined && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`sandbox ${path}: ${answer.status} ${await answer.text()}`);
  };
  const syncClock = async () => put("/clock", { business_date: await businessDate(app.db) });
  await syncClock();

  async function customer(): Promise<Person> {
    const person = await api.person("staff", { name: "Ada", last_name: "Customer" });
    await giveAccount(api, person.user_id);
    return person;
  }

  async function loan(options: LoanOptions = {}) {
    const borrower = options.customer ?? (await customer());
    const product_id = await makeProduct(api, options.product ?? {});
    const version = await app.db
      .selectFrom("loan_product_versions")
      .selectAll()
      .where("product_id", "=", product_id)
      .executeTakeFirstOrThrow();
    const on = await businessDate(app.db);
    const terms = termsOf(
      { ...version, fees: version.fees as never },
      { principal_kobo: options.principal_kobo ?? 10_000_000n, instalments: options.instalments ?? 3 },
      on,
      null,
    );
    const id = uuidv7();
    const reference = `LN-TEST-${id.slice(-10)}`;
    await app.db
      .insertInto("loans")
      .values({
        id,
        reference,
        user_id: borrower.user_id,
        product_id,
        product_version_id: version.id,
        status: options.status ?? "accepted",
        requested_principal_kobo: terms.principal_kobo,
        requested_instalments: terms.instalments,
        accepted_at: new Date(),
        imported_reference: reference,
        ...priced(terms),
      })
      .execute();
    return { id, reference, customer: borrower };
  }

  async function approve(approval_id: string) {
    const { version } = await app.db
      .selectFrom("approvals")
      .select("version")
      .where("id", "=", approval_id)
      .executeTakeFirstOrThrow();
    return api.call(approvals.approve, { token: checker.token, params: { id: approval_id }, body: { version } });
  }

  async function runJobs(...names: MoneyJob[]): Promise<number> {
    const { rows } = await api.database.pool.query<{ id: string; name: MoneyJob; data: never }>(
      "delete from pgboss.job where name = any($1) and state = 'created' returning id, name, data",
      [names],
    );
    // A question leaves another job each time: asked in turn by the workers, but here at once, they would double with each round.
    const jobs = new Map(
      rows.map((job) => [job.name.startsWith("query-") ? JSON.stringify([job.name, job.data]) : job.id, job]),
    );
    for (const job of jobs.values()) await handlers[job.name](api, job.data);
    return rows.length;
  }

  async function payOut(...loan_ids: string[]): Promise<void> {
    const { body } = await api.call(disbursements.disburseMany, { token: maker.token, body: { loan_ids } });
    const { approval_id } = body.data as { approval_id: string };
    await approve(approval_id);
    await runJobs("send-payout");
    await waitUntil(async () => {
      await runJobs("query-payout");
      const open = await app.db
        .selectFrom("payouts")
        .select("id")
        .where("subject_id", "in", loan_ids)
        .where("status", "in", ["approved", "sent", "unknown"])
        .executeTakeFirst();
      return open === undefined;
    });
  }

  return {
    api,
    sandbox,
    maker,
    checker,
    customer,
    loan,
    approve,
    payOut,
    runJobs,
    syncClock,
    async running(options) {
      const made = await loan(options);
      await payOut(made.id);
      return made;
    },
    async addCard(person, card = "success") {
      const { body } = await api.call(cardCalls.setUp, { token: person.token, body: {} });
      const { authorization_url, charge_id } = body.data as { authorization_url: string; charge_id: string };
      await fetch(authorization_url, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({ card }),
      });
      await api.call(cardCalls.confirmSetUp, { token: person.token, params: { id: charge_id }, body: {} });
    },
    fault: (provider, fault) => put(`/faults/${provider}`, fault),
    quirk: (biller, quirk) => put(`/billers/${biller}/quirk`, quirk),
    clearFaults: () => put("/faults", undefined, "DELETE"),
    async loanRow(id) {
      const { rows } = await sql<Selectable<DB["loans"]>>`select * from loans where id = ${id}`.execute(app.db);
      if (!rows[0]) throw new Error("no such loan");
      return rows[0];
    },
    rows: async (loan_id) =>
      (
        await sql<
          Selectable<DB["repayments"]>
        >`select * from repayments where loan_id = ${loan_id} and status <> 'superseded' order by number`.execute(
          app.db,
        )
      ).rows,
    prove: () => prove(api),
    async stop() {
      await api.stop();
      await endWithin("sandbox", sandbox.close());
    },
  };
}

/** Waits for something that happens elsewhere (the provider settles a transfer after its answer). */
export async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await isSo()) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error("it did not happen");
}

async function prove({ app }: TestApi): Promise<void> {
  const { totals } = await trialBalance(queryable(app.db));
  for (const { currency, debit_kobo, credit_kobo } of totals)
    if (debit_kobo !== credit_kobo)
      throw new Error(`the trial balance of ${currency} is off by ${debit_kobo - credit_kobo}`);
  const report = await verifyLedger(app.pool);
  if (!report.is_sound) throw new Error(`the ledger is not sound: ${JSON.stringify(report.problems)}`);
  const { rows: loans } = await sql<{
    id: string;
    reference: string;
    status: string;
    outstanding_principal_kobo: bigint;
    accrued_interest_kobo: bigint;
    fees: bigint;
    penalty: bigint;
  }>`
    select l.id, l.reference, l.status, l.outstanding_principal_kobo, l.accrued_interest_kobo,
      coalesce(
        (
          select sum(fees_kobo - paid_fees_kobo)
          from repayments r
          where r.loan_id = l.id and r.status in ('due', 'part_paid', 'overdue', 'paid')
        ), 0
      )::bigint as fees,
      coalesce(
        (
          select sum(penalty_kobo - paid_penalty_kobo)
          from repayments r
          where r.loan_id = l.id and r.status in ('due', 'part_paid', 'overdue', 'paid')
        ), 0
      )::bigint as penalty
    from loans l
    where exists (select 1 from repayments r where r.loan_id = l.id)
  `.execute(app.db);
  for (const loan of loans) {
    const lines = {
      loan_principal: loan.outstanding_principal_kobo,
      loan_interest: loan.accrued_interest_kobo,
      loan_fees: loan.fees,
      loan_penalty: loan.penalty,
    };
    const balances = await balancesOf(
      queryable(app.db),
      (Object.keys(lines) as (keyof typeof lines)[]).map((line) => accountOf(line, loan.id)),
    );
    for (const [line, column] of Object.entries(lines) as [keyof typeof lines, bigint][]) {
      const inLedger = balances.find(({ code }) => code === accountOf(line, loan.id))?.natural_kobo ?? 0n;
      if (inLedger !== column)
        throw new Error(
          `${loan.reference} (${loan.status}): ${line} is ${inLedger} in the ledger and ${column} in the columns`,
        );
    }
  }
}
