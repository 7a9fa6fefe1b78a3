/**
 * The guards of the money modules one by one, each in the moment in which it is needed: both sides of a race are held at the same row and let go
 * together, so that the second surely comes while the first is at work. `npm run mutants` takes each guard away and expects this file to notice.
 */
import { createHmac } from "node:crypto";
import * as access from "@manilla/contract/platform/access";
import * as approvals from "@manilla/contract/platform/approvals";
import * as disbursements from "@manilla/contract/lending/disbursements";
import { HoldNotActive, balanceOf, capture, hold, openAccount, post } from "@manilla/ledger";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { moneyDatabase } from "../../apps/api/src/db/pipelined-database.ts";
import { claim, fingerprint, release, settle } from "../../apps/api/src/http/idempotency.ts";
import { HOLDER } from "../../apps/api/src/http/key-holder.ts";
import { SYSTEM } from "../../apps/api/src/modules/platform/audit/index.ts";
import { settleCharge } from "../../apps/api/src/modules/money/charges/charges.ts";
import { changeState, walkStates } from "../../apps/api/src/modules/platform/states/index.ts";
import { useLendingWorld } from "../world.ts";

const world = await useLendingWorld();

/** Locks rows from outside, starts the work, waits until as many as said wait for the lock, lets go. */
async function together<Result>(
  lock: string,
  values: unknown[],
  waiting: number,
  start: () => Promise<Result>[],
): Promise<PromiseSettledResult<Result>[]> {
  const { pool } = world.api.database;
  const client = await pool.connect();
  await client.query("begin");
  await client.query(lock, values);
  const work = Promise.allSettled(start());
  for (let turn = 0; turn < 200; turn += 1) {
    const { rows } = await pool.query<{ n: number }>(
      // Not by its wait_event: that of another role's session is hidden.
      `select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
       where not granted and datname = current_database()`,
    );
    if ((rows[0]?.n ?? 0) >= waiting) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await client.query("commit");
  client.release();
  return work;
}
const values = <Result>(settled: PromiseSettledResult<Result>[]): Result[] =>
  settled.map((each) => (each.status === "fulfilled" ? each.value : Promise.reject(each.reason)) as Result);
const ask = async (loan_ids: string[], token = world.maker.token) =>
  (
    (await world.api.call(disbursements.disburseMany, { token, body: { loan_ids } })).body.data as {
      approval_id: string;
    }
  ).approval_id;

describe("one key", () => {
  const held = () => ({ principal: uuidv7(), call: "POST /x", key: uuidv7(), attempt: uuidv7() });

  it("is claimed once; a concurrent duplicate is refused, and so is another body", async () => {
    const { db } = world.api.app;
    const key = held();
    expect(await claim(db, key, fingerprint({ a: 1 }))).toBeUndefined();
    await expect(claim(db, { ...key, attempt: uuidv7() }, fingerprint({ a: 1 }))).rejects.toThrow(
      /still being worked on/,
    );
    await expect(claim(db, { ...key, attempt: uuidv7() }, fingerprint({ a: 2 }))).rejects.toThrow(/already used/);
  });

  it("is answered again from what was stored, and each time is written down before it is answered", async () => {
    const { db } = world.api.app;
    const key = held();
    await claim(db, key, fingerprint({}));
    await settle(db, { ...key, status: 200, body: { done: true } });
    for (const times of [1, 2]) {
      expect(await claim(db, { ...key, attempt: uuidv7() }, fingerprint({}))).toEqual({
        status: 200,
        body: { done: true },
      });
      expect(
        (await db.selectFrom("idempotency_keys").select("replays").where("key", "=", key.key).executeTakeFirst())
          ?.replays,
      ).toBe(times);
    }
  });

  it("is taken over soon after its process has died, and what wakes up later neither finishes nor gives the key back", async () => {
    const { db } = world.api.app;
    const first = held();
    const second = { ...first, attempt: uuidv7() };
    const age = (seconds: number) =>
      sql`update idempotency_keys set touched_at = now() - make_interval(secs => ${seconds}) where key = ${first.key}`.execute(
        db,
      );
    await claim(db, first, fingerprint({}));
    await expect(claim(db, second, fingerprint({}))).rejects.toThrow(/still being worked on/);
    await age(20);
    await sql`insert into key_holders (id) values (${HOLDER})`.execute(db);
    await expect(claim(db, second, fingerprint({}))).rejects.toThrow(/still being worked on/);
    await sql`update key_holders set seen_at = now() - interval '16 seconds' where id = ${HOLDER}`.execute(db);
    await expect(claim(db, second, fingerprint({ other: true }))).rejects.toThrow(/already used/);
    expect(await claim(db, second, fingerprint({}))).toBeUndefined();
    for (const money of [db, moneyDatabase(world.api.app.pool)]) {
      const waking = money.transaction().execute(async (tx) => {
        await tx
          .insertInto("notifications")
          .values({ id: uuidv7(), user_id: world.maker.user_id, kind: "woken", title: first.key, body: "" })
          .execute();
        await settle(tx, { ...first, status: 200, body: { by: "first" } });
      });
      await expect(waking).rejects.toThrow(/elsewhere/);
    }
    expect(await db.selectFrom("notifications").select("id").where("title", "=", first.key).execute()).toEqual([]);
    await release(db, first);
    await expect(claim(db, { ...first, attempt: uuidv7() }, fingerprint({}))).rejects.toThrow(/still being worked on/);
    await settle(db, { ...second, status: 200, body: { by: "second" } });
    expect(await claim(db, { ...first, attempt: uuidv7() }, fingerprint({}))).toEqual({
      status: 200,
      body: { by: "second" },
    });
    await sql`delete from key_holders`.execute(db);
  });

  it("gives thirty-two parallel requests one effect", async () => {
    const { id } = await world.loan();
    const key = uuidv7();
    const answers = await Promise.all(
      Array.from({ length: 32 }, () =>
        world.api.call(disbursements.disburseMany, { token: world.maker.token, body: { loan_ids: [id] }, key }),
      ),
    );
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.data);
    expect(done.length).toBeGreaterThan(0);
    for (const answer of done) expect(answer).toEqual(done[0]);
    expect(
      answers
        .filter(({ status }) => status !== 200)
        .every(({ status, body }) => status === 409 && body.code === "in_flight"),
    ).toBe(true);
    expect(
      await world.api.app.db.selectFrom("payouts").select("id").where("subject_id", "=", id).execute(),
    ).toHaveLength(1);
  });
});

describe("a state", () => {
  it("is changed only from the state that the decision was made on", async () => {
    const { id } = await world.loan({ status: "approved" });
    const change = world.api.app.db
      .transaction()
      .execute((tx) => changeState(tx, { noun: "loan", id, from: "requested", action: "approve", actor: SYSTEM }));
    await expect(change).rejects.toThrow(/in the meantime/);
    expect((await world.loanRow(id)).status).toBe("approved");
    expect(
      await world.api.app.db.selectFrom("transitions").select("id").where("subject_id", "=", id).execute(),
    ).toEqual([]);
  });

  it("is walked along only from the state that was loaded", async () => {
    const { id } = await world.loan({ status: "approved" });
    const walk = world.api.app.db
      .transaction()
      .execute((tx) =>
        walkStates(tx, [
          {
            noun: "loan",
            id,
            from: "requested",
            steps: [{ action: "approve" }],
            actor: SYSTEM,
            business_date: "2026-01-15",
          },
        ]),
      );
    await expect(walk).rejects.toThrow(/in the meantime/);
    expect((await world.loanRow(id)).status).toBe("approved");
  });
});

describe("an event", () => {
  it("that is delivered eight times at once is kept once", async () => {
    const body = JSON.stringify({
      event: "transfer.success",
      data: { reference: `PO-${uuidv7()}`, amount: 5_000, status: "success" },
    });
    const signature = createHmac("sha512", "sk_test_sandbox").update(body).digest("hex");
    const deliver = () =>
      fetch(`${world.api.address}/api/webhooks/paystack`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-paystack-signature": signature },
        body,
      });
    const answers = await Promise.all(Array.from({ length: 8 }, deliver));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const { rows } = await world.api.database.pool.query<{ n: number }>(
      "select count(*)::int as n from webhooks where body -> 'data' = $1::jsonb -> 'data'",
      [body],
    );
    expect(rows[0]?.n).toBe(1);
  });
});

describe("a transition that the table lacks", () => {
  it("is refused by name, and nothing of it is written", async () => {
    const { id } = await world.loan({ status: "settled" });
    const change = world.api.app.db
      .transaction()
      .execute((tx) => changeState(tx, { noun: "loan", id, from: "settled", action: "accept", actor: SYSTEM }));
    await expect(change).rejects.toMatchObject({ status: 409 });
    expect((await world.loanRow(id)).status).toBe("settled");
    expect(
      await world.api.app.db.selectFrom("transitions").select("id").where("subject_id", "=", id).execute(),
    ).toEqual([]);
  });
});

describe("two at once", () => {
  it("agree to one request: one does, the other is told, and it happens once", async () => {
    const loan = await world.loan();
    const approval_id = await ask([loan.id]);
    const other = await world.api.person("super_finance");
    const decide = (token: string) =>
      world.api.call(approvals.approve, { token, params: { id: approval_id }, body: { version: 1 } });
    const answers = values(
      await together("select 1 from approvals where id = $1 for update", [approval_id], 2, () => [
        decide(world.checker.token),
        decide(other.token),
      ]),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(
      await world.api.app.db
        .selectFrom("transitions")
        .innerJoin("payouts", "payouts.id", "transitions.subject_id")
        .select("transitions.id")
        .where("payouts.subject_id", "=", loan.id)
        .where("to_state", "=", "approved")
        .execute(),
    ).toHaveLength(1);
  });

  it("agree to other roles for one person: it happens once, in the name of the one who was first", async () => {
    const [maker, first, second, target] = [
      await world.api.person("super_admin"),
      await world.api.person("super_admin"),
      await world.api.person("super_admin"),
      await world.api.person("super_sales_agent"),
    ];
    const { body } = await world.api.call(access.updateUserRoles, {
      token: maker.token,
      body: { user_id: target.user_id, roles: ["super_support"], reason: "New desk" },
    });
    const { approval_id } = body.data as { approval_id: string };
    const decide = (token: string) =>
      world.api.call(approvals.approve, { token, params: { id: approval_id }, body: { version: 1 } });
    const answers = values(
      await together("select 1 from approvals where id = $1 for update", [approval_id], 2, () => [
        decide(first.token),
        decide(second.token),
      ]),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await sql<{
      n: bigint;
    }>`select count(*) as n from audit_records where subject_id = ${approval_id} and action = 'approval_approved'`.execute(
      world.api.app.db,
    );
    expect(rows[0]?.n).toBe(1n);
  });

  it("capture one hold for more than it has: one is posted, the other is told what is left", async () => {
    const { pool } = world.api.database;
    const open = (name: string, type: "asset" | "liability", floor_kobo?: bigint) =>
      openAccount(pool, {
        code: `${name}:${uuidv7()}`,
        name,
        type,
        currency: "NGN",
        ...(floor_kobo !== undefined && { floor_kobo }),
      });
    const [payer, payee, source] = [
      await open("payer", "liability", 0n),
      await open("payee", "liability"),
      await open("source", "asset"),
    ];
    const facts = { kind: "test", description: "x", effective_on: "2026-01-15", actor: "test" };
    await post(pool, {
      ...facts,
      key: uuidv7(),
      postings: [
        { account: payer.id, amount_kobo: -1_000n },
        { account: source.id, amount_kobo: 1_000n },
      ],
    });
    const held = await hold(pool, {
      key: uuidv7(),
      account: payer.id,
      amount_kobo: 100n,
      description: "x",
      actor: "test",
    });
    const take = () => capture(pool, { ...facts, hold_id: held.id, amount_kobo: 80n, key: uuidv7(), to: payee.id });
    const done = await together("select 1 from ledger.holds where id = $1 for update", [held.id], 2, () => [
      take(),
      take(),
    ]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(done.find((each) => each.status === "rejected")?.reason).toBeInstanceOf(HoldNotActive);
    expect((await balanceOf(pool, payee.id)).natural_kobo).toBe(80n);
  });

  it("ask for the payout of one loan: both batches are answered, the loan is in one of them", async () => {
    const [shared, first, second] = [await world.loan(), await world.loan(), await world.loan()];
    const send = (ids: string[]) =>
      world.api.call(disbursements.disburseMany, { token: world.maker.token, body: { loan_ids: ids } });
    const answers = values(
      await together("select 1 from loans where id = $1 for update", [shared.id], 2, () => [
        send([shared.id, first.id]),
        send([second.id, shared.id]),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(
      await world.api.app.db.selectFrom("payouts").select("id").where("subject_id", "=", shared.id).execute(),
    ).toHaveLength(1);
    for (const { id } of [first, second])
      expect(
        await world.api.app.db.selectFrom("payouts").select("id").where("subject_id", "=", id).execute(),
      ).toHaveLength(1);
  });

  it("a loan never has two payouts open, whatever the application believes", async () => {
    const loan = await world.loan();
    await ask([loan.id]);
    const twin = sql`
      insert into payouts
      select (
        jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'reference', p.reference || '-2'))
      ).*
      from payouts p
      where subject_id = ${loan.id}
    `;
    await expect(twin.execute(world.api.app.db)).rejects.toThrow(/payouts_one_open/);
  });

  it("a transaction has one reversal, whatever the ledger's functions believe", async () => {
    await world.running();
    const client = await world.api.database.pool.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query<{ id: string }>("select id from ledger.transactions limit 1");
      const reverse = `
        insert into ledger.transactions
        select (
          jsonb_populate_record(
            t, jsonb_build_object('id', gen_random_uuid(), 'key', gen_random_uuid()::text, 'reverses_id', t.id)
          )
        ).*
        from ledger.transactions t
        where id = $1
      `;
      await client.query(reverse, [rows[0]?.id]);
      await expect(client.query(reverse, [rows[0]?.id])).rejects.toThrow(/transactions_reversed_once/);
    } finally {
      await client.query("rollback");
      client.release();
    }
  });

  it("say that a card was debited: it is received and told once", async () => {
    const loan = await world.running();
    const { db } = world.api.app;
    const { user_id } = loan.customer;
    const id = uuidv7();
    await db
      .insertInto("charges")
      .values({
        id,
        user_id,
        loan_id: loan.id,
        kind: "card_payment",
        amount_kobo: 50_000n,
        reference: `CH-${id}`,
        status: "sent",
        business_date: "2026-01-15",
        failure: null,
      })
      .execute();
    const before = await db.selectFrom("notifications").select("id").where("user_id", "=", user_id).execute();
    // Two words about one charge: the first counts, also when the second names another sum.
    const say = (amount_kobo: bigint) =>
      settleCharge(world.api.app, id, { status: "success", amount_kobo, failure: null, channel: "card", card: null });
    await say(50_000n);
    expect((await say(49_000n)).received_kobo).toBe(50_000n);
    const twin = uuidv7();
    await db
      .insertInto("charges")
      .values({
        id: twin,
        user_id,
        loan_id: loan.id,
        kind: "card_payment",
        amount_kobo: 50_000n,
        reference: `CH-${twin}`,
        status: "sent",
        business_date: "2026-01-15",
        failure: null,
      })
      .execute();
    const sayOf = (amount_kobo: bigint) =>
      settleCharge(world.api.app, twin, { status: "success", amount_kobo, failure: null, channel: "card", card: null });
    const done = await together("select 1 from charges where id = $1 for update", [twin], 2, () => [
      sayOf(50_000n),
      sayOf(49_000n),
    ]);
    expect(done.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
    expect(await db.selectFrom("receipts").select("amount_kobo").where("user_id", "=", user_id).execute()).toHaveLength(
      2,
    );
    expect(
      (await db.selectFrom("notifications").select("id").where("user_id", "=", user_id).execute()).length -
        before.length,
    ).toBe(2);
    await world.prove();
  });

  it.each([
    ["a request", "request_key", "card_payment"],
    ["an instalment and day", "automatic_once", "automatic_debit"],
  ])("two charges of %s: the database has room for one", async (_, constraint, kind) => {
    const loan = await world.running();
    const [row] = await world.rows(loan.id);
    const insert = () =>
      world.api.app.db
        .insertInto("charges")
        .values({
          id: uuidv7(),
          user_id: loan.customer.user_id,
          loan_id: loan.id,
          repayment_id: row?.id ?? null,
          kind,
          amount_kobo: 1n,
          reference: uuidv7(),
          status: "sent",
          business_date: "2026-01-15",
          request_key: constraint === "request_key" ? `key:${loan.id}` : null,
          failure: null,
        })
        .execute();
    await insert();
    await expect(insert()).rejects.toThrow(new RegExp(constraint));
  });
});
