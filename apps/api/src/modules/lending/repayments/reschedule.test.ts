/** Time granted on a running loan: asked for, shown before and after, decided by a second person, lived on. */
import * as disbursements from "@manilla/contract/lending/disbursements";
import * as loans from "@manilla/contract/lending/loans";
import * as calls from "@manilla/contract/lending/repayments";
import * as approvals from "@manilla/contract/platform/approvals";
import { addDays, unpaidTotal } from "@manilla/credit";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { dyingAt } from "../../../../../../test/dying.ts";
import { type RepaymentWorld, inRepaymentWorld } from "../../../../../../test/repaying.ts";
import { loanBooks } from "../../money/books/index.ts";

let made: RepaymentWorld;
/** Who grants time: risk asks, and risk decides. */
let risk: Awaited<ReturnType<RepaymentWorld["world"]["api"]["person"]>>[];
inRepaymentWorld((world) => void (made = world), "without bank statements");
beforeAll(async () => {
  risk = [await made.world.api.person("super_risk"), await made.world.api.person("super_risk")];
});
const byRisk: RepaymentWorld["staff"] = (call, options = {}) =>
  made.world.api.call(call, { token: risk[0]!.token, ...options });
const approve = (id: string) =>
  made.world.api.call(approvals.approve, { token: risk[1]!.token, params: { id }, body: { version: 1 } });

const reason = "The employer pays a month late";
const nothing = { holiday_instalments: 0, more_instalments: 0, overdue: "stays" as const };
type Figures = Record<"instalment_kobo" | "interest_kobo" | "left_kobo" | "instalments" | "overdue_kobo", number> &
  Record<"next_due_on" | "last_due_on", string>;
const dataOf = <Data>({ body }: { body: { data?: unknown } }) => body.data as Data;
const preview = async (id: string, change: object) =>
  dataOf<{ before: Figures; after: Figures }>(
    await byRisk(calls.reschedulePreview, { params: { id }, body: { ...nothing, ...change } }),
  );
const ask = (id: string, change: object, token = risk[0]!.token) =>
  made.world.api.call(calls.reschedule, { token, params: { id }, body: { ...nothing, ...change, reason } });
const approvalOf = (answer: { body: { data?: unknown } }) => dataOf<{ approval_id: string }>(answer).approval_id;
const booksOf = (id: string) => made.world.api.app.db.transaction().execute((tx) => loanBooks(tx, id));

it("is refused to a stranger, to the borrower's colleague, for nothing, too much, and a loan that does not run", async () => {
  const { world } = made;
  const { id, customer } = await world.running();
  expect((await world.api.call(calls.reschedule, { params: { id }, body: { ...nothing, reason } })).status).toBe(401);
  expect((await ask(id, { more_instalments: 1 }, customer.token)).status).toBe(403);
  const { token } = await world.api.person("super_finance");
  expect((await ask(id, { more_instalments: 1 }, token)).status).toBe(403);
  expect((await ask("0198c5a0-0000-7000-8000-000000000000", { more_instalments: 1 })).status).toBe(404);
  for (const change of [{}, { holiday_instalments: 13 }, { annual_rate_percent: "2000" }, { annual_rate_percent: "x" }])
    expect((await ask(id, change)).status, JSON.stringify(change)).toBe(422);
  const accepted = await world.loan();
  expect((await ask(accepted.id, { more_instalments: 1 })).status).toBe(404);
});

it("waits for the credit bureau reports that the product asks for, when asked and when decided", async () => {
  const { world } = made;
  const { id, customer } = await world.running();
  const asks = (count: number) =>
    sql`
      update loan_product_versions set bureau_reports_required = ${count}
      where id = (select product_version_id from loans where id = ${id})
    `.execute(world.api.app.db);
  const asked = await ask(id, { more_instalments: 1 });
  await asks(2);
  try {
    const late = await ask((await world.running()).id, { more_instalments: 1 });
    expect([late.status, late.body.code, late.body.message]).toEqual([
      409,
      "reports_missing",
      "Missing: 2 credit bureau reports, at most 30 days old. Run the automatic checks first.",
    ]);
    const decided = await approve(approvalOf(asked));
    expect([decided.status, decided.body.code]).toEqual([409, "reports_missing"]);
    // One answer that names two bureaus is a report of each.
    await sql`
      insert into bureau_reports (id, user_id, bureau, loans, open_loans, overdue_loans, total_balance_kobo)
      values (gen_random_uuid(), ${customer.user_id}, 'crc, xds', '[]', 0, 0, 0)
    `.execute(world.api.app.db);
    expect((await approve(approvalOf(asked))).status).toBe(200);
  } finally {
    await asks(0);
  }
});

it("shows the schedule before and after, waits for a second person, and is then what was shown", async () => {
  const { world, staff, today } = made;
  const { id, customer } = await made.dueToday();
  await staff(calls.payFraction, {
    params: { id: (await world.rows(id))[0]!.id },
    body: { amount_kobo: 600_000, reference: `RESCHEDULED-${id.slice(-6)}` },
  });
  const on = await today();
  const change = { holiday_instalments: 1, more_instalments: 3, annual_rate_percent: "30" };
  const { before, after } = await preview(id, change);
  expect(after.instalments).toBe(before.instalments + 3);
  expect(after.last_due_on > before.last_due_on).toBe(true);
  expect(after.instalment_kobo).toBeLessThan(before.instalment_kobo);
  const asked = await ask(id, change);
  expect((await ask(id, change)).status, "the same waits already").toBe(409);
  const other = await ask(id, { more_instalments: 2 }, risk[1]!.token);
  expect([other.status, other.body.code], "another change waits already").toEqual([409, "already_requested"]);
  const { effect, title } = dataOf<{ title: string; effect: { changes?: unknown } }>(
    await world.api.call(approvals.find, { token: risk[1]!.token, params: { id: approvalOf(asked) } }),
  );
  expect(title).toContain("1 instalment skipped, 3 more instalments, 2.50% a month (30.00% a year)");
  expect(JSON.stringify(effect)).toContain("Last due date");
  const books = await booksOf(id);
  expect((await staff(approvals.approve, { params: { id: approvalOf(asked) }, body: { version: 1 } })).status).toBe(
    403,
  );
  expect((await approve(approvalOf(asked))).status).toBe(200);
  const rows = (await world.rows(id)).filter(({ status }) => status !== "superseded");
  const coming = rows.filter(({ status }) => ["scheduled", "due", "part_paid"].includes(status));
  expect(rows.filter(({ status }) => status === "deferred")).toHaveLength(1);
  expect(coming.at(-1)?.due_on).toBe(after.last_due_on);
  expect(Number(rows.reduce((sum, row) => sum + row.interest_kobo, 0n))).toBe(after.interest_kobo);
  const now = await booksOf(id);
  expect([now.principal_kobo, now.interest_kobo], "what was earned stays earned").toEqual([
    books.principal_kobo,
    books.interest_kobo,
  ]);
  await world.prove();
  const { loan } = dataOf<{ loan: { rescheduled: { words: string; effective_on: string; after: Figures }[] } }>(
    await world.api.call(loans.findOwn, { token: customer.token, params: { id } }),
  );
  expect(loan.rescheduled).toMatchObject([{ effective_on: on, after: { instalment_kobo: after.instalment_kobo } }]);
  const told = await world.api.app.db
    .selectFrom("notifications")
    .selectAll()
    .where("user_id", "=", customer.user_id)
    .execute();
  expect(told.find((one) => one.title === "Your loan was rescheduled")?.body).toContain("1 instalment skipped");
  // The new rate is what the close of business earns from now on.
  await made.nextDay(addDays(on, 3));
  const later = await booksOf(id);
  const base = Number(coming.reduce((sum, row) => (row.due_on > on ? sum + row.principal_kobo : sum), 0n));
  expect(Number(later.interest_kobo - now.interest_kobo) / base).toBeCloseTo((0.025 * 2) / 30, 3);
  await world.prove();
}, 300_000);

it("keeps the class of a late loan whose arrears join, until it has performed; money afterwards and a replay agree", async () => {
  const { world, nextDay, today } = made;
  const { id } = await made.dueToday();
  await nextDay(addDays(await today(), 6));
  const late = await world.loanRow(id);
  expect(late).toMatchObject({ status: "past_due", arrears_bucket: "1-30" });
  const change = { more_instalments: 4, overdue: "joins" };
  const { before, after } = await preview(id, change);
  expect(before.overdue_kobo).toBeGreaterThan(0);
  expect((await approve(approvalOf(await ask(id, change)))).status).toBe(200);
  const then = await world.loanRow(id);
  expect(then).toMatchObject({ status: "past_due", arrears_bucket: "1-30", days_past_due: late.days_past_due });
  expect(Number(then.overdue_kobo)).toBe(after.overdue_kobo);
  await world.prove();
  const [first] = (await world.rows(id)).filter(({ status }) => status === "scheduled");
  // What stays due is the fee and the penalty: once they are paid nothing is overdue, and the class holds all the same.
  expect(after.overdue_kobo).toBeGreaterThan(0);
  const charges = { amount_kobo: after.overdue_kobo, reference: `CHARGES-${id.slice(-6)}` };
  expect((await made.staff(calls.payFraction, { params: { id: first!.id }, body: charges })).status).toBe(200);
  const kept = { status: "past_due", overdue_kobo: 0n, arrears_bucket: "1-30", days_past_due: late.days_past_due };
  expect(await world.loanRow(id)).toMatchObject(kept);
  await nextDay(addDays(await today(), 2));
  expect(await world.loanRow(id)).toMatchObject(kept);
  const paid = await made.staff(calls.payFraction, {
    params: { id: first!.id },
    body: { amount_kobo: 900_000, reference: `JOINED-${id.slice(-6)}` },
  });
  expect(paid.status).toBe(200);
  await world.prove();
  // Reversed again, the loan is replayed: rescheduled as before, without the money.
  const before_money = (await world.rows(id)).map(({ number, status, due_on }) => `${number} ${status} ${due_on}`);
  const receipt = dataOf<{ receipt: { id: string } }>(paid).receipt.id;
  const reversal = await made.staff(calls.reverseReceipt, { params: { id: receipt }, body: { reason } });
  expect((await world.approve(approvalOf(reversal))).status).toBe(200);
  await world.prove();
  expect((await world.rows(id)).map(({ number, due_on }) => `${number} ${due_on}`)).toEqual(
    before_money.map((row) => row.replace(/ [a-z_]+ /, " ")),
  );
  expect(await world.loanRow(id)).toMatchObject(kept);
}, 300_000);

it("keeps the order of a penalty and a payment of one day, even where the clock of our server is wrong", async () => {
  const { world, nextDay, today } = made;
  const { id } = await made.dueToday();
  const charged = async () => (await world.rows(id))[0]!.penalty_kobo;
  while ((await charged()) === 0n) await nextDay(addDays(await today(), 1));
  const [first] = await world.rows(id);
  const paid = await made.staff(calls.payFraction, {
    params: { id: first!.id },
    body: { amount_kobo: 900_000, reference: `THE-DAY-OF-THE-PENALTY-${id.slice(-6)}` },
  });
  expect(paid.status).toBe(200);
  await sql`update receipts set received_at = received_at - interval '60 days' where loan_id = ${id}`.execute(
    world.api.app.db,
  );
  const owed = (await world.rows(id)).reduce((sum, { period_interest_kobo: _, ...row }) => sum + unpaidTotal(row), 0n);
  const { before } = await preview(id, { more_instalments: 1 });
  expect(before.left_kobo).toBe(Number(owed));
}, 120_000);

it("is rescheduled still when a payout that was taken back is kept by the borrower", async () => {
  const { world, staff } = made;
  const { id } = await world.running();
  expect(await approve(approvalOf(await ask(id, { more_instalments: 2 })))).toMatchObject({ status: 200 });
  const rowsOf = async () =>
    (await world.rows(id)).map(({ number, due_on, principal_kobo }) => `${number} ${due_on} ${principal_kobo}`);
  const before = await rowsOf();
  expect(before).toHaveLength(5);
  const back = await staff(disbursements.undisburseMany, { body: { loan_ids: [id], reason } });
  expect((await world.approve(approvalOf(back))).status).toBe(200);
  const kept = await staff(calls.endReturn, { params: { id }, body: { outcome: "kept", reason } });
  expect((await world.approve(approvalOf(kept))).status).toBe(200);
  expect(await rowsOf()).toEqual(before);
  await world.prove();
});

it("is nobody's own, asked once by two presses, done once by two decisions, and not at all where the worker dies", async () => {
  const { world } = made;
  const { id, customer } = await world.running();
  const belongsTo = (owner: string) =>
    world.api.database.pool.query("update loans set user_id = $1 where id = $2", [owner, id]);
  await belongsTo(risk[0]!.user_id);
  const body = { ...nothing, more_instalments: 2 };
  expect((await byRisk(calls.reschedulePreview, { params: { id }, body })).body.code).toBe("own_loan");
  expect((await ask(id, { more_instalments: 2 })).body.code).toBe("own_loan");
  await belongsTo(customer.user_id);
  const presses = await Promise.all([ask(id, { more_instalments: 2 }), ask(id, { more_instalments: 2 })]);
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const approval = approvalOf(presses.find(({ status }) => status === 200)!);
  await belongsTo(risk[1]!.user_id);
  expect((await approve(approval)).body.code).toBe("own_loan");
  await belongsTo(customer.user_id);
  const written = async () =>
    (await world.api.app.db.selectFrom("loan_reschedules").select("id").where("loan_id", "=", id).execute()).length;
  const before = await world.rows(id);
  await dyingAt(world.api, "audit_records", () => approve(approval));
  expect([await written(), await world.rows(id)]).toEqual([0, before]);
  const decisions = await Promise.all([approve(approval), approve(approval)]);
  expect([decisions.map(({ status }) => status).toSorted(), await written()]).toEqual([[200, 409], 1]);
  expect(await world.rows(id)).toHaveLength(before.length + 2);
  await world.prove();
});
