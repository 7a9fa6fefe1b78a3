/** The bank's statements as they are fetched: each night, and when somebody asks. They obey the rules of those that are uploaded. */
import { day } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import type { Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import { InvalidFields } from "../../../errors.ts";
import { type ReadBankStatement, readBankStatement } from "../../../files/bank-statement.ts";
import type { App, Progress, Step } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown } from "../../../outside/http.ts";
import { type Actor, SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readText } from "../../platform/configuration/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { type Matched, checkBalance, matchAll } from "../reconciliation/index.ts";
import { fetchedAndNotTaken } from "./messages.ts";
import type { Assessment } from "./rules.ts";
import { type Judged, judge, keepStatement, lastTaken, lockStatements, takeKept } from "./statements.ts";

/** Days before the closing one whose statement is fetched again: banks book late. */
const DAYS_BACK = 2;
const MAX_DAYS_BACK = 45;

export interface DayResult {
  has_statement: boolean;
  statement_id: string | null;
  verdict: Assessment["verdict"];
  reasons: string[];
  lines: number;
  matched: number;
  strays: number;
  missing: number;
}

interface Who {
  actor: Actor;
  fetched_by: string | null;
  /** A night that fetches several days matches and compares once, at its end. */
  endsLater?: boolean;
}

const NOTHING_MATCHED: Matched = { matched: 0, strays: 0, missing: 0 };

/** @returns why not, where it cannot be read */
async function readFetched(text: string): Promise<ReadBankStatement | string> {
  try {
    return await readBankStatement(text);
  } catch (error) {
    if (error instanceof InvalidFields) return Object.values(error.errors).flat().join(" ");
    throw error;
  }
}

/** A day that was taken while it ran, and ended as it was, is whole: it is not kept a second time. @returns whether it was so */
async function finishDay(tx: Tx, { fresh, own_account, until }: Judged): Promise<boolean> {
  const last = await lastTaken(tx, own_account);
  if (fresh.length > 0 || !last?.is_interim || until !== last.statement_on) return false;
  await changeRows(tx, "bank_statements", last.id, { is_interim: false });
  return true;
}

/**
 * Fetches the statement of a day, takes it where it passes every check, and matches. Safe to repeat.
 * @throws NotReached, OutcomeUnknown when the bank does not answer
 */
export async function fetchDay(app: App, date: string, { actor, fetched_by, endsLater }: Who): Promise<DayResult> {
  const file = await app.outside.bank.fetchStatement(date);
  const read = file && (await readFetched(file.text));
  return app.db.transaction().execute(async (tx) => {
    await lockStatements(tx);
    const none = {
      has_statement: file !== undefined,
      statement_id: null,
      verdict: "known" as const,
      reasons: [],
      lines: 0,
    };
    const match = async () => (endsLater ? NOTHING_MATCHED : await matchAll(tx, await businessDate(tx)));
    if (file === undefined || read === undefined) return { ...none, ...(await match()) };
    // A bank that changes its format would end reconciliation in silence.
    if (typeof read === "string") {
      const reasons = [`It cannot be read: ${read}`];
      await notifyRoles(tx, ["super_finance"], fetchedAndNotTaken(null, date, reasons));
      await recordAudit(tx, actor, "bank_statement_not_read", ["bank_statement", date], { after: { reasons } });
      return { ...none, verdict: "refused" as const, reasons, ...(await match()) };
    }
    const assessment = await judge(tx, read.statement);
    const { verdict, reasons } = assessment;
    const isFinished = verdict === "ours" && (await finishDay(tx, assessment));
    if (verdict === "known" || isFinished) return { ...none, reasons, ...(await match()) };
    const came = { text: file.text, ...read, assessment, file_name: null, fetched_by };
    const { id: statement_id, is_new } = await keepStatement(
      tx,
      came,
      verdict === "refused" ? "refused" : "read",
      actor,
    );
    if (verdict === "ours") {
      const taken = await takeKept(tx, statement_id, assessment, actor);
      if (!endsLater) await checkBalance(tx);
      return { ...none, statement_id, verdict, reasons, ...taken };
    }
    if (is_new) await notifyRoles(tx, ["super_finance"], fetchedAndNotTaken(statement_id, date, reasons));
    await recordAudit(tx, actor, "bank_statement_not_taken", ["bank_statement", statement_id], {
      after: { verdict, reasons },
    });
    return { ...none, statement_id, verdict, reasons, ...(await match()) };
  });
}

/** What a person reads who fetched a day. */
export const wordsOf = (date: string, { has_statement, verdict, reasons, lines, matched }: DayResult): string =>
  !has_statement
    ? "The bank has no statement of that day yet."
    : verdict === "ours"
      ? `${lines} new lines, ${matched} matched.`
      : verdict === "known"
        ? "Every line of it is known."
        : `The statement of ${day(date)} was not taken. ${reasons.join(" ")}`;

/** The days of a night: those since the last statement, and the last ones again. */
async function daysOf(app: App, closing: string): Promise<string[]> {
  const last = await lastTaken(app.db, await readText(app.db, "own_bank_account"));
  const usual = addDays(closing, -DAYS_BACK);
  const next = last ? addDays(last.statement_on, 1) : usual;
  const oldest = addDays(closing, -MAX_DAYS_BACK);
  const from = next < oldest ? oldest : next < usual ? next : usual;
  const days: string[] = [];
  for (let date = from; date <= closing; date = addDays(date, 1)) days.push(date);
  return days;
}

/** Ends a night: matches what is open, and compares the closing balance with the books, also where no new line came. */
const endNight = (app: App): Promise<Matched> =>
  app.db.transaction().execute(async (tx) => {
    await lockStatements(tx);
    const matched = await matchAll(tx, await businessDate(tx));
    const last = await lastTaken(tx, await readText(tx, "own_bank_account"));
    if (last) await checkBalance(tx);
    return matched;
  });

/** A bank that does not answer stops nothing: the days that lack a statement are fetched the next night, in their order. */
export const reconcile: Step = {
  name: "reconcile",
  at: 90,
  async outside(app, { closing }): Promise<Progress> {
    const counts: Record<string, number> = {
      lines: 0,
      matched: 0,
      strays: 0,
      missing: 0,
      not_taken: 0,
      not_reached: 0,
    };
    const add = (found: Matched): void => {
      for (const name of ["matched", "strays", "missing"] as const) counts[name]! += found[name];
    };
    for (const date of await daysOf(app, closing)) {
      try {
        const result = await fetchDay(app, date, { actor: SYSTEM, fetched_by: null, endsLater: true });
        counts["lines"]! += result.lines;
        add(result);
        if (result.verdict === "refused" || result.verdict === "second_person") counts.not_taken! += 1;
      } catch (error) {
        if (!(error instanceof NotReached || error instanceof OutcomeUnknown)) throw error;
        counts.not_reached! += 1;
        break;
      }
    }
    add(await endNight(app));
    return { cursor: null, counts };
  },
};
