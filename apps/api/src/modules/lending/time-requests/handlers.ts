import { fullName } from "@manilla/contract/formats";
import * as calls from "@manilla/contract/lending/time-requests";
import { addDays } from "@manilla/credit";
import { type Selectable, sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { defineList } from "../../../db/list.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { abilitiesIn, actionsOn, businessDate, recordRequest } from "../../platform/states/index.ts";
import * as messages from "./messages.ts";
import { type TimeRequestFacts, timeRequestRules } from "./rules.ts";

type Request = z.output<typeof calls.approve.response>["request"];
/** The last day that may be promised: what takes longer is another plan. */
const MAX_DAYS = 45;
/** A loan that is paid back or lost needs no time. */
const ASKS_IN = ["running", "past_due"];

const SHOWN = sql.raw(
  "r.id, r.kind, r.promised_on::text as promised_on, r.promised_kobo, r.text, r.status, r.decision_reason, r.created_at, r.decided_at",
);
const requestsOf = async (db: Database | Tx, loan_id: string): Promise<Request[]> =>
  (
    await sql<Request>`
      select ${SHOWN} from time_requests r where r.loan_id = ${loan_id} order by r.created_at desc limit 20
    `.execute(db)
  ).rows;

/** What the rules ask of a request `r` and its loan `l`. */
const FACTS = `
  l.status not in ('${ASKS_IN.join("', '")}') as is_over,
  coalesce(r.promised_on < (select business_date from business_calendar), false) as is_passed
`;
const requestList = defineList<typeof calls.listAll, z.output<typeof calls.listAll.row> & TimeRequestFacts>(
  calls.listAll,
  {
    from: `
    time_requests r
    join loans l on l.id = r.loan_id
    join users u on u.id = r.user_id
    left join users d on d.id = r.decided_by
  `,
    rows_of: "time_requests r",
    select: `
    r.id, r.kind, r.promised_on::text as promised_on, r.promised_kobo, r.text, r.status, r.decision_reason, r.created_at,
    r.decided_at, r.loan_id, l.reference, r.user_id, u.full_name as name, u.phone, l.days_past_due, l.overdue_kobo,
    d.full_name as decided_by
  `,
    facts: FACTS,
    id: "r.id",
    columns: { days_past_due: "l.days_past_due", promised_on: "r.promised_on" },
    search: ["u.search_text", "lower(l.reference)"],
  },
);

/** Why nobody can ask for time for it now; null when they can. @throws NotFound where it is not theirs */
async function whyNot(db: Database | Tx, loan_id: string, user_id: string): Promise<string | null> {
  const loan = await findRow(db, "loans", { id: loan_id, user_id }, ["status"]);
  if (!loan) throw new NotFound("This loan");
  if (!ASKS_IN.includes(loan.status)) return "Nothing of this loan falls due.";
  const open = await findRow(db, "time_requests", { loan_id, status: "pending" }, ["id"]);
  return open ? "Your last request is still being looked at." : null;
}

type Asked = z.output<typeof calls.ask.body>;

/** @throws InvalidFields for a promise without its day, or one that is too far */
function requireDay({ kind, promised_on }: Asked, today: string): void {
  if (kind !== "promise") return;
  const until = addDays(today, MAX_DAYS);
  if (!promised_on) throw new InvalidFields({ promised_on: ["this field is required"] });
  if (promised_on < today) throw new InvalidFields({ promised_on: ["this day has gone by"] });
  if (promised_on > until)
    throw new InvalidFields({ promised_on: [`this is more than ${MAX_DAYS} days away: ask for another plan`] });
}

type Locked = Selectable<DB["time_requests"]> & TimeRequestFacts;
async function lock(tx: Tx, _: Context, id: string): Promise<Locked | undefined> {
  const { rows } = await sql<Locked>`
    select r.*, ${sql.raw(FACTS)}
    from time_requests r
    join loans l on l.id = r.loan_id
    where r.id = ${id}
    for update of r
  `.execute(tx);
  return rows[0];
}
const decide = actionsOn({
  calls,
  rules: timeRequestRules,
  noun: "timeRequest",
  name: "request",
  audits: ({ user_id }) => ({ subject_type: "user", subject_id: user_id }),
  keeps_decision: true,
  lock,
  answer: async (tx, _, id) => {
    const { rows } = await sql<Request>`select ${SHOWN} from time_requests r where r.id = ${id}`.execute(tx);
    return { request: rows[0]! };
  },
});

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => requestList.scoped(sql`true`, undefined, abilitiesIn(context, calls, timeRequestRules)),
  approve: decide(calls.approve, {
    audit: "time_request_agreed",
    tells: (request, { body }) => messages.agreed(request, body),
  }),
  decline: decide(calls.decline, {
    audit: "time_request_declined",
    tells: (request, { body }) => messages.declined(request, body),
  }),

  async ofLoan({ db, session }, { params: { id } }) {
    return {
      why_not: await whyNot(db, id, session.user_id),
      until: addDays(await businessDate(db), MAX_DAYS),
      requests: await requestsOf(db, id),
    };
  },
  ask: (context, { params: { id: loan_id }, body }) =>
    context.once(async (tx) => {
      const { user_id } = context.session;
      await sql`select pg_advisory_xact_lock(hashtext(${`time for ${loan_id}`}))`.execute(tx);
      const why_not = await whyNot(tx, loan_id, user_id);
      if (why_not) throw new Conflict(why_not, "no_time_request");
      requireDay(body, await businessDate(tx));
      const isPromise = body.kind === "promise";
      const promised_on = isPromise ? (body.promised_on ?? null) : null;
      const id = uuidv7();
      await tx
        .insertInto("time_requests")
        .values({
          id,
          loan_id,
          user_id,
          kind: body.kind,
          promised_on,
          promised_kobo: isPromise ? (body.promised_kobo ?? null) : null,
          text: body.text,
          created_at: clock.now(),
        })
        .execute();
      await recordRequest(tx, context, {
        noun: "timeRequest",
        id,
        status: "pending",
        audit: "time_requested",
        tells: {
          roles: await rolesWith(tx, "provider:can_reschedule_loans"),
          note: messages.asked({ name: fullName(context.session), promised_on }),
        },
      });
      return { request: (await requestsOf(tx, loan_id))[0]! };
    }),
};
