/** Close of business: steps in order, in batches committed with their cursor; effects are keyed by (object, date), so a rerun changes nothing. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Day, Progress, Step } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { Conflict } from "../../../errors.ts";
import { businessDate } from "../states/index.ts";
import type { Tx } from "../../../db/database.ts";
import { later, pipelinedDatabase } from "../../../db/pipelined-database.ts";
import { changeRows } from "../../../db/row.ts";

export interface CloseOptions {
  /** Told of each batch once it is committed, some of them at the same time; what it throws ends the run there, as a kill would. */
  onProgress?: (at: { business_date: string; step: string; cursor: string | null }) => void | Promise<void>;
}

const LOCK = "close of business";

/** Only one process closes: a lock of the session, gone with the process. @throws Conflict when another one is at it */
async function alone<Result>(app: App, work: () => Promise<Result>): Promise<Result> {
  const client = await app.pool.connect();
  try {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_lock(hashtext($1)) as mine", [LOCK]);
    if (!rows[0]?.mine) throw new Conflict("The business day is being closed already.", "closing");
    try {
      return await work();
    } finally {
      await client.query("select pg_advisory_unlock(hashtext($1))", [LOCK]);
    }
  } finally {
    client.release();
  }
}

interface Reached {
  step: string;
  done_at: Date | null;
  cursor: string | null;
}

/** Begins the steps, all with one question: most nights have little to do. @returns where each one is */
async function beginSteps(app: App, { closing }: Day): Promise<Map<string, Reached>> {
  const names = app.house.close.map(({ name }) => name);
  const { rows } = await sql<Reached>`
    insert into business_day_steps (business_date, step)
    select ${closing}::date, unnest(${names}::text[])
    on conflict (business_date, step) do update set step = excluded.step
    returning step, done_at, cursor
  `.execute(app.db);
  return new Map(rows.map((row) => [row.step, row]));
}

/** Adds the counts and moves the cursor; a step whose cursor is null is done. */
const writeStep = ({ closing }: Day, name: string, { cursor, counts }: Progress) => sql`
  update business_day_steps
  set cursor = ${cursor}, done_at = ${cursor === null ? clock.now() : null},
    counts = counts || coalesce(
      (
        select jsonb_object_agg(n.key, coalesce((counts ->> n.key)::numeric, 0) + n.value::numeric)
        from jsonb_each_text(${JSON.stringify(counts)}::jsonb) n
      ), '{}'
    )
  where business_date = ${closing}::date and step = ${name}
`;

interface Idle {
  step: string;
  /** All of them 0. */
  counts: Progress["counts"];
}

/** Steps that found nothing more to do; what they had counted before stays. */
const writeIdleSteps = ({ closing }: Day, idle: readonly Idle[]) => sql`
  update business_day_steps s
  set cursor = null, done_at = ${clock.now()}, counts = i.counts || s.counts
  from jsonb_to_recordset(${JSON.stringify(idle)}::jsonb) i (step text, counts jsonb)
  where s.business_date = ${closing}::date and s.step = i.step
`;

const isIdle = ({ cursor, counts }: Progress): boolean =>
  cursor === null && Object.values(counts).every((count) => Number(count) === 0);

/** What is left of the night: the steps that are not done, and where each of them was before this run. */
interface Left {
  steps: readonly Step[];
  /** Where the first one goes on. */
  from: string | null;
  reached: ReadonlyMap<string, Reached>;
}
interface Done {
  step: string;
  cursor: string | null;
}
interface After {
  left: Left;
  /** The one that did something is first: nearly all of the time was its. */
  done: Done[];
}

function next({ steps, reached }: Left, cursor: string | null): Left {
  if (cursor !== null) return { steps, from: cursor, reached };
  const others = steps.slice(1);
  return { steps: others, from: reached.get(others[0]?.name ?? "")?.cursor ?? null, reached };
}

/** Says in the record of a failed night which step it was. */
async function named<Result>({ name }: Step, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`;
    throw error;
  }
}

/** A transaction that has locked a row or changed one has a number; who finds nothing to do may still hold what it looked at. */
const hasLocked = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ has_locked: boolean }>`
    select pg_current_xact_id_if_assigned() is not null as has_locked
  `.execute(tx);
  return rows[0]?.has_locked ?? true;
};

/**
 * One transaction of the night: steps that find nothing to do, up to and with the first batch that does something or locks a row, so that no step holds what
 * another one looked at. Most steps of most nights find nothing, and a commit with a note for each took as long as asking. Prepared: planning them each night
 * took longer too.
 */
function runUntilWork(app: App, before: Left, day: Day): Promise<After> {
  return pipelinedDatabase(app.pool)
    .transaction()
    .execute(async (tx) => {
      const idle: Idle[] = [];
      let left = before;
      let worked: Done | undefined;
      let isOver = false;
      for (let [step] = left.steps; step && "batch" in step && !isOver; [step] = left.steps) {
        const { name, batch } = step;
        const progress = await named(step, () => batch(app, tx, day, left.from));
        if (isIdle(progress)) {
          idle.push({ step: name, counts: progress.counts });
          isOver = await hasLocked(tx);
        } else {
          worked = { step: name, cursor: progress.cursor };
          isOver = true;
          await later(tx, writeStep(day, name, progress));
        }
        left = next(left, progress.cursor);
      }
      if (idle.length > 0) await later(tx, writeIdleSteps(day, idle));
      const done = idle.map(({ step }): Done => ({ step, cursor: null }));
      return { left, done: worked ? [worked, ...done] : done };
    });
}

async function runOutside(app: App, left: Left, day: Day): Promise<After> {
  const [step] = left.steps;
  if (!step || !("outside" in step)) return { left, done: [] };
  const { name, outside } = step;
  const progress = await named(step, () => outside(app, day, left.from));
  await writeStep(day, name, progress).execute(app.db);
  return { left: next(left, progress.cursor), done: [{ step: name, cursor: progress.cursor }] };
}

/** Runs the steps that are not done yet, each from where it was. */
async function runSteps(app: App, day: Day, options: CloseOptions): Promise<void> {
  const reached = await beginSteps(app, day);
  const isOpen = ({ name }: Step): boolean => !reached.get(name)?.done_at;
  const steps = app.house.close.filter(isOpen);
  let left: Left = { steps, from: reached.get(steps[0]?.name ?? "")?.cursor ?? null, reached };
  while (left.steps.length > 0) {
    const [step] = left.steps;
    const after = await (step && "batch" in step ? runUntilWork : runOutside)(app, left, day);
    left = after.left;
    for (const { step: name, cursor } of after.done)
      await options.onProgress?.({ business_date: day.closing, step: name, cursor });
  }
}

async function openNextDay(app: App, { closing, opening }: Day): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await sql`
      update business_calendar
      set business_date = ${opening}::date, closing_since = null
      where business_date = ${closing}::date
    `.execute(tx);
    await sql`update business_days set closed_at = coalesce(closed_at, ${clock.now()}::timestamptz) where business_date = ${closing}::date`.execute(
      tx,
    );
    await sql`insert into business_days (business_date) values (${opening}::date) on conflict do nothing`.execute(tx);
    await sql`
      insert into business_day_steps (business_date, step, done_at)
      values (${closing}::date, 'open', ${clock.now()})
      on conflict do nothing
    `.execute(tx);
  });
}

/**
 * Closes the present business day and opens the next; goes on where a killed run stopped.
 * @returns the day that is open now
 * @throws Conflict while another process is closing
 */
export function closeBusinessDay(app: App, options: CloseOptions = {}): Promise<string> {
  return alone(app, async () => {
    const closing = await businessDate(app.db);
    const day: Day = { closing, opening: addDays(closing, 1) };
    const run_id = uuidv7();
    await sql`insert into business_days (business_date) values (${closing}::date) on conflict do nothing`.execute(
      app.db,
    );
    await sql`update business_calendar set closing_since = coalesce(closing_since, ${clock.now()}::timestamptz)`.execute(
      app.db,
    );
    await sql`insert into job_runs (id, job, business_date) values (${run_id}, 'close_of_business', ${closing}::date)`.execute(
      app.db,
    );
    try {
      await runSteps(app, day, options);
      await openNextDay(app, day);
      await changeRows(app.db, "job_runs", run_id, { ended_at: clock.now(), outcome: "success" });
    } catch (error) {
      await changeRows(app.db, "job_runs", run_id, {
        ended_at: clock.now(),
        outcome: "failed",
        failure: error instanceof Error ? error.message.slice(0, 500) : "unknown",
      });
      throw error;
    }
    return day.opening;
  });
}

/** Closes day after day until the given one is open. @returns how many days were closed */
export async function catchUp(
  app: App,
  until: string,
  options: CloseOptions & { onDay?: (business_date: string) => Promise<void> } = {},
): Promise<number> {
  let closed = 0;
  for (let open = await businessDate(app.db); open < until; closed += 1) {
    await options.onDay?.(open);
    open = await closeBusinessDay(app, options);
  }
  return closed;
}
