/** What the database is asked while a call is made: for tests that hold how often a money call asks it. */
import pg from "pg";

/** Tables that have a few rows at any provider. */
const SMALL = [
  "configuration",
  "configuration_version",
  "business_calendar",
  "role_permissions",
  "bank_switch",
  "bill_terms",
  "bill_providers",
  "cluster",
];

/**
 * The tables that these statements can only read whole, because no index has what they ask: hardly seen in a test, and the end of a money call at a million rows.
 * @param statements as {@link whatIsAsked} gives them
 */
export async function readWhole(pool: pg.Pool, statements: readonly string[]): Promise<string[]> {
  const client = await pool.connect();
  const found = new Set<string>();
  try {
    // With that, a whole table is read only where there is no other way.
    await client.query("begin; set local enable_seqscan = off");
    for (const text of statements.filter((each) => /^(select|insert|update|delete|with)\b/i.test(each))) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (generic_plan, costs off) ${text}`);
      for (const { "QUERY PLAN": line } of rows) {
        const table = /Seq Scan on (\w+)/.exec(line)?.[1];
        if (table && !SMALL.includes(table)) found.add(table);
      }
    }
    return [...found];
  } finally {
    await client.query("rollback");
    client.release();
  }
}

export interface Asked {
  /** Each statement, in one line. */
  statements: string[];
  /** How often nothing was under way on a connection when a statement was sent: what a call waits for one after the other. */
  round_trips: number;
}

/** What other parts of the process ask by the clock, whatever is called. */
const BESIDE =
  /^(select pg_notify\(channel|insert into key_holders|delete from key_holders|begin; set local)|^(?!insert into pgboss\.job).*pgboss\./i;

const textOf = (query: unknown): string =>
  (typeof query === "string" ? query : String((query as { text?: string }).text ?? "")).replaceAll(/\s+/g, " ").trim();

/** Does it, and counts what this process asks of the database meanwhile. The driver goes on as it is. */
export async function whatIsAsked(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { statements: [], round_trips: 0 };
  const underWay = new Map<pg.Client, number>();
  const { query } = pg.Client.prototype;
  const ask = query as (...sent: unknown[]) => unknown;
  pg.Client.prototype.query = function counted(this: pg.Client, ...sent: unknown[]) {
    const text = textOf(sent[0]);
    if (BESIDE.test(text)) return ask.apply(this, sent);
    const before = underWay.get(this) ?? 0;
    asked.statements.push(text);
    if (before === 0) asked.round_trips += 1;
    underWay.set(this, before + 1);
    const ended = () => underWay.set(this, underWay.get(this)! - 1);
    // The product makes its queries itself (db/pipeline.ts) and is answered by their callback.
    const [made] = sent as [{ callback?: (...answer: unknown[]) => void }];
    const { callback } = made;
    if (callback)
      made.callback = (...answer) => {
        ended();
        callback(...answer);
      };
    const answer = ask.apply(this, sent);
    if (answer instanceof Promise) answer.then(ended, ended);
    else if (!callback) ended();
    return answer;
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked;
}
