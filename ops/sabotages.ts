/**
 * The guards of the money modules, each with the text that takes it away and the test that must notice (`npm run mutants`).
 * `test/unit/sabotages.test.ts` holds that every text and every test is still there.
 *
 * Guards that were named here and are gone, each with what covers it and what took its place:
 * - the lock on a request that two people decide: `changeState` refuses the second by itself ("states: a state is changed whatever it is by now"). In its
 *   place: what a declined request held is let go.
 */
export interface Sabotage {
  name: string;
  file: string;
  /** Text that occurs in the file exactly once, and what it becomes. */
  find: string;
  put: string;
  /** The test file, and the title of the test in it, that must fail. */
  test: string;
  fails: string;
}

const LEDGER = "packages/ledger/schema";
const SCHEMA = "apps/api/schema";
const MODULES = "apps/api/src/modules";
const POSTING = "packages/ledger/test/posting.test.ts";
const BY_ITSELF = "packages/ledger/test/guards.test.ts";
const CONCURRENCY = "packages/ledger/test/concurrency.test.ts";
const HOLDS = "packages/ledger/test/holds.test.ts";
const GUARDS = "test/unit/money-guards.test.ts";
const AUTHORITY = "test/unit/authority.test.ts";
const PAYOUTS = `${MODULES}/lending/disbursements/disbursements.test.ts`;
const MONEY = `${MODULES}/lending/repayments/repayments.test.ts`;
const PLAN = `${MODULES}/lending/repayments/plan.test.ts`;
const CHANNELS = `${MODULES}/lending/repayments/payment-channels.test.ts`;
const CLOSE = `${MODULES}/lending/repayments/close/close-of-business.test.ts`;

const STATEMENTS = `${MODULES}/money/bank-statements`;
const STATEMENTS_TEST = `${STATEMENTS}/bank-statements.test.ts`;

const ACCESS_TEST = `${MODULES}/platform/access/access.test.ts`;
const CLAIM = `${MODULES}/money/reconciliation/claim`;
const BY_HAND = `${MODULES}/lending/repayments/by-hand.test.ts`;
const VAT_TEST = `${MODULES}/money/remittances/remittances.test.ts`;
const WEBHOOKS = `${MODULES}/platform/webhooks/webhooks.test.ts`;
const EFFECT = `${MODULES}/lending/disbursements/approval-effect.test.ts`;
const PAPERS = "test/unit/papers.test.ts";
const RESCHEDULING = `${MODULES}/lending/repayments/planning/rescheduling.ts`;
const RESCHEDULING_TEST = `${MODULES}/lending/repayments/planning/rescheduling.test.ts`;
const ADMISSIONS_TEST = `${MODULES}/companies/admissions/admissions.test.ts`;
const RESCHEDULE_TEST = `${MODULES}/lending/repayments/reschedule.test.ts`;

const OWN_SLIP =
  "goes alone with a slip of its own: what another receipt or request was made from wants a second person";
const OLDER_ROLE = "is never changed by who holds the role, nor to what is another side's, nor on an older look";
const VAT_BY_TWO =
  "is listed by month, filed to the kobo, remitted by two persons with the receipt, and found at the bank";
const OTHERS_SLIP = "brings a slip that its maker uploaded: a colleague's is refused at its field, in every call";
const SALARIES =
  "super_support: lists and exports show salaries to whom may see them, and are not filtered by them otherwise";
const REFUSES_POSTINGS =
  "refuses postings that do not sum to zero, a foreign currency, an unknown account, an overdraft, and a posting in an old transaction";
const FIRST_RESULT = "answers the first result for the same key and body, and writes before it answers";
const CLAIMED_ONCE = "is claimed once; a concurrent duplicate is refused, and so is another body";
const TAKEN_OVER =
  "is taken over soon after its process has died, and what wakes up later neither finishes nor gives the key back";
const NEVER_THE_FIRST = "is never the first, not even a super admin, and the database says so too";
const ONCE_PER_REFERENCE = "is received once per reference, also when it comes eight times at the same moment";
const TOGETHER =
  "that arrives together is received in few transactions, each for itself: one that is refused, twice there or waits disturbs no other";
const CARD_ONCE = "say that a card was debited: it is received and told once";
const SETTLES_ONCE = "settles once when ten answers come at the same moment";

export const sabotages: readonly Sabotage[] = [
  {
    name: "bank statements: any account is ours",
    file: `${STATEMENTS}/rules.ts`,
    find: "account_number !== null && !isOwnAccount(account_number, own_account)",
    put: "false",
    test: STATEMENTS_TEST,
    fails: "of another account is refused next to the file and moves nothing",
  },
  {
    name: "bank statements: the balance need not follow on our last one",
    file: `${STATEMENTS}/rules.ts`,
    find: "opens !== null && opens !== last.closing_kobo",
    put: "false",
    test: STATEMENTS_TEST,
    fails: "that opens with another balance is refused next to the file and moves nothing",
  },
  {
    name: "bank statements: other lines of a known day need one person",
    file: `${STATEMENTS}/rules.ts`,
    find: "if (others.length > 0) reasons.push",
    put: "if (others.length < 0) reasons.push",
    test: STATEMENTS_TEST,
    fails: "with other lines of a day that we have waits for a second person, who sees the lines and their effect",
  },
  {
    name: "reconciliation: a line that differs settles card money",
    file: `${MODULES}/money/reconciliation/match.ts`,
    find: 'if (action === "match" && isHeld(pair.source))',
    put: "if (isHeld(pair.source))",
    test: STATEMENTS_TEST,
    fails: "whose card line says another sum settles nothing",
  },
  {
    name: "ledger: balances are not locked",
    file: `${LEDGER}/02_posting.sql`,
    find: "order by b.account_id for update of b",
    put: "order by b.account_id",
    test: CONCURRENCY,
    fails: "pays out exactly what it had, over single posts, batches and holds",
  },
  {
    name: "ledger: earlier keys are not looked at",
    file: `${LEDGER}/02_posting.sql`,
    find: "join transactions t on t.key = u.key",
    put: "join transactions t on t.key = u.key and false",
    test: POSTING,
    fails: FIRST_RESULT,
  },
  {
    name: "ledger: another body under the same key is a replay",
    file: `${LEDGER}/02_posting.sql`,
    find: "select case when p_is_same",
    put: "select case when true",
    test: POSTING,
    fails: "refuses the same key with another body",
  },
  {
    name: "ledger: the floor is not judged",
    file: `${LEDGER}/02_posting.sql`,
    find: "if v_delta < 0 and v_available[s] < v_floor[s] then v_is_short := true; end if;",
    put: "",
    test: POSTING,
    fails: "refuses to go under a floor and says what was available",
  },
  {
    name: "ledger: no constraint under the floor",
    file: `${LEDGER}/01_books.sql`,
    find: "check (floor_kobo is null or direction * balance_kobo - held_kobo >= least(floor_kobo, 0))",
    put: "check (true)",
    test: BY_ITSELF,
    fails: REFUSES_POSTINGS,
  },
  {
    name: "ledger: the key is not unique",
    file: `${LEDGER}/01_books.sql`,
    find: "key text not null constraint transactions_key_is_unique unique check",
    put: "key text not null check",
    test: BY_ITSELF,
    fails:
      "the look at earlier keys: a replay would not be answered, but the constraint still stops the second posting",
  },
  {
    name: "ledger: a transaction may be reversed twice",
    file: `${LEDGER}/01_books.sql`,
    find: "create unique index transactions_reversed_once",
    put: "create index transactions_reversed_once",
    test: GUARDS,
    fails: "a transaction has one reversal, whatever the ledger's functions believe",
  },
  {
    name: "ledger: postings need not sum to zero",
    file: `${LEDGER}/01_books.sql`,
    find: "if found and v_bad.amount <> 0 then",
    put: "if false then",
    test: BY_ITSELF,
    fails: REFUSES_POSTINGS,
  },
  {
    name: "ledger: postings on accounts that are not there",
    file: `${LEDGER}/01_books.sql`,
    find: "if v_applied < v_moved then",
    put: "if false then",
    test: BY_ITSELF,
    fails: REFUSES_POSTINGS,
  },
  {
    name: "ledger: posted rows may be changed",
    file: `${LEDGER}/01_books.sql`,
    find: "raise exception 'ledger.% is append-only: a correction is a reversal', tg_argv[0]\n    using errcode = 'insufficient_privilege';",
    put: "return coalesce(new, old);",
    test: BY_ITSELF,
    fails: "refuses to change or remove what is posted, for every role, also in the monthly parts",
  },
  {
    name: "ledger: a replay does not write",
    file: `${LEDGER}/02_posting.sql`,
    find: "if cardinality(v_replayed) > 0 then perform note_replays(v_replayed); end if;",
    put: "",
    test: POSTING,
    fails: FIRST_RESULT,
  },
  {
    name: "ledger: currencies mix without an exchange",
    file: `${LEDGER}/02_posting.sql`,
    find: "group by p_currency_of_account[u.account] having sum(u.amount) <> 0 limit 1;",
    put: "group by p_currency_of_account[u.account] having false limit 1;",
    test: POSTING,
    fails: "refuses a transfer from one currency into another without an exchange",
  },
  {
    name: "ledger: a hold is not judged against the floor",
    file: `${LEDGER}/03_holds.sql`,
    find: "if b.floor_kobo is not null and b.direction",
    put: "if false and b.direction",
    test: HOLDS,
    fails: "is refused on an empty, unknown or hot account, and without a hold",
  },
  {
    name: "ledger: a hold is not locked while it is captured",
    file: `${LEDGER}/03_holds.sql`,
    find: "select * into h from holds where id = p_hold_id for update;\n  if not found then return jsonb_build_object('verdict', 'rejected', 'reason', 'unknown_hold'); end if;\n  select * into v_first",
    put: "select * into h from holds where id = p_hold_id;\n  select * into v_first",
    test: GUARDS,
    fails: "capture one hold for more than it has: one is posted, the other is told what is left",
  },
  {
    name: "http: a key with another body is a replay",
    file: "apps/api/src/http/idempotency.ts",
    find: "if (!row.request_hash.equals(request_hash)) return new KeyReused();",
    put: "",
    test: GUARDS,
    fails: CLAIMED_ONCE,
  },
  {
    name: "http: the answer is not stored with the change",
    file: "apps/api/src/http/once.ts",
    find: "await settle(tx, { ...held, status: 200, body });",
    put: "",
    test: PAYOUTS,
    fails: "answers the same key with the same batch, and another body with 422",
  },
  {
    name: "http: a key in flight is not claimed",
    file: "apps/api/src/http/idempotency.ts",
    find: "if (row.attempt !== attempt) return new Conflict(",
    put: "if (false) return new Conflict(",
    test: GUARDS,
    fails: CLAIMED_ONCE,
  },
  {
    name: "http: a replay does not write",
    file: "apps/api/src/http/idempotency.ts",
    find: "select k.replays + 1,",
    put: "select k.replays,",
    test: GUARDS,
    fails: "is answered again from what was stored, and each time is written down before it is answered",
  },
  {
    name: "http: what was taken over may finish",
    file: "apps/api/src/http/idempotency.ts",
    find: "if (changed !== BigInt(answers.length)) throw new TakenOver();",
    put: "void changed;",
    test: GUARDS,
    fails: TAKEN_OVER,
  },
  {
    name: "http: a living process loses its key",
    file: "apps/api/src/http/idempotency.ts",
    find: "where h.id = k.holder and",
    put: "where h.id <> k.holder and",
    test: GUARDS,
    fails: TAKEN_OVER,
  },
  {
    name: "database: a waiting write is not judged before the commit",
    file: "apps/api/src/db/pipelined-database.ts",
    find: "judge(resultOf(result).numAffectedRows ?? 0n)",
    put: "void result",
    test: "apps/api/src/db/pipelined-database.test.ts",
    fails: "is judged before its commit: what changed too few rows leaves nothing",
  },
  {
    name: "states: a state is changed whatever it is by now",
    file: `${MODULES}/platform/states/change.ts`,
    find: "where ${sql.ref(id)} = ${change.id} and status = ${change.from}`;",
    put: "where ${sql.ref(id)} = ${change.id}`;",
    test: GUARDS,
    fails: "is changed only from the state that the decision was made on",
  },
  {
    name: "states: a row walks on whatever its state is by now",
    file: `${MODULES}/platform/states/walking.ts`,
    find: "where t.${sql.ref(key)} = u.${sql.ref(key)} and t.status = e ->> 'from'",
    put: "where t.${sql.ref(key)} = u.${sql.ref(key)}",
    test: GUARDS,
    fails: "is walked along only from the state that was loaded",
  },
  {
    name: "states: transitions that the table lacks",
    file: `${MODULES}/platform/states/change.ts`,
    find: "throw new IllegalTransition(machine.noun, change.from, target);",
    put: "return target;",
    test: GUARDS,
    fails: "is refused by name, and nothing of it is written",
  },
  {
    name: "approvals: the maker may be the checker",
    file: `${MODULES}/platform/approvals/rules.ts`,
    find: "maker_id === user_id;",
    put: "false && maker_id === user_id;",
    test: AUTHORITY,
    fails: NEVER_THE_FIRST,
  },
  {
    name: "approvals: the database lets the maker check",
    file: `${SCHEMA}/10_platform_approvals.sql`,
    find: "check (checker_id is null or checker_id <> maker_id or status = 'withdrawn')",
    put: "check (true)",
    test: AUTHORITY,
    fails: NEVER_THE_FIRST,
  },
  {
    name: "approvals: another version is agreed to",
    file: `${MODULES}/platform/states/acting.ts`,
    find: "if (body.version !== undefined && row.version !== body.version)",
    put: "if (false)",
    test: AUTHORITY,
    fails: "agrees to what was looked at: another version is refused",
  },
  {
    name: "approvals: what was declined is held on",
    file: `${MODULES}/platform/approvals/handlers.ts`,
    find: "await context.house.approvals.get(approval.kind)?.release?.(tx, context, approval);",
    put: "",
    test: PAYOUTS,
    fails: "is never agreed to by the one who asked, and gives the loan back when the second person declines",
  },
  {
    name: "approvals: a maker without the right",
    file: `${MODULES}/platform/approvals/handlers.ts`,
    find: "await requireMaker(tx, context, approval);",
    put: "",
    test: AUTHORITY,
    fails: "cannot agree when the first has lost the right meanwhile (role), and can decline",
  },
  {
    name: "disbursement: loans are not locked",
    file: `${MODULES}/lending/disbursements/batch.ts`,
    find: "order by l.id\n    for no key update of l",
    put: "order by l.id",
    test: GUARDS,
    fails: "ask for the payout of one loan: both batches are answered, the loan is in one of them",
  },
  {
    name: "disbursement: two payouts of one loan",
    file: `${SCHEMA}/42_lending_loans.sql`,
    find: "create unique index payouts_one_open",
    put: "create index payouts_one_open",
    test: GUARDS,
    fails: "a loan never has two payouts open, whatever the application believes",
  },
  {
    name: "payouts: not asked about after a crash",
    file: `${MODULES}/money/payouts/send.ts`,
    find: 'if (payout?.status === "sent" || payout?.status === "unknown") return askPayout(app, payout_id);\n  if (payout?.status !== "approved") return;',
    put: "if (!payout) return;",
    test: PAYOUTS,
    fails:
      "killed between sent and the call: it is asked about, never sent again, and a person decides after ten minutes",
  },
  {
    name: "payouts: sent is not committed before the call",
    file: `${MODULES}/money/payouts/send.ts`,
    find: "if (!recipient_code || !(await markSent(app, payout))) return;",
    put: "if (!recipient_code) return;",
    test: PAYOUTS,
    fails: "starts the loan: schedule, dates and books from the same terms, once however often the job runs",
  },
  {
    name: "payouts: an unknown outcome counts as refused",
    file: `${MODULES}/money/payouts/send.ts`,
    find: "else if (error instanceof OutcomeUnknown) await becomeUnknown(app, payout_id);",
    put: 'else if (error instanceof OutcomeUnknown) await settlePayout(app, payout_id, { status: "failed", provider_reference: null, failure: "no answer" });',
    test: PAYOUTS,
    fails: "becomes unknown when the answer never comes, is asked about, and pays once",
  },
  {
    name: "payouts: settled again by each answer",
    file: `${MODULES}/money/payouts/settle.ts`,
    find: 'const isOpen = payout.status === "sent" || payout.status === "unknown";',
    put: "const isOpen = true;",
    test: PAYOUTS,
    fails: SETTLES_ONCE,
  },
  {
    name: "payouts: not locked while settled",
    file: `${MODULES}/money/payouts/settle.ts`,
    find: "const payout = await lockPayoutInOrder(app, tx, payout_id);\n    if (!payout) return;\n    const isOpen",
    put: 'const payout = await tx.selectFrom("payouts").selectAll().where("id", "=", payout_id).executeTakeFirst();\n    if (!payout) return;\n    const isOpen',
    test: PAYOUTS,
    fails: SETTLES_ONCE,
  },
  {
    name: "receipts: a reference may stand twice",
    file: `${SCHEMA}/21_money_receipts.sql`,
    find: "reference text not null unique,\n  received_on",
    put: "reference text not null,\n  received_on",
    test: MONEY,
    fails: ONCE_PER_REFERENCE,
  },
  {
    name: "receipts: a replay is received again",
    file: `${MODULES}/money/receipts/receive.ts`,
    find: "if (!inserted.has(receipt_id)) throw new AlreadyReceived(money.reference);",
    put: "void inserted;",
    test: MONEY,
    fails: ONCE_PER_REFERENCE,
  },
  {
    name: "receipts: a reference of something else is a replay",
    file: `${MODULES}/money/receipts/receive.ts`,
    find: "before.user_id !== money.user_id ||\n    before.amount_kobo !== money.amount_kobo ||",
    put: "",
    test: MONEY,
    fails: ONCE_PER_REFERENCE,
  },
  {
    name: "receipts: the loan is not locked",
    file: `${MODULES}/lending/schedules/schedule.ts`,
    find: 'lock === "lock" ? sql`for no key update of l` : sql``',
    put: "sql``",
    test: MONEY,
    fails: "from many sides at the same moment is allocated one after the other: no row is paid twice",
  },
  {
    name: "receipts together: more than the loan takes",
    file: `${MODULES}/lending/repayments/recording.ts`,
    find: "body.amount_kobo >= settlementOf(loan, rows, loan.on).total_kobo ? undefined : body",
    put: "body",
    test: MONEY,
    fails: TOGETHER,
  },
  {
    name: "receipts together: a refused request leaves its key behind",
    file: "apps/api/src/http/gathered.ts",
    find: "mine.filter((each) => !answers.has(each)).map(({ held }) => held),",
    put: "[],",
    test: MONEY,
    fails: TOGETHER,
  },
  {
    name: "plan: principal that was paid is still owed",
    file: `${MODULES}/lending/repayments/plan.ts`,
    find: "paid_principal_kobo: loaded.paid_principal_kobo + principal_kobo + applied",
    put: "paid_principal_kobo: loaded.paid_principal_kobo + applied",
    test: PLAN,
    fails:
      "keeps principal and figures together: what is open of the rows is what the loan owes, and nothing once it is settled",
  },
  {
    name: "plan: a row that is whole stays open",
    file: `${MODULES}/lending/repayments/planning/apply.ts`,
    find: "if (unpaidTotal(row) === 0n) {",
    put: "if (unpaidTotal(row) < 0n) {",
    test: PLAN,
    fails:
      "pays everything due first, oldest first and inside a row in the product's order; a row that is whole is paid",
  },
  {
    name: "plan: what a settlement ends is still asked",
    file: `${MODULES}/lending/repayments/planning/apply.ts`,
    find: 'for (const each of others) schedule.move(each, "supersede", "Settled early");',
    put: "",
    test: PLAN,
    fails:
      "keeps principal and figures together: what is open of the rows is what the loan owes, and nothing once it is settled",
  },
  {
    name: "interest: what principal had earned before it was paid ahead is forgotten",
    file: "packages/credit/src/earning.ts",
    find: "fraction(base * days + (row.ahead_kobo_days ?? 0n), length)",
    put: "fraction(base * days, length)",
    test: `${MODULES}/lending/repayments/planning/what-is-owed.test.ts`,
    fails:
      "parts, days, before and after the due date: a settlement asks what a second implementation asks, ± 1 kobo a period",
  },
  {
    name: "charges: a retried request makes another charge",
    file: `${SCHEMA}/22_money_charges.sql`,
    find: "request_key text unique,",
    put: "request_key text,",
    test: GUARDS,
    fails: "two charges of a request: the database has room for one",
  },
  {
    name: "charges: settled again by each answer",
    file: `${MODULES}/money/charges/charges.ts`,
    find: 'if (charge.status === "success" || outcome.status',
    put: "if (outcome.status",
    test: GUARDS,
    fails: CARD_ONCE,
  },
  {
    name: "charges: not locked while settled",
    file: `${MODULES}/money/charges/charges.ts`,
    find: '.where("id", "=", charge_id)\n      .forUpdate()\n      .executeTakeFirstOrThrow()',
    put: '.where("id", "=", charge_id).executeTakeFirstOrThrow()',
    test: GUARDS,
    fails: CARD_ONCE,
  },
  {
    name: "charges: a second payment while the first is open",
    file: `${MODULES}/lending/repayments/paying.ts`,
    find: 'if (open)\n      throw new Conflict(\n        "Your bank has not said yet',
    put: 'if (false)\n      throw new Conflict(\n        "Your bank has not said yet',
    test: CHANNELS,
    fails: "with an unknown outcome can be asked about, by their owner only, and no second payment starts meanwhile",
  },
  {
    name: "webhooks: unsigned",
    file: `${MODULES}/platform/webhooks/handlers.ts`,
    find: '!isSigned(secret, context.raw_body, context.headers["x-paystack-signature"])',
    put: "false",
    test: `${MODULES}/platform/webhooks/webhooks.test.ts`,
    fails: "without the right signature over its bytes is refused and not kept",
  },
  {
    name: "webhooks: each delivery is new",
    file: `${MODULES}/platform/webhooks/handlers.ts`,
    find: "key ??\n    [event,",
    put: "key ??\n    [uuidv7(), event,",
    test: GUARDS,
    fails: "that is delivered eight times at once is kept once",
  },
  {
    name: "close of business: two at once",
    file: `${MODULES}/platform/business-day/run.ts`,
    find: "if (!rows[0]?.mine) throw new Conflict(",
    put: "if (false) throw new Conflict(",
    test: CLOSE,
    fails: "is done by one process only",
  },
  {
    name: "close of business: automatic debits twice a day",
    file: `${SCHEMA}/22_money_charges.sql`,
    find: "create unique index charges_automatic_once",
    put: "create index charges_automatic_once",
    test: GUARDS,
    fails: "two charges of an instalment and day: the database has room for one",
  },
  {
    name: "slips: none is wanted",
    file: `${MODULES}/money/slips/index.ts`,
    find: 'if (!slip_id || !(await findRow(tx, "slips", { id: slip_id, uploaded_by: session.user_id }, ["id"])))',
    put: 'if (slip_id === "none")',
    test: BY_HAND,
    fails: "brings a slip that who decides may open, and a day that can be true",
  },
  {
    name: "slips: one that was brought before, alone",
    file: `${MODULES}/lending/repayments/by-hand.ts`,
    find: " || !(await freshSlips(tx, [slip_id])).has(slip_id);",
    put: ";",
    test: BY_HAND,
    fails: OWN_SLIP,
  },
  {
    name: "slips: one that was brought before, together with others",
    file: `${MODULES}/lending/repayments/recording.ts`,
    find: " || used.has(slip.file)) return",
    put: ") return",
    test: BY_HAND,
    fails: "goes alone once when two colleagues bring the same file at the same moment and are received together",
  },
  {
    name: "slips: one that is behind a receipt",
    file: `${MODULES}/money/slips/index.ts`,
    find: "exists (select 1 from receipts r where r.slip_id = o.id)\n",
    put: "false\n",
    test: BY_HAND,
    fails: OWN_SLIP,
  },
  {
    name: "roles: changed by who holds them",
    file: `${MODULES}/platform/access/role-permissions.ts`,
    find: "if (session.roles.includes(slug))",
    put: "if (session.roles.length < 0)",
    test: ACCESS_TEST,
    fails: OLDER_ROLE,
  },
  {
    name: "roles: changed on an older look",
    file: `${MODULES}/platform/access/role-permissions.ts`,
    find: "if (before.toSorted().join() !== known.join())",
    put: "if (known.length < 0)",
    test: ACCESS_TEST,
    fails: OLDER_ROLE,
  },
  {
    name: "roles: given to somebody on an older look",
    file: `${MODULES}/platform/access/index.ts`,
    find: "if (digest !== (await digestOfRoles(tx, roles, user_id)))",
    put: 'if (digest === "none")',
    test: ACCESS_TEST,
    fails: "is judged again with a request for roles: what was changed meanwhile wants another look",
  },
  {
    name: "roles: a company's permissions by one of the provider's",
    file: `${MODULES}/platform/access/handlers.ts`,
    find: "if (isProvider) return",
    put: 'if (!isProvider && body.user_id === "") return',
    test: AUTHORITY,
    fails: "one of the provider's changes nothing in a company alone, and never on an older look",
  },
  {
    name: "returns: told again after two persons decided",
    file: `${MODULES}/money/payouts/settle.ts`,
    find: " && (await isKeptSince(tx, payout))) return;",
    put: ' && payout.id === "") return;',
    test: WEBHOOKS,
    fails: "of a return that two persons have decided about changes nothing, told again, late or with another figure",
  },
  {
    name: "charges: cents are kobo",
    file: "apps/api/src/outside/payments/paystack.ts",
    find: '(transaction.currency ?? "NGN") === "NGN"',
    put: "transaction.amount >= 0",
    test: WEBHOOKS,
    fails: "of foreign money books nothing: cents are no kobo",
  },
  {
    name: "remittance: more than a month owes",
    file: `${MODULES}/money/remittances/remit.ts`,
    find: "if (amount_kobo > open)",
    put: "if (amount_kobo < 0n)",
    test: VAT_TEST,
    fails: VAT_BY_TWO,
  },
  {
    name: "remittance: of a month that is not over",
    file: `${MODULES}/money/remittances/remit.ts`,
    find: "if (month >= (await",
    put: 'if (month < "" && month >= (await',
    test: VAT_TEST,
    fails: VAT_BY_TWO,
  },
  {
    name: "lists: filtered by what is withheld",
    file: "apps/api/src/db/withheld.ts",
    find: ".some((name) => hidden.includes(name)))",
    put: '.some((name) => name === ""))',
    test: PAPERS,
    fails: SALARIES,
  },
  {
    name: "lists: what is withheld is shown",
    file: "apps/api/src/http/answer.ts",
    find: "items: page.items.map(without)",
    put: "items: page.items",
    test: PAPERS,
    fails: SALARIES,
  },
  {
    name: "complaints: who answers one opens any paper",
    file: `${MODULES}/people/documents/showing.ts`,
    find: 'answers && (await findRow(db, "complaints", { document_id: id }, ["id"]))',
    put: "answers",
    test: `${MODULES}/people/complaints/complaints.test.ts`,
    fails: "keeps the paper that came with it among the person's documents",
  },
  {
    name: "approvals: a look keeps others waiting",
    file: `${MODULES}/platform/approvals/rehearsing.ts`,
    find: "or exists (select 1 from pg_locks",
    put: "or false and exists (select 1 from pg_locks",
    test: EFFECT,
    fails: "lets those who work go first: a look that somebody waits for is ended, and its connection is as before",
  },
  {
    name: "reschedule: joined principal earns for the days before",
    file: RESCHEDULING,
    find: "} else if (!before.is_on_overdue) running.ahead_kobo_days -= taken.principal * days;",
    put: "}",
    test: RESCHEDULING_TEST,
    fails: "lets what is overdue join: nothing is due any more but fees, and the day of the change earns on the whole",
  },
  {
    name: "reschedule: the interest of what joins is lost",
    file: RESCHEDULING,
    find: "  running.carried_interest_kobo += taken.interest;",
    put: "",
    test: RESCHEDULING_TEST,
    fails: "costs principal, fees and the interest of each day, whatever was changed or paid, and when",
  },
  {
    name: "reschedule: an added period of a flat loan earns nothing",
    file: RESCHEDULING,
    find: "addRows(schedule, fact, fee_kobo, period);",
    put: "addRows(schedule, fact, fee_kobo, 0n);",
    test: RESCHEDULING_TEST,
    fails: "takes no balance of a flat loan as a new principal: each further period earns what was agreed for one",
  },
  {
    name: "reschedule: a late loan is performing at once",
    file: `${MODULES}/lending/repayments/reschedule.ts`,
    find: 'change.overdue === "joins" && loan.days_past_due > 0',
    put: "false",
    test: RESCHEDULE_TEST,
    fails:
      "keeps the class of a late loan whose arrears join, until it has performed; money afterwards and a replay agree",
  },
  {
    name: "reschedule: forgotten by a loan that runs again",
    file: `${MODULES}/lending/repayments/returning.ts`,
    find: "  await carryReschedules(tx, loan.id, version);",
    put: "",
    test: RESCHEDULE_TEST,
    fails: "is rescheduled still when a payout that was taken back is kept by the borrower",
  },
  {
    name: "it came: judged when asked alone",
    file: `${MODULES}/money/reconciliation/came.ts`,
    find: "and i.status in ('expected', 'missing')",
    put: "and i.status <> ''",
    test: `${MODULES}/lending/repayments/returning.test.ts`,
    fails: "is short by hand where the bank kept a charge, until that is named",
  },
  {
    name: "colleagues: let back with more than was asked about",
    file: `${MODULES}/platform/colleagues/approvals.ts`,
    find: "  await requireUnchanged(tx, digest, (await accessOf(tx, user_id)).roles, user_id);",
    put: "",
    test: `${MODULES}/platform/colleagues/colleagues.test.ts`,
    fails: "does not come back with more than was asked about",
  },
  {
    name: "colleagues: one is demoted while another one is suspended",
    file: `${MODULES}/platform/access/index.ts`,
    find: "    await lockColleagues(tx);",
    put: "",
    test: `${MODULES}/platform/colleagues/two-administrators.test.ts`,
    fails: "remain where one is demoted while another one is suspended",
  },
  {
    name: "approvals: a second request for the same",
    file: `${MODULES}/platform/approvals/index.ts`,
    find: "if (rows.length > 0)",
    put: "if (rows.length > 99)",
    test: BY_HAND,
    fails:
      "is requested once at a time: while a request is pending, another one for the same is refused, and not afterwards",
  },
  {
    name: "slips: a colleague's, before a second person",
    file: `${MODULES}/money/slips/index.ts`,
    find: "{ id: slip_id, uploaded_by: session.user_id }",
    put: "{ id: slip_id }",
    test: BY_HAND,
    fails: OTHERS_SLIP,
  },
  {
    name: "slips: a colleague's, together with others",
    file: `${MODULES}/lending/repayments/recording.ts`,
    find: "slip?.uploaded_by !== context.session.user_id || ",
    put: "!slip || ",
    test: BY_HAND,
    fails: OTHERS_SLIP,
  },
  {
    name: "unidentified money: to who gives it",
    file: `${CLAIM}.ts`,
    find: "if (user_id === session.user_id)",
    put: 'if (user_id === "nobody")',
    test: `${CLAIM}.test.ts`,
    fails: "is given by two persons, neither of whom it goes to",
  },
  {
    name: "unidentified money: a loan of another person",
    file: `${CLAIM}.ts`,
    find: "if (loan_id && !(",
    put: "if (!loan_id && !(",
    test: `${CLAIM}.test.ts`,
    fails: "never pays a loan of another person, which is refused at the request",
  },
  {
    name: "unidentified money: two requests for one",
    file: `${CLAIM}.ts`,
    find: 'once: ["id"],',
    put: 'once: ["id", "user_id"],',
    test: `${CLAIM}.test.ts`,
    fails: "is given once, when two persons agree at the same moment, and once when two ask",
  },
  {
    name: "unidentified money: the bank shows another sum",
    file: `${CLAIM}.ts`,
    find: "if (found.differs)",
    put: 'if (found.status === "")',
    test: `${CLAIM}.test.ts`,
    fails: "is given as it was booked where a statement shows its line meanwhile",
  },
  {
    name: "unidentified money: under the reference of a reversed receipt",
    file: `${CLAIM}.ts`,
    find: "money.is_again ?",
    put: 'money.status === "" ?',
    test: `${CLAIM}.test.ts`,
    fails: "is nobody's again when the receipt is taken back, and can be given to the right person",
  },
  {
    name: "unidentified money: kept by a reversed receipt",
    file: `${MODULES}/money/receipts/reverse.ts`,
    find: 'if (receipt.source === "unidentified_receipts")',
    put: 'if (receipt.source === "customer_credit")',
    test: `${CLAIM}.test.ts`,
    fails: "is nobody's again when the receipt is taken back, and can be given to the right person",
  },
  {
    name: "unidentified money: its row decided while a second person is asked",
    file: `${MODULES}/money/reconciliation/handlers.ts`,
    find: ', "claim_receipt", "set_aside"]',
    put: ', "set_aside"]',
    test: `${CLAIM}.test.ts`,
    fails: "is not given where somebody decided about the row meanwhile",
  },
  {
    name: "unidentified money: out of sight by one person",
    file: `${MODULES}/money/reconciliation/rules.ts`,
    find: "({ is_nobodys }) => is_nobodys;",
    put: '({ subject_type }) => subject_type === "";',
    test: `${CLAIM}.test.ts`,
    fails: "leaves the exceptions by two persons, whichever call is used, stays owed, and finds its owner later",
  },
  {
    name: "unidentified money: another sum on its line after it was given",
    file: `${MODULES}/money/reconciliation/match.ts`,
    find: 'action !== "match" && item.status !== "mismatch"',
    put: 'action === "match" && item.status !== "mismatch"',
    test: `${CLAIM}.test.ts`,
    fails: "is compared with the bank's line also after it was given or set aside: another sum is an exception",
  },
  {
    name: "company plan: a month that is paid ahead is income at once",
    file: `${MODULES}/companies/companies/plan-payments.ts`,
    find: "if (begins_on <= on) await earn",
    put: "if (begins_on) await earn",
    test: `${MODULES}/companies/companies/plan-payments.test.ts`,
    fails: "adds its month behind the one that is paid of the same plan; the card that paid is never debited again",
  },
  {
    name: "data export: numbers whole for staff",
    file: `${MODULES}/people/data-protection/gathering.ts`,
    find: "user_id !== session.user_id ? masked",
    put: 'user_id === "" ? masked',
    test: `${MODULES}/people/communications/communications.test.ts`,
    fails: "answers what people ask once, within a month, and gives them everything that is theirs",
  },
  {
    name: "companies: who registered one decides about it",
    file: `${MODULES}/companies/admissions/rules.ts`,
    find: "created_by === user_id ||",
    put: "",
    test: ADMISSIONS_TEST,
    fails: "has an owner who is invited by mail, and is decided by somebody else",
  },
  {
    name: "companies: another name in the register is approved",
    file: `${MODULES}/companies/admissions/rules.ts`,
    find: "registered_name !== null && !isSameCompany",
    put: "registered_name === null && !isSameCompany",
    test: ADMISSIONS_TEST,
    fails: "is refused where the register knows no such number, has it as inactive, or under another name",
  },
  {
    name: "companies: an approved one changes its name",
    file: `${MODULES}/companies/companies/handlers.ts`,
    find: 'before.status === "approved" && !isSameCompany',
    put: 'before.status === "pending" && !isSameCompany',
    test: ADMISSIONS_TEST,
    fails: "is refused where the register knows no such number, has it as inactive, or under another name",
  },
  {
    name: "companies: the people of a suspended one act for it",
    file: "apps/api/src/http/session.ts",
    find: 'row.company_status === "deactivated"',
    put: 'row.company_status === "none"',
    test: ADMISSIONS_TEST,
    fails: "takes two people, signs its administrators out, leaves them reading, and ends by two people",
  },
  {
    name: "departments: some of those who were to move are left behind unseen",
    file: `${MODULES}/companies/departments/handlers.ts`,
    find: "if (moved !== new Set(user_ids).size)",
    put: "if (moved < 0)",
    test: `${MODULES}/companies/departments/departments.test.ts`,
    fails: "are a company's own: no other sees, changes or fills them, and nobody without the permission",
  },
  {
    name: "daily statistics: figures for who may not see them",
    file: `${MODULES}/lending/daily-statistics/noun.ts`,
    find: "!rights.some(",
    put: "rights.some(() => false) && !rights.some(",
    test: `${MODULES}/lending/daily-statistics/daily-statistics.test.ts`,
    fails: "gives each colleague the figures that they may see",
  },
  {
    name: "daily statistics: what happened before 17:00 of the day before counts",
    file: `${MODULES}/lending/daily-statistics/queries.ts`,
    find: "where happened_at > ${since}::timestamptz",
    put: "where happened_at > ${since}::timestamptz - interval '1 day'",
    test: `${MODULES}/lending/daily-statistics/daily-statistics.test.ts`,
    fails: "counts what came into a state and left it since 17:00 of the day before, and nothing earlier",
  },
  {
    name: "a cut connection is our own failure",
    file: "apps/api/src/errors.ts",
    find: "57P0[1-5]",
    put: "57P0[2-5]",
    test: "test/unit/cut-connections.test.ts",
    fails: "1,500 requests while every connection is cut again and again are answered or told 503",
  },
];
