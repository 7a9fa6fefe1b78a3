import * as calls from "@manilla/contract/money/charges";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context, Handlers } from "../../../house/app.ts";
import { defineList } from "../../../db/list.ts";
import { getRow } from "../../../db/row.ts";
import { NotFound } from "../../../errors.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { askCharge, createCharge, findCharge } from "./charges.ts";
import { openPage } from "./hosted.ts";
import { CARD_COLUMNS, cardsOf, makeDefault, removeCard } from "./saved-cards.ts";

const cardList = defineList(calls.listAll, {
  from: "repayment_cards c join users u on u.id = c.user_id",
  select: `
    ${CARD_COLUMNS}, c.removed_at, json_build_object('id', u.id, 'name', u.full_name) as customer,
    (select x.failure from charges x where x.card_id = c.id order by x.created_at desc limit 1) as last_failure
  `,
  id: "c.id",
  columns: { user_id: "c.user_id", is_removed: "(c.removed_at is not null)" },
  search: ["u.search_text", "c.last4"],
});

const CHARGE_FROM = "charges x join users u on u.id = x.user_id left join loans l on l.id = x.loan_id";
const CHARGE_SELECT = `
  x.id, x.reference, x.kind, x.status,
  json_build_object('id', u.id, 'name', u.full_name) as customer,
  case when l.id is not null then json_build_object('id', l.id, 'reference', l.reference) end as loan, x.amount_kobo,
  x.received_kobo, x.failure, x.asked_times, x.needs_review_at, x.receipt_id, x.created_at, x.settled_at
`;
const chargeList = defineList(calls.listCharges, {
  from: CHARGE_FROM,
  select: CHARGE_SELECT,
  id: "x.id",
  columns: {
    user_id: "x.user_id",
    loan_id: "x.loan_id",
    needs_review: "(x.needs_review_at is not null)",
    business_date: "x.business_date",
    failure: "x.failure",
  },
  search: ["folded(x.reference)", "u.search_text"],
});

/** The charge that proves a new card, in kobo, as the provider configured it. */
async function setUpAmount({ db }: Context): Promise<bigint> {
  const row = await getRow(db, "configuration", { key: "card_setup_kobo" }, ["value"]);
  return BigInt(String(row.value));
}

export const handlers: Handlers<typeof calls> = {
  listAll: cardList,
  listCharges: chargeList,

  async queryCharge(context, { params }) {
    const charge = await askCharge(context, params.id);
    if (!charge) throw new NotFound("This charge");
    const { rows } = await sql<
      z.output<typeof calls.chargeRow>
    >`select ${sql.raw(CHARGE_SELECT)} from ${sql.raw(CHARGE_FROM)} where x.id = ${params.id}`.execute(context.db);
    if (!rows[0]) throw new NotFound("This charge");
    return { charge: rows[0] };
  },

  async listOwn({ db, session }, { params }) {
    if (params.id !== session.user_id) throw new NotFound("This person");
    return { cards: await cardsOf(db, session.user_id) };
  },

  async setUp(context) {
    const { user_id } = context.session;
    const amount_kobo = await setUpAmount(context);
    const { charge } = await context.db
      .transaction()
      .execute((tx) =>
        createCharge(context, tx, {
          user_id,
          kind: "card_setup",
          amount_kobo,
          requested_by: user_id,
          request_key: `card-setup:${user_id}:${context.idempotency_key ?? ""}`,
        }),
      );
    return {
      charge_id: charge.id,
      reference: charge.reference,
      amount_kobo: charge.amount_kobo,
      authorization_url: await openPage(context, charge, `/customer/repayment-cards?charge=${charge.id}`),
    };
  },

  async confirmSetUp(context, { params }) {
    const charge = await findCharge(context.db, params.id);
    if (!charge || charge.user_id !== context.session.user_id || charge.kind !== "card_setup")
      throw new NotFound("This card setup");
    const after = (await askCharge(context, charge.id)) ?? charge;
    const [card] =
      after.status === "success"
        ? await sql<{ id: string }>`
            select id
            from repayment_cards
            where user_id = ${charge.user_id} and removed_at is null
            order by created_at desc
            limit 1
          `
            .execute(context.db)
            .then(({ rows }) => rows)
        : [];
    const cards = card ? await cardsOf(context.db, charge.user_id) : [];
    if (after.status === "success")
      return {
        status: "success",
        message: card
          ? "Your card was added. The small charge is held as your credit."
          : "The payment was received, but this card cannot be debited again. Please use another.",
        card: cards.find(({ id }) => id === card?.id) ?? null,
      };
    if (["failed", "abandoned"].includes(after.status))
      return { status: "failed", message: after.failure ?? "The card was not added.", card: null };
    return { status: "pending", message: "The card page has not been finished yet.", card: null };
  },

  makeDefault: (context, { params }) =>
    context.once(async (tx) => {
      await makeDefault(tx, context.session.user_id, params.id);
      await recordAudit(tx, context, "repayment_card_made_default", ["repayment_card", params.id]);
      return { cards: await cardsOf(tx, context.session.user_id) };
    }),

  remove: (context, { params }) =>
    context.once(async (tx) => {
      await removeCard(tx, context.session.user_id, params.id);
      await recordAudit(tx, context, "repayment_card_removed", ["repayment_card", params.id]);
      return { cards: await cardsOf(tx, context.session.user_id) };
    }),
};
