/** Attacks on giving money that came without a name to a person: who may, to whom, twice, and while something else happens to it. */
import * as repayments from "@manilla/contract/lending/repayments";
import * as calls from "@manilla/contract/money/reconciliation";
import * as approvals from "@manilla/contract/platform/approvals";
import { day } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { balanceOf } from "@manilla/ledger";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { afterEach, describe, expect, it } from "vitest";
import { takeToday } from "../../../../../../test/bank.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { queryable } from "../../../db/database.ts";
import { bookedOn, loanBooks } from "../books/index.ts";
import { catchUp } from "../../platform/business-day/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { keepUnidentified } from "../exceptions/index.ts";

const world = await useLendingWorld();
const { app, call } = { app: world.api.app, call: world.api.call };
const third = await world.api.person("super_finance", { name: "Tola", last_name: "Third" });
afterEach(() => world.prove());

let serial = 0;
/** Money of nobody, with its row. */
async function money(amount_kobo = 100_000n) {
  const reference = `NOBODYS-${(serial += 1)}`;
  const on = await businessDate(app.db);
  await app.db
    .transaction()
    .execute((tx) => keepUnidentified(tx, { reference, sender: "Aunt Ngozi" }, amount_kobo, on));
  return { reference, id: (await itemOf(reference)).id };
}
const itemOf = (reference: string) =>
  app.db
    .selectFrom("reconciliation_items")
    .select(["id", "status", "version"])
    .where("reference", "=", reference)
    .where("subject_type", "=", "unidentified_receipt")
    .executeTakeFirstOrThrow();
const receiptsOf = (reference: string) =>
  app.db.selectFrom("receipts").selectAll().where("reference", "=", reference).execute();
/** What is owed to somebody unknown. */
const held = async () => (await balanceOf(queryable(app.db), "unidentified_receipts")).natural_kobo;
const ask = (id: string, body: object, token = world.maker.token) =>
  call(calls.claim, { token, params: { id }, body: { note: "The slip names them", ...body } });
const idOf = ({ body }: { body: { data?: unknown } }) => (body.data as { approval_id: string }).approval_id;
const decide = async (approval_id: string, token: string) => {
  const { version } = await app.db
    .selectFrom("approvals")
    .select("version")
    .where("id", "=", approval_id)
    .executeTakeFirstOrThrow();
  return call(approvals.approve, { token, params: { id: approval_id }, body: { version } });
};

describe("money that came without a name", () => {
  it("is given by two persons, neither of whom it goes to", async () => {
    const { id, reference } = await money();
    const { user_id } = await world.customer();
    expect((await ask(id, { user_id: world.maker.user_id })).body).toMatchObject({ code: "own_money" });
    const toChecker = idOf(await ask(id, { user_id: world.checker.user_id }));
    expect(await decide(toChecker, world.checker.token)).toMatchObject({ status: 403 });
    expect(await receiptsOf(reference)).toEqual([]);
    await call(approvals.withdraw, { token: world.maker.token, params: { id: toChecker }, body: {} });
    const asked = idOf(await ask(id, { user_id }));
    expect(await decide(asked, world.maker.token)).toMatchObject({ status: 403 });
    for (const role of ["super_support", "super_risk", "staff"] as const) {
      const { token } = await world.api.person(role);
      expect((await ask(id, { user_id }, token)).status, role).toBe(403);
      expect((await decide(asked, token)).status, role).toBe(403);
    }
    expect(await receiptsOf(reference)).toEqual([]);
    expect(await decide(asked, third.token)).toMatchObject({ status: 200 });
    expect(await receiptsOf(reference)).toMatchObject([
      { user_id, recorded_by: world.maker.user_id, confirmed_by: third.user_id, source: "unidentified_receipts" },
    ]);
  });

  it("is given once, when two persons agree at the same moment, and once when two ask", async () => {
    const before = await held();
    const { id, reference } = await money();
    const [one, two] = [await world.customer(), await world.customer()];
    const both = await Promise.all([
      ask(id, { user_id: one.user_id }),
      ask(id, { user_id: two.user_id }, world.checker.token),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const asked = idOf(both.find(({ status }) => status === 200)!);
    const agreed = await Promise.all([decide(asked, third.token), decide(asked, third.token)]);
    expect(agreed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await receiptsOf(reference)).length).toBe(1);
    expect(await held()).toBe(before);
  });

  it("shows the second person what it pays, before and after, and leads its row to the request while that waits", async () => {
    const loan = await world.running();
    const { id } = await money();
    const requestOf = async () => {
      const { body } = await call(calls.find, { token: world.maker.token, params: { id } });
      return (body.data as { request_id: string | null }).request_id;
    };
    expect(await requestOf()).toBeNull();
    const asked = idOf(await ask(id, { user_id: loan.customer.user_id }));
    expect(await requestOf()).toBe(asked);
    const shown = async () =>
      (await call(approvals.find, { token: world.checker.token, params: { id: asked } })).body.data as {
        effect: { measures: unknown[] };
      };
    const paid = { label: "Repaid so far", before: 0, after: 100_000 };
    expect((await shown()).effect.measures).toContainEqual(paid);
    expect(await decide(asked, world.checker.token)).toMatchObject({ status: 200 });
    expect((await shown()).effect.measures).toContainEqual(paid);
    expect(await requestOf()).toBeNull();
  });

  it("never pays a loan of another person, which is refused at the request", async () => {
    const { id, reference } = await money();
    const [{ user_id }, other] = [await world.customer(), await world.running()];
    for (const loan_id of [other.id, uuidv7()]) {
      const { status, body } = await ask(id, { user_id, loan_id });
      expect(status).toBe(422);
      expect(Object.keys(body.errors ?? {})).toEqual(["loan_id"]);
    }
    expect(await ask(id, { user_id: uuidv7() })).toMatchObject({ status: 422 });
    expect(await receiptsOf(reference)).toEqual([]);
    expect((await world.loanRow(other.id)).paid_kobo).toBe(0n);
  });

  it("becomes credit where the loan ended while the second person was awaited", async () => {
    const loan = await world.running();
    const { id, reference } = await money();
    const asked = idOf(await ask(id, { user_id: loan.customer.user_id, loan_id: loan.id }));
    const [row] = await world.rows(loan.id);
    const settled = await call(repayments.settle, {
      token: world.maker.token,
      params: { id: row!.id },
      body: { scope: "loan", reference: `ENDED-${reference}` },
    });
    expect(await decide(idOf(settled), world.checker.token)).toMatchObject({ status: 200 });
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "settled" });
    expect(await decide(asked, world.checker.token)).toMatchObject({ status: 200 });
    expect(await receiptsOf(reference)).toMatchObject([{ credit_kobo: 100_000n, user_id: loan.customer.user_id }]);
  });

  it("is nobody's again when the receipt is taken back, and can be given to the right person", async () => {
    const before = await held();
    const { id, reference } = await money();
    const [wrong, right] = [await world.running(), await world.running()];
    await decide(idOf(await ask(id, { user_id: wrong.customer.user_id, loan_id: wrong.id })), world.checker.token);
    const [receipt] = await receiptsOf(reference);
    expect(await held()).toBe(before);
    const reversal = await call(repayments.reverseReceipt, {
      token: world.maker.token,
      params: { id: receipt!.id },
      body: { reason: "Another person's money" },
    });
    expect(await decide(idOf(reversal), world.checker.token)).toMatchObject({ status: 200 });
    expect(await held(), "owed to nobody yet").toBe(before + 100_000n);
    const again = await ask(id, { user_id: right.customer.user_id, loan_id: right.id });
    expect(again.status).toBe(200);
    expect(again.body.message).toBe("");
    expect(await decide(idOf(again), world.checker.token)).toMatchObject({ status: 200 });
    expect(await held()).toBe(before);
    expect((await world.loanRow(right.id)).paid_kobo).toBe(100_000n);
    expect((await world.loanRow(wrong.id)).paid_kobo).toBe(0n);
  });

  it("is not given where somebody decided about the row meanwhile", async () => {
    const before = await held();
    for (const how of [calls.match, calls.voidItem, calls.setAside]) {
      const { id, reference } = await money();
      const { user_id } = await world.customer();
      const asked = idOf(await ask(id, { user_id }));
      const { version } = await itemOf(reference);
      const body = { reason: "Decided by hand", version };
      const decided = await call(how, { token: third.token, params: { id }, body });
      const code = how === calls.setAside ? "already_asked" : "needs_second";
      expect(decided.status, how.path).toBe(409);
      expect(decided.body.code, how.path).toEqual(code);
      expect(await decide(asked, world.checker.token)).toMatchObject({ status: 200 });
      const after = await call(how, {
        token: third.token,
        params: { id },
        body: { ...body, version: (await itemOf(reference)).version },
      });
      expect(after.status, how.path).toBe(409);
      expect((await receiptsOf(reference)).length).toBe(1);
    }
    expect(await held()).toBe(before);
  });

  it("is given as it was booked where a statement shows its line meanwhile", async () => {
    const before = await held();
    const { id, reference } = await money();
    const { user_id } = await world.customer();
    const asked = idOf(await ask(id, { user_id }));
    await takeToday(world, [[100_000, reference]]);
    expect(await itemOf(reference)).toMatchObject({ id, status: "mismatch" });
    expect(await decide(asked, world.checker.token)).toMatchObject({ status: 200 });
    expect(await itemOf(reference)).toMatchObject({ id, status: "matched_manual" });
    expect(await held()).toBe(before);
    // Of a line that says another sum the difference is named first; it is given afterwards, whole.
    const short = await money();
    const waiting = idOf(await ask(short.id, { user_id }));
    await takeToday(world, [[60_000, short.reference]]);
    expect((await decide(waiting, world.checker.token)).body).toMatchObject({ code: "line_differs" });
    await call(approvals.withdraw, { token: world.maker.token, params: { id: waiting }, body: {} });
    expect((await ask(short.id, { user_id })).body).toMatchObject({ code: "line_differs" });
    const named = await call(calls.resolve, {
      token: world.maker.token,
      params: { id: short.id },
      body: { account: "bank_charges", reason: "The bank kept it" },
    });
    const { approval_id } = named.body.data as unknown as { approval_id: string | null };
    if (approval_id) expect(await decide(approval_id, world.checker.token)).toMatchObject({ status: 200 });
    expect(await itemOf(short.reference)).toMatchObject({ status: "matched_manual" });
    expect(await decide(idOf(await ask(short.id, { user_id })), world.checker.token)).toMatchObject({ status: 200 });
    expect(await receiptsOf(short.reference)).toMatchObject([{ amount_kobo: 100_000n }]);
    expect(await held()).toBe(before);
  });

  it("leaves the exceptions by two persons, whichever call is used, stays owed, and finds its owner later", async () => {
    const before = await held();
    const { id, reference } = await money();
    const alone = { token: third.token, params: { id }, body: { reason: "Nobody asks for it" } };
    for (const how of [calls.match, calls.voidItem])
      expect((await call(how, alone)).body.code, how.path).toBe("needs_second");
    for (const action of ["void", "match_by_hand"] as const) {
      const { body } = await call(calls.each, {
        token: third.token,
        body: { action, ids: [id], reason: "Nobody asks for it" },
      });
      expect([action, body.data]).toMatchObject([
        action,
        { done: 0, verdicts: [{ reason: expect.stringContaining("two persons") }] },
      ]);
    }
    const asked = idOf(await call(calls.setAside, alone));
    expect((await call(calls.setAside, { ...alone, token: world.maker.token })).body.code).toBe("already_asked");
    expect(await decide(asked, third.token)).toMatchObject({ status: 403 });
    expect(await itemOf(reference)).toMatchObject({ status: "mismatch" });
    expect(await decide(asked, world.checker.token)).toMatchObject({ status: 200 });
    expect([await itemOf(reference), await held()]).toMatchObject([{ status: "void" }, before + 100_000n]);
    const { user_id } = await world.customer();
    expect(await decide(idOf(await ask(id, { user_id })), world.checker.token)).toMatchObject({ status: 200 });
    expect(await receiptsOf(reference)).toMatchObject([{ user_id, credit_kobo: 100_000n }]);
    expect(await held()).toBe(before);
  });

  it("is compared with the bank's line also after it was given or set aside: another sum is an exception", async () => {
    const [given, aside, debited] = [await money(), await money(), await money()];
    const { user_id } = await world.customer();
    await decide(idOf(await ask(given.id, { user_id })), world.checker.token);
    const body = { reason: "Nobody asks for it" };
    const asked = await call(calls.setAside, { token: third.token, params: { id: aside.id }, body });
    await decide(idOf(asked), world.checker.token);
    await takeToday(world, [
      [60_000, given.reference],
      [70_000, aside.reference],
      [-100_000, debited.reference],
    ]);
    for (const { id, reference } of [given, aside]) {
      expect(await itemOf(reference)).toMatchObject({ status: "mismatch" });
      const alone = await call(calls.match, { token: third.token, params: { id }, body });
      expect(alone.status, `${reference}`).toBe(409);
    }
    const lines = await app.db
      .selectFrom("reconciliation_items")
      .select(["subject_type", "direction", "status"])
      .where("reference", "=", debited.reference)
      .orderBy("subject_type")
      .execute();
    expect(lines, "what leaves the bank is never the money that came").toEqual([
      { subject_type: "bank_line", direction: "out", status: "mismatch" },
      { subject_type: "unidentified_receipt", direction: "in", status: "mismatch" },
    ]);
    const [line] = await app.db
      .selectFrom("reconciliation_items")
      .select("id")
      .where("reference", "=", debited.reference)
      .where("subject_type", "=", "bank_line")
      .execute();
    expect((await call(calls.match, { token: third.token, params: { id: line!.id }, body })).body.code).toBe(
      "not_booked",
    );
  });
});

// Last: it moves the day, and the statements above are of the first one.
describe("money that came without a name, given days later", () => {
  it("pays a loan as of the day on which it came: no penalty and no interest for the days on which we held it", async () => {
    const before = await held();
    const loan = await world.running({
      instalments: 3,
      product: { penalty: { kind: "fixed", kobo: 5_000 }, grace_days: 1 },
    });
    const until = (day: string) => catchUp(app, day, { onDay: () => world.syncClock() });
    const [first] = await world.rows(loan.id);
    const due_on = String(first?.due_on);
    const came_on = addDays(due_on, -2);
    await until(came_on);
    const { id, reference } = await money(first!.principal_kobo + first!.interest_kobo + first!.fees_kobo);
    await until(addDays(due_on, 4));
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "overdue", penalty_kobo: 5_000n });
    const asked = idOf(await ask(id, { user_id: loan.customer.user_id }));
    const shown = (await call(approvals.find, { token: world.checker.token, params: { id: asked } })).body.data as {
      effect: { facts: { label: string; value: string }[] };
    };
    expect(shown.effect.facts).toContainEqual({ label: "Received on", value: day(came_on) });
    expect(shown.effect.facts.map(({ label }) => label)).toContain("Counts from");
    const today = addDays(due_on, 6);
    await until(today);
    expect(await decide(asked, world.checker.token)).toMatchObject({ status: 200 });
    const [receipt] = await receiptsOf(reference);
    expect(receipt).toMatchObject({ received_on: came_on, credit_kobo: 0n });
    expect((await world.rows(loan.id))[0]).toMatchObject({ status: "paid", penalty_kobo: 0n, paid_penalty_kobo: 0n });
    expect(await world.loanRow(loan.id)).toMatchObject({ status: "running", days_past_due: 0, overdue_kobo: 0n });
    const books = await app.db.transaction().execute((tx) => loanBooks(tx, loan.id));
    expect(books).toMatchObject({ penalty_kobo: 0n, penalty_income_kobo: 0n });
    const { rows } = await sql<{ effective_on: string }>`
      select effective_on from ledger.transactions where id = ${receipt!.ledger_transaction_id}
    `.execute(app.db);
    expect(rows[0]?.effective_on, "of its day only while its month is open").toBe(bookedOn(came_on, today));
    expect(await held()).toBe(before);
  });
});
