import * as calls from "@manilla/contract/payments/transfers";
import { uuidv7 } from "uuidv7";
import { describe, expect, it } from "vitest";
import { makeNuban } from "../../../../../sandbox/src/nuban.ts";
import { richCustomer } from "../../../../../../test/bills.ts";
import { behind } from "../../../../../../test/gathered.ts";
import { useLendingWorld } from "../../../../../../test/world.ts";

const world = await useLendingWorld("without bank statements");
const { api } = world;
const { pool } = api.database;

type Person = Awaited<ReturnType<typeof world.customer>> & { phone: string };
let phones = 36_000_000;
async function rich(kobo = 10_000_000): Promise<Person> {
  const person = await richCustomer(world, BigInt(kobo));
  phones += 1;
  const phone = `+23480${phones}`;
  await pool.query("update users set phone = $1, name = 'Ada', last_name = 'Obi' where id = $2", [
    phone,
    person.user_id,
  ]);
  return { ...person, phone };
}
const many = (count: number) => Promise.all(Array.from({ length: count }, () => rich()));

type Body = Record<string, unknown>;
const ACCOUNT = makeNuban("058", 700_000_001);
const toBank: Body = { kind: "bank", bank_code: "058", account_no: ACCOUNT, amount_kobo: 1_000_000 };
const toWallet = ({ phone }: Person, amount_kobo = 250_000): Body => ({ kind: "wallet", phone, amount_kobo });
const names = new Map<string, string>();
async function nameOf({ token }: Person, body: Body): Promise<string> {
  const key = JSON.stringify([body["account_no"], body["phone"]]);
  const known = names.get(key) ?? ((await api.call(calls.quote, { token, body })).body.data as { payee: string }).payee;
  names.set(key, known);
  return known;
}
/** The name is asked before, so that the requests begin together. */
async function ready(person: Person, body: Body): Promise<(key?: string) => ReturnType<typeof api.call>> {
  const payee_name = await nameOf(person, body);
  return (key = uuidv7()) => api.call(calls.initiate, { token: person.token, body: { ...body, payee_name }, key });
}
type Ready = Awaited<ReturnType<typeof ready>>;

/** Has as many transfers under way as may be by themselves, so that those of `work` gather behind them. */
async function gathered<Result>(work: () => Promise<Result>): Promise<Result> {
  const [people, others] = [await many(4), await many(4)];
  const first: Ready[] = [];
  for (const [at, person] of people.entries()) first.push(await ready(person, toWallet(others[at]!, 5_000)));
  const [answers, result] = await behind(
    pool,
    "transfers",
    first.map((send) => () => send()),
    work,
  );
  expect(answers.map(({ status }) => status)).toEqual(first.map(() => 200));
  return result;
}

const MOVED = "{id,user_id,moved_by,reference,ledger_transaction_id,happened_at,payout_id}";
/** A person's only transfer with everything that was written about it, but for whose it is and when. */
async function writtenOf({ user_id }: Person) {
  const { rows } = await pool.query<Record<string, unknown>>(
    `
      select to_jsonb(t) - '{id,user_id,to_user_id,reference,payee_id,payout_id,created_at,settled_at}'::text[]
          || jsonb_build_object('has_payout', t.payout_id is not null, 'is_settled', t.settled_at is not null) as transfer,
        (
          select to_jsonb(p) - '{id,user_id,subject_id,reference,account_no_encrypted,created_by,created_at}'::text[]
            || jsonb_build_object('subject', p.subject_id = t.id, 'own', p.created_by = t.user_id and p.user_id = t.user_id)
          from payouts p where p.id = t.payout_id
        ) as payout,
        (
          select to_jsonb(k) - '{id,user_id,to_user_id,account_no_encrypted,created_at}'::text[] from transfer_payees k
          where k.id = t.payee_id and k.user_id = t.user_id and k.to_user_id is not distinct from t.to_user_id
        ) as payee,
        (
          select jsonb_agg(
            to_jsonb(m) - $2::text[] || jsonb_build_object('is_payer', m.user_id = t.user_id, 'by_payer', m.moved_by = t.user_id)
            order by m.amount_kobo
          )
          from personal_movements m
          where m.reference = t.reference and m.user_id in (t.user_id, t.to_user_id) and m.payout_id is not distinct from case when m.user_id = t.user_id then t.payout_id end
        ) as movements,
        (
          select jsonb_agg(jsonb_build_object('from', s.from_state, 'to', s.to_state, 'noun', s.noun, 'is_own', s.actor_id = t.user_id) order by s.noun)
          from transitions s where s.subject_id in (t.id, t.payout_id)
        ) as states,
        (
          select jsonb_agg(jsonb_build_object(
            'action', a.action, 'name', a.actor_name, 'is_own', a.actor_id = t.user_id, 'fields', (select jsonb_agg(key order by key) from jsonb_object_keys(a.after) key),
            'reference', a.after ->> 'reference' = t.reference
          ))
          from audit_records a where a.subject_id = t.id::text
        ) as audit,
        (select count(*)::int from pgboss.job j where j.name = 'send-payout' and j.data ->> 'payout_id' = t.payout_id::text) as jobs,
        (
          select jsonb_agg(to_jsonb(e) - '{id,user_id,reference,happened_at,search_text,counterparty}'::text[] || jsonb_build_object('is_payer', e.user_id = t.user_id) order by e.direction)
          from money_events e where e.reference = t.reference
        ) as events,
        (
          select jsonb_agg(jsonb_build_object('account', coalesce(c.chart_code, c.code), 'kobo', p.amount_kobo, 'kind', x.kind) order by p.number)
          from ledger.transactions x join ledger.postings p on p.transaction_id = x.id join ledger.accounts c on c.id = p.account_id
          where x.description like '%' || t.reference || '%'
        ) as booked,
        (select jsonb_agg(to_jsonb(n) - '{id,user_id,about_id,link,created_at}'::text[] || jsonb_build_object('body', replace(n.body, t.reference, ''))) from notifications n where n.user_id = t.to_user_id) as told
      from transfers t
      where t.user_id = $1
    `,
    [user_id, MOVED],
  );
  return rows;
}
const transactionsOf = async (people: readonly Person[]): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    "select count(distinct xmin::text)::int as n from transfers where user_id = any($1::uuid[])",
    [people.map(({ user_id }) => user_id)],
  );
  return rows[0]!.n;
};
const shown = ({ body }: Awaited<ReturnType<typeof api.call>>) => {
  const {
    id: _id,
    reference: _reference,
    created_at: _at,
    payout_id: _payout,
    settled_at: _settled,
    to_user_id: _to,
    user_id: _own,
    ...transfer
  } = (body.data as { transfer: Record<string, unknown> }).transfer;
  return transfer;
};

describe("transfers that several people send at once", () => {
  it("to banks and to wallets share a transaction, and each is what it would be by itself", async () => {
    const [alone, aloneToWallet, receiver] = (await many(3)) as [Person, Person, Person];
    const [bank, wallet] = [await ready(alone, toBank), await ready(aloneToWallet, toWallet(receiver))];
    const [first, second] = [await bank(), await wallet()];
    expect([first.status, second.status]).toEqual([200, 200]);
    const [payers, senders, receivers] = [await many(5), await many(4), await many(4)];
    const sending: Ready[] = [];
    for (const person of payers) sending.push(await ready(person, toBank));
    for (const [at, person] of senders.entries()) sending.push(await ready(person, toWallet(receivers[at]!)));
    const answers = await gathered(() => Promise.all(sending.map((send) => send())));
    expect(answers.map(({ status }) => status)).toEqual(sending.map(() => 200));
    for (const [at, answer] of answers.entries())
      expect(shown(answer)).toEqual(shown(at < payers.length ? first : second));
    const [toABank, toAWallet] = [await writtenOf(alone), await writtenOf(aloneToWallet)];
    for (const person of payers) expect(await writtenOf(person)).toEqual(toABank);
    for (const person of senders) expect(await writtenOf(person)).toEqual(toAWallet);
    expect(await transactionsOf([...payers, ...senders])).toBeLessThan(sending.length);
    await world.prove();
  });

  it("leave for banks within what may leave in a day over all of them; the rest is looked at", async () => {
    const payers = await many(6);
    const sending: Ready[] = [];
    for (const person of payers) sending.push(await ready(person, toBank));
    expect((await (await ready(await rich(), toBank))()).status).toBe(200);
    const before = await pool.query<{ out: string }>(
      "select transfers_out_on((select business_date from business_calendar)) as out",
    );
    const { rows } = await pool.query<{ total: string }>(
      "select total_kobo as total from transfers where kind = 'bank' and amount_kobo = 1000000 limit 1",
    );
    // Room for two and a half of them.
    const limit = BigInt(before.rows[0]!.out) + (BigInt(rows[0]!.total) * 5n) / 2n;
    await pool.query("update configuration set value = $1 where key = 'transfers_daily_kobo'", [String(limit)]);
    const answers = await gathered(() => Promise.all(sending.map((send) => send())));
    await pool.query("update configuration set value = '500000000000' where key = 'transfers_daily_kobo'");
    const states = answers.map(({ body }) => (body.data as { transfer: { status: string } }).transfer.status);
    expect(states.toSorted()).toEqual(["approved", "approved", "in_review", "in_review", "in_review", "in_review"]);
    await world.prove();
  });

  it("disturb no other where one is refused, held up, comes twice, pays whom another pays, or is paid itself", async () => {
    const [poor, again, waits, one, two, shop, both, last] = (await Promise.all([
      rich(500_000),
      ...(await many(7)).map((each) => Promise.resolve(each)),
    ])) as [Person, Person, Person, Person, Person, Person, Person, Person];
    const sends = {
      poor: await ready(poor, toBank),
      again: await ready(again, toBank),
      waits: await ready(waits, toBank),
      one: await ready(one, toWallet(shop)),
      two: await ready(two, toWallet(shop)),
      toBoth: await ready(last, toWallet(both)),
      both: await ready(both, toWallet(one)),
      large: await ready(shop, { ...toBank, amount_kobo: 9_900_000 }),
    };
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query("select 1 from users where id = $1 for update", [waits.user_id]);
    let isAnswered = false;
    let late: ReturnType<Ready> | undefined;
    const key = uuidv7();
    const answers = await gathered(() => {
      late = sends.waits().finally(() => (isAnswered = true));
      return Promise.all([
        sends.poor(),
        sends.again(key),
        sends.again(key),
        sends.one(),
        sends.two(),
        sends.toBoth(),
        sends.both(),
        sends.large(),
      ]);
    });
    expect(isAnswered, "of who is locked").toBe(false);
    await holder.query("commit");
    holder.release();
    expect((await late!).status).toBe(200);
    const [tooPoor, twice, sameKey, ...others] = answers;
    expect(tooPoor).toMatchObject({
      status: 422,
      body: { errors: { amount_kobo: [expect.stringContaining("holds")] } },
    });
    expect([twice.status, sameKey.status]).toEqual([200, 200]);
    expect(twice.body).toEqual(sameKey.body);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await writtenOf(again)).length).toBe(1);
    await world.prove();
  });
});
