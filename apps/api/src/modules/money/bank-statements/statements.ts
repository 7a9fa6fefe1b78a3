/** The bank's statements of our account: read, kept as they came, taken when they are ours, taken back whole. */
import { createHash } from "node:crypto";
import type { StatementFormat } from "@manilla/credit";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { asJson, insertRows } from "../../../db/rows.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { Actor } from "../../../house/app.ts";
import { readText } from "../../platform/configuration/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { type Matched, matchAll } from "../reconciliation/index.ts";
import { type Assessment, type Last, type Line, type Read, assess } from "./rules.ts";

export type Statement = Selectable<DB["bank_statements"]>;
export interface KeptLine extends Line {
  line: number;
  narration: string;
}

/** The statement that was taken last. */
export async function lastTaken(db: Tx | Database, account: string): Promise<(Last & { id: string }) | undefined> {
  const { rows } = await sql<Last & { id: string }>`
    select id, statement_on, closing_kobo, sequence, is_interim
    from bank_statements
    where account = ${account} and status = 'taken'
    order by statement_on desc, taken_at desc
    limit 1
  `.execute(db);
  return rows[0];
}

/** The statement that was taken latest, of whatever day: statements go back in the order in which they came. */
export const LATEST_TAKEN = `
  select l.id from bank_statements l where l.account = b.account and l.status = 'taken' order by l.taken_at desc limit 1
`;
export async function isLatest(db: Tx | Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_latest: boolean }>`
    select b.id = (${sql.raw(LATEST_TAKEN)}) as is_latest from bank_statements b where b.id = ${id}
  `.execute(db);
  return rows[0]?.is_latest ?? false;
}

/** An assessment with our account and the last day that the statement knows of. */
export type Judged = Assessment & { own_account: string; until: string | null };

/** What the checks say of a statement now: when it is read, and again when it is decided about. */
export async function judge(tx: Tx | Database, statement: Read): Promise<Judged> {
  const own_account = await readText(tx, "own_bank_account");
  const days = [
    ...new Set([...statement.transactions.map(({ booked_on }) => booked_on), ...(statement.to ? [statement.to] : [])]),
  ];
  const { rows: lines } = await sql<Line>`
    select l.booked_on, l.amount_kobo, l.reference
    from bank_statement_lines l
    join bank_statements s on s.id = l.statement_id
    where s.account = ${own_account} and l.booked_on = any(${days}::date[])
  `.execute(tx);
  const known = { own_account, today: await businessDate(tx), last: await lastTaken(tx, own_account), lines };
  return { ...assess(statement, known), own_account, until: statement.to };
}

/** A kept statement as it was read. */
export function readAgain(kept: Statement): Read {
  const lines = (kept.lines as unknown as (Omit<KeptLine, "amount_kobo"> & { amount_kobo: string })[]).map((line) => ({
    ...line,
    row: line.line,
    balance_kobo: null,
    amount_kobo: BigInt(line.amount_kobo),
  }));
  const { account_written, first_sequence, flags } = kept.said as never as {
    account_written: string | null;
    first_sequence: string | null;
    flags: Read["flags"];
  };
  return {
    account_number: account_written,
    account_name: null,
    currency: kept.currency,
    sequence: first_sequence,
    last_sequence: kept.sequence,
    from: kept.first_on,
    to: kept.statement_on,
    opening_kobo: kept.opening_kobo,
    closing_kobo: kept.closing_kobo,
    transactions: lines,
    flags,
  };
}

interface Came {
  text: string;
  format: StatementFormat;
  statement: Read;
  assessment: Judged;
  file_name: string | null;
  fetched_by: string | null;
}

/** One at a time: the second sees what the first has taken. */
export const lockStatements = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('bank statements'))`.execute(tx);

/** Keeps a statement as it came; the same file that still waits is not kept twice. @returns whether it is new */
export async function keepStatement(
  tx: Tx,
  came: Came,
  status: "read" | "refused",
  actor: Actor,
): Promise<{ id: string; is_new: boolean }> {
  const { text, statement, assessment } = came;
  const file_digest = createHash("sha256").update(text).digest();
  const { rows } = await sql<{ id: string }>`
    select id from bank_statements where file_digest = ${file_digest} and status in ('read', 'waiting', 'refused') limit 1
  `.execute(tx);
  if (rows[0]) return { id: rows[0].id, is_new: false };
  const id = uuidv7();
  await tx
    .insertInto("bank_statements")
    .values({
      id,
      account: assessment.own_account,
      statement_on: statement.to ?? statement.transactions.at(-1)?.booked_on ?? (await businessDate(tx)),
      first_on: statement.from,
      format: came.format,
      file_digest,
      file_name: came.file_name,
      currency: statement.currency,
      sequence: statement.last_sequence,
      opening_kobo: statement.opening_kobo,
      closing_kobo: statement.closing_kobo,
      fetched_by: came.fetched_by,
      fetched_at: clock.now(),
      status,
      reasons: JSON.stringify(assessment.reasons),
      said: asJson([
        { account_written: statement.account_number, first_sequence: statement.sequence, flags: statement.flags },
      ]).slice(1, -1),
      lines: asJson(
        statement.transactions.map(({ booked_on, amount_kobo, reference, narration }, at) => ({
          line: at + 1,
          booked_on,
          amount_kobo,
          reference,
          narration: narration.slice(0, 500),
        })),
      ),
    })
    .execute();
  await recordBeginning(tx, "bankStatement", id, status, actor);
  return { id, is_new: true };
}

/** Adds the lines that are new, says until when it reaches, and matches. The state is changed by the caller. */
export async function takeLines(tx: Tx, kept: Statement, { fresh }: Assessment): Promise<Matched & { lines: number }> {
  const today = await businessDate(tx);
  const { transactions, opening_kobo, closing_kobo } = readAgain(kept);
  const sum = transactions.reduce((total, { amount_kobo }) => total + amount_kobo, 0n);
  const last = closing_kobo === null && opening_kobo === null ? await lastTaken(tx, kept.account) : undefined;
  const added = fresh.reduce((total, at) => total + transactions[at]!.amount_kobo, 0n);
  await changeRows(tx, "bank_statements", kept.id, {
    taken_at: clock.now(),
    is_interim: kept.statement_on >= today,
    // Where the file says none, it follows from what we know.
    closing_kobo: closing_kobo ?? (opening_kobo === null ? (last?.closing_kobo ?? 0n) + added : opening_kobo + sum),
  });
  await insertRows(
    tx,
    "bank_statement_lines",
    fresh.map((at) => ({
      id: uuidv7(),
      statement_id: kept.id,
      line: at + 1,
      booked_on: transactions[at]!.booked_on,
      amount_kobo: transactions[at]!.amount_kobo,
      reference: transactions[at]!.reference,
      narration: transactions[at]!.narration,
    })),
  );
  return { lines: fresh.length, ...(await matchAll(tx, today)) };
}

/** The account as it was opened in our books: what the first statement follows on. For worlds that are set up, not for a file. */
export async function openBankAccount(
  db: Database,
  { account, closing_kobo, on }: { account: string; closing_kobo: bigint; on: string },
): Promise<void> {
  await sql`update configuration set value = ${JSON.stringify(account)}::jsonb where key = 'own_bank_account'`.execute(
    db,
  );
  await db
    .insertInto("bank_statements")
    .values({
      id: uuidv7(),
      account,
      statement_on: on,
      format: "opening",
      file_digest: Buffer.alloc(32),
      opening_kobo: closing_kobo,
      closing_kobo,
      currency: "NGN",
      taken_at: clock.now(),
    })
    .execute();
}

/** A kept statement that passes every check is taken. */
export async function takeKept(
  tx: Tx,
  id: string,
  assessment: Assessment,
  actor: Actor,
): Promise<Matched & { lines: number }> {
  await changeState(tx, {
    noun: "bankStatement",
    id,
    from: "read",
    action: "take",
    actor,
    business_date: await businessDate(tx),
  });
  return takeLines(tx, await lockedStatement(tx, id), assessment);
}

export const lockedStatement = (tx: Tx, id: string): Promise<Statement> =>
  tx.selectFrom("bank_statements").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
