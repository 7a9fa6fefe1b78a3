import * as calls from "@manilla/contract/payments/biller-reports";
import { type Selectable, sql } from "kysely";
import type { z } from "zod";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { Handlers } from "../../../house/app.ts";
import { abilitiesIn, actionsOn, lockRow } from "../../platform/states/index.ts";
import { type LineFacts, floatRules, lineRules } from "./rules.ts";
import { type ReportLine, askToWriteOff } from "./writing-off.ts";

const { explain, writeOff } = calls;

const days = defineList(calls.listDays, {
  from: "bill_float_days d",
  select: `
    d.id, d.provider, d.day::text as day, d.status, d.lines, d.sold_kobo, d.given_back_kobo, d.provider_kobo,
    d.books_kobo, d.difference_kobo, d.decision_reason, d.created_at, d.version,
    (select count(*)::int from bill_report_lines l where l.report_id = d.id and l.status = 'open') as open
  `,
  id: "d.id",
});

type Listed = z.output<typeof calls.listLines.row> & LineFacts;
const lines = defineList<typeof calls.listLines, Listed>(calls.listLines, {
  from: "bill_report_lines l",
  select: `
    l.id, l.report_id, l.provider, l.day::text as day, l.reference, l.kind, l.status, l.reason, l.bill_id,
    l.provider_kobo, l.our_kobo, l.difference_kobo, l.decision_reason, l.created_at,
    l.approval_id is not null and l.status = 'open' as is_waiting, l.version
  `,
  facts: "l.approval_id",
  id: "l.id",
  search: ["folded(l.reference)"],
});

const actOnLine = actionsOn<{ writeOff: typeof writeOff }, ReportLine>({
  calls: { writeOff },
  rules: lineRules,
  noun: "billReportLine",
  name: "line of the report",
  audits: ({ id }) => ({ subject_type: "bill report line", subject_id: id }),
  lock: lockRow("bill_report_lines"),
  answer: (tx, _, id) => getRow(tx, "bill_report_lines", id, ["approval_id"]),
});
const actOnDay = actionsOn<{ explain: typeof explain }, Selectable<DB["bill_float_days"]>>({
  calls: { explain },
  rules: floatRules,
  noun: "billFloat",
  name: "day",
  audits: ({ id }) => ({ subject_type: "bill float day", subject_id: id }),
  keeps_decision: true,
  lock: lockRow("bill_float_days"),
  answer: (tx, _, id) => getRow(tx, "bill_float_days", id, ["id", "status"]),
});

export const handlers: Handlers<typeof calls> = {
  listDays: (context) => days.scoped(sql`true`, undefined, abilitiesIn(context, { explain }, floatRules)),
  listLines: (context) => lines.scoped(sql`true`, undefined, abilitiesIn(context, { writeOff }, lineRules)),
  writeOff: actOnLine(writeOff, {
    does: async (tx, context, line, { body }) => ({
      answer: { approval_id: await askToWriteOff(tx, context, line, body) },
    }),
  }),
  explain: actOnDay(explain, { audit: "bill_float_explained" }),
};
