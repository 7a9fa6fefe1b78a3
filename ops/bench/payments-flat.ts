/** Bulk payments whose memory stays flat: refunds by the desk, and a long statement. */
import { type Figure, loadNow } from "./figure.ts";
import { COMPANY, DAY, type World, ask, milliseconds } from "./payments-world.ts";

const AT_ONCE = 50;

/** The most memory of this process over what it had, in MB, while something is done. */
async function grown(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const rest = process.memoryUsage().rss;
  let most = rest;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50);
  await work();
  clearInterval(watch);
  return (most - rest) / 1_048_576;
}
const flat = (name: string, many: number, few: number, note: string): Figure => ({
  name: `${name}: MB over rest`,
  ours: many,
  baseline: few,
  ratio: many,
  target: "≤ 200",
  note,
  load: loadNow(),
});

/** Airtime that was delivered and is claimed about, refunded in the desk's own portions. */
export async function benchRefunds(world: World, count: number): Promise<Figure[]> {
  const { owner } = world;
  await owner.query("alter table bills disable trigger user");
  const made = await owner.query<{ id: string }>(
    `
      with people as (select id, row_number() over (order by id) as k from users where email like 'bench%@bench.example'),
      made as (
        insert into bills (
          id, user_id, paid_from, kind, service, service_name, item, item_name, customer_no, amount_kobo, fee_kobo, vat_kobo, commission_bps,
          cashback_bps, reference, provider, status, commission_kobo, business_date, ledger_transaction_id, ended_at
        )
        select gen_random_uuid(), p.id, 'cash', 'airtime', 'mtn', 'MTN', 'any', 'Airtime', '08031234567', 10000 + n, 0, 0, 300, 0, 'BLB' || n,
          'baxi', 'delivered', 300, '${DAY}', gen_random_uuid(), now()
        from generate_series(1, $1::int) n
        join people p on p.k = 1 + n % (select count(*) from people)
        returning id, user_id, reference, amount_kobo
      )
      insert into refund_cases (id, bill_id, user_id, reference, what, cause, claim, status, amount_kobo, paid_at, due_at, created_at)
      select gen_random_uuid(), id, user_id, reference, 'MTN Airtime', 'claimed', 'not_arrived', 'open', amount_kobo, now(), now(), now()
      from made
      returning id
    `,
    [count],
  );
  await owner.query("alter table bills enable trigger user");
  for (const table of ["bills", "refund_cases"]) await owner.query(`analyze ${table}`);
  const ids = made.rows.map(({ id }) => id);
  const few = Math.round(count / 10);
  const refund = async (some: readonly string[]) => {
    for (let at = 0; at < some.length; at += AT_ONCE) {
      const body = { ids: some.slice(at, at + AT_ONCE), reason: "Not delivered after all", fault: "goodwill" };
      const path = "/admin/transactions/refundable/bills";
      const { done } = await ask<{ done: number }>(world, world.staff, "PUT", path, body);
      if (done !== body.ids.length) throw new Error(`${done} of ${body.ids.length} refunded`);
    }
  };
  await refund(ids.slice(0, few));
  const small = await grown(() => refund(ids.slice(few, 2 * few)));
  let took = 0;
  const large = await grown(async () => (took = await milliseconds(() => refund(ids.slice(2 * few)))));
  const rate = (count - 2 * few) / (took / 1_000);
  return [
    flat(
      `${count - 2 * few} bills refunded in bulk, beside ${few}`,
      large,
      small,
      `${rate.toFixed(0)} a second, ${AT_ONCE} a request, each with its verdict`,
    ),
  ];
}

/** A company's statement of many lines, as each kind of file. */
export async function benchStatement(world: World, lines: number): Promise<Figure[]> {
  await world.owner.query(
    `
      insert into wallet_movements (id, company_id, kind, amount_kobo, balance_kobo, reference, note, business_date, happened_at)
      select gen_random_uuid(), $1, 'transfer_in', 100 + k, 0, 'B' || k, 'From customer ' || k,
        date '2025-09-01' + (case when k <= $2::int / 10 then 0 else 30 end) + k % 30, '2025-10-01'
      from generate_series(1, $2::int + $2::int / 10) k
    `,
    [COMPANY, lines],
  );
  const figures: Figure[] = [];
  for (const format of ["csv", "xlsx", "pdf"] as const) {
    let [bytes, first, took] = [0, 0, 0];
    const download = async (month: string): Promise<void> => {
      const began = performance.now();
      [bytes, first] = [0, 0];
      const path = `/companies/statement/download/${COMPANY}?month=${month}&format=${format}`;
      const answer = await fetch(`${world.address}/api${path}`, {
        headers: { authorization: `Bearer ${world.admin}`, "accept-encoding": "identity" },
      });
      if (answer.status !== 200) throw new Error(`statement: ${answer.status} ${await answer.text()}`);
      for await (const part of answer.body!) {
        first ||= performance.now() - began;
        bytes += (part as Uint8Array).length;
      }
      took = performance.now() - began;
    };
    await download("2025-09");
    const few = await grown(() => download("2025-09"));
    const many = await grown(() => download("2025-10"));
    const note = `first byte ${first.toFixed(0)} ms, ${(took / 1_000).toFixed(1)} s, ${Math.round(bytes / 1_000)} kB`;
    figures.push(flat(`a statement of ${lines} lines as ${format}, beside ${lines / 10}`, many, few, note));
  }
  return figures;
}
