import * as loanCalls from "@manilla/contract/lending/loans";
import * as calls from "@manilla/contract/lending/repayments";
import * as approvals from "@manilla/contract/platform/approvals";
import { naira } from "@manilla/contract/formats";
import { describe, expect, it, vi } from "vitest";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { getRow } from "../../../db/row.ts";
import { ProviderRefused } from "../../../outside/http.ts";
import { readPdf } from "../../../files/pdf.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { tellBureau } from "./bureau.ts";
import { receive } from "../../money/receipts/index.ts";

let world: RepaymentWorld["world"];
let staff: RepaymentWorld["staff"];
let nextDay: RepaymentWorld["nextDay"];
let today: RepaymentWorld["today"];
let dueToday: RepaymentWorld["dueToday"];
inRepaymentWorld((made) => void ({ world, staff, nextDay, today, dueToday } = made), "without bank statements");
const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

type Sums = Record<string, bigint>;
/** What the provider's own accounts say, debits positive. */
const books = async (): Promise<Sums> => {
  const { rows } = await world.api.database.pool.query<{ code: string; kobo: string }>(`
    select a.chart_code as code, sum(p.amount_kobo)::text as kobo
    from ledger.postings p
    join ledger.accounts a on a.id = p.account_id
    group by 1
  `);
  return Object.fromEntries(rows.map(({ code, kobo }) => [code, BigInt(kobo)]));
};
const moved = async (act: () => Promise<unknown>): Promise<Sums> => {
  const before = await books();
  await act();
  const after = await books();
  const codes = Object.keys(after).filter((code) => (after[code] ?? 0n) !== (before[code] ?? 0n));
  return Object.fromEntries(codes.map((code) => [code, (after[code] ?? 0n) - (before[code] ?? 0n)]));
};
const decide = async (call: typeof calls.chargeOff | typeof calls.reverseReceipt, id: string) => {
  const asked = await staff(call, { params: { id }, body: { reason: "Left the country" } });
  expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
};

/** A loan with a fee, forty days late, and its rows. */
async function late(product: object = {}) {
  const loan = await dueToday({
    product: {
      ...product,
      fees: [{ name: "Service", when: "each_instalment", kobo: 9_000 }],
      penalty: { kind: "fixed", kobo: 20_000 },
    },
  });
  await nextDay(plusDays(await today(), 40));
  return loan;
}
const transfer = async (user_id: string, amount_kobo: bigint) =>
  world.api.app.db
    .transaction()
    .execute(async (tx) =>
      receive(tx, world.api.app, {
        user_id,
        amount_kobo,
        channel: "bank_transfer",
        source: "bank_operating",
        reference: `UNNAMED-${Math.random().toString(36).slice(2, 12)}`,
        on: await today(),
        actor: SYSTEM,
      }),
    );
const detail = async (id: string) => {
  const { loan } = (await staff(loanCalls.find, { params: { id } })).body.data as {
    loan: { claim_kobo: number; recovered_kobo: number; recovered_on: string | null; status: string };
  };
  return loan;
};

describe("a loan that leaves the books", () => {
  it("takes its allowance, its suspense and the income of its charges with it; the rest is lost", async () => {
    const loan = await late();
    const row = await world.loanRow(loan.id);
    const quoted = (await staff(calls.settlementQuote, { params: { id: loan.id } })).body.data as {
      interest_kobo: number;
    };
    // Of the day itself: the close has not come to it yet.
    const earned = BigInt(quoted.interest_kobo) - row.accrued_interest_kobo;
    expect(earned).toBeGreaterThan(0n);
    const sums = await moved(() => decide(calls.chargeOff, loan.id));
    const allowance = sums["loss_allowance"] ?? 0n;
    // 31–60 days: 20 % of principal and interest.
    const owed = row.outstanding_principal_kobo + row.accrued_interest_kobo;
    expect(allowance).toBe((owed * 20n + 50n) / 100n);
    expect(sums).toEqual({
      loss_allowance: allowance,
      fee_income: 18_000n,
      penalty_income: -(sums["loan_penalty"] ?? 0n),
      loan_losses: owed + earned - allowance,
      interest_income: -earned,
      loan_principal: -row.outstanding_principal_kobo,
      loan_interest: -row.accrued_interest_kobo,
      loan_fees: -18_000n,
      loan_penalty: sums["loan_penalty"],
    });
    const { claim_kobo } = await detail(loan.id);
    expect(BigInt(claim_kobo)).toBe(owed + earned + 18_000n - (sums["loan_penalty"] ?? 0n));
    await world.prove();
  });

  it("is asked to be lost by the figure that it claims then, also a second time, less what came meanwhile", async () => {
    const loan = await late();
    const params = { id: loan.id };
    const { total_kobo: settles, ...quote } = (await staff(calls.settlementQuote, { params })).body.data as Record<
      "total_kobo" | "principal_kobo" | "interest_kobo",
      number
    >;
    const found = await staff(loanCalls.find, { params });
    expect((found.body.data as { loan: object }).loan, "one loan, one day, one figure").toMatchObject({
      global_standing_instruction_kobo: quote.principal_kobo + quote.interest_kobo,
    });
    const ask = async (call: typeof calls.chargeOff | typeof calls.writeOff) => {
      const { body } = await staff(call, { params, body: { reason: "Left the country" } });
      const { approval_id } = body.data as { approval_id: string };
      const request = await staff(approvals.find, { params: { id: approval_id } });
      const { amount_kobo, title } = request.body.data as { amount_kobo: number; title: string };
      expect(title).toContain(naira(amount_kobo));
      expect((await world.approve(approval_id)).status).toBe(200);
      return amount_kobo;
    };
    expect([await ask(calls.chargeOff), (await detail(loan.id)).claim_kobo]).toEqual([settles, settles]);
    await transfer(loan.customer.user_id, 70_000n);
    const paper = async (name: string) => {
      const headers = { authorization: `Bearer ${world.maker.token}` };
      const answer = await fetch(`${world.api.address}/api/loans/${name}/${loan.id}`, { headers });
      const { lines } = await readPdf(Buffer.from(await answer.arrayBuffer()));
      return lines.flatMap((pieces) => pieces.map(({ text }) => text)).join(" ");
    };
    expect(await paper("letter-of-indebtedness")).toContain(`Due now ${naira(settles - 70_000)}`);
    expect(await paper("statement-of-account")).toContain(`Charge-off ${naira(settles)}`);
    expect(await ask(calls.writeOff)).toBe(settles - 70_000);
    await world.prove();
  });

  it("recovers by every channel until its claim is met; the rest is credit, and the letter says so", async () => {
    const loan = await late();
    await decide(calls.chargeOff, loan.id);
    const { claim_kobo } = await detail(loan.id);
    const first = { params: { id: String(loan.rows[0]?.id) } };
    expect((await staff(calls.settlementQuote, { params: { id: loan.id } })).body.data).toMatchObject({
      total_kobo: claim_kobo,
      due_kobo: claim_kobo,
    });
    const part = await staff(calls.payFraction, { ...first, body: { amount_kobo: 100_000, reference: "LOST-PART-1" } });
    expect(part.status).toBe(200);
    await world.addCard(loan.customer);
    expect((await staff(calls.partialDebit, { ...first, body: { amount_kobo: 50_000 } })).body.data).toMatchObject({
      status: "success",
    });
    await transfer(loan.customer.user_id, 70_000n);
    expect(await detail(loan.id)).toMatchObject({ recovered_kobo: 220_000, recovered_on: null, status: "charged_off" });
    const { receipt } = part.body.data as { receipt: { id: string } };
    const back = await moved(() => decide(calls.reverseReceipt, receipt.id));
    expect(back).toEqual({ receipts_awaiting_bank: -100_000n, recovery_income: 100_000n });
    const rest = BigInt(claim_kobo) - 120_000n;
    const last = await moved(() => transfer(loan.customer.user_id, rest + 3_000n));
    expect(last).toEqual({ bank_operating: rest + 3_000n, recovery_income: -rest, customer_credit: -3_000n });
    expect(await detail(loan.id)).toMatchObject({
      recovered_kobo: claim_kobo,
      recovered_on: await today(),
      status: "charged_off",
    });
    expect(
      (await staff(calls.payFraction, { ...first, body: { amount_kobo: 1, reference: "LOST-PART-2" } })).status,
    ).toBe(409);
    await world.prove();
    const letter = await staff(loanCalls.letterOfIndebtedness, { params: { id: loan.id } });
    expect(letter.headers.get("content-disposition")).toContain("letter-of-no-indebtedness");

    // The bureau hears it from the outbox, however often, and again where the recovery is reversed.
    const { app } = world.api;
    const { user_id } = loan.customer;
    const { data_key } = await getRow(app.db, "users", user_id, ["data_key"]);
    const bvn_encrypted = app.encryption.encrypt(user_id, data_key!, "bvn", "22200000001");
    await app.db.updateTable("profiles").set({ bvn_encrypted }).where("user_id", "=", user_id).execute();
    const told = async () => {
      const { rows } = await world.api.database.pool.query<{ data: { loan_id: string } }>(
        "delete from pgboss.job where name = 'tell-bureau' returning data",
      );
      for (const { data } of rows) await tellBureau(app, data.loan_id);
      const answer = await fetch(`${world.sandbox.url}/mono/v3/credit-report/loans`, {
        headers: { "mono-sec-key": "x" },
      });
      const { data } = (await answer.json()) as {
        data: { reference: string; status: string; outstanding_kobo: number }[];
      };
      return { jobs: rows.length, reports: data.filter(({ reference }) => reference === loan.reference) };
    };
    const closed = { reference: loan.reference, status: "closed", outstanding_kobo: 0 };
    await world.api.person("super_risk");
    const refused = new ProviderRefused("Mono", 404, "No such person");
    const report = vi.spyOn(app.outside.identity, "reportLoan").mockRejectedValueOnce(refused);
    await tellBureau(app, loan.id);
    report.mockRestore();
    expect((await world.loanRow(loan.id)).bureau_told_at).toBeNull();
    const raised = app.db.selectFrom("notifications").select("body").where("title", "like", "%bureau was not told%");
    expect((await raised.execute()).every(({ body }) => body.includes(loan.reference))).toBe(true);
    expect(await raised.execute(), "somebody has to tell it").not.toEqual([]);
    expect(await told()).toMatchObject({ jobs: 1, reports: [closed] });
    await tellBureau(app, loan.id);
    expect(await told()).toMatchObject({ jobs: 0, reports: [closed] });
    const newest = await app.db
      .selectFrom("receipts")
      .select("id")
      .where("loan_id", "=", loan.id)
      .orderBy("received_at", "desc")
      .executeTakeFirstOrThrow();
    await decide(calls.reverseReceipt, newest.id);
    expect(await told()).toMatchObject({
      jobs: 1,
      reports: [{ status: "charged_off", outstanding_kobo: Number(rest) }],
    });
    expect((await world.loanRow(loan.id)).bureau_told_at).not.toBeNull();
  });

  it("lets living loans take money without a name first, and uses a credit balance before it goes", async () => {
    const loan = await late();
    await world.api.app.db
      .transaction()
      .execute(async (tx) =>
        receive(tx, world.api.app, {
          user_id: loan.customer.user_id,
          purpose: "credit",
          amount_kobo: 40_000n,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `CREDIT-${loan.id.slice(-8)}`,
          on: await today(),
          actor: SYSTEM,
        }),
      );
    const before = await world.loanRow(loan.id);
    expect((await moved(() => decide(calls.chargeOff, loan.id)))["customer_credit"]).toBe(40_000n);
    expect((await world.loanRow(loan.id)).paid_kobo - before.paid_kobo).toBe(40_000n);
    const living = await world.running({ customer: loan.customer });
    await transfer(loan.customer.user_id, 10_000n);
    expect((await world.loanRow(living.id)).paid_kobo).toBe(10_000n);
    expect(await detail(loan.id)).toMatchObject({ recovered_kobo: 0 });
    await world.prove();
  });
});

describe("a charge that is waived", () => {
  it("by two people goes with its income, and is not charged again", async () => {
    const loan = await late();
    const [first] = await world.rows(loan.id);
    const penalty = first?.penalty_kobo ?? 0n;
    expect(penalty).toBeGreaterThan(0n);
    const params = { id: String(first?.id) };
    const ask = (amount: bigint, component = "penalty") =>
      staff(calls.waive, {
        params,
        body: { component, amount_kobo: Number(amount), reason: "We were late ourselves" },
      });
    expect((await ask(penalty + 1n)).status).toBe(422);
    const half = (await ask(penalty / 2n)).body.data as { approval_id: string };
    const sums = await moved(() => world.approve(half.approval_id));
    expect(sums).toMatchObject({ penalty_income: penalty / 2n, loan_penalty: -(penalty / 2n) });
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "overdue", penalty_kobo: penalty - penalty / 2n });
    await world.prove();
    await nextDay(plusDays(await today(), 1));
    expect((await world.rows(loan.id))[0]).toMatchObject({ penalty_kobo: penalty - penalty / 2n });
    // The product takes the penalty first: what is left then is a part of the fee.
    const [now] = await world.rows(loan.id);
    const rest =
      (now?.principal_kobo ?? 0n) + (now?.interest_kobo ?? 0n) + (now?.fees_kobo ?? 0n) + penalty - penalty / 2n;
    const part = await staff(calls.payFraction, {
      params,
      body: { amount_kobo: Number(rest - 500n), reference: "ALL-BUT-1" },
    });
    expect(part.status).toBe(200);
    expect((await ask(500n, "fees")).status).toBe(422);
    await world.prove();
  });

  it("leaves the row waived where nothing else is left, until a receipt on it is reversed", async () => {
    const loan = await late({ allocation_order: ["principal", "interest", "fees", "penalty"] });
    const [first] = await world.rows(loan.id);
    const params = { id: String(first?.id) };
    const rest = (first?.principal_kobo ?? 0n) + (first?.interest_kobo ?? 0n) + (first?.fees_kobo ?? 0n);
    const paid = await staff(calls.payFraction, {
      params,
      body: { amount_kobo: Number(rest), reference: "ALL-BUT-2" },
    });
    const body = { component: "penalty", amount_kobo: Number(first?.penalty_kobo), reason: "We were late ourselves" };
    const asked = (await staff(calls.waive, { params, body })).body.data as { approval_id: string };
    expect((await world.approve(asked.approval_id)).status).toBe(200);
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "waived", penalty_kobo: 0n });
    await world.prove();
    await decide(calls.reverseReceipt, (paid.body.data as { receipt: { id: string } }).receipt.id);
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "due", penalty_kobo: 0n, paid_principal_kobo: 0n });
    await world.prove();
  });

  it("is refused before it is due, on one's own loan, and to who may not write off", async () => {
    const loan = await world.running({
      product: { fees: [{ name: "Service", when: "each_instalment", kobo: 9_000 }] },
    });
    const [first] = await world.rows(loan.id);
    const body = { component: "fees", amount_kobo: 100, reason: "Asked for by the branch" };
    expect((await staff(calls.waive, { params: { id: String(first?.id) }, body })).status).toBe(409);
    const { token } = await world.api.person("super_support");
    expect((await world.api.call(calls.waive, { token, params: { id: String(first?.id) }, body })).status).toBe(403);
  });
});

describe("money of an earlier day", () => {
  it("is recorded with its day by two people: no penalty, no arrears, as if it had been recorded then", async () => {
    const options = { product: { penalty: { kind: "fixed", kobo: 20_000 } } };
    const late = await dueToday(options);
    const [first] = late.rows;
    const due = (first?.principal_kobo ?? 0n) + (first?.interest_kobo ?? 0n);
    const received_on = plusDays(String(first?.due_on), 1);
    await nextDay(plusDays(String(first?.due_on), 9));
    expect((await world.rows(late.id))[0]?.penalty_kobo).toBeGreaterThan(0n);
    const params = { id: String(first?.id) };
    const body = {
      amount_kobo: Number(due + 500_000n),
      reference: `EARLIER-${late.id.slice(-8)}`,
      received_on,
      reason: "The bank's advice was mislaid",
    };
    expect((await staff(calls.backDate, { params, body: { ...body, received_on: await today() } })).status).toBe(422);
    const asked = (await staff(calls.backDate, { params, body })).body.data as { approval_id: string };
    expect((await world.approve(asked.approval_id)).status).toBe(200);
    const [row, next] = await world.rows(late.id);
    expect(row).toMatchObject({ status: "paid", penalty_kobo: 0n });
    // Five thousand naira from the day after the due date on: principal earlier, less interest later.
    expect((next?.paid_principal_kobo ?? 0n) + (next?.paid_interest_kobo ?? 0n)).toBe(500_000n);
    expect(await world.loanRow(late.id)).toMatchObject({ status: "running", days_past_due: 0, overdue_kobo: 0n });
    await world.prove();
    const { rows: posted } = await world.api.database.pool.query<{ effective_on: string }>(
      "select effective_on::text from ledger.transactions where kind = 'repay' and metadata ->> 'loan_id' = $1",
      [late.id],
    );
    expect(posted.map(({ effective_on }) => effective_on.slice(0, 7))).toEqual([(await today()).slice(0, 7)]);
    expect((await staff(calls.backDate, { params, body })).status).toBe(409);
  });
});
