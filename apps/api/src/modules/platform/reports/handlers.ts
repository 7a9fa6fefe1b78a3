import { reportRepeats } from "@manilla/contract/platform/report-rules";
import * as calls from "@manilla/contract/platform/reports";
import { fullName } from "@manilla/contract/formats";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { DomainError, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import { readStoredFile } from "../../../files/storage.ts";
import { colleaguesAsSessions } from "../../../http/session.ts";
import { countAttempt } from "../../../http/throttle.ts";
import { takeTurn } from "../../../http/turns.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { actorOf, recordAudit } from "../audit/index.ts";
import { actionsOn, changeState, lockRow, recordBeginning } from "../states/index.ts";
import { type Spec, boundFor, listedFor, listsOf, mayExport, mayList, readyFor } from "./lists.ts";
import { contextFor, planRuns } from "./making.ts";
import { detailsOf, listAll, readReport } from "./queries.ts";
import { faultsOf, nextDue, plainSchedule, reportRules } from "./rules.ts";
import { isSummary, reportFile, summaryOf } from "./summary.ts";
import { hiddenColumns } from "../../../db/withheld.ts";
import type { Permission } from "@manilla/contract/permissions";
import { pageQuery } from "@manilla/contract/page";

const MAX_REPORTS = 100;
/** As many as of lists (http/answer.ts), and counted together with them. */
const EXPORTS_AN_HOUR = 20;
const RUNS_AN_HOUR = 10;
const MINUTE = 60_000;

type Body = Omit<z.output<typeof calls.change.body>, "version">;

/** Everybody who gets it may see it and take it away, with what it filters, groups and adds up. @throws InvalidFields naming who may not */
async function requireRecipients(context: Context, spec: Spec, ids: readonly string[]): Promise<string[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== context.session.user_id);
  const sessions = await colleaguesAsSessions(context.db, wanted);
  if (sessions.length < wanted.length)
    throw new InvalidFields({ recipients: ["choose colleagues who can sign in at present"] });
  for (const session of sessions) {
    const refused = await readyFor(contextFor(context, session), spec).then(
      () => !mayExport(session),
      (error: unknown) => {
        if (error instanceof DomainError) return true;
        throw error;
      },
    );
    if (refused) throw new InvalidFields({ recipients: [`${fullName(session)} may not see this or take it away`] });
  }
  return wanted;
}

/** What is written down of a report that its owner may make. @throws InvalidFields at what they may not */
async function keptOf(context: Context, spec: Spec, { schedule: asked = null, ...body }: Body) {
  await readyFor(context, spec);
  const schedule = asked && plainSchedule(asked);
  if (asked) {
    const faults = faultsOf(asked);
    if (Object.keys(faults).length > 0) throw new InvalidFields(faults);
    if (!mayExport(context.session)) throw new InvalidFields({ schedule: ["you may not take lists away"] });
  }
  return {
    schedule,
    recipients: await requireRecipients(context, spec, body.recipients),
    row: {
      name: body.name,
      query: JSON.stringify(spec.query),
      columns: spec.columns && JSON.stringify(spec.columns),
      group_by: JSON.stringify(spec.group_by),
      measures: JSON.stringify(spec.measures),
      format: body.format,
      schedule: schedule && JSON.stringify(schedule),
    },
  };
}

const specOf = (list: string, { query, columns = null, group_by, measures }: Body): Spec => ({
  list,
  query,
  columns,
  group_by,
  measures,
});

async function keepRecipients(tx: Tx, report_id: string, ids: readonly string[]): Promise<void> {
  await sql`delete from report_recipients where report_id = ${report_id}`.execute(tx);
  await sql`
    insert into report_recipients (report_id, recipient_id) select ${report_id}, unnest(${ids}::uuid[])
  `.execute(tx);
}

/** @throws InvalidFields where the owner has one of this name, or too many */
async function requireName(tx: Tx, owner_id: string, name: string, id: string | null): Promise<void> {
  const { rows } = await sql<{ is_taken: boolean; all: number }>`
    select coalesce(bool_or(lower(name) = lower(${name}) and id is distinct from ${id}::uuid), false) as is_taken,
      count(*)::int as all
    from (select id, name from reports where owner_id = ${owner_id} and status <> 'removed') r
  `.execute(tx);
  if (rows[0]!.is_taken) throw new InvalidFields({ name: ["you have a report of this name"] });
  if (id === null && rows[0]!.all >= MAX_REPORTS)
    throw new InvalidFields({ name: [`you have ${MAX_REPORTS} reports: remove one first`] });
}

const act = actionsOn({
  calls,
  rules: reportRules,
  noun: "report",
  name: "report",
  lock: lockRow("reports", ({ session }) => sql`owner_id = ${session.user_id} and status <> 'removed'`),
  answer: async (tx, context, id) => ({ report: await readReport(tx, context, id) }),
});

/** Lets nobody have two reports of one name, however quick they are. */
const ofOwner = (tx: Tx, owner_id: string) =>
  sql`select 1 from users where id = ${owner_id} for no key update`.execute(tx);

export const handlers: Handlers<typeof calls> = {
  listAll,

  lists: (context) => ({
    lists: listsOf(context)
      .filter(({ call }) => mayList(call, context.session))
      .map(({ call: { path, summary } }) => ({ path, name: summary }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
  }),

  async describe(context, { query: { path } }) {
    const { call } = listedFor(context, path);
    const { offer } = await boundFor(context, path, pageQuery.parse({}));
    const colleagues = (await colleaguesAsSessions(context.db, null))
      .filter(({ user_id }) => user_id !== context.session.user_id)
      .filter((session) => mayExport(session) && mayList(call, session))
      .map((session) => ({ id: session.user_id, name: fullName(session) }))
      .toSorted((one, other) => one.name.localeCompare(other.name));
    const groups = offer.groups.map(({ kind, ...group }) => ({
      ...group,
      is_date: kind === "date" || kind === "moment",
    }));
    return { path, name: call.summary, ...offer, groups, colleagues };
  },

  async create(context, { body: { list, ...body } }) {
    const { row, schedule, recipients } = await keptOf(context, specOf(list, body), body);
    const { user_id: owner_id } = context.session;
    const [id, actor, status] = [uuidv7(), actorOf(context), schedule ? "active" : "unscheduled"];
    await context.db.transaction().execute(async (tx) => {
      await ofOwner(tx, owner_id);
      await requireName(tx, owner_id, body.name, null);
      const next_due_at = schedule && nextDue(schedule, clock.now());
      await tx
        .insertInto("reports")
        .values({ id, owner_id, list, ...row, status, next_due_at, created_at: clock.now() })
        .execute();
      await keepRecipients(tx, id, recipients);
      await recordBeginning(tx, "report", id, status, actor);
      await recordAudit(tx, actor, "report_made", ["report", id], { after: { list, recipients, ...said(body) } });
    });
    return { id };
  },

  async find(context, { params }) {
    const report = await readReport(context.db, context, params.id);
    return { ...report, ...(await detailsOf(context, report)) };
  },

  async summarise(context, { params }) {
    const report = await readReport(context.db, context, params.id);
    if (!isSummary(report)) throw new NotFound("The summary of this report");
    const endTurn = await takeTurn(`page:${context.session.user_id}`);
    return readyFor(context, report)
      .then((ready) => summaryOf(context.db, ready, report))
      .finally(endTurn);
  },

  async download(context, { params, query: { type } }) {
    const report = await readReport(context.db, context, params.id);
    await countAttempt(context.db, `export:${context.session.user_id}`, EXPORTS_AN_HOUR, 3_600);
    // Who took which rows out of the house is on record before the first of them leaves.
    await recordAudit(context.db, context, "exported", ["report", report.id], {
      after: { list: report.list, type, query: report.query, group_by: report.group_by },
    });
    const endTurn = await takeTurn(`export:${context.session.user_id}`);
    try {
      const file = await reportFile(context, report, type);
      file.body.once("close", endTurn);
      return { ...file, name: `${report.name}.${type}` };
    } catch (error) {
      endTurn();
      throw error;
    }
  },

  async openRun(context, { params }) {
    const { session, db } = context;
    const run = await findRow(db, "report_runs", { id: params.id, recipient_id: session.user_id, status: "made" }, [
      "report_id",
      "storage_name",
      "file_name",
      "media_type",
      "withheld",
      "permissions",
    ]);
    if (!run?.storage_name) throw new NotFound("This file");
    // Removed, or no longer shared with them: it is not there.
    const { list } = await readReport(db, context, run.report_id);
    await countAttempt(db, `export:${session.user_id}`, EXPORTS_AN_HOUR, 3_600);
    const listed = listsOf(context).find(({ call }) => call.path === list);
    const then = run.withheld as readonly string[];
    const isSeen =
      listed &&
      (run.permissions as readonly Permission[]).every((each) => session.permissions.has(each)) &&
      mayList(listed.call, session) &&
      hiddenColumns(session.permissions, listed.call.list!).every((name) => then.includes(name));
    if (!isSeen) throw new NotAllowed("You may not see this list any more as the file shows it.", "may_not_see");
    const { data_key } = await getRow(db, "users", session.user_id, ["data_key"]);
    const body = await readStoredFile(context, { user_id: session.user_id, data_key: data_key! }, run.storage_name);
    await recordAudit(db, context, "report_opened", ["report", run.report_id], { after: { run: params.id, list } });
    return { name: run.file_name!, media_type: run.media_type!, body };
  },

  change: act(calls.change, {
    audit: "report_changed",
    async does(tx, context, { id, list, status, name, version }, { body }) {
      // In this transaction: another connection would be waited for while this one is held.
      const { row, schedule, recipients } = await keptOf({ ...context, db: tx }, specOf(list, body), body);
      await ofOwner(tx, context.session.user_id);
      await requireName(tx, context.session.user_id, body.name, id);
      const change = { noun: "report", id, from: status, actor: actorOf(context) } as const;
      if (!schedule && status !== "unscheduled") await changeState(tx, { ...change, action: "unschedule" });
      const next_due_at = schedule && status !== "paused" ? nextDue(schedule, clock.now()) : null;
      await changeRows(tx, "reports", id, { ...row, next_due_at, version: version + 1 });
      if (schedule && status === "unscheduled") await changeState(tx, { ...change, action: "schedule" });
      await keepRecipients(tx, id, recipients);
      return { before: { name }, after: { recipients, ...said(body) } };
    },
  }),

  runNow: act(calls.runNow, {
    audit: "report_run",
    async does(tx, context, { id }) {
      await countAttempt(tx, `report-run:${context.session.user_id}`, RUNS_AN_HOUR, 3_600);
      // Pressed again within the minute it is the same run.
      const at = new Date(Math.floor(clock.milliseconds() / MINUTE) * MINUTE);
      await planRuns(tx, id, at);
      return { after: { at: at.toISOString() } };
    },
  }),

  pause: act(calls.pause, {
    audit: "report_paused",
    does: (tx, _, { id }) => changeRows(tx, "reports", id, { next_due_at: null }),
  }),
  resume: act(calls.resume, {
    audit: "report_resumed",
    does: (tx, _, { id, schedule }) =>
      changeRows(tx, "reports", id, { next_due_at: nextDue(schedule as never, clock.now()) }),
  }),
  remove: act(calls.remove, {
    audit: "report_removed",
    does: async (tx, _, { id, name, status }) => {
      await changeRows(tx, "reports", id, { next_due_at: null });
      return { before: { name, status }, after: { status: "removed" }, answer: { removed: true } };
    },
  }),
};

/** What the audit record says of a report. */
const said = ({ name, query, group_by, measures, format, schedule }: Body) => ({
  name,
  query,
  group_by,
  measures,
  format,
  schedule: schedule ? reportRepeats[schedule.repeat] : null,
});
