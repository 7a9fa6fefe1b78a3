/** What bills cost and give back: dated, changed by two people, never for a day that has begun. */
import type { listTerms, setTerms } from "@manilla/contract/payments/bill-desk";
import { billKinds } from "@manilla/contract/payments/bill-kinds";
import { day, naira, percent } from "@manilla/contract/formats";
import { sql } from "kysely";
import type { z } from "zod";
import { clock } from "../../../clock.ts";
import type { Database, Tx } from "../../../db/database.ts";
import { Conflict, InvalidFields } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { hasPassed, hasBegun as itsDayHasBegun, requestApproval } from "../../platform/approvals/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { businessDate } from "../../platform/states/index.ts";
import { DESK, termsOf } from "../bills/index.ts";

type Terms = z.output<typeof listTerms.response>["terms"][number];
type Wanted = z.output<typeof setTerms.body>;

/** Of each kind what holds now, and what follows. */
export async function termsShown(db: Database): Promise<{ terms: Terms[] }> {
  const { rows } = await sql<Terms>`
    select t.kind, t.valid_from::text as valid_from, t.is_sold, t.fee_kobo, t.commission_bps, t.cashback_bps
    from bill_terms t
    cross join business_calendar c
    where t.valid_from >= (
      select max(n.valid_from) from bill_terms n where n.kind = t.kind and n.valid_from <= c.business_date
    )
    order by t.kind, t.valid_from
  `.execute(db);
  return { terms: rows };
}

/** What changes charges begins on a day to come; what is sold no longer may end today. */
const hasBegun = ({ valid_from, is_sold }: { valid_from: string; is_sold?: boolean | undefined }, today: string) =>
  is_sold === false ? valid_from < today : valid_from <= today;

/** The maker's half. @throws InvalidFields for a day that has begun */
export async function askToSetTerms(tx: Tx, context: Context, wanted: Wanted): Promise<string> {
  if (hasBegun(wanted, await businessDate(tx)))
    throw new InvalidFields({ valid_from: ["this field has to be a day to come"] });
  const { reason, fee_kobo, ...others } = wanted;
  const is_sold = wanted.is_sold ?? (await termsOf(tx, wanted.kind, wanted.valid_from)).is_sold;
  const terms = { ...others, is_sold };
  return requestApproval(tx, context, {
    kind: "set_bill_terms",
    title: `${billKinds[wanted.kind]} ${is_sold ? "" : "no longer sold "}from ${day(wanted.valid_from)}: fee ${naira(fee_kobo)}, cashback ${percent(wanted.cashback_bps / 100)}`,
    payload: { ...terms, fee_kobo: String(fee_kobo), reason },
    once: ["kind", "valid_from"],
    reason,
  });
}

/** The checker's half. */
export const setBillTerms: ApprovalKind<Omit<Wanted, "fee_kobo"> & { fee_kobo: string }> = {
  permission: DESK,
  over: sql`${hasPassed} or ${itsDayHasBegun} and (a.payload ->> 'is_sold')::boolean`,
  shows: async (_, { payload }) => ({
    facts: [
      { label: "Sold", value: payload.is_sold ? "Yes" : "No" },
      { label: "Commission", value: percent(payload.commission_bps / 100) },
      { label: "Cashback", value: percent(payload.cashback_bps / 100) },
      { label: "Fee", value: naira(BigInt(payload.fee_kobo)) },
    ],
  }),
  async measures(tx, _, { payload: { kind, valid_from } }) {
    const terms = await termsOf(tx, kind, valid_from);
    return [
      { label: "Sold", value: terms.is_sold ? "Yes" : "No" },
      { label: "Fee", value: terms.fee_kobo },
      { label: "Commission", value: percent(terms.commission_bps / 100) },
      { label: "Cashback", value: percent(terms.cashback_bps / 100) },
    ];
  },
  async execute(tx, context, { payload: { reason, fee_kobo, ...terms } }) {
    if (hasBegun(terms, await businessDate(tx)))
      throw new Conflict("This day has begun. Ask for a later one.", "already_decided");
    const is_sold = terms.is_sold ?? true;
    const set = {
      is_sold,
      fee_kobo: BigInt(fee_kobo),
      commission_bps: terms.commission_bps,
      cashback_bps: terms.cashback_bps,
    };
    const by = { set_by: context.session.user_id, set_at: clock.now() };
    await tx
      .insertInto("bill_terms")
      .values({ ...terms, ...set, ...by })
      .onConflict((conflict) => conflict.columns(["kind", "valid_from"]).doUpdateSet({ ...set, ...by }))
      .execute();
    await recordAudit(tx, context, "bill_terms_set", ["bill terms", terms.kind], {
      after: { ...terms, fee_kobo },
      reason,
    });
    return undefined;
  },
};
