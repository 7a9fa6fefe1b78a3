/** Having cards made at the issuer, and telling it how they are used. What is not known is looked up; nothing is made twice. */
import { type Selectable, sql } from "kysely";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import type { DB } from "../../../db/types.gen.ts";
import type { App } from "../../../house/app.ts";
import { NotReached, OutcomeUnknown, ProviderRefused } from "../../../outside/http.ts";
import { REVIEW_AFTER_MILLISECONDS } from "../../../outside/questions.ts";
import type { MadeCard } from "../../../outside/issuer/port.ts";
import { openCashWallet, openDollarPurse, openLinePart, openPurseAccount } from "../../money/books/index.ts";
import { openPurse } from "../../companies/wallet-movements/index.ts";
import { SYSTEM, recordAudit } from "../../platform/audit/index.ts";
import { readSetting } from "../../platform/configuration/index.ts";
import { tell } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { closeCard } from "./closing.ts";
import { payFee } from "./fees.ts";
import { PAUSED } from "./following.ts";
import { type Card, findCard, freezeCard, lockCard, openFreezes, termsOn } from "../card-records/index.ts";
import * as messages from "./messages.ts";
import { issuerStatusOf } from "./rules.ts";

type Working = Pick<App, "db" | "outside" | "queue" | "log" | "house" | "config">;

/** The issuer's record of a person, made where there is none. */
async function customerOf({ db, outside }: Working, user_id: string): Promise<string> {
  const known = await findRow(db, "card_customers", { user_id }, ["issuer_customer_id"]);
  if (known) return known.issuer_customer_id;
  const { name, last_name, email, phone } = await getRow(db, "users", user_id, ["name", "last_name", "email", "phone"]);
  const lives = await findRow(db, "profiles", { user_id }, ["address", "state"]);
  const issuer_customer_id = await outside.issuer.createCustomer({
    reference: user_id,
    first_name: name,
    last_name,
    email,
    phone,
    address: lives?.address ?? null,
    state: lives?.state ?? null,
  });
  await db
    .insertInto("card_customers")
    .values({ user_id, issuer_customer_id, created_at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await getRow(db, "card_customers", { user_id }, ["issuer_customer_id"])).issuer_customer_id;
}

/** Asks the issuer for a card, once: of several that try at the same moment, one. */
async function ask(app: Working, card: Card, customer_id: string): Promise<MadeCard | undefined> {
  const { db, outside } = app;
  const claimed = await db
    .updateTable("cards")
    .set({ asked_issuer_at: clock.now(), is_unknown: false })
    .where("id", "=", card.id)
    .where("status", "=", "approved")
    .where("asked_issuer_at", "is", null)
    .executeTakeFirst();
  if (claimed.numUpdatedRows === 0n) return undefined;
  const old = card.replacement_for
    ? await getRow(db, "cards", card.replacement_for, ["issuer_card_id"])
    : { issuer_card_id: null };
  try {
    return await outside.issuer.createCard({
      reference: card.issuer_reference,
      customer_id,
      form: card.form as "physical" | "virtual",
      currency: card.currency as "NGN" | "USD",
      replaces: old.issuer_card_id
        ? {
            issuer_card_id: old.issuer_card_id,
            reason: card.replacement_reason as "lost" | "stolen" | "damaged" | "renewal",
          }
        : null,
      // Of dollars nobody has much more than they may buy in a month.
      safety_limit:
        card.currency === "USD"
          ? (await termsOn(db, await businessDate(db))).month_cents
          : BigInt(await readSetting(db, "card_safety_limit_kobo")),
    });
  } catch (error) {
    // Certainly nothing was made.
    if (error instanceof NotReached) await changeRows(db, "cards", card.id, { asked_issuer_at: null });
    throw error;
  }
}

/** Opens the account from which a card pays, where it is not there yet. */
async function openMoney(tx: Tx, { kind, company_id, user_id, currency }: Card): Promise<void> {
  if (company_id) await openPurse(tx, company_id, user_id);
  if (kind === "company_debit") await openPurseAccount(tx, user_id);
  if (kind === "company_credit") await openLinePart(tx, user_id);
  if (kind === "personal_debit") await openCashWallet(tx, user_id);
  if (currency === "USD") await openDollarPurse(tx, user_id);
}

/** Whether its holder is still there, and at work for its company, which is not suspended. */
async function isHeld(tx: Tx, { user_id, company_id }: Card): Promise<boolean> {
  const holder = await getRow(tx, "users", user_id, ["company_id", "erased_at"]);
  if (holder.erased_at) return false;
  if (!company_id) return true;
  const company = await getRow(tx, "companies", company_id, ["status"]);
  return holder.company_id === company_id && company.status === "approved";
}

/** Whether its holder is kept from the business of its company: what was requested before is frozen when it comes. */
async function isPaused(tx: Tx, { user_id, company_id }: Card): Promise<boolean> {
  if (!company_id) return false;
  return (await findRow(tx, "employments", { user_id, company_id }, ["status"]))?.status === "inactive";
}

/** Keeps what the issuer has made. */
async function keepMade(app: Working, card_id: string, { status, ...made }: MadeCard): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const card = await lockCard(tx, card_id);
    if (card?.status !== "approved") return;
    await changeRows(tx, "cards", card_id, { ...made, issuer_status: status });
    await changeState(tx, { noun: "card", id: card_id, from: "approved", action: "issue", actor: SYSTEM });
    await recordAudit(tx, SYSTEM, "card_issued", ["card", card_id], {
      after: { last4: made.last4 },
      about: card.user_id,
    });
    const issued = { ...card, ...made, status: "issued" };
    if (!(await isHeld(tx, card))) {
      await closeCard(tx, app, issued, { actor: SYSTEM, reason: "Nobody may hold it any more." });
      return;
    }
    await openMoney(tx, card);
    for (const hook of app.house.cards) await hook.issued?.(tx, app, issued);
    if (await isPaused(tx, card)) await freezeCard(tx, app, issued, { by: "company", reason: PAUSED, actor: SYSTEM });
    else if ((await openFreezes(tx, card_id)).length > 0)
      await changeState(tx, { noun: "card", id: card_id, from: "issued", action: "freeze", actor: SYSTEM });
    await payFee(tx, issued);
    await tell(tx, app, card.user_id, messages.issued(issued));
  });
}

/** The issuer says that it makes no such card. */
async function keepRefusal(app: Working, card_id: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const card = await lockCard(tx, card_id);
    if (card?.status !== "approved") return;
    const reason = "The issuer of the card did not accept the request.";
    await changeState(tx, { noun: "card", id: card_id, from: "approved", action: "refuse", actor: SYSTEM, reason });
    await changeRows(tx, "cards", card_id, { decision_reason: reason });
    await tell(tx, app, card.user_id, messages.declined(card, reason));
  });
}

/**
 * Has an approved card made. Asked once; where the outcome is unknown it is looked up by our reference, as often as needed, and never made again.
 * @returns whether it is made, or is known not to be
 */
export async function makeCard(app: Working, card_id: string): Promise<boolean> {
  const { db, outside, log } = app;
  const card = await findCard(db, card_id);
  if (card?.status !== "approved") return true;
  try {
    const customer_id = await customerOf(app, card.user_id);
    const made = card.asked_issuer_at
      ? await outside.issuer.findCard(customer_id, card.issuer_reference)
      : await ask(app, card, customer_id);
    if (made) await keepMade(app, card_id, made);
    else if (card.asked_issuer_at && clock.milliseconds() - card.asked_issuer_at.getTime() > REVIEW_AFTER_MILLISECONDS)
      await changeRows(db, "cards", card_id, { is_unknown: true });
    return made !== undefined;
  } catch (error) {
    if (error instanceof ProviderRefused) return keepRefusal(app, card_id).then(() => true);
    if (!(error instanceof NotReached || error instanceof OutcomeUnknown)) throw error;
    log.warn({ error, card_id }, "the issuer did not answer about a card");
    return false;
  }
}

/** Tells the issuer how a card is used from now on. What fails is sent again at the next time. */
export async function tellIssuer({ db, outside, log }: Working, card_id: string): Promise<void> {
  const card = await findCard(db, card_id);
  if (!card?.issuer_card_id) return;
  const issuer_status = issuerStatusOf(card.status);
  if (card.issuer_status === issuer_status) return;
  try {
    await outside.issuer.setStatus(card.issuer_card_id, issuer_status);
    await changeRows(db, "cards", card_id, { issuer_status });
  } catch (error) {
    const isAway = error instanceof NotReached || error instanceof OutcomeUnknown || error instanceof ProviderRefused;
    if (!isAway) throw error;
    log.warn({ error, card_id }, "the issuer did not take the state of a card");
  }
}

const AT_ONCE = 100;
type Waiting = Pick<Selectable<DB["cards"]>, "id" | "status">;

/** Cards that wait for the issuer: to be made or found, or to hear of a change. @returns how many */
export async function workOnCards(app: Working): Promise<number> {
  if (!app.outside.issuer.is_there) return 0;
  const { rows } = await sql<Waiting>`
    (select id, status from cards where status = 'approved' order by asked_issuer_at nulls first, id limit ${AT_ONCE})
    union all
    (
      select id, status
      from cards
      where issuer_card_id is not null
        and issuer_status <> case status when 'active' then 'active' when 'closed' then 'canceled' else 'inactive' end
      limit ${AT_ONCE}
    )
  `.execute(app.db);
  for (const { id, status } of rows) await (status === "approved" ? makeCard(app, id) : tellIssuer(app, id));
  return rows.length;
}
