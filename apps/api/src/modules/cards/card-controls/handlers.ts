import type { Controls } from "@manilla/contract/cards/card-control-kinds";
import * as calls from "@manilla/contract/cards/card-controls";
import type { LimitPeriod } from "@manilla/contract/cards/decline-reasons";
import type { Input } from "@manilla/contract/endpoint";
import { isoDay } from "@manilla/contract/formats";
import { addDays } from "@manilla/credit";
import { sql } from "kysely";
import { uuidv7 } from "uuidv7";
import { clock } from "../../../clock.ts";
import type { Tx } from "../../../db/database.ts";
import { findRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed, NotFound } from "../../../errors.ts";
import type { Context, Handlers } from "../../../house/app.ts";
import { rolesWith } from "../../../house/roles.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { notifyCompany } from "../../platform/notifications/index.ts";
import { actionsOn, lockRow, recordBeginning } from "../../platform/states/index.ts";
import { asked, decided } from "./messages.ts";
import { type Controlled, controllerOf, findControlled, findRaise, raises, setOf, shownOf } from "./queries.ts";
import { loosened, raiseRules } from "./rules.ts";

type Body = Input<typeof calls.set>["body"];
type Asked = Input<typeof calls.askRaise>["body"];

const controlsIn = (body: Body): Controls => {
  const { per_authorisation_kobo, day_kobo, week_kobo, month_kobo, year_kobo, all_time_kobo, ...set } = body;
  const limits = {
    per_authorisation: per_authorisation_kobo,
    day: day_kobo,
    week: week_kobo,
    month: month_kobo,
    year: year_kobo,
    all_time: all_time_kobo,
  };
  return { ...set, limits };
};

/** Keeps the controls that one of them sets. */
async function keep(tx: Tx, context: Context, card: Controlled, by: "company" | "holder", body: Body): Promise<void> {
  const values = { ...body, set_by: context.session.user_id, set_at: clock.now() };
  // A card that is on its way to take its place is what this one is when it comes.
  const { rows: coming } = await sql<{ id: string }>`
    select id from cards
    where replacement_for = ${card.id} and activated_at is null and status not in ('declined', 'closed')
  `.execute(tx);
  await tx
    .insertInto("card_controls")
    .values([card, ...coming].map(({ id: card_id }) => ({ ...values, card_id, by })))
    .onConflict((conflict) => conflict.columns(["card_id", "by"]).doUpdateSet(values))
    .execute();
}

/** Nobody loosens what holds for a company's card that they hold themselves. @throws NotAllowed, Conflict, InvalidFields, NotFound */
async function setControls(tx: Tx, context: Context, id: string, body: Body) {
  const card = await findControlled(tx, context, id, true);
  const by = controllerOf(context, card);
  if (!by) throw new NotAllowed("Who owns the card, and its holder, set its controls.", "not_yours");
  if (card.status === "closed") throw new Conflict("This card is closed.", "already_decided");
  const before = await setOf(tx, id, by);
  const looser = loosened(before, controlsIn(body));
  if (by === "company" && card.user_id === context.session.user_id && looser)
    throw new InvalidFields({ [looser]: ["somebody else of your company loosens what holds for a card of your own"] });
  if (by === "holder" && card.company_id) {
    const wider = loosened(await setOf(tx, id, "company"), controlsIn(body));
    const isSet = wider && JSON.stringify(body[wider as keyof Body], asText) !== JSON.stringify(emptyOf(wider), asText);
    if (isSet) throw new InvalidFields({ [wider]: ["your company allows less: you can only make it tighter"] });
  }
  await keep(tx, context, card, by, body);
  const inWords = (controls: Controls) => JSON.parse(JSON.stringify(controls, asText)) as Record<string, unknown>;
  const change = { before: inWords(before), after: inWords(controlsIn(body)) };
  await recordAudit(tx, context, "card_controls_set", ["card", id], change);
  return shownOf(tx, context, card);
}
const asText = (_key: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
/** What a control is that somebody has not set. */
const emptyOf = (field: string): unknown =>
  field === "tips_percent" ? 0 : /_kobo$|_count$|_hour$/.test(field) ? null : [];

const RAISE_DAYS = 92;

/** A holder asks for more. @throws Conflict, InvalidFields, NotFound */
async function askRaise(tx: Tx, context: Context, card_id: string, body: Asked) {
  const card = await findControlled(tx, context, card_id, true);
  const { user_id, name, last_name } = context.session;
  if (card.user_id !== user_id) throw new NotFound("This card");
  const { company_id } = card;
  if (!company_id) throw new Conflict("This card is yours: change its controls.", "own_card");
  if (card.status !== "active" && card.status !== "frozen")
    throw new Conflict("The card is not in use.", "already_decided");
  const today = isoDay(clock.now());
  if (body.ends_on < today || body.ends_on > addDays(today, RAISE_DAYS))
    throw new InvalidFields({ ends_on: [`choose a day from today until ${RAISE_DAYS} days later`] });
  const { limits } = await setOf(tx, card_id, "company");
  if (limits[body.period] === null) throw new InvalidFields({ period: ["your company has set no such limit"] });
  await requireOwnPayment(tx, card_id, body.authorisation_id);
  const id = uuidv7();
  const { authorisation_id = null, ...values } = body;
  const added = await tx
    .insertInto("card_raises")
    .values({ ...values, id, card_id, user_id, company_id, authorisation_id, status: "asked", created_at: clock.now() })
    // A constant: with a parameter a generic plan cannot match the partial index.
    .onConflict((conflict) =>
      conflict.columns(["card_id", "period"]).where("status", "=", sql.lit("asked")).doNothing(),
    )
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows !== 1n)
    throw new Conflict("You have asked for more of this limit already.", "already_asked");
  await recordBeginning(tx, "cardRaise", id, "asked", actorOf(context));
  await recordAudit(tx, context, "card_raise_asked", ["card", card_id], {
    after: { ...values, amount_kobo: String(values.amount_kobo) },
  });
  const note = { ...asked({ ...body, id }, `${name} ${last_name}`), except: user_id };
  const permission = "company:can_request_cards";
  await notifyCompany(tx, { company_id, permission, roles: await rolesWith(tx, permission) }, note);
  return { raise: await findRaise(tx, context, id) };
}

/** @throws InvalidFields where the payment is not one of this card */
async function requireOwnPayment(tx: Tx, card_id: string, id: string | undefined): Promise<void> {
  if (id && !(await findRow(tx, "card_authorisations", { id, card_id }, ["id"])))
    throw new InvalidFields({ authorisation_id: ["choose a payment of this card"] });
}

interface Locked {
  id: string;
  status: string;
  version: number;
  user_id: string;
  card_id: string;
  period: string;
  amount_kobo: bigint;
  ends_on: string;
}
const lock: (tx: Tx, context: Context, id: string) => Promise<Locked | undefined> = lockRow(
  "card_raises",
  ({ session }) =>
    session.permissions.has("company:can_view_cards")
      ? sql`(user_id = ${session.user_id} or company_id = ${session.company_id})`
      : sql`user_id = ${session.user_id}`,
);
const act = actionsOn({
  calls,
  rules: raiseRules,
  noun: "cardRaise",
  name: "request",
  keeps_decision: true,
  lock,
  answer: async (tx: Tx, context: Context, id: string) => ({ raise: await findRaise(tx, context, id) }),
});
const told =
  (isGranted: boolean) =>
  (row: Locked, { body }: { body: { reason?: string | undefined } }) =>
    decided({ ...row, period: row.period as LimitPeriod }, isGranted, body.reason ?? null);

export const handlers: Handlers<typeof calls> = {
  find: async (context, { params: { id } }) =>
    shownOf(context.db, context, await findControlled(context.db, context, id)),
  set: (context, { params: { id }, body }) => context.once((tx) => setControls(tx, context, id, body)),
  raises,
  askRaise: (context, { params: { id }, body }) => context.once((tx) => askRaise(tx, context, id, body)),
  grantRaise: act(calls.grantRaise, { audit: "card_raise_granted", tells: told(true) }),
  declineRaise: act(calls.declineRaise, { audit: "card_raise_declined", tells: told(false) }),
  withdrawRaise: act(calls.withdrawRaise, { audit: "card_raise_withdrawn" }),
};
