/** Close of business: steps in order, in batches committed with their cursor; effects are keyed by (object, date), so a rerun changes nothing. */
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { App, Day, Progress, Step } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import { Conflict } from "../../../errors.ts";
import { businessDate } from "../states/index.ts";
import { later, pipelinedDatabase } from "../../../db/pipelined-database.ts";
import { changeRows } from "../../../db/row.ts";

export interface CloseOptions {
  /** Told after each committed batch; what it throws ends the run there, as a kill would. */
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

async function runStep(
  app: App,
  step: Step,
  day: Day,
  reached: Reached | undefined,
  options: CloseOptions,
): Promise<void> {
  const db = pipelinedDatabase(app.pool);
  let from = reached?.cursor ?? null;
  for (let isDone = Boolean(reached?.done_at); !isDone; isDone = from === null) {
    let progress: Progress;
    if ("batch" in step) {
      // Prepared: most batches find nothing, and planning them each night took longer than asking.
      progress = await db.transaction().execute(async (tx) => {
        const done = await step.batch(app, tx, day, from);
        await later(tx, { compile: () => writeStep(day, step.name, done).compile(tx) });
        return done;
      });
    } else {
      progress = await step.outside(app, day, from);
      await writeStep(day, step.name, progress).execute(app.db);
    }
    await options.onProgress?.({ business_date: day.closing, step: step.name, cursor: progress.cursor });
    from = progress.cursor;
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
      const reached = await beginSteps(app, day);
      for (const step of app.house.close) await runStep(app, step, day, reached.get(step.name), options);
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
