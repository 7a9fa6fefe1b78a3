import * as calls from "@manilla/contract/payments/bill-desk";
import { sql } from "kysely";
import { clock } from "../../../clock.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, NotFound } from "../../../errors.ts";
import type { Handlers } from "../../../house/app.ts";
import { inOneTransaction } from "../../../house/whole.ts";
import { unknownOutgoing } from "../../money/reconciliation/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { abilitiesIn, actionsOn, lockRow } from "../../platform/states/index.ts";
import { type Bill, askBill, isOpen, lockBill } from "../bills/index.ts";
import {
  askToEndClaim,
  askToGiveUp,
  askToRefund,
  askToTopUp,
  endBillClaim,
  giveUpBill,
  refundBill,
  topUpBiller,
} from "./ending.ts";
import { billList, billOnDesk, claimList, providersShown } from "./queries.ts";
import { deskRules } from "./rules.ts";
import { askToSetTerms, setBillTerms, termsShown } from "./terms.ts";

const billActs = actionsOn<typeof calls, Bill>({
  calls,
  rules: deskRules,
  noun: "bill",
  name: "bill",
  audits: ({ id, user_id }) => ({ subject_type: "bill", subject_id: id, about: user_id }),
  lock: (tx, _, id) => lockBill(tx, id),
  answer: (tx, _, id) => getRow(tx, "bills", id, ["approval_id"]),
});
const lockClaim = lockRow("bill_claims");
type Claim = NonNullable<Awaited<ReturnType<typeof lockClaim>>>;
const claimActs = actionsOn<typeof calls, Claim>({
  calls,
  rules: deskRules,
  noun: "billClaim",
  name: "claim",
  audits: ({ id }) => ({ subject_type: "bill claim", subject_id: id }),
  lock: lockClaim,
  answer: (tx, _, id) => getRow(tx, "bill_claims", id, ["approval_id"]),
});

export const approvals = {
  give_up_bill: giveUpBill,
  refund_bill: refundBill,
  top_up_biller: topUpBiller,
  end_bill_claim: endBillClaim,
  set_bill_terms: setBillTerms,
};

export const handlers: Handlers<typeof calls> = {
  listAll: (context) => billList.scoped(sql`true`, undefined, abilitiesIn(context, calls, deskRules)),
  find: (context, { params }) => billOnDesk(context, params.id),
  async ask(context, { params: { id } }) {
    const bill = await findRow(context.db, "bills", id, ["status"]);
    if (!bill) throw new NotFound("This bill");
    if (!isOpen(bill as Bill)) throw new Conflict("This bill has its answer.", "already_decided");
    await askBill(context, id);
    const { status } = await getRow(context.db, "bills", id, ["status"]);
    return { status: status as Bill["status"] };
  },
  giveUp: billActs(calls.giveUp, {
    does: async (tx, context, bill, { body: { reason } }) => ({
      answer: { approval_id: await askToGiveUp(tx, context, bill, reason) },
    }),
  }),
  refund: billActs(calls.refund, {
    does: async (tx, context, bill, { body }) => ({
      answer: { approval_id: await askToRefund(tx, context, bill, body) },
    }),
  }),
  providers: (context) => providersShown(context),
  async switchProvider(context, { params: { provider }, body }) {
    const { is_on, priority, notice, reason } = body;
    await context.db.transaction().execute(async (tx) => {
      const before = await getRow(tx, "bill_providers", { provider }, ["is_on", "priority"], { lock: true });
      const after = { is_on, priority, notice: is_on ? null : (notice ?? null) };
      const changed = { changed_by: context.session.user_id, changed_at: clock.now() };
      await changeRows(tx, "bill_providers", { provider }, { ...after, ...changed });
      await recordAudit(tx, context, "bill_provider_switched", ["bill provider", provider], { before, after, reason });
    });
    return providersShown(context);
  },
  topUp: inOneTransaction<typeof calls.topUp>(async (tx, context, { params, body }) => ({
    approval_id: await askToTopUp(tx, context, { ...params, ...body }),
  })),
  bankLines: ({ db }) =>
    db
      .transaction()
      .execute(async (tx) => ({ lines: (await unknownOutgoing(tx)).map(({ line_id: _, ...line }) => line) })),
  listTerms: ({ db }) => termsShown(db),
  setTerms: (context, { body }) =>
    context.db.transaction().execute(async (tx) => ({ approval_id: await askToSetTerms(tx, context, body) })),
  listClaims: (context) => claimList.scoped(sql`true`, undefined, abilitiesIn(context, calls, deskRules)),
  creditClaim: claimActs(calls.creditClaim, {
    does: async (tx, context, { id }, { body }) => ({
      answer: { approval_id: await askToEndClaim(tx, context, id, "credit", body) },
    }),
  }),
  loseClaim: claimActs(calls.loseClaim, {
    does: async (tx, context, { id }, { body }) => ({
      answer: { approval_id: await askToEndClaim(tx, context, id, "lose", body) },
    }),
  }),
};
