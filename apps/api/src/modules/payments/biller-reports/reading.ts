/** The providers' reports: each closed day is read once; its float is set beside the books. */
import { type BillProvider, billProviderNames } from "@manilla/contract/payments/bill-kinds";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { changeRows } from "../../../db/row.ts";
import type { App } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import type { BillerReport } from "../../../outside/billers/port.ts";
import { billerFloatAt } from "../../money/books/index.ts";
import { SYSTEM } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { changeState, recordBeginning } from "../../platform/states/index.ts";
import { findBookedTwice, findUncredited, findUnreported, keepLines, lookAgain } from "./matching.ts";
import { floatDiffers, linesDiffer } from "./messages.ts";
import { totalsOf } from "./rules.ts";

const DAYS_AT_ONCE = 40;
const DECIDES = "provider:can_reconcile";

/** The oldest closed day whose report was not read; undefined where all were, or nothing was bought from this provider yet. */
async function nextDay(db: Database, provider: BillProvider): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    select d.day::text as day
    from (
      select coalesce(
        (select max(day) + 1 from bill_float_days where provider = ${provider}),
        (select business_date from bills where provider = ${provider} order by created_at, id limit 1)
      ) as day
    ) d
    where d.day < (select business_date from business_calendar)
  `.execute(db);
  return rows[0]?.day;
}

/** Keeps a day's report, once however often it is read. @returns whether it was kept now */
async function keepDay(tx: Tx, provider: BillProvider, day: string, report: BillerReport): Promise<boolean> {
  const [id, books_kobo] = [uuidv7(), await billerFloatAt(tx, provider, day)];
  const { closing_kobo: provider_kobo, bills } = report;
  const status = provider_kobo === books_kobo ? "agrees" : "differs";
  const kept = { id, provider, day, provider_kobo, books_kobo, status, created_at: clock.now() };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("bill_float_days")
    .values({ ...kept, lines: bills.length, ...totalsOf(bills) })
    .onConflict((conflict) => conflict.columns(["provider", "day"]).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await recordBeginning(tx, "billFloat", id, status, SYSTEM);
  if (bills.length > 0) await keepLines(tx, provider, kept, bills);
  await lookAgain(tx);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from bill_report_lines where report_id = ${id} and status = 'open'
  `.execute(tx);
  const [open, roles] = [rows[0]?.open ?? 0, await rolesWith(tx, DECIDES)];
  if (open > 0) await notifyRoles(tx, roles, linesDiffer(provider, day, open));
  if (status === "differs") await notifyRoles(tx, roles, floatDiffers(provider, day, provider_kobo - books_kobo));
  return true;
}

/** A float that differed, and that what was booked since explains: the books of its day agree now, or those of a day after it do. */
async function lookAgainAtFloats(tx: Tx): Promise<void> {
  const { rows } = await sql<{ id: string; provider: BillProvider; day: string; provider_kobo: bigint; since: string }>`
    select d.id, d.provider, d.day::text as day, d.provider_kobo,
      coalesce((
        select max(a.day)::text from bill_float_days a where a.provider = d.provider and a.status = 'agrees'
      ), '') as since
    from bill_float_days d
    where d.status = 'differs'
    order by d.day
    for update of d
  `.execute(tx);
  for (const { id, provider, day, provider_kobo, since } of rows) {
    const books_kobo = await billerFloatAt(tx, provider, day);
    const isNow = books_kobo === provider_kobo;
    if (!isNow && since <= day) continue;
    const reason = isNow ? null : `It agrees again since ${since}.`;
    await changeRows(tx, "bill_float_days", id, { ...(isNow && { books_kobo }), decision_reason: reason });
    await changeState(tx, { noun: "billFloat", id, from: "differs", action: "agree", actor: SYSTEM, reason });
  }
}

/** Reads the reports of all days that are over; one that is not final, or a provider that does not answer, is asked again later. @returns reports that were kept now */
export async function readReports(app: Pick<App, "db" | "outside" | "log">): Promise<number> {
  const { db, outside, log } = app;
  let kept = 0;
  for (const provider of billProviderNames) {
    if (!outside.billers[provider].is_there) continue;
    try {
      for (let times = 0; times < DAYS_AT_ONCE; times += 1) {
        const day = await nextDay(db, provider);
        const report = day && (await outside.billers[provider].report(day));
        if (!day || !report) break;
        if (await db.transaction().execute((tx) => keepDay(tx, provider, day, report))) kept += 1;
      }
    } catch (error) {
      log.warn({ error, provider }, "a report of a provider of bills was not read");
    }
  }
  await db.transaction().execute(async (tx) => {
    await lookAgain(tx);
    // A day older than before is due only when another day was read.
    if (kept > 0) {
      await findUnreported(tx);
      await findUncredited(tx);
      await findBookedTwice(tx);
    }
    await lookAgainAtFloats(tx);
  });
  return kept;
}
