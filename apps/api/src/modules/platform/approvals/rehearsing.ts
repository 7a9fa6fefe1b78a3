/** What a request would do if it were carried out now: it is, in a transaction that is taken back, and what it wrote is read. */
import type { Effect } from "@manilla/contract/platform/approvals";
import { sql } from "kysely";
import type { ApprovalItem, ApprovalKind, Asked, Context, Measured } from "../../../house/app.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { clock } from "../../../clock.ts";
import { refusalOf } from "../../../errors.ts";
import { takeTurn } from "../../../http/turns.ts";

type Done = Pick<Effect, "postings" | "measures">;

/** Nobody waits longer for a look at what might be; what is locked is being worked on. */
const MAX_LOCK_MS = 1_000;
const MAX_MS = 5_000;
const WATCH_MS = 100;
/** How many are under way at once in a process. */
const AT_ONCE = 2;
const LOCK_NOT_AVAILABLE = "55P03";
const CANCELLED = "57014";
/** Somebody does the same now: written before the look, waited for each other, changed under it. */
const ALSO_NOW = ["23505", "40P01", "40001"];

/** What the running transaction has posted, added up by account; debit and credit in kobo. */
async function postedHere(tx: Tx): Promise<Effect["postings"]> {
  const { rows } = await sql<Effect["postings"][number]>`
    select a.name as account, a.currency, coalesce(sum(p.amount_kobo) filter (where p.amount_kobo > 0), 0)::bigint as debit_kobo,
      coalesce(-sum(p.amount_kobo) filter (where p.amount_kobo < 0), 0)::bigint as credit_kobo
    from ledger.transactions t
    join ledger.postings p on p.transaction_id = t.id
    join ledger.accounts a on a.id = p.account_id
    where t.position = ledger.current_position()
    group by a.name, a.currency
    order by 2 desc, 3 desc, a.name
  `.execute(tx);
  return rows;
}

const changed = (before: readonly Measured[], after: readonly Measured[]): Effect["measures"] =>
  before
    .map(({ label, value }) => ({
      label,
      before: value,
      after: after.find((each) => each.label === label)?.value ?? null,
    }))
    .filter((each) => each.before !== each.after);

/** Carries a request out and notes what that did to the books and to the figures of its kind. */
export async function carriedOut(
  tx: Tx,
  context: Context,
  kind: ApprovalKind,
  approval: Asked,
  follows = false,
): Promise<{ items: ApprovalItem[] | undefined; done: Done }> {
  const before = (await kind.measures?.(tx, context, approval)) ?? [];
  const items = await kind.execute(tx, context, approval);
  if (follows) await kind.follows?.(tx, context, approval);
  const after = (await kind.measures?.(tx, context, approval)) ?? [];
  return { items, done: { postings: await postedHere(tx), measures: changed(before, after) } };
}

/** What a transaction cannot take back (a file, a provider) is never reached from a rehearsal: the postings are not shown then, and the page says so. */
class NotRehearsed extends Error {}
/** What is configured is read, and what reaches outside is not called. */
const unreachable = <Outside extends object>(outside: Outside): Outside =>
  new Proxy(outside, {
    get(target, name) {
      const found = Reflect.get(target, name) as unknown;
      if (typeof found === "function")
        return () => {
          throw new NotRehearsed("A rehearsal reaches nothing outside the database.");
        };
      return typeof found === "object" && found !== null ? unreachable(found) : found;
    },
  });
const nothingOutside = (context: Context): Context =>
  Object.create(context, { outside: { value: unreachable(context.outside) } }) as Context;

const NOT_SHOWN = {
  label: "What it posts",
  value: "Not shown before it is carried out: it reaches outside our records, which a look does not.",
};

const FOR_THE_OTHER = {
  label: NOT_SHOWN.label,
  value: "Shown to the approver: you requested it, and cannot carry it out.",
};
/** A rule of a table does not hold. */
const isBroken = (error: unknown): boolean => (error as { code?: string }).code === "23514";

/**
 * A look gives way: one that somebody waits for is cancelled, and one that takes too long.
 * @returns to be called, and waited for, before the transaction ends: its connection is another's then
 */
function givingWay(db: Database, pid: number): () => Promise<void> {
  const began = clock.milliseconds();
  let watching: Promise<unknown> = Promise.resolve();
  const look = (): Promise<unknown> =>
    sql`
      select pg_cancel_backend(${pid})
      where ${clock.milliseconds() - began > MAX_MS}
        or exists (select 1 from pg_locks where not granted and ${pid}::int = any(pg_blocking_pids(pid)))
    `
      .execute(db)
      .catch(() => undefined);
  const timer = setInterval(() => (watching = watching.then(look)), WATCH_MS);
  return async () => {
    clearInterval(timer);
    await watching;
  };
}

class TakenBack extends Error {
  readonly done: Done;
  constructor(done: Done) {
    super("taken back");
    this.done = done;
  }
}

/** The effect that approving would have now, or why it would be refused. Nothing of it stays. @param mayBeAsked throws where the maker may no longer ask */
export async function rehearse(
  context: Context,
  kind: ApprovalKind,
  approval: Asked,
  mayBeAsked: (tx: Tx) => Promise<void>,
): Promise<Done & { refusal: string | null; facts?: Effect["facts"] }> {
  const nothing = { postings: [], measures: [] };
  const endTurn = await takeTurn("rehearsals", { at_once: AT_ONCE });
  try {
    await context.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`
        select pg_backend_pid() as pid, set_config('lock_timeout', ${`${MAX_LOCK_MS}ms`}, true),
          set_config('statement_timeout', ${`${MAX_MS}ms`}, true)
      `.execute(tx);
      const endWatch = givingWay(context.db, rows[0]!.pid);
      try {
        await mayBeAsked(tx);
        throw new TakenBack((await carriedOut(tx, nothingOutside(context), kind, approval, true)).done);
      } finally {
        await endWatch();
      }
    });
    return { ...nothing, refusal: null };
  } catch (error) {
    if (error instanceof TakenBack) return { ...error.done, refusal: null };
    // The database itself refuses a second person who is the first.
    if (approval.maker_id === context.session.user_id && isBroken(error))
      return { ...nothing, refusal: null, facts: [FOR_THE_OTHER] };
    if (error instanceof NotRehearsed) return { ...nothing, refusal: null, facts: [NOT_SHOWN] };
    const refused = refusalOf(error);
    if (refused) return { ...nothing, refusal: refused.message };
    if ([LOCK_NOT_AVAILABLE, CANCELLED, ...ALSO_NOW].includes((error as { code?: string }).code ?? ""))
      return { ...nothing, refusal: "Somebody is working on the same record. Open this request again in a moment." };
    throw error;
  } finally {
    endTurn();
  }
}
