/**
 * Several statements in one round trip: one message to the server, one answer, one implicit transaction. What is asked again and again is
 * prepared once on each connection, so that neither its text nor its plan is made anew. The plain driver waits for each answer before it asks on.
 */
import type pg from "pg";
import { keepNewest } from "./keep-newest.ts";
import { asLiteral, asText } from "./postgres-values.ts";

export interface Statement {
  text: string;
  values: readonly unknown[];
  /** Its plan depends on the values (how many rows a range has): the statement is kept prepared, its plan is made each time. */
  depends_on_values?: boolean;
  /** Its values are nothing personal: asked again with the same ones, they are written into the text, and their plan is kept. Never what somebody typed: the server's log may show a text. */
  may_be_written_out?: boolean;
  /** A walk along an index until enough rows were met, with values that the planner takes for rare: not to be looked up and sorted. */
  only_walks?: boolean;
  /** One of many texts: prepared for this time only. */
  is_seldom?: boolean;
  /** Has its values in the text; of these fewer are kept prepared. */
  is_written_out?: boolean;
}

export type Rows = Record<string, unknown>[];

/** What of the driver's connection is spoken to (pg's own types describe an older protocol object). */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { name: string; text: string }): void;
  bind(message: { portal: string; statement: string; values: (string | Buffer | null)[] }): void;
  describe(message: { type: "P"; name: string }): void;
  execute(message: { portal: string }): void;
  close(message: { type: "S"; name: string }): void;
  sync(): void;
}

interface Field {
  name: string;
  dataTypeID: number;
  format: string;
}

interface Column {
  name: string;
  parse(text: string): unknown;
}

interface Prepared {
  name: string;
  is_written_out: boolean;
  columns: Column[];
  /** The server said what columns it has, or that it has none. */
  is_described: boolean;
}

/** Plans take memory in each backend: after so many the one that was not used for longest goes. */
const MOST_PREPARED = 100;
const preparedOn = new WeakMap<pg.PoolClient, Map<string, Prepared>>();
let named = 0;

/** The driver's side of it: sends everything at once and sorts the answers to their statements. */
class RoundTrip {
  readonly rows: Rows[];
  /** What the server says it did with each: `SELECT 5`, `UPDATE 1`. */
  readonly tags: string[] = [];
  private at = 0;
  private columns: Column[] = [];
  private fresh: string[] = [];
  private readonly known: Map<string, Prepared>;
  private failed = false;
  private readonly asked: Prepared[] = [];
  private readonly statements: readonly Statement[];
  private readonly parserOf: (oid: number, format: string) => (text: string) => unknown;
  private readonly done: (error: Error | undefined) => void;

  constructor(
    statements: readonly Statement[],
    known: Map<string, Prepared>,
    parserOf: RoundTrip["parserOf"],
    done: RoundTrip["done"],
  ) {
    this.statements = statements;
    this.known = known;
    this.parserOf = parserOf;
    this.done = done;
    this.rows = statements.map(() => []);
  }

  submit(connection: unknown): void {
    const wire = connection as Wire;
    wire.stream.cork();
    try {
      for (const statement of this.statements) this.send(wire, statement);
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
  }

  private send(wire: Wire, { text, values, is_seldom, is_written_out = false }: Statement): void {
    const prepared = is_seldom ? this.once(wire, text) : this.kept(wire, text, is_written_out);
    this.asked.push(prepared);
    wire.bind({ portal: "", statement: prepared.name, values: values.map(asText) });
    if (!prepared.is_described) wire.describe({ type: "P", name: "" });
    wire.execute({ portal: "" });
  }

  private once(wire: Wire, text: string): Prepared {
    wire.parse({ name: "", text });
    return { name: "", is_written_out: false, columns: [], is_described: false };
  }

  private kept(wire: Wire, text: string, is_written_out: boolean): Prepared {
    let prepared = this.known.get(text);
    // The newest stands last, whether it was there or not.
    this.known.delete(text);
    if (!prepared) {
      prepared = { name: `kept_${(named += 1)}`, is_written_out, columns: [], is_described: false };
      this.makeRoom(wire, is_written_out);
      wire.parse({ name: prepared.name, text });
      this.fresh.push(text);
    }
    this.known.set(text, prepared);
    return prepared;
  }

  private makeRoom(wire: Wire, for_written_out: boolean): void {
    const rivals = [...this.known].filter(([, prepared]) => prepared.is_written_out === for_written_out);
    for (const [text, { name }] of rivals.slice(
      0,
      Math.max(0, rivals.length + 1 - (for_written_out ? MOST_WRITTEN_OUT_PREPARED : MOST_PREPARED)),
    )) {
      this.known.delete(text);
      wire.close({ type: "S", name });
    }
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    const asked = this.asked[this.at];
    if (asked)
      asked.columns = fields.map(({ name, dataTypeID, format }) => ({
        name,
        parse: this.parserOf(dataTypeID, format),
      }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.failed) return;
    this.columns = this.asked[this.at]?.columns ?? [];
    const row: Record<string, unknown> = {};
    for (let index = 0; index < this.columns.length; index += 1) {
      const column = this.columns[index];
      const text = fields[index] ?? null;
      if (column) row[column.name] = text === null ? null : column.parse(text);
    }
    this.rows[this.at]?.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.tags[this.at] = text;
    const asked = this.asked[this.at];
    if (asked) asked.is_described = true;
    this.at += 1;
  }

  handleEmptyQuery(): void {
    this.at += 1;
  }

  handlePortalSuspended(): void {
    // Never asked for by us: each portal runs to its end.
  }

  handleError(error: Error): void {
    if (this.failed) return;
    this.failed = true;
    // Whether the server kept the new ones is not known: they are prepared again under other names.
    for (const text of this.fresh) this.known.delete(text);
    if (isStale(error)) for (const { text } of this.statements) this.known.delete(text);
    this.done(error);
  }

  handleReadyForQuery(): void {
    if (!this.failed) this.done(undefined);
  }
}

/** A table changed under a prepared statement, or the server forgot it: it has to be prepared again. */
const isStale = (error: Error): boolean => ["0A000", "26000"].includes((error as { code?: string }).code ?? "");

/** How many written-out statements are remembered in the process, and how many of them are kept prepared on one connection: a plan takes some hundred kilobytes. */
const MOST_WRITTEN_OUT = 500;
const MOST_WRITTEN_OUT_PREPARED = 30;
/** By text and values; undefined for what was asked only once, which is most of what is asked. */
const writtenOut = new Map<string, string | undefined>();

/** The statement with its values in the text, if it was asked before with the same ones. */
function writeOut(statement: Statement): Statement {
  const { text, values } = statement;
  const key = `${text}\u0000${JSON.stringify(values.map(asText))}`;
  const isAskedAgain = writtenOut.has(key);
  const written =
    writtenOut.get(key) ??
    (isAskedAgain ? text.replace(/\$(\d+)/g, (_, number: string) => asLiteral(values[Number(number) - 1])) : undefined);
  keepNewest(writtenOut, key, written, MOST_WRITTEN_OUT);
  return written === undefined ? statement : { text: written, values: [], is_written_out: true };
}

/** Settings until the end of the round trip. */
const setting = (settings: Record<string, string>): Statement => ({
  text: `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(", ")}`,
  values: [],
});
/** Plans of statements without parameters are kept all the same. Nor is a page shared out to helpers: it is a moment's work for one core, and whoever asks beside it needs the other. */
const EACH_TIME = { plan_cache_mode: "force_custom_plan", max_parallel_workers_per_gather: "0" };
const PLAN_EACH_TIME = setting(EACH_TIME);
/** As the server has it by itself, for what follows a statement that wanted otherwise. */
const PLAN_ONCE = setting({ plan_cache_mode: "auto", enable_bitmapscan: "on", enable_sort: "on" });
/** However rare the values are, a walk is a walk: its plan is made once. */
const PLAN_A_WALK = setting({
  ...EACH_TIME,
  plan_cache_mode: "force_generic_plan",
  enable_bitmapscan: "off",
  enable_sort: "off",
});

/** @returns the rows of each statement and what the server did with it @throws the database's error of the first that failed */
export async function askAll(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<{ rows: Rows[]; tags: string[] }> {
  const known = preparedOn.get(client) ?? new Map<string, Prepared>();
  preparedOn.set(client, known);
  // The client has getTypeParser at run time; the types of pg leave it out.
  const types = client as unknown as { getTypeParser(oid: number, format: string): (text: string) => unknown };
  return new Promise((resolve, reject) => {
    const trip: RoundTrip = new RoundTrip(statements, known, types.getTypeParser.bind(client), (error) =>
      error ? reject(error) : resolve(trip),
    );
    client.query(trip);
  });
}

/**
 * One statement behind another that prepares the ground (a setting until the end of the transaction that the two make), on a connection of one's own.
 * @throws the database's error of the first that failed
 */
export async function askBehind(
  client: pg.PoolClient,
  before: Statement,
  statement: Statement,
): Promise<{ rows: Rows; tag: string }> {
  const asked = [before, { ...statement, is_seldom: true }];
  const { rows, tags } = await askAll(client, asked).catch((error: Error) =>
    isStale(error) ? askAll(client, asked) : Promise.reject(error),
  );
  return { rows: rows[1] ?? [], tag: tags[1] ?? "" };
}

/** The settings that a statement wants to be planned under, where it matters. */
function settingsFor(
  { depends_on_values, only_walks, is_written_out, text, values }: Statement,
  known: ReadonlyMap<string, unknown> | undefined,
): Statement | undefined {
  if (depends_on_values) return only_walks ? PLAN_A_WALK : PLAN_EACH_TIME;
  // What is written out is planned where a connection meets it first.
  if (is_written_out) return known?.has(text) ? undefined : PLAN_EACH_TIME;
  return values.length > 0 ? PLAN_ONCE : undefined;
}

async function ask(client: pg.PoolClient, given: readonly Statement[]): Promise<Rows[]> {
  const known = preparedOn.get(client);
  const statements: Statement[] = [];
  const places: number[] = [];
  // As the server has it at the beginning of a transaction.
  let settings = PLAN_ONCE;
  for (const one of given) {
    const statement = one.may_be_written_out ? writeOut(one) : one;
    const wanted = settingsFor(statement, known) ?? settings;
    if (wanted !== settings) statements.push((settings = wanted));
    places.push(statements.push(statement) - 1);
  }
  const { rows } = await askAll(client, statements);
  return places.map((place) => rows[place] ?? []);
}

/**
 * The rows of each statement, in order. Nothing of it is changed when one of them fails.
 * @throws the database's error of the first statement that failed
 */
export async function oneRoundTrip(pool: pg.Pool, statements: readonly Statement[]): Promise<Rows[]> {
  const client = await pool.connect();
  try {
    return await ask(client, statements).catch((error: Error) =>
      isStale(error) ? ask(client, statements) : Promise.reject(error),
    );
  } finally {
    client.release();
  }
}
