import * as approvals from "@manilla/contract/platform/approvals";
import * as calls from "@manilla/contract/lending/disbursements";
import * as repayments from "@manilla/contract/lending/repayments";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { waitUntil } from "../../../../../../test/lending.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld();

interface Shown {
  version: number;
  title: string;
  status: string;
  items: { verdict: string }[];
  effect: {
    refusal: string | null;
    postings: { account: string; debit_kobo: number; credit_kobo: number }[];
    measures: { label: string; before: number | string; after: number | string }[];
    payees: {
      rules_say?: string;
      amount_kobo: number;
      fees_kobo: number;
      bank_name: string;
      account_no: string;
      account_name: string;
    }[];
  };
}
const show = async (id: string, by = world.checker) =>
  (await world.api.call(approvals.find, { token: by.token, params: { id } })).body.data as unknown as Shown;
const ask = async (...loan_ids: string[]) => {
  const { body } = await world.api.call(calls.disburseMany, { token: world.maker.token, body: { loan_ids } });
  return (body.data as { approval_id: string }).approval_id;
};
const count = async (table: string) =>
  Number((await world.api.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
const balanced = ({ postings }: Shown["effect"]) =>
  postings.reduce((sum, { debit_kobo, credit_kobo }) => sum + debit_kobo - credit_kobo, 0);

describe("what a checker sees of a payout", () => {
  it("names person and sum, the account with the bank's name for it, the fees, and the postings up to the end; and nothing of the look stays", async () => {
    const { id, customer } = await world.loan({
      product: { fees: [{ name: "Processing", when: "upfront", percent: "1.5" }] },
    });
    const approval_id = await ask(id);
    const tables = ["ledger.transactions", "ledger.postings", "transitions", "notifications", "pgboss.job"];
    const before = await Promise.all(tables.map(count));
    const shown = await show(approval_id);
    expect(await Promise.all(tables.map(count))).toEqual(before);
    expect((await world.loanRow(id)).status).toBe("disbursing");
    const { full_name } = await world.api.app.db
      .selectFrom("users")
      .select("full_name")
      .where("id", "=", customer.user_id)
      .executeTakeFirstOrThrow();
    expect(shown.title).toBe(`Pay ₦98,500.00 to ${full_name}`);
    expect(shown.effect).toMatchObject({
      refusal: null,
      payees: [{ amount_kobo: 9_850_000, fees_kobo: 150_000, account_no: expect.stringMatching(/^•+\d{4}$/) }],
    });
    expect(shown.effect.payees[0]?.account_name).not.toBe("");
    expect(shown.effect.postings.reduce((sum, { debit_kobo }) => sum + debit_kobo, 0)).toBeGreaterThanOrEqual(
      10_000_000,
    );
    expect(balanced(shown.effect)).toBe(0);
  });

  it("says when the account was changed, and that approving would leave such a payout out", async () => {
    const { id, customer } = await world.loan();
    const approval_id = await ask(id);
    await world.api.database.pool.query(
      "update profiles set account_no_hash = '\\x01', bank_code = '058', bank_account_status = 'pending' where user_id = $1",
      [customer.user_id],
    );
    const { effect } = await show(approval_id);
    expect(effect.payees[0]).toMatchObject({ account_changed_at: expect.any(String) });
    expect(effect.postings).toEqual([]);
  });

  it("says what the rules said, changed or not, and their reasons to those alone who may read bureau reports", async () => {
    const { id, customer } = await world.loan();
    const rules = await world.api.app.db
      .selectFrom("rule_sets")
      .select(["id", "number"])
      .limit(1)
      .executeTakeFirstOrThrow();
    const decided = { user_id: customer.user_id, rule_set_id: rules.id, rule_set_number: rules.number };
    await world.api.app.db
      .insertInto("credit_decisions")
      .values({
        id: uuidv7(),
        ...decided,
        loan_id: id,
        occasion: "loan_request",
        outcome: "declined",
        final_outcome: "declined",
        score: 400,
        limit_kobo: 5_000_000n,
        judgement: JSON.stringify({ reasons: ["Another lender is owed too much"] }),
      })
      .execute();
    await sql`
      insert into transitions (id, noun, subject_id, from_state, to_state, actor_id, actor_name, reason)
      values (${uuidv7()}, 'loan', ${id}, 'requested', 'approved', ${world.maker.user_id}, 'Ada Obi', 'Payslip seen')
    `.execute(world.api.app.db);
    const approval_id = await ask(id);
    const saidTo = async (person: typeof world.checker) =>
      (await show(approval_id, person)).effect.payees[0]?.rules_say;
    const [finance, admin] = [await world.api.person("super_finance"), await world.api.person("super_admin")];
    expect(await saidTo(finance)).toBe("Declined. Approved against the rules by Ada Obi. Limit ₦50,000.00");
    expect(await saidTo(admin)).toBe(
      "Declined: Another lender is owed too much. Approved against the rules by Ada Obi: Payslip seen. Limit ₦50,000.00",
    );
    const { id: unasked } = await world.loan();
    expect((await show(await ask(unasked))).effect.payees[0]?.rules_say).toBe("They were not asked");
  });

  it("is read at a glance before several are approved together: payee, account, and a name that differs", async () => {
    const [one, other] = [await world.loan(), await world.loan()];
    const ids = [await ask(one.id), await ask(other.id)];
    await sql`update payouts set account_name = 'ZAINAB DANLADI' where approval_id = ${ids[1]}`.execute(
      world.api.app.db,
    );
    const glance = (token: string, query = { ids: ids.join() }) => world.api.call(approvals.glance, { token, query });
    const { body } = await glance(world.checker.token);
    expect((body.data as { requests: object[] }).requests).toMatchObject([
      { id: ids[0], names_differ: 0, has_evidence: null, lines: [expect.stringMatching(/•\d{4}, at the bank/)] },
      { id: ids[1], names_differ: 1, lines: [expect.stringMatching(/ZAINAB DANLADI \(differs\)$/)] },
    ]);
    expect((await glance((await world.api.person("staff")).token)).status).toBe(403);
    expect((await glance(world.checker.token, { ids: "everything" })).status).toBe(422);
  });

  it("lets those who work go first: a look that somebody waits for is ended, and its connection is as before", async () => {
    const { id } = await world.loan();
    const approval_id = await ask(id);
    const { pool } = world.api.database;
    await pool.query(`
      create function dawdle() returns trigger language plpgsql as $$
        begin
          if current_setting('lock_timeout') <> '0' then perform pg_sleep(30); end if;
          return new;
        end
      $$;
      create trigger dawdle before insert on transitions for each row execute function dawdle()
    `);
    const look = show(approval_id);
    const isLooking = async () =>
      (await world.api.app.pool.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")).rowCount === 1;
    await waitUntil(isLooking);
    // Who waits longer than this would be refused.
    await pool.query(`
      begin;
      set local lock_timeout = '3s';
      update loans set updated_at = updated_at where id = '${id}';
      commit
    `);
    await pool.query("drop trigger dawdle on transitions");
    expect((await look).effect.refusal).toContain("Somebody is working");
    expect((await show(approval_id)).effect).toMatchObject({ refusal: null, payees: [{ amount_kobo: 10_000_000 }] });
    expect((await world.loanRow(id)).status).toBe("disbursing");
  });

  it("says why it would be refused: who asked may no longer ask", async () => {
    const { id } = await world.loan();
    const approval_id = await ask(id);
    await world.api.database.pool.query("delete from user_roles where user_id = $1", [world.maker.user_id]);
    expect((await show(approval_id)).effect.refusal).toContain("may no longer request");
    await world.api.database.pool.query("insert into user_roles (user_id, role) values ($1, 'super_finance')", [
      world.maker.user_id,
    ]);
  });
});

describe("what a checker sees of received money", () => {
  it("shows the loan before and after, and keeps what approving did", async () => {
    const { id } = await world.running();
    const [first] = await world.rows(id);
    await world.api.database.pool.query("update repayments set due_on = '2026-01-15', status = 'due' where id = $1", [
      first?.id,
    ]);
    const { body } = await world.api.call(repayments.settleMany, {
      token: world.maker.token,
      body: { repayment_ids: [first?.id], reference: "SLIP-1" },
    });
    const { approval_id } = body.data as unknown as { approval_id: string };
    const shown = await show(approval_id);
    expect(balanced(shown.effect)).toBe(0);
    const paid = shown.effect.measures.find(({ label }) => label === "Repaid so far");
    expect(paid?.before).toBe(0);
    expect(paid?.after).toBeGreaterThan(0);
    await world.approve(approval_id);
    const after = await show(approval_id);
    expect(after.status).toBe("approved");
    expect(after.effect.measures).toEqual(shown.effect.measures);
    expect(after.effect.postings).toEqual(shown.effect.postings);
    await world.prove();
  });
});

describe("requests that are alike", () => {
  const approveMany = (rows: { id: string; version: number }[], by = world.checker) =>
    world.api.call(approvals.approveMany, { token: by.token, body: { approvals: rows } });

  it("are approved together, each with a verdict; never one's own, never of several kinds", async () => {
    const [one, two, three] = [await world.loan(), await world.loan(), await world.loan()];
    const rows = [
      { id: await ask(one.id), version: 1 },
      { id: await ask(two.id), version: 9 },
      { id: await ask(three.id), version: 1 },
    ];
    const told = async () =>
      (
        await world.api.app.db
          .selectFrom("notifications")
          .select(["title", "body"])
          .where("user_id", "=", world.maker.user_id)
          .where("kind", "=", "approval")
          .where("title", "like", "%approved%")
          .orderBy("id")
          .execute()
      ).map(({ title, body }) => [title, body]);
    const before = (await told()).length;
    const own = await approveMany(rows, world.maker);
    expect((own.body.data as { results: { is_done: boolean }[] }).results.map(({ is_done }) => is_done)).toEqual([
      false,
      false,
      false,
    ]);
    const { body } = await approveMany(rows);
    expect((body.data as { results: object[] }).results).toMatchObject([
      { is_done: true },
      { is_done: false, reason: expect.stringContaining("has changed") },
      { is_done: true },
    ]);
    expect((await told()).slice(before), "one act is one notice, of what was done").toEqual([
      ["2 requests of yours were approved", "Payout of loans, ₦200,000.00 in all"],
    ]);
    await approveMany([{ id: rows[1]!.id, version: 1 }]);
    expect((await told()).slice(before + 1)).toEqual([["Your request was approved", expect.stringContaining("Pay ₦")]]);
    const running = await world.running();
    const taken = await world.api.call(calls.undisburseMany, {
      token: world.maker.token,
      body: { loan_ids: [running.id], reason: "A mistake" },
    });
    const other = (taken.body.data as unknown as { approval_id: string }).approval_id;
    expect((await approveMany([rows[1]!, { id: other, version: 1 }])).status).toBe(409);
  });

  it("are counted for those who may decide, and for their maker", async () => {
    const waiting = async (by: { token: string }) =>
      (await world.api.call(approvals.waiting, { token: by.token })).body.data as unknown as {
        to_decide: { count: number };
        asked: { pending: number };
      };
    const before = [await waiting(world.checker), await waiting(world.maker)] as const;
    await ask((await world.loan()).id);
    expect((await waiting(world.checker)).to_decide.count).toBe(before[0].to_decide.count + 1);
    const maker = await waiting(world.maker);
    expect(maker.asked.pending).toBe(before[1].asked.pending + 1);
    expect(maker.to_decide.count).toBe(before[1].to_decide.count);
  });
});
