/** C124. A partner is asked to fund what its cards have drawn: under one reference until it answers; its money is expected at the bank. */
import type * as calls from "@manilla/contract/payments/card-partners";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, getRow } from "../../../db/row.ts";
import { Conflict } from "../../../errors.ts";
import type { App, Context } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { FIRST_QUESTION_SECONDS, pauseBeforeQuestion } from "../../../outside/questions.ts";
import { newReference, postPartnerFunds } from "../../money/books/index.ts";
import { SYSTEM, actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notifyRoles } from "../../platform/notifications/index.ts";
import { businessDate, changeState, recordBeginning } from "../../platform/states/index.ts";
import { silent } from "./messages.ts";
import { booksOf, requireCards, requirePartner } from "./partners.ts";
import { endsFunding, tellsOfSilence } from "./rules.ts";

const inSeconds = (seconds: number): Date => new Date(clock.milliseconds() + seconds * 1_000);

/** Writes down what the partner is asked for. @throws NotFound, Conflict where nothing is to be funded */
export async function beginFunding(
  tx: Tx,
  context: Context,
  slug: string,
  card_ids: readonly string[] | undefined,
): Promise<z.output<typeof calls.disburse.response>> {
  const partner = await requirePartner(tx, slug, true);
  await requireCards(tx, partner, card_ids);
  if (!context.outside.card_partner.is_there)
    throw new Conflict("No partner is connected at the moment.", "no_partner");
  const cards = await booksOf(tx, partner, card_ids, sql`k.to_fund_kobo > 0`);
  const amount_kobo = cards.reduce((sum, { to_fund_kobo }) => sum + to_fund_kobo, 0n);
  if (amount_kobo === 0n)
    throw new Conflict("The partner has funded, or is asked for, all that these cards have drawn.", "nothing_to_fund");
  const [id, reference] = [uuidv7(), newReference("PF", await businessDate(tx))];
  const facts = { partner_id: partner.id, reference, amount_kobo, cards: cards.length };
  await tx
    .insertInto("partner_fundings")
    .values({
      id,
      ...facts,
      asked_by: context.session.user_id,
      created_at: clock.now(),
      // The request itself asks at once.
      next_question_at: inSeconds(FIRST_QUESTION_SECONDS),
    })
    .execute();
  await tx
    .insertInto("partner_funding_lines")
    .values(cards.map(({ card_id, to_fund_kobo }) => ({ funding_id: id, card_id, amount_kobo: to_fund_kobo })))
    .execute();
  await recordBeginning(tx, "partnerFunding", id, "asked", actorOf(context));
  await recordAudit(tx, context, "partner_funding_asked", ["partner funding", id], { after: facts });
  return { funding: { reference, amount_kobo, cards: cards.length, status: "asked" } };
}

/** The partner's answer, once: what it accepts is due from it, card by card, and expected on the bank's statement. */
async function settle(app: App, id: string, outcome: { status: string; reason: string | null }): Promise<void> {
  if (outcome.status === "pending") return;
  await app.db.transaction().execute(async (tx) => {
    const columns = ["status", "reference", "amount_kobo"] as const;
    const { status, reference, amount_kobo } = await getRow(tx, "partner_fundings", id, columns, { lock: true });
    if (status !== "asked") return;
    const on = await businessDate(tx);
    const change = { noun: "partnerFunding", id, from: "asked", actor: SYSTEM, business_date: on } as const;
    if (outcome.status === "refused") {
      await changeState(tx, { ...change, action: "refuse", reason: outcome.reason });
      return changeRows(tx, "partner_fundings", id, { reason: outcome.reason });
    }
    const lines = await tx
      .selectFrom("partner_funding_lines")
      .select(["card_id", "amount_kobo"])
      .where("funding_id", "=", id)
      .orderBy("card_id")
      .execute();
    await postPartnerFunds(tx, { funding_id: id, reference, lines, on, actor: SYSTEM.name });
    await changeState(tx, { ...change, action: "accept" });
    await tx
      .insertInto("reconciliation_items")
      .values({
        id: uuidv7(),
        business_date: on,
        direction: "in",
        subject_type: "partner_funding",
        subject_id: id,
        reference,
        expected_kobo: amount_kobo,
        status: "expected",
        reason: "Waits for the bank's statement.",
      })
      .execute();
  });
}

/** Takes the next question about a funding, before it is asked. @returns the questions with this one; undefined where it has ended */
async function takeQuestion({ db }: App, id: string, asked: { times: number; at: Date }): Promise<number | undefined> {
  const pause = pauseBeforeQuestion(asked.times, clock.milliseconds() - asked.at.getTime());
  const taken = await db
    .updateTable("partner_fundings")
    .set(({ eb }) => ({ asked_times: eb("asked_times", "+", 1), next_question_at: inSeconds(pause) }))
    .where("id", "=", id)
    .where("status", "=", "asked")
    .returning("asked_times")
    .executeTakeFirst();
  return taken?.asked_times;
}

/** Asks the partner about one funding; without an answer it is asked again under the same reference. */
export async function askPartner(app: App, reference: string): Promise<void> {
  const { db, log, outside } = app;
  const funding = await db
    .selectFrom("partner_fundings as f")
    .innerJoin("card_partners as p", "p.id", "f.partner_id")
    .select(["f.id", "p.slug", "f.amount_kobo", "f.status", "f.asked_times", "f.created_at"])
    .where("f.reference", "=", reference)
    .executeTakeFirstOrThrow();
  if (funding.status !== "asked") return;
  const { id, slug: partner, amount_kobo, asked_times, created_at } = funding;
  const lines = await db
    .selectFrom("partner_funding_lines")
    .select(["card_id", "amount_kobo"])
    .where("funding_id", "=", id)
    .execute();
  const times = await takeQuestion(app, id, { times: asked_times, at: created_at });
  if (times === undefined) return;
  try {
    await settle(app, id, await outside.card_partner.fund({ partner, reference, amount_kobo, lines }));
  } catch (error) {
    if (error instanceof ProviderRefused && endsFunding(error.status, times))
      return settle(app, id, { status: "refused", reason: error.message });
    if (!(error instanceof ProviderRefused || error instanceof OutcomeUnknown || error instanceof NotReached))
      throw error;
    log.warn({ reference, times, err: { message: error.message } }, "the partner did not say whether it funds");
    // Certainly nothing was asked, unless it was asked in the meantime: the next question is the first.
    if (error instanceof NotReached)
      await changeRows(db, "partner_fundings", { id, asked_times: 1 }, { asked_times: 0 });
    if (tellsOfSilence(times)) await notifyRoles(db, ["super_finance"], silent(partner, reference, amount_kobo));
  }
}

/** Asks again about what is open. One that cannot be queried keeps no other one waiting. @returns how many were due */
export async function followPartners(app: App): Promise<number> {
  const due = await app.db
    .selectFrom("partner_fundings")
    .select("reference")
    .where("status", "=", "asked")
    .where(({ eb, or }) => or([eb("next_question_at", "is", null), eb("next_question_at", "<=", clock.now())]))
    .orderBy("next_question_at", (order) => order.asc().nullsFirst())
    .orderBy("id")
    .limit(50)
    .execute();
  for (const { reference } of due)
    await askPartner(app, reference).catch((error: Error) =>
      app.log.error({ reference, err: { message: error.message } }, "a funding could not be asked about"),
    );
  return due.length;
}

/** What the partners' own reports say is written beside ours; one that cannot be read keeps no other one waiting. @returns how many partners answered */
export async function readReports(app: App): Promise<number> {
  if (!app.outside.card_partner.is_there) return 0;
  let answered = 0;
  for (const { id, slug } of await app.db.selectFrom("card_partners").select(["id", "slug"]).execute()) {
    const lines = await app.outside.card_partner.report(slug).catch((error: Error) => {
      app.log.warn({ partner: slug, err: { message: error.message } }, "a partner's report could not be read");
    });
    if (!lines) continue;
    answered += 1;
    for (const table of ["partner_fundings", "partner_payments"] as const)
      await sql`
        update ${sql.table(table)} t
        set report_kobo = r.kobo
        from (
          select reference, sum(kobo)::bigint as kobo
          from unnest(
            ${lines.map(({ reference }) => reference)}::text[], ${lines.map(({ amount_kobo }) => amount_kobo)}::bigint[]
          ) as s (reference, kobo)
          group by reference
        ) r
        where t.partner_id = ${id} and t.reference = r.reference and t.report_kobo is distinct from r.kobo
      `.execute(app.db);
  }
  return answered;
}
