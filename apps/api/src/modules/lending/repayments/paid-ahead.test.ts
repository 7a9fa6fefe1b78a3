import { day, naira } from "@manilla/contract/formats";
import * as loanCalls from "@manilla/contract/lending/loans";
import * as calls from "@manilla/contract/lending/repayments";
import { smsText } from "@manilla/contract/sms";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../../../../../../test/lending.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { readPdf } from "../../../files/pdf.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { handOnNotices } from "../../platform/notifications/index.ts";
import { receive } from "../../money/receipts/index.ts";

let world: RepaymentWorld["world"];
let staff: RepaymentWorld["staff"];
let nextDay: RepaymentWorld["nextDay"];
let today: RepaymentWorld["today"];
inRepaymentWorld((made) => void ({ world, staff, nextDay, today } = made), "without bank statements");
const plusDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

type Rows = Awaited<ReturnType<typeof world.rows>>;
const total = (row: Rows[number] | undefined): bigint =>
  (row?.principal_kobo ?? 0n) + (row?.interest_kobo ?? 0n) + (row?.fees_kobo ?? 0n);
const unpaid = (row: Rows[number] | undefined): bigint =>
  total(row) - (row?.paid_principal_kobo ?? 0n) - (row?.paid_interest_kobo ?? 0n) - (row?.paid_fees_kobo ?? 0n);

/** A loan ten days old, with a card that is debited by itself. */
async function tenDaysOld(options: Parameters<typeof world.running>[0] = {}) {
  const loan = await world.running({ instalments: 4, ...options });
  await world.addCard(loan.customer);
  await nextDay(plusDays(await today(), 10));
  return { ...loan, rows: await world.rows(loan.id) };
}
const record = async (loan: { rows: Rows }, amount: bigint, more: object = {}) => {
  const params = { id: String(loan.rows[0]?.id) };
  const reference = `AHEAD-${Math.random().toString(36).slice(2, 12)}`;
  const answer = await staff(calls.payFraction, { params, body: { amount_kobo: Number(amount), reference, ...more } });
  expect(answer.status).toBe(200);
  return (answer.body.data as { receipt: { id: string; choice_until: string | null } }).receipt;
};
const debits = async (loan: { id: string }) =>
  (
    await world.api.database.pool.query<{ amount_kobo: bigint }>(
      "select amount_kobo from charges where loan_id = $1 and kind = 'automatic_debit' order by created_at",
      [loan.id],
    )
  ).rows.map(({ amount_kobo }) => BigInt(amount_kobo));
const told = async (loan: { customer: { user_id: string } }) =>
  (
    await world.api.database.pool.query<{ body: string }>(
      "select body from notifications where user_id = $1 order by created_at, id",
      [loan.customer.user_id],
    )
  ).rows.map(({ body }) => body);

describe("a payment", () => {
  it("reaches the person once by text message and mail: what it paid, what is left, when the next is due", async () => {
    const loan = await tenDaysOld();
    await record(loan, total(loan.rows[0]));
    const { pool } = world.api.database;
    expect(await handOnNotices(world.api.app)).toBeGreaterThan(0);
    expect(await handOnNotices(world.api.app)).toBe(0);
    const { rows: jobs } = await pool.query<{ name: string; text: string }>(
      `select j.name, j.data ->> 'text' as text from pgboss.job j join users u on j.data ->> 'to' in (u.email, u.phone)
       where u.id = $1 and j.data ->> 'text' like '%was received for%' order by j.name`,
      [loan.customer.user_id],
    );
    expect(jobs.map(({ name }) => name)).toEqual(["send-mail", "send-sms"]);
    const { reference } = (
      await pool.query<{ reference: string }>("select reference from loans where id = $1", [loan.id])
    ).rows[0]!;
    expect(smsText(jobs[1]!.text)).toMatch(
      new RegExp(
        `^N[\\d,.]+ was received for instalment 1 of ${reference}\\. Nothing is due now\\. The next instalment asks N[\\d,.]+ on .+ Principal left: N[\\d,.]+`,
      ),
    );
  });
});

describe("an instalment that is paid ahead", () => {
  it("in whole asks nothing on its day: no debit, no reminder, and the next one keeps its total", async () => {
    const loan = await tenDaysOld();
    const [first, second] = loan.rows;
    const receipt = await record(loan, total(first));
    expect(receipt.choice_until).toBeNull();
    expect((await told(loan)).at(-1)).toContain("Nothing is due now. The next instalment asks");
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "paid" });
    await nextDay(plusDays(String(first?.due_on), 1));
    expect(await debits(loan)).toEqual([]);
    expect((await told(loan)).filter((body) => body.includes("falls due on") || body.includes("is due today"))).toEqual(
      [],
    );
    const after = await world.rows(loan.id);
    expect([after[0]?.status, total(after[1])]).toEqual(["paid", total(second)]);
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "running", days_past_due: 0 });
    await world.prove();
  });

  it("leaves to a Global Standing Instruction the principal and what was earned until that day and is unpaid, no more", async () => {
    const loan = await tenDaysOld();
    const detail = async () => {
      const answer = await staff(loanCalls.find, { params: { id: loan.id } });
      const { loan: found } = answer.body.data as {
        loan: Record<
          "outstanding_principal_kobo" | "accrued_interest_kobo" | "global_standing_instruction_kobo",
          number
        >;
      };
      return { ...found, earned: found.global_standing_instruction_kobo - found.outstanding_principal_kobo };
    };
    const before = await detail();
    expect(before.accrued_interest_kobo).toBeGreaterThan(0);
    // The close books nine days; the tenth is earned too, as the settlement figure has it.
    const tenth = await staff(calls.settlementQuote, { params: { id: loan.id } });
    expect(tenth.body.data).toMatchObject({ interest_kobo: before.earned });
    await record(loan, total(loan.rows[0]));
    expect(await detail()).toMatchObject({ accrued_interest_kobo: 0, earned: 0 });
  });

  it("in part asks the rest, with its fee booked once, and so do the debit and the message", async () => {
    const loan = await tenDaysOld({ product: { fees: [{ name: "Service", when: "each_instalment", kobo: 7_000 }] } });
    const [first] = loan.rows;
    await record(loan, 1_000_000n);
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "part_paid", paid_fees_kobo: 7_000n });
    await nextDay(plusDays(String(first?.due_on), 1));
    // The card's test left fifty naira of credit, which pays before the card.
    const asked = total(first) - 1_000_000n - 5_000n;
    expect(await debits(loan)).toEqual([asked]);
    const said = (await told(loan)).find((body) => body.includes("is due today"));
    expect(said).toContain("Your credit of ₦50.00 pays first.");
    expect(said).toContain("you need not pay by another way");
    const { rows } = await world.api.database.pool.query(
      "select 1 from ledger.transactions where kind = 'fee' and metadata ->> 'loan_id' = $1",
      [loan.id],
    );
    expect(rows).toHaveLength(1);
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "paid" });
    await world.prove();
  });

  it("by a transfer pays the following ones in turn; until the next due date the person chooses otherwise", async () => {
    const loan = await tenDaysOld();
    const [first, second] = loan.rows;
    await world.api.app.db
      .transaction()
      .execute(async (tx) =>
        receive(tx, world.api.app, {
          user_id: loan.customer.user_id,
          purpose: "loan_repayment",
          subject_id: loan.id,
          amount_kobo: total(first) + 1_500_000n,
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `TRANSFER-AHEAD-${loan.id.slice(-6)}`,
          on: await today(),
          actor: SYSTEM,
        }),
      );
    expect((await told(loan)).at(-1)).toContain("until the next due date you can choose smaller or fewer");
    expect(unpaid((await world.rows(loan.id))[1])).toBe(total(second) - 1_500_000n);
    const own = (await world.api.call(calls.listOwn, { token: loan.customer.token })).body.data as {
      receipts: { id: string; reference: string; choice_until: string | null }[];
    };
    const receipt = own.receipts.find(({ reference }) => reference.startsWith("TRANSFER-AHEAD"));
    expect(receipt?.choice_until).toBe(String(first?.due_on));
    const paper = async () => {
      const path = calls.receiptLetter.path.replace("{id}", receipt?.id ?? "");
      const headers = { authorization: `Bearer ${loan.customer.token}` };
      const answer = await fetch(`${world.api.address}/api${path}`, { headers });
      const { lines } = await readPdf(Buffer.from(await answer.arrayBuffer()));
      return lines.map((pieces) => pieces.map(({ text }) => text).join(" ")).join("\n");
    };
    /** What it paid of an instalment, as the receipt's page has it. */
    const paidOf = async (number: number) => {
      const { receipts } = (await world.api.call(calls.listOwn, { token: loan.customer.token })).body.data as {
        receipts: { id: string; allocations: { number: number; component: string; amount_kobo: number }[] }[];
      };
      return receipts
        .find(({ id }) => id === receipt?.id)!
        .allocations.filter((line) => line.number === number && line.component === "principal")
        .reduce((sum, { amount_kobo }) => sum + amount_kobo, 0);
    };
    expect(await paper()).toContain(`2 Principal ${naira(await paidOf(2))}`);
    expect(await paper()).toContain(`What is left on ${day(await today())}`);
    const choose = (excess: string, token = loan.customer.token) =>
      world.api.call(calls.chooseExcess, { token, params: { id: receipt?.id ?? "" }, body: { excess } });
    expect((await choose("smaller", (await world.customer()).token)).status).toBe(404);
    expect((await choose("smaller")).body.data).toMatchObject({ excess: "smaller" });
    const smaller = await world.rows(loan.id);
    expect(smaller.slice(1).map((row) => row.status)).toEqual(["scheduled", "scheduled", "scheduled"]);
    expect(total(smaller[1]) < total(second)).toBe(true);
    // The same money pays something else now: so does its paper.
    expect(await paper()).toContain(`1 Principal ${naira(await paidOf(1))}`);
    expect(await paper()).not.toContain("2 Principal");
    await world.prove();
    expect((await choose("following")).status).toBe(200);
    expect(unpaid((await world.rows(loan.id))[1])).toBe(total(second) - 1_500_000n);
    await world.prove();
    await nextDay(String(first?.due_on));
    expect((await choose("fewer")).status).toBe(409);
  });

  it("is scheduled again when the money is reversed before its day, and due when after it, also beneath a newer receipt", async () => {
    for (const isLate of [false, true]) {
      const loan = await tenDaysOld();
      const before = await world.loanRow(loan.id);
      const receipt = await record(loan, 1_200_000n);
      await record(loan, 300_000n);
      if (isLate) await nextDay(String(loan.rows[0]?.due_on));
      const asked = await staff(calls.reverseReceipt, {
        params: { id: receipt.id },
        body: { reason: "The transfer was recalled" },
      });
      expect((await world.approve((asked.body.data as { approval_id: string }).approval_id)).status).toBe(200);
      const [first] = await world.rows(loan.id);
      expect([first?.status, total(first)]).toEqual(["part_paid", total(loan.rows[0])]);
      expect((await world.loanRow(loan.id)).paid_kobo - before.paid_kobo).toBe(300_000n);
      await world.prove();
    }
    const loan = await tenDaysOld();
    const receipt = await record(loan, total(loan.rows[0]));
    const asked = await staff(calls.reverseReceipt, {
      params: { id: receipt.id },
      body: { reason: "The transfer was recalled" },
    });
    await world.approve((asked.body.data as { approval_id: string }).approval_id);
    expect((await world.rows(loan.id))[0]).toMatchObject({
      status: "scheduled",
      paid_principal_kobo: 0n,
      paid_on: null,
    });
    await world.prove();
  });

  it("while its debit is on its way is paid once: the debit is not called back, and what it brings pays the next one", async () => {
    const loan = await tenDaysOld();
    const [first, second] = loan.rows;
    const call = "POST /transaction/charge_authorization";
    // The last test here: every debit of that day goes without an answer.
    await world.fault("paystack", { mode: "timeout_after_effect", times: 20, delay_ms: 10, call });
    await nextDay(plusDays(String(first?.due_on), 1));
    const [debited] = await debits(loan);
    expect((await world.rows(loan.id))[0]?.paid_principal_kobo).toBe(0n);
    await world.api.app.db
      .transaction()
      .execute(async (tx) =>
        receive(tx, world.api.app, {
          user_id: loan.customer.user_id,
          purpose: "loan_repayment",
          subject_id: loan.id,
          amount_kobo: unpaid((await world.rows(loan.id))[0]),
          channel: "bank_transfer",
          source: "bank_operating",
          reference: `TRANSFER-MEANWHILE-${loan.id.slice(-6)}`,
          on: await today(),
          actor: SYSTEM,
        }),
      );
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "paid" });
    await waitUntil(async () => {
      await world.runJobs("query-charge");
      return unpaid((await world.rows(loan.id))[1]) < total(second);
    });
    await world.runJobs("query-charge", "receive-webhook");
    expect(await debits(loan)).toEqual([debited]);
    expect(unpaid((await world.rows(loan.id))[1])).toBe(total(second) - debited!);
    await world.prove();
  });
});
