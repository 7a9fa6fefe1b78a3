/**
 * `npm run chaos -- rooms [import|messages|backtest|retention|export|assignment …]`: the rooms of people and the credit decision on real processes.
 * `kill -9` of API and worker in the middle of each; afterwards nothing is lost and nothing is done twice. Prints seconds and memory. Not in `npm test`.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isoDay } from "@manilla/contract/formats";
import { uuidv7 } from "uuidv7";
import { ask, check, insist, kills, makeCustomers, rowsOf, seconds, setFault, signIn, summary } from "./hands.ts";
import { importRoom } from "./import.ts";
import { type ChaosWorld, SANDBOX, eventually, startChaosWorld } from "./world.ts";

Object.assign(process.env, { TERMII_SECRET_KEY: "termii_secret_sandbox", MAIL_WEBHOOK_KEY: "mail_webhook_sandbox" });

const MESSAGES = 300;
async function messageRoom(world: ChaosWorld): Promise<void> {
  const people = await makeCustomers(world, "message", MESSAGES);
  const [maker, checker] = [await signIn(world, "super_operations"), await signIn(world, "super_operations")];
  await world.app.pool.query("update users set status = 'doc-processor' where id = any($1)", [
    people.map(({ id }) => id),
  ]);
  await world.app.pool.query(
    "update configuration set value = '0' where key in ('quiet_hours_from', 'quiet_hours_to')",
  );
  await setFault("termii", { mode: "slow", delay_ms: 150, times: 100_000, call: "POST /api/sms/send" });
  console.log(`\n${MESSAGES} text messages, each answered after 150 ms; API and worker are killed six times`);
  const { communication, approval_id } = await insist<{ communication: { id: string }; approval_id: string }>(
    "/admin/personal/communications",
    maker,
    {
      name: "Chaos",
      channel: "sms",
      category: "service",
      body: "Dear {{name}}, once please",
      segment: { queue: "doc-processor" },
    },
    "chaos-messages",
  );
  await insist(`/admin/approvals/${approval_id}/approve`, checker, { version: 1 }, "chaos-messages-approve");
  await kills(world, 6, 2_000);
  const open = () =>
    rowsOf<{ n: number }>(
      world,
      `
        select count(*)::int as n
        from communication_messages
        where communication_id = $1 and status in ('waiting', 'queued', 'handed_over')
      `,
      [communication.id],
    );
  await eventually("every message is delivered", async () => (await open())[0]?.n === 0, 300);
  await setFault("termii", { mode: "ok" });
  const states = await rowsOf<{ status: string; n: number }>(
    world,
    "select status, count(*)::int as n from communication_messages where communication_id = $1 group by status",
    [communication.id],
  );
  check(
    "every message is delivered, by the provider's own report",
    states.length === 1 && states[0]?.status === "delivered" && states[0].n === MESSAGES,
    JSON.stringify(states),
  );
  const { messages } = (await (await fetch(`${SANDBOX}/inbox/messages?contains=once%20please`)).json()) as {
    messages: { to: string }[];
  };
  const arrived = new Map<string, number>();
  for (const { to } of messages) arrived.set(to, (arrived.get(to) ?? 0) + 1);
  check(
    "each number got it once: none lost, none twice",
    people.every(({ phone }) => arrived.get(phone) === 1) && messages.length === MESSAGES,
    `${messages.length} at the provider, ${[...arrived.values()].filter((count) => count > 1).length} twice`,
  );
  const moves = await rowsOf<{ n: number; most: number }>(
    world,
    `
      select count(*)::int as n, max(c)::int as most
      from (select subject_id, to_state, count(*) as c from transitions where noun = 'message' group by 1, 2) t
    `,
  );
  check("no message made the same step twice", moves[0]?.most === 1, `${moves[0]?.n} steps`);
}

const DECISIONS = 6_000;
const FACTS = {
  age_years: 34,
  employment_status: "employed",
  is_bvn_verified: true,
  is_bvn_bypassed: false,
  is_account_theirs: true,
  is_statement_theirs: true,
  is_blacklisted: false,
  is_watch_listed: false,
  own_lost_loans: 0,
  bureau_answered: true,
  bureau_overdue_loans: 0,
  bureau_open_loans: 0,
  has_statement: true,
  is_statement_sound: true,
  income_kobo: 40_000_000,
  instalment_percent: 12,
  gambling_percent: 0,
  bounced_debits: 0,
  own_worst_days_past_due: 0,
  own_settled_loans: 0,
  statement_months: 12,
  is_nin_verified: true,
  is_work_email_verified: false,
};
async function backtestRoom(world: ChaosWorld): Promise<void> {
  const token = await signIn(world, "super_risk");
  const [person] = await makeCustomers(world, "backtest", 1);
  const [rules] = await rowsOf<{ id: string; number: number }>(
    world,
    "select id, number from rule_sets where status = 'active'",
  );
  // Every second one was declined then and would be approved now.
  await world.app.pool.query(
    `
      insert into credit_decisions (
        id, user_id, rule_set_id, rule_set_number, occasion, outcome, final_outcome, score, limit_kobo, judgement,
        decided_at
      )
      select gen_random_uuid(), $1, $2, $3, 'by_hand', o, o, 1, 53280000, $4::jsonb,
        now() - interval '1 day' - n * interval '1 second'
      from (
        select n, case when n % 2 = 0 then 'declined' else 'approved' end as o from generate_series(1, ${DECISIONS}) n
      ) s
    `,
    [person?.id, rules?.id, rules?.number, JSON.stringify({ facts: FACTS, reasons: [], modules: [] })],
  );
  console.log(`\nBacktest over ${DECISIONS} decisions; API and worker are killed four times`);
  const { id } = await insist<{ id: string }>(
    "/admin/rule-sets",
    token,
    { name: "Chaos rules", from_id: rules?.id },
    uuidv7(),
  );
  const day = (ago: number) => isoDay(new Date(Date.now() - ago * 86_400_000));
  const { backtest_id } = await insist<{ backtest_id: string }>(
    `/admin/rule-sets/${id}/backtests`,
    token,
    { from: day(5), to: day(0) },
    uuidv7(),
  );
  const find = async () =>
    (
      await rowsOf<{ status: string; done: number; total: number }>(
        world,
        "select status, done, total from backtests where id = $1",
        [backtest_id],
      )
    )[0];
  const seen: number[] = [];
  for (let kill = 0; kill < 4; kill += 1) {
    const before = (await find())?.done ?? 0;
    await eventually(
      "it goes on",
      async () => ((await find())?.done ?? 0) > before || (await find())?.status === "done",
      120,
    );
    await world.killApi();
    seen.push((await find())?.done ?? 0);
    await world.startApi();
  }
  await eventually("it is done", async () => (await find())?.status === "done", 300);
  const end = await find();
  const [changed] = await rowsOf<{ n: number; distinct_n: number }>(
    world,
    `
      select count(*)::int as n, count(distinct decision_id)::int as distinct_n
      from backtest_rows
      where backtest_id = $1
    `,
    [backtest_id],
  );
  check(
    "every decision was judged once",
    end?.done === DECISIONS && end.total === DECISIONS,
    `${end?.done} of ${end?.total}; killed at ${seen.join(", ")}`,
  );
  check(
    "who would change stands there once",
    changed?.n === DECISIONS / 2 && changed.n === changed.distinct_n,
    `${changed?.n} would change`,
  );
}

const OLD = 400;
async function retentionRoom(world: ChaosWorld): Promise<void> {
  const people = await makeCustomers(world, "retention", OLD);
  const ids = people.map(({ id }) => id);
  console.log(
    `\nRetention run over ${OLD} registrations that were never finished; API and worker are killed three times`,
  );
  await world.killApi();
  await world.app.pool.query("update users set created_at = now() - interval '800 days' where id = any($1)", [ids]);
  await world.app.pool.query("delete from retention_runs");
  const erased = async () =>
    (
      await rowsOf<{ n: number }>(
        world,
        "select count(*)::int as n from users where erased_at is not null and id = any($1)",
        [ids],
      )
    )[0]?.n ?? 0;
  const seen: number[] = [];
  for (let kill = 0; kill < 3; kill += 1) {
    const before = await erased();
    await world.startApi();
    await eventually("people are erased", async () => (await erased()) > before || (await erased()) === OLD, 60);
    await world.killApi();
    seen.push(await erased());
  }
  await world.startApi();
  const since = performance.now();
  await eventually(
    "the run is recorded",
    async () =>
      ((await rowsOf<{ n: number }>(world, "select count(*)::int as n from retention_runs"))[0]?.n ?? 0) === 1,
    120,
  );
  const [records] = await rowsOf<{ n: number; people: number }>(
    world,
    `
      select count(*)::int as n, count(distinct subject_id)::int as people
      from audit_records
      where action = 'person_deleted' and subject_id = any($1)
    `,
    [ids],
  );
  check(
    "everybody whose time was over is erased, each with one record",
    (await erased()) === OLD && records?.n === OLD && records.people === OLD,
    `killed at ${seen.join(", ")}; ${records?.n} records; the rest in ${seconds(since)}`,
  );
  const [halves] = await rowsOf<{ n: number }>(
    world,
    `
      select count(*)::int as n
      from users u
      where u.id = any($1)
        and (
          u.data_key is not null
            or u.phone is not null
            or u.name <> 'Deleted'
            or exists (select 1 from profiles p where p.user_id = u.id and p.address is not null)
        )
    `,
    [ids],
  );
  check("nobody is erased by half", halves?.n === 0);
}

async function exportRoom(world: ChaosWorld): Promise<void> {
  const [person] = await makeCustomers(world, "export", 1);
  const admin = await signIn(world, "super_operations");
  console.log("\nA copy of one's data is asked for and answered; the API is killed in the middle, four times");
  const { openSession } = await import("../../apps/api/src/http/session.ts");
  const { token } = await openSession(world.app.db, {
    user_id: person?.id ?? "",
    network_address: "127.0.0.1",
    device: "chaos",
  });
  const key = uuidv7();
  const asking = insist<{ request: { id: string } }>("/personal/data-requests", token, { kind: "export" }, key);
  await kills(world, 1, 50);
  const { request } = await asking;
  const answering = insist(
    `/admin/data-requests/${request.id}/answer`,
    admin,
    { status: "done", answer: "The file is in your profile." },
    uuidv7(),
  );
  await kills(world, 1, 50);
  await answering;
  const files = Promise.allSettled(
    Array.from(
      { length: 6 },
      async () =>
        (await (await ask("POST", "/personal/data-export", token, {}, uuidv7())).json()) as { person?: { id: string } },
    ),
  );
  await kills(world, 2, 100);
  const cut = (await files).filter(({ status }) => status === "rejected").length;
  const whole = (await files).filter((file) => file.status === "fulfilled").map((file) => file.value.person);
  const after = (await (await ask("POST", "/personal/data-export", token, {}, uuidv7())).json()) as {
    person?: unknown;
    data_requests?: unknown[];
  };
  check(
    "a file is whole or not there, and comes after the restart",
    whole.every(Boolean) && after.person !== undefined && after.data_requests?.length === 1,
    `${whole.length} whole, ${cut} cut off`,
  );
  const [mails] = await rowsOf<{ n: number }>(
    world,
    "select count(*)::int as n from pgboss.job where name = 'send-mail' and data ->> 'reference' like $1",
    [`data-request:${request.id}:%`],
  );
  const [records] = await rowsOf<{ asked: number; answered: number }>(
    world,
    `
      select count(*) filter (where action = 'data_requested')::int as asked,
        count(*) filter (where action = 'data_request_answered')::int as answered
      from audit_records
      where subject_id = $1
    `,
    [person?.id],
  );
  check(
    "asked once, answered once, one mail",
    records?.asked === 1 && records.answered === 1 && mails?.n === 1,
    JSON.stringify({ ...records, mails: mails?.n }),
  );
}

const CASES = 100;
async function assignmentRoom(world: ChaosWorld): Promise<void> {
  const people = await makeCustomers(world, "assignment", CASES);
  const token = await signIn(world, "super_risk");
  const [admin] = await rowsOf<{ id: string }>(
    world,
    "select u.id from users u join user_roles r on r.user_id = u.id where r.role = 'super_risk' limit 1",
  );
  const ids = people.map(({ id }) => id);
  console.log(
    `\n${CASES} cases are given in one call, sent by two people at once and again under the same key; the API is killed in the middle three times`,
  );
  const since = performance.now();
  const body = { user_ids: ids, admin_id: admin?.id };
  const key = uuidv7();
  const calls = Promise.all([
    insist("/admin/personal/assignments/admins/assign", token, body, key),
    insist("/admin/personal/assignments/admins/assign", token, body, uuidv7()),
  ]);
  await sleep(60);
  await kills(world, 3, 150);
  await calls;
  const [state] = await rowsOf<{ open: number; all: number; people: number; records: number }>(
    world,
    `
      select count(*) filter (where ended_at is null)::int as open, count(*)::int as all,
        count(distinct user_id)::int as people,
        (select count(*)::int from audit_records where action = 'case_assigned' and subject_id = any($2)) as records
      from assignments
      where user_id = any($1::uuid[])
    `,
    [ids, ids],
  );
  check(
    "each case is given, once, with one record",
    state?.open === CASES && state.people === CASES && state.all === CASES && state.records === CASES,
    `${JSON.stringify(state)} in ${seconds(since)}`,
  );
}

const rooms: Record<string, (world: ChaosWorld) => Promise<void>> = {
  import: importRoom,
  messages: messageRoom,
  backtest: backtestRoom,
  retention: retentionRoom,
  export: exportRoom,
  assignment: assignmentRoom,
};
const wanted = process.argv.slice(2);
const world = await startChaosWorld();
try {
  await world.startApi();
  for (const [name, room] of Object.entries(rooms)) if (wanted.length === 0 || wanted.includes(name)) await room(world);
} finally {
  await world.stop();
}
process.exit(summary());
