/**
 * `npm run mutants` (promise M14): each guard of the money modules is taken away in a copy of the tree, and the test file that must notice is run.
 * Prints who was killed and who survived; a survivor is a promise without a test. `npm run mutants payouts` runs those whose name has the word.
 */
import { execFileSync, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

interface Mutant {
  name: string;
  file: string;
  /** Text that stands in the file (the first place counts), and what it becomes. */
  find: string;
  put: string;
  /** The test file that must fail. */
  test: string;
}

const LEDGER = "packages/ledger/schema";
const SCHEMA = "apps/api/schema";
const LEDGER_TESTS = "packages/ledger/test";
const MODULES = "apps/api/src/modules";
const MONEY = `${MODULES}/repayments/repayments.test.ts`;
const PAYOUTS = `${MODULES}/disbursements/disbursements.test.ts`;

const mutants: Mutant[] = [
  {
    name: "ledger: balances are not locked",
    file: `${LEDGER}/02_posting.sql`,
    find: "order by b.account_id for update of b",
    put: "order by b.account_id",
    test: `${LEDGER_TESTS}/concurrency.test.ts`,
  },
  {
    name: "ledger: earlier keys are not looked at",
    file: `${LEDGER}/02_posting.sql`,
    find: "join transactions t on t.key = u.key",
    put: "join transactions t on t.key = u.key and false",
    test: `${LEDGER_TESTS}/guards.test.ts`,
  },
  {
    name: "ledger: another body under the same key is a replay",
    file: `${LEDGER}/02_posting.sql`,
    find: "select case when p_is_same",
    put: "select case when true",
    test: `${LEDGER_TESTS}/posting.test.ts`,
  },
  {
    name: "ledger: the floor is not judged",
    file: `${LEDGER}/02_posting.sql`,
    find: "if v_delta < 0 and v_available[s] < v_floor[s] then v_is_short := true; end if;",
    put: "",
    test: `${LEDGER_TESTS}/posting.test.ts`,
  },
  {
    name: "ledger: no constraint under the floor",
    file: `${LEDGER}/01_books.sql`,
    find: "check (floor_kobo is null or direction * balance_kobo - held_kobo >= least(floor_kobo, 0))",
    put: "check (true)",
    test: `${LEDGER_TESTS}/guards.test.ts`,
  },
  {
    name: "ledger: the key is not unique",
    file: `${LEDGER}/01_books.sql`,
    find: "key text not null constraint transactions_key_is_unique unique check",
    put: "key text not null check",
    test: `${LEDGER_TESTS}/guards.test.ts`,
  },
  {
    name: "ledger: a transaction may be reversed twice",
    file: `${LEDGER}/01_books.sql`,
    find: "create unique index transactions_reversed_once",
    put: "create index transactions_reversed_once",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "ledger: postings need not sum to zero",
    file: `${LEDGER}/01_books.sql`,
    find: "if found and v_bad.amount <> 0 then",
    put: "if false then",
    test: `${LEDGER_TESTS}/guards.test.ts`,
  },
  {
    name: "ledger: postings on accounts that are not there",
    file: `${LEDGER}/01_books.sql`,
    find: "if v_applied < v_moved then",
    put: "if false then",
    test: `${LEDGER_TESTS}/guards.test.ts`,
  },
  {
    name: "ledger: posted rows may be changed",
    file: `${LEDGER}/01_books.sql`,
    find: "raise exception 'ledger.% is append-only: a correction is a reversal', tg_argv[0]\n    using errcode = 'insufficient_privilege';",
    put: "return coalesce(new, old);",
    test: `${LEDGER_TESTS}/guards.test.ts`,
  },
  {
    name: "ledger: a replay does not write",
    file: `${LEDGER}/02_posting.sql`,
    find: "if cardinality(v_replayed) > 0 then perform note_replays(v_replayed); end if;",
    put: "",
    test: `${LEDGER_TESTS}/posting.test.ts`,
  },
  {
    name: "ledger: currencies mix without an exchange",
    file: `${LEDGER}/02_posting.sql`,
    find: "group by p_currency_of_account[u.account] having sum(u.amount) <> 0 limit 1;",
    put: "group by p_currency_of_account[u.account] having false limit 1;",
    test: `${LEDGER_TESTS}/posting.test.ts`,
  },
  {
    name: "ledger: a hold is not judged against the floor",
    file: `${LEDGER}/03_holds.sql`,
    find: "if b.floor_kobo is not null and b.direction",
    put: "if false and b.direction",
    test: `${LEDGER_TESTS}/holds.test.ts`,
  },
  {
    name: "ledger: a hold is not locked while it is captured",
    file: `${LEDGER}/03_holds.sql`,
    find: "select * into h from holds where id = p_hold_id for update;",
    put: "select * into h from holds where id = p_hold_id;",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "http: a key with another body is a replay",
    file: "apps/api/src/http/idempotency.ts",
    find: "if (!row.same) throw new KeyReused();",
    put: "",
    test: PAYOUTS,
  },
  {
    name: "http: the answer is not stored with the change",
    file: "apps/api/src/http/once.ts",
    find: "await settle(tx, held, 200, body);",
    put: "",
    test: PAYOUTS,
  },
  {
    name: "http: a key in flight is not claimed",
    file: "apps/api/src/http/idempotency.ts",
    find: "if (!row.is_mine) throw new Conflict(",
    put: "if (false) throw new Conflict(",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "http: a replay does not write",
    file: "apps/api/src/http/idempotency.ts",
    find: "select k.replays + 1,",
    put: "select k.replays,",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "http: what was taken over may finish",
    file: "apps/api/src/http/idempotency.ts",
    find: "if (numUpdatedRows !== 1n) throw new TakenOver();",
    put: "",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "http: a living process loses its key",
    file: "apps/api/src/http/idempotency.ts",
    find: "h.id = k.holder and",
    put: "h.id <> k.holder and",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "database: a waiting write is not judged before the commit",
    file: "apps/api/src/db/pipelined-database.ts",
    find: "judge(resultOf(result).numAffectedRows ?? 0n)",
    put: "void result",
    test: "apps/api/src/db/pipelined-database.test.ts",
  },
  {
    name: "states: a state is changed whatever it is by now",
    file: `${MODULES}/states/index.ts`,
    find: "where ${sql.ref(id)} = ${change.id} and status = ${change.from}`;",
    put: "where ${sql.ref(id)} = ${change.id}`;",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "states: transitions that the table lacks",
    file: `${MODULES}/states/index.ts`,
    find: "throw new IllegalTransition(machine.noun, change.from, target);",
    put: "return target;",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "approvals: the maker may be the checker",
    file: `${MODULES}/approvals/handlers.ts`,
    find: "if (approval.maker_id === session.user_id) return",
    put: "if (false) return",
    test: PAYOUTS,
  },
  {
    name: "approvals: the database lets the maker check",
    file: `${SCHEMA}/10_platform_approvals.sql`,
    find: "check (checker_id is null or checker_id <> maker_id or status = 'withdrawn')",
    put: "check (true)",
    test: "test/unit/authority.test.ts",
  },
  {
    name: "approvals: another version is agreed to",
    file: `${MODULES}/approvals/handlers.ts`,
    find: "if (approval.version !== version) throw new StaleVersion();",
    put: "",
    test: "test/unit/authority.test.ts",
  },
  {
    name: "approvals: decided twice",
    file: `${MODULES}/approvals/handlers.ts`,
    find: '.where("id", "=", id).forUpdate().executeTakeFirst()',
    put: '.where("id", "=", id).executeTakeFirst()',
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "approvals: a maker without the right",
    file: `${MODULES}/approvals/handlers.ts`,
    find: "await requireMaker(tx, context, approval);",
    put: "",
    test: "test/unit/authority.test.ts",
  },
  {
    name: "disbursement: loans are not locked",
    file: `${MODULES}/disbursements/batch.ts`,
    find: "order by l.id for no key update of l",
    put: "order by l.id",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "disbursement: two payouts of one loan",
    file: `${SCHEMA}/23_money_payouts.sql`,
    find: "create unique index payouts_one_open",
    put: "create index payouts_one_open",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "payouts: sent again instead of asked about",
    file: `${MODULES}/payouts/send.ts`,
    find: 'if (payout?.status === "sent" || payout?.status === "unknown") return askPayout(app, payout_id);\n  if (payout?.status !== "approved") return;',
    put: "if (!payout) return;",
    test: PAYOUTS,
  },
  {
    name: "payouts: sent is not committed before the call",
    file: `${MODULES}/payouts/send.ts`,
    find: "if (!recipient_code || !(await markSent(app, payout))) return;",
    put: "if (!recipient_code) return;",
    test: PAYOUTS,
  },
  {
    name: "payouts: an unknown outcome counts as refused",
    file: `${MODULES}/payouts/send.ts`,
    find: "else if (error instanceof OutcomeUnknown) await becomeUnknown(app, payout_id);",
    put: 'else if (error instanceof OutcomeUnknown) await settlePayout(app, payout_id, { status: "failed", provider_reference: null, failure: "no answer" });',
    test: PAYOUTS,
  },
  {
    name: "payouts: settled again by each answer",
    file: `${MODULES}/payouts/settle.ts`,
    find: 'const isOpen = payout.status === "sent" || payout.status === "unknown";',
    put: "const isOpen = true;",
    test: PAYOUTS,
  },
  {
    name: "payouts: not locked while settled",
    file: `${MODULES}/payouts/settle.ts`,
    find: "const payout = await lockPayoutAndLoan(tx, payout_id);\n    if (!payout) return;\n    const isOpen",
    put: 'const payout = await tx.selectFrom("payouts").selectAll().where("id", "=", payout_id).executeTakeFirst();\n    if (!payout) return;\n    const isOpen',
    test: PAYOUTS,
  },
  {
    name: "receipts: a reference may stand twice",
    file: `${SCHEMA}/21_money_receipts.sql`,
    find: "reference text not null unique,\n  received_on",
    put: "reference text not null,\n  received_on",
    test: MONEY,
  },
  {
    name: "receipts: a replay is received again",
    file: `${MODULES}/repayments/receive.ts`,
    find: "return inserted.numInsertedOrUpdatedRows === 1n ? id : undefined;",
    put: "return id;",
    test: MONEY,
  },
  {
    name: "receipts: a reference of something else is a replay",
    file: `${MODULES}/repayments/receive.ts`,
    find: "if (before.user_id !== money.user_id || before.amount_kobo !== money.amount_kobo ||",
    put: "if (false &&",
    test: MONEY,
  },
  {
    name: "charges: a retried request makes another charge",
    file: `${SCHEMA}/22_money_charges.sql`,
    find: "request_key text unique,",
    put: "request_key text,",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "charges: settled again by each answer",
    file: `${MODULES}/cards/charges.ts`,
    find: 'if (charge.status === "success" || outcome.status === "pending"',
    put: 'if (outcome.status === "pending"',
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "charges: not locked while settled",
    file: `${MODULES}/cards/charges.ts`,
    find: '.where("id", "=", charge_id).forUpdate().executeTakeFirstOrThrow()',
    put: '.where("id", "=", charge_id).executeTakeFirstOrThrow()',
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "charges: a second payment while the first is open",
    file: `${MODULES}/repayments/paying.ts`,
    find: 'if (open) throw new Conflict("Your bank has not said yet',
    put: 'if (false) throw new Conflict("Your bank has not said yet',
    test: `${MODULES}/repayments/payment-channels.test.ts`,
  },
  {
    name: "webhooks: unsigned",
    file: `${MODULES}/webhooks/handlers.ts`,
    find: '!isSigned(secret, context.raw_body, context.headers["x-paystack-signature"])',
    put: "false",
    test: `${MODULES}/webhooks/webhooks.test.ts`,
  },
  {
    name: "webhooks: each delivery is new",
    file: `${MODULES}/webhooks/handlers.ts`,
    find: "(key ?? [event,",
    put: "(key ?? [uuidv7(), event,",
    test: "test/unit/money-guards.test.ts",
  },
  {
    name: "close of business: two at once",
    file: `${MODULES}/close-of-business/run.ts`,
    find: "if (!rows[0]?.mine) throw new Conflict(",
    put: "if (false) throw new Conflict(",
    test: `${MODULES}/close-of-business/close-of-business.test.ts`,
  },
  {
    name: "close of business: automatic debits twice a day",
    file: `${SCHEMA}/22_money_charges.sql`,
    find: "create unique index charges_automatic_once",
    put: "create index charges_automatic_once",
    test: "test/unit/money-guards.test.ts",
  },
];

const repository = join(import.meta.dirname, "..");

/** A copy of what is committed, with the same packages; those of the workspace are the copy's own. */
function copyTree(): string {
  const copy = mkdtempSync("/var/tmp/manilla-mutants-");
  execFileSync("sh", ["-c", `git -C "${repository}" archive HEAD | tar -x -C "${copy}"`]);
  const modules = join(copy, "node_modules");
  mkdirSync(join(modules, "@manilla"), { recursive: true });
  for (const name of readdirSync(join(repository, "node_modules")))
    if (name !== "@manilla" && !name.startsWith(".vite"))
      symlinkSync(join(repository, "node_modules", name), join(modules, name));
  for (const name of readdirSync(join(repository, "node_modules/@manilla"))) {
    const folder = ["packages", "apps"].find((parent) => existsSync(join(copy, parent, name)));
    if (folder) symlinkSync(join(copy, folder, name), join(modules, "@manilla", name));
  }
  return copy;
}

/** @returns true when the test file fails, as it must */
function isKilled(copy: string, mutant: Mutant): boolean {
  const path = join(copy, mutant.file);
  const before = readFileSync(path, "utf8");
  if (!before.includes(mutant.find))
    throw new Error(`${mutant.name}: ${mutant.file} has no longer "${mutant.find.slice(0, 60)}"`);
  writeFileSync(
    path,
    before.replace(mutant.find, () => mutant.put),
  );
  const { status } = spawnSync(
    process.execPath,
    [join(copy, "node_modules/vitest/vitest.mjs"), "run", "--bail", "1", "--testTimeout", "180000", mutant.test],
    { cwd: copy, stdio: "ignore", timeout: 300_000 },
  );
  writeFileSync(path, before);
  return status !== 0;
}

const words = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
const copy = copyTree();
const survivors: string[] = [];
try {
  // A test that fails without a mutant kills nothing.
  for (const test of new Set(chosen.map((mutant) => mutant.test))) {
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(copy, "node_modules/vitest/vitest.mjs"), "run", "--testTimeout", "180000", test],
      { cwd: copy, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`${test} fails as it is:\n${stdout.slice(-3_000)}`);
  }
  for (const mutant of chosen) {
    const killed = isKilled(copy, mutant);
    if (!killed) survivors.push(mutant.name);
    console.log(`${killed ? "killed  " : "SURVIVED"}  ${mutant.name}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`\n${chosen.length - survivors.length} of ${chosen.length} killed`);
process.exit(survivors.length > 0 ? 1 : 0);
