import * as bills from "@manilla/contract/payments/bills";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { richCustomer } from "../../../../../../test/bills.ts";
import { behind } from "../../../../../../test/gathered.ts";
import { whatIsAsked } from "../../../../../../test/statements.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";
import { moneyDatabase } from "../../../db/pipelined-database.ts";
import { enterScopes } from "../../../db/scope.ts";
import { readProviders } from "./index.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { pool } = api.database;
await readProviders(api.app);

type Person = Awaited<ReturnType<typeof world.customer>>;
const rich = (kobo = 10_000_000) => richCustomer(world, BigInt(kobo));
const many = (count: number) => Promise.all(Array.from({ length: count }, () => rich()));
const airtime = ({ token }: Person, body: object = {}, key = uuidv7()) =>
  api.call(bills.buyAirtime, {
    token,
    body: { service: "mtn", phone: "08031234561", amount_kobo: 100_000, ...body },
    key,
  });

/** Has as many purchases under way as may be by themselves, so that those of `work` gather behind them. */
async function gathered<Result>(work: () => Promise<Result>): Promise<Result> {
  const people = await many(4);
  const first = people.map((person) => () => airtime(person));
  const [answers, result] = await behind(pool, "bills", first, work);
  expect(answers.map(({ status }) => status)).toEqual(first.map(() => 200));
  return result;
}

const OWN = "{id,user_id,reference,ledger_transaction_id,created_at,version}";
/** A person's only bill with everything that was written about it, but for whose it is and when. */
async function writtenOf({ user_id }: Person) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `
      select to_jsonb(b) - $2::text[] as bill,
        (
          select jsonb_agg(to_jsonb(m) - '{id,user_id,moved_by,reference,ledger_transaction_id,happened_at}'::text[] || jsonb_build_object('is_own', m.moved_by = b.user_id))
          from personal_movements m where m.user_id = b.user_id and m.ledger_transaction_id = b.ledger_transaction_id and m.reference = b.reference
        ) as movements,
        (select jsonb_agg(jsonb_build_object('from', t.from_state, 'to', t.to_state, 'noun', t.noun, 'is_own', t.actor_id = b.user_id)) from transitions t where t.subject_id = b.id) as states,
        (
          select jsonb_agg(jsonb_build_object(
            'action', a.action, 'name', a.actor_name, 'is_own', a.actor_id = b.user_id, 'kind', a.after -> 'kind', 'total', a.after -> 'total_kobo',
            'reference', a.after ->> 'reference' = b.reference
          ))
          from audit_records a where a.subject_id = b.id::text
        ) as audit,
        (select count(*) from pgboss.job j where j.name = 'send-bill' and j.data ->> 'bill_id' = b.id::text) as jobs,
        (select to_jsonb(e) - '{id,user_id,reference,happened_at,search_text}'::text[] from money_events e where e.id = b.id) as event,
        (
          select jsonb_agg(jsonb_build_object('account', coalesce(c.chart_code, c.code), 'kobo', p.amount_kobo, 'kind', t.kind, 'key', t.key = 'bill:' || b.id) order by p.number)
          from ledger.transactions t join ledger.postings p on p.transaction_id = t.id join ledger.accounts c on c.id = p.account_id
          where t.id = b.ledger_transaction_id
        ) as booked,
        (select jsonb_agg(k.state || ' ' || k.response_status) from idempotency_keys k where k.principal = b.user_id::text) as keys
      from bills b
      where b.user_id = $1
    `,
    [user_id, OWN],
  );
  return rows;
}

describe("bills that several people pay at once", () => {
  it("share a transaction, and each is what it would be by itself; one that is refused, waits or comes twice disturbs no other", async () => {
    const alone = await rich();
    const first = await airtime(alone);
    expect(first.status).toBe(200);
    const plain = await many(6);
    const [repeats, again, waits, glo] = (await many(4)) as [Person, Person, Person, Person];
    const poor = await rich(50_000);
    await airtime(repeats);
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from users where id = $1 for update", [waits.user_id]);
    let isAnswered = false;
    let late: ReturnType<typeof airtime> | undefined;
    const key = uuidv7();
    const answers = await gathered(() => {
      late = airtime(waits).finally(() => (isAnswered = true));
      return Promise.all([
        Promise.all(plain.map((person) => airtime(person))),
        airtime(poor),
        airtime(repeats),
        Promise.all([airtime(again, {}, key), airtime(again, {}, key)]),
        airtime(glo, { service: "glo", phone: "08051234561" }),
        airtime(plain[0]!, { amount_kobo: 7 }),
      ]);
    });
    const [bought, tooPoor, repeated, twice, other, tooSmall] = answers;
    expect(isAnswered, "of who is locked").toBe(false);
    await holder.query("commit");
    holder.release();
    expect((await late!).status).toBe(200);
    const shown = ({ id: _id, reference: _reference, created_at: _at, ...bill }: Record<string, unknown>) => bill;
    for (const { status, body } of bought) {
      expect(status).toBe(200);
      expect(shown(body.data as never)).toEqual(shown(first.body.data as never));
    }
    expect(tooPoor).toMatchObject({
      status: 422,
      body: { errors: { amount_kobo: [expect.stringContaining("holds")] } },
    });
    expect(repeated).toMatchObject({ status: 409, body: { code: "just_paid" } });
    expect(twice.map(({ status }) => status)).toEqual([200, 200]);
    expect(twice[0]!.body).toEqual(twice[1]!.body);
    expect(other).toMatchObject({ status: 200, body: { data: { service: "glo" } } });
    expect(tooSmall.status).toBe(422);
    const [written] = await writtenOf(alone);
    for (const person of plain) expect(await writtenOf(person)).toEqual([{ ...written, keys: expect.anything() }]);
    const { rows } = await pool.query<{ transactions: number }>(
      "select count(distinct xmin::text)::int as transactions from bills where user_id = any($1::uuid[])",
      [plain.map(({ user_id }) => user_id)],
    );
    expect(rows[0]!.transactions).toBeLessThan(plain.length);
    await world.prove();
  });

  it("are in the scope of these people and of nobody else", async () => {
    const people = await many(6);
    const { statements } = await whatIsAsked(() =>
      gathered(() => Promise.all(people.map((person) => airtime(person)))),
    );
    const entered = statements.findIndex((text) => text.includes("manilla.user_ids"));
    const written = statements.findIndex((text) => /insert into "bills".*jsonb_populate_recordset/.test(text));
    expect(entered).toBeGreaterThan(0);
    expect(written).toBeGreaterThan(entered);
  });
});

describe("the scope of several people", () => {
  it("shows and changes what is theirs, nothing of anybody else and nothing of a company", async () => {
    const [one, two, other] = (await many(3)) as [Person, Person, Person];
    for (const person of [one, two, other]) await airtime(person);
    const seen = await moneyDatabase(api.app.pool)
      .transaction()
      .execute(async (tx) => {
        await enterScopes(tx, [one.user_id, two.user_id]);
        const ids = async (table: "bills" | "personal_movements") =>
          (await tx.selectFrom(table).select("user_id").distinct().execute()).map(({ user_id }) => user_id).toSorted();
        const users = (await tx.selectFrom("users").select("id").execute()).map(({ id }) => id).toSorted();
        const keys = await tx.updateTable("idempotency_keys").set({ replays: 9 }).returning("principal").execute();
        const changed = await tx
          .updateTable("bills")
          .set({ failure: "x" })
          .where("user_id", "=", other.user_id)
          .executeTakeFirst();
        const companies = await tx.selectFrom("wallets").select("company_id").execute();
        return {
          bills: await ids("bills"),
          movements: await ids("personal_movements"),
          users,
          keys: [...new Set(keys.map(({ principal }) => principal))].toSorted(),
          changed: changed.numUpdatedRows,
          companies,
        };
      });
    const theirs = [one.user_id, two.user_id].toSorted();
    expect(seen).toEqual({ bills: theirs, movements: theirs, users: theirs, keys: theirs, changed: 0n, companies: [] });
  });

  it("of nobody shows nothing", async () => {
    const rows = await moneyDatabase(api.app.pool)
      .transaction()
      .execute(async (tx) => {
        await enterScopes(tx, []);
        return tx.selectFrom("bills").select("id").execute();
      });
    expect(rows).toEqual([]);
  });
});
