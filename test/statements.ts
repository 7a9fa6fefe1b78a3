/** What the database is asked while something is done: for tests that hold how often a call asks it. */
import pg from "pg";

export interface Asked {
  /** Each statement, in one line. */
  statements: string[];
  /** How often nothing was under way on a connection when a statement was sent: what the call waits for one after the other. */
  round_trips: number;
}

const textOf = (query: unknown): string =>
  (typeof query === "string" ? query : String((query as { text?: string }).text ?? "")).replaceAll(/\s+/g, " ").trim();

/** Does it, and writes down what this process asks of the database meanwhile. */
export async function whatIsAsked(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { statements: [], round_trips: 0 };
  const underWay = new Map<pg.Client, number>();
  const { query } = pg.Client.prototype;
  const ask = query as (...sent: unknown[]) => unknown;
  pg.Client.prototype.query = function counted(this: pg.Client, ...sent: unknown[]) {
    const before = underWay.get(this) ?? 0;
    asked.statements.push(textOf(sent[0]));
    if (before === 0) asked.round_trips += 1;
    const answer = ask.apply(this, sent);
    if (answer instanceof Promise) {
      underWay.set(this, before + 1);
      const ended = () => underWay.set(this, underWay.get(this)! - 1);
      answer.then(ended, ended);
    }
    return answer;
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return asked;
}
