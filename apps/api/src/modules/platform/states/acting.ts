/** Acting on one record: load and lock, refuse, change the state, do what is this action's own, record, answer. */
import type { Abilities, Acting } from "@manilla/contract/action";
import type { Input } from "@manilla/contract/endpoint";
import type { Machine } from "@manilla/contract/machine";
import { machines } from "@manilla/contract/machines";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Context, Handler } from "../../../house/app.ts";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import type { DB } from "../../../db/types.gen.ts";
import { Conflict, NotAllowed, NotFound, StaleVersion } from "../../../errors.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { actorOf, recordAudits, whoChanged } from "../audit/index.ts";
import { type Caller, type Rule, type RulesOf, WRONG_STATE, abilitiesOf, refusalOf } from "@manilla/contract/abilities";
import { type Message, tellTyped } from "../notifications/index.ts";
import { type Noun, businessDate, changeState } from "./change.ts";

/** A record that actions are made on. */
interface Locked {
  id: string;
  status: string;
  version?: number;
  /** Its owner, who is notified of what is done to it. */
  user_id?: string;
}

/** How the actions of a noun load and answer. */
interface Subject<Calls, Row extends Locked> {
  calls: Calls;
  /** The noun of its transitions. */
  noun: Noun;
  /** What it is called in refusals: "loan". */
  name: string;
  /** The subject of its audit records; by default the record itself, under its name. */
  audits?: (row: NoInfer<Row>) => { subject_type: string; subject_id: string; about?: string | null };
  rules: RulesOf<Calls, NoInfer<Row>>;
  /** Its table keeps who decided, when and why (`decided_by`, `decided_at`, `decision_reason`): set when the state moves. */
  keeps_decision?: boolean;
  /** The record's id, where it is neither `id` of the address nor `user_id` of the body. */
  id?(input: AnyInput): string;
  /** Loads the record within the caller's scope and locks it. Undefined where it is not there for them. */
  lock(tx: Tx, context: Context, id: string, input: AnyInput): Promise<Row | undefined>;
  /** The record as it is afterwards, in the answer's shape. */
  answer(tx: Tx, context: Context, id: string): Promise<unknown>;
}

/** What the action changed, for its audit record. */
export interface Change {
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
  /** Why, where it is more than the body's reason. */
  reason?: string;
  /** What is answered, where it is not the record. */
  answer?: unknown;
}

interface Does<C extends Acting, Row> {
  /** The audit record's action. Without one `does` leaves the record: a second person is asked. */
  audit?: string;
  /** Why, where the action itself says it and the body does not. */
  because?: string;
  /** Which of the action's transitions the body or the record chooses, where there are several. */
  chooses?(input: Input<C>, row: Row): string;
  /** What is this action's own; runs after the state has changed, in the same transaction. */
  does?(tx: Tx, context: Context, row: Row, input: Input<C>): Promise<Change | void>;
  /** What the person whose record it is reads of it. */
  tells?(row: Row, input: Input<C>): Message;
}

/** The parts of an input that actions may have. */
export interface AnyInput {
  params: { id?: string; docId?: string };
  body: { user_id?: string; document_id?: string; reason?: string; version?: number };
}

/** The caller of a request on a business day. */
export const callerOf = ({ session }: Pick<Context, "session">, today?: string): Caller => ({
  user_id: session.user_id,
  permissions: session.permissions,
  today,
});

/** Where the state forbids it, the refusal names who made the record what it is. @throws NotAllowed, Conflict */
async function refuse(
  tx: Tx,
  { call, noun, name }: { call: Acting; noun: Noun; name: string },
  row: Locked,
  code: string,
): Promise<never> {
  const refusal = call.action.refuses[code];
  if (refusal) throw refusal.status === 403 ? new NotAllowed(refusal.words, code) : new Conflict(refusal.words, code);
  const last = await tx
    .selectFrom("transitions")
    .select(["actor_name", "to_state"])
    .where("subject_id", "=", row.id)
    .where("noun", "=", noun)
    .orderBy("happened_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const words = `Not possible while the ${name} is ${row.status.replaceAll("_", " ")}.`;
  const who = last ? ` ${last.actor_name} made it ${last.to_state.replaceAll("_", " ")}.` : "";
  throw new Conflict(`${words}${who}`, "already_decided");
}

/** Who decided, when and why. */
async function keepDecision(
  tx: Tx,
  { session }: Context,
  noun: Noun,
  id: string,
  reason: string | null,
): Promise<void> {
  const { table }: Machine = machines[noun];
  await sql`
    update ${sql.table(table)}
    set decided_by = ${session.user_id}, decided_at = ${clock.now()}, decision_reason = ${reason}
    where id = ${id}
  `.execute(tx);
}

/** Loads a record by its id within a scope and locks it, for `lock`; the table is the noun's. */
export const lockRow =
  <Table extends keyof DB>(table: Table, scope: (context: Context) => RawBuilder<unknown> = () => sql`true`) =>
  async (tx: Tx, context: Context, id: string): Promise<Selectable<DB[Table]> | undefined> => {
    const { rows } = await sql<Selectable<DB[Table]>>`
      select * from ${sql.table(table)} where id = ${id} and ${scope(context)} for update
    `.execute(tx);
    return rows[0];
  };

/** For the rows of a list: what the caller may do to each. */
export const abilitiesIn =
  <Calls extends object, Facts extends { status: string }>(
    context: Context,
    calls: Calls,
    rules: RulesOf<Calls, Facts>,
  ): ((row: Facts) => Abilities) =>
  (row) =>
    abilitiesOf(calls, rules, row, callerOf(context));

/**
 * The actions of a noun: returns `act`, which makes the handler of one of them; `act.one` is the same inside a transaction of the
 * caller's, for several records (`eachOf`).
 * @throws from its handlers NotFound, StaleVersion, and the declared refusals
 */
export function actionsOn<Calls extends object, Row extends Locked>(subject: Subject<Calls, Row>) {
  const { noun, name } = subject;
  const one = <C extends Acting>(call: C, { audit, because, chooses, does, tells }: Does<C, Row>) => {
    const [own] = Object.entries(subject.calls).find(([, each]) => each === call) ?? [];
    const rules = (subject.rules as Record<string, Readonly<Record<string, Rule<Row>>> | undefined>)[own ?? ""];
    if (!rules) throw new Error(`${call.path} is no action of the ${name}.`);
    return async (tx: Tx, context: Context, id: string, input: Input<C>): Promise<unknown> => {
      const { body } = input as AnyInput;
      // Sent together: the day is read when the record is locked.
      const [row, today] = await Promise.all([subject.lock(tx, context, id, input as AnyInput), businessDate(tx)]);
      if (!row) throw new NotFound(`This ${name}`);
      const code = refusalOf(call, rules, row, callerOf(context, today));
      const refused = { call, noun, name };
      // The second caller is answered with the first one's act, not with a version.
      if (code === WRONG_STATE) await refuse(tx, refused, row, code);
      const audited = subject.audits?.(row) ?? { subject_type: name, subject_id: row.id };
      if (body.version !== undefined && row.version !== body.version)
        throw new StaleVersion(
          `This ${name} has changed since you opened it.${await whoChanged(tx, audited.subject_type, row.id)} Please look again.`,
        );
      if (code) await refuse(tx, refused, row, code);
      const actor = actorOf(context);
      const reason = body.reason ?? because ?? null;
      const makes = chooses?.(input, row) ?? call.action.makes[0];
      const to = makes
        ? await changeState(tx, {
            noun,
            id: row.id,
            from: row.status,
            action: makes,
            actor,
            reason,
            business_date: today,
            is_locked: true,
          })
        : row.status;
      if (subject.keeps_decision && makes) await keepDecision(tx, context, noun, row.id, reason);
      const change = (await does?.(tx, context, row, input)) ?? {};
      if (audit)
        await recordAudits(tx, [
          {
            actor,
            action: audit,
            ...audited,
            // Before and after show the same fields: the state, unless the action gives the fields of both.
            before: change.before ?? { status: row.status },
            after: change.before ? (change.after ?? { status: to }) : { status: to, ...change.after },
            reason: change.reason ?? body.reason,
          },
        ]);
      if (tells && row.user_id)
        await tellTyped(tx, context, row.user_id, tells(row, input), row.user_id === actor.user_id ? {} : body);
      return change.answer ?? subject.answer(tx, context, row.id);
    };
  };
  const act = <C extends Acting>(call: C, does: Does<C, Row>): Handler<C> => {
    const run = one(call, does);
    const idOf = subject.id ?? (({ params, body }: AnyInput) => params.id ?? body.user_id ?? "");
    const work = (tx: Tx, context: Context, input: Input<C>) => run(tx, context, idOf(input as AnyInput), input);
    return inOneTransaction(work as never) as Handler<C>;
  };
  return Object.assign(act, { one });
}
