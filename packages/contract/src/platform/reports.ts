/** Reports that colleagues make of the lists of the staff: rows or a summary, on the spot or by a schedule. Everybody of the staff, over lists that they may see. */
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { get, idParams, list, post, put } from "../endpoint.ts";
import { REQUIRED_MESSAGE } from "../form-rules.ts";
import { kobo } from "../money.ts";
import { pageQuery } from "../page.ts";
import { periodNames } from "../periods.ts";
import { moment } from "../time.ts";
import { type DatePeriod, type MeasureKind, datePeriods, measureKinds, reportRepeatNames } from "./report-rules.ts";
import { reportRunStates } from "./report-run-states.ts";
import { reportStates } from "./report-states.ts";

const staff = { can: "signed_in", audience: "admin" } as const;
/** Files take others' data out of the house: the same permission as the export of a list. */
const exporters = ["provider:can_export_lists"] as const;
const name = z.string().max(80);

/** What of the list: as its address keeps it, without the page. */
const narrowed = z.strictObject({
  filter: pageQuery.shape.filter,
  search: pageQuery.shape.search,
  rangeStart: pageQuery.shape.rangeStart,
  rangeEnd: pageQuery.shape.rangeEnd,
  rangeKey: pageQuery.shape.rangeKey,
  /** Instead of two days: those that the calendar has when it is made. Date filters know the same. */
  rangePeriod: z.enum(periodNames).optional(),
  sortColumn: pageQuery.shape.sortColumn,
  sortOrder: z.enum(["asc", "desc"]).optional(),
});
const group = z.strictObject({
  column: name,
  /** Of a date, and of nothing else. */
  by: z.enum(Object.keys(datePeriods) as [DatePeriod, ...DatePeriod[]]).nullable(),
});
const measure = z.strictObject({
  column: name,
  of: z.enum(Object.keys(measureKinds) as [MeasureKind, ...MeasureKind[]]),
});
const formats = ["csv", "xlsx"] as const;
const schedule = z.strictObject({
  repeat: z.enum(reportRepeatNames),
  weekdays: z.array(z.int().min(1).max(7)).max(7),
  month_day: z.int().min(1).max(31).nullable(),
  hour: z.int().min(0).max(23),
});

const wanted = {
  name: z.string().trim().min(1, { error: REQUIRED_MESSAGE }).max(80),
  query: narrowed,
  /** In their order; null for all of them. */
  columns: z.array(name).min(1).max(80).nullable().optional(),
  /** None: the report is the rows themselves. */
  group_by: z.array(group).max(2),
  measures: z.array(measure).max(8),
  format: z.enum(formats),
  /** Colleagues who see it and are sent it, beside its owner. */
  recipients: z.array(z.uuid()).max(50),
  schedule: schedule.nullable().optional(),
};
const row = z.object({
  id: z.uuid(),
  name: z.string(),
  list_name: z.string(),
  owner: z.string(),
  is_own: z.boolean(),
  status: z.enum(reportStates.states),
  is_summary: z.boolean(),
  next_due_at: moment.nullable(),
  created_at: moment,
  abilities,
});

export const listAll = list("/admin/reports", {
  spec: "added",
  because: "FO1: colleagues make reports of their own, and see those that are shared with them.",
  summary: "Reports of the caller, and those that colleagues share with them",
  ...staff,
  row,
  search: ["name"],
  filters: {
    status: { kind: "choice", label: "Schedule", options: ["unscheduled", "active", "paused"] },
    is_own: { kind: "boolean", label: "Yours" },
  },
  sorts: ["name", "created_at", "next_due_at"],
  default_sort: "name",
});

const one = z.object({ path: z.string(), name: z.string() });
const column = z.object({ name: z.string(), label: z.string() });

export const lists = get("/admin/reports/lists", {
  spec: "added",
  because: "A report is made of a list that its owner may see.",
  summary: "Lists of which the caller may make a report",
  ...staff,
  response: z.object({ lists: z.array(one) }),
});

export const describe = get("/admin/reports/list", {
  spec: "added",
  because: "What a report of a list can show and group by, and which colleagues may see that list.",
  summary: "A list's columns, groups and amounts for a report, and colleagues who may see it",
  ...staff,
  query: z.strictObject({ path: z.string().max(200) }),
  response: one.extend({
    columns: z.array(column),
    groups: z.array(column.extend({ is_date: z.boolean() })),
    measures: z.array(column),
    colleagues: z.array(z.object({ id: z.uuid(), name: z.string() })),
  }),
});

const made = z.object({ id: z.uuid() });

export const create = post("/admin/reports", {
  spec: "added",
  because: "FO1: a filter of a list is kept as a report, as rows or as a summary.",
  summary: "Make a report of a list; with a schedule it makes itself",
  ...staff,
  body: z.strictObject({ list: z.string().max(200), ...wanted }),
  response: made,
});

const run = z.object({
  id: z.uuid(),
  recipient: z.string(),
  is_own: z.boolean(),
  due_at: moment,
  status: z.enum(reportRunStates.states),
  reason: z.string().nullable(),
  row_count: z.int().nullable(),
  /** Until when its file is kept. */
  kept_until: moment.nullable(),
});

const found = row.extend({
  list: z.string(),
  query: narrowed,
  columns: z.array(z.string()).nullable(),
  group_by: wanted.group_by,
  measures: wanted.measures,
  format: wanted.format,
  schedule: schedule.nullable(),
  recipients: z.array(z.object({ id: z.uuid(), name: z.string() })),
  version: z.int(),
  /** The last ones: of everybody for its owner, their own for others. */
  runs: z.array(run),
});

export const find = get("/admin/reports/{id}", {
  spec: "added",
  because: "One report: its list, its recipients and dates, and the outcome of each run.",
  summary: "One report of the caller, or one that is shared with them",
  ...staff,
  params: idParams,
  response: found,
});

const heading = z.object({ column: z.string(), label: z.string() });

export const summarise = get("/admin/reports/{id}/summary", {
  spec: "added",
  because: "The summary of a report over all rows of its filter, with the caller's own rights.",
  summary: "A report's groups with their counts and amounts, and the total of all of them",
  ...staff,
  params: idParams,
  response: z.object({
    groups: z.array(heading.extend({ by: group.shape.by })),
    measures: z.array(heading.extend({ of: measure.shape.of })),
    lines: z.array(
      z.object({ values: z.array(z.string().nullable()), count: z.int(), amounts: z.array(kobo.nullable()) }),
    ),
    /** Of all rows, also those of groups that are not shown. */
    total: z.object({ count: z.int(), amounts: z.array(kobo.nullable()) }),
    /** There are more groups than are shown. */
    is_cut: z.boolean(),
  }),
});

export const download = get("/admin/reports/{id}/file", {
  spec: "added",
  because: "A report as a file on the spot, as any list is exported.",
  summary: "A report as CSV or XLSX, with the caller's own rights",
  can: exporters,
  step_up: true,
  kind: "file",
  params: idParams,
  query: z.strictObject({ type: z.enum(formats) }),
});

export const openRun = get("/admin/reports/runs/{id}/file", {
  spec: "added",
  because: "The mail of a report holds a link alone; its file is opened by its recipient, signed in.",
  summary: "The file that was made for the caller",
  can: exporters,
  step_up: true,
  kind: "file",
  params: idParams,
});

const open = ["unscheduled", "active", "paused"] as const;
const answered = z.object({ report: row });

export const change = action(
  reportStates,
  { name: "change", from: open },
  {
    call: put("/admin/reports/{id}", {
      spec: "added",
      because: "A report's name, rows, summary, recipients and schedule change; its list stays.",
      summary: "Change a report of one's own",
      ...staff,
      params: idParams,
      body: z.strictObject({ version: z.int(), ...wanted }),
      response: answered,
    }),
  },
);

export const runNow = action(
  reportStates,
  { name: "run_now", from: open },
  {
    asks: {
      label: "Run now",
      title: "Make this report now?",
      body: "A file is made for each recipient with their own rights, and a link to it is mailed.",
      shows: ["name"],
      yes: "Run now",
      done: "The files are being made.",
    },
    call: post("/admin/reports/{id}/run", {
      spec: "added",
      because: "A report is wanted between two of its dates.",
      summary: "Make a report for all its recipients now",
      can: exporters,
      effect: "sends",
      params: idParams,
      response: answered,
    }),
  },
);

export const pause = action(reportStates, "pause", {
  asks: {
    label: "Pause",
    body: "It is not made until it is resumed.",
    shows: ["name", "next_due_at"],
    done: "Paused.",
  },
  call: post("/admin/reports/{id}/pause", {
    spec: "added",
    because: "A schedule rests.",
    summary: "Pause the schedule of a report",
    ...staff,
    params: idParams,
    response: answered,
  }),
});

export const resume = action(reportStates, "resume", {
  asks: { label: "Resume", body: "It is made on its next date.", shows: ["name"], done: "Resumed." },
  call: post("/admin/reports/{id}/resume", {
    spec: "added",
    because: "A schedule goes on; missed dates are left out.",
    summary: "Resume the schedule of a report",
    ...staff,
    params: idParams,
    response: answered,
  }),
});

export const remove = action(reportStates, "remove", {
  asks: {
    label: "Remove…",
    body: "It is no longer made and no longer listed. Its list stays as it is.",
    shows: ["name"],
    style: "danger",
    done: "Removed.",
  },
  call: post("/admin/reports/{id}/remove", {
    spec: "added",
    because: "A report that is no longer wanted.",
    summary: "Remove a report of one's own",
    ...staff,
    params: idParams,
    response: z.object({ removed: z.boolean() }),
  }),
});
