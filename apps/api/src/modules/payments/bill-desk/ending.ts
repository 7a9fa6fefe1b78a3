/** What two colleagues do: give an unknown bill up, pay a delivered one back, top a float up, and end a claim. */
import { naira, sentence } from "@manilla/contract/formats";
import { type BillProvider, billProviders } from "@manilla/contract/payments/bill-kinds";
import { uuidv7 } from "uuidv7";
import type { Tx } from "../../../db/database.ts";
import { changeRows, findRow, getRow } from "../../../db/row.ts";
import { Conflict, InvalidFields, NotAllowed } from "../../../errors.ts";
import type { ApprovalKind, Context } from "../../../house/app.ts";
import { billerFloats, postClaimCredited, postClaimLost, postBillerFloatToppedUp } from "../../money/books/index.ts";
import { explainLine, factsOfLine, lineExplained, lockUnknown } from "../../money/reconciliation/index.ts";
import { type Papered, besideSlip, requireSlip } from "../../money/slips/index.ts";
import { requestApproval, unlessIn } from "../../platform/approvals/index.ts";
import { actorOf, recordAudit } from "../../platform/audit/index.ts";
import { refuseForeignLinks } from "../../platform/notifications/index.ts";
import { businessDate, changeState } from "../../platform/states/index.ts";
import { type Bill, DESK, giveUp, lockBill, refund } from "../bills/index.ts";
import { billFacts, billMeasures, claimFacts } from "./shown.ts";

const OWN = "Nobody decides about their own money.";
const CHANGED = "This bill has changed since. Look at it again.";

interface Ending {
  bill_id: string;
  user_id: string;
  reason: string;
}
type Named = Pick<Bill, "id" | "user_id" | "reference" | "total_kobo" | "refunded_kobo" | "service_name">;

/** What was paid and not given back, in kobo. */
const leftOf = ({ total_kobo, refunded_kobo }: Pick<Named, "total_kobo" | "refunded_kobo">): bigint =>
  total_kobo - refunded_kobo;

/** The maker's half of ending a bill; its payer reads the reason. @throws InvalidFields for a link to another site */
async function askToEnd(
  tx: Tx,
  context: Context,
  bill: Named,
  kind: string,
  title: string,
  payload: object,
  reason: string,
) {
  const { id, user_id } = bill;
  refuseForeignLinks(context, { title: "", body: reason }, { reason });
  const approval_id = await requestApproval(tx, context, {
    kind,
    title,
    whose: user_id,
    payload: { bill_id: id, user_id, reason, ...payload },
    once: ["bill_id"],
    amount_kobo: leftOf(bill),
    reason,
  });
  await changeRows(tx, "bills", id, { approval_id });
  return approval_id;
}
export const askToGiveUp = (tx: Tx, context: Context, bill: Named, reason: string): Promise<string> =>
  askToEnd(
    tx,
    context,
    bill,
    "give_up_bill",
    `Give up the bill ${bill.reference} of {person}, ${naira(leftOf(bill))}`,
    {},
    reason,
  );
export const askToRefund = (
  tx: Tx,
  context: Context,
  bill: Named,
  body: { fault: Fault; reason: string },
): Promise<string> =>
  askToEnd(
    tx,
    context,
    bill,
    "refund_bill",
    `Refund ${naira(leftOf(bill))} of the bill ${bill.reference} to {person}`,
    { fault: body.fault },
    body.reason,
  );

/** The checker's half begins: the bill, locked, as it was asked about. @throws Conflict, NotAllowed */
async function lockAsked(tx: Tx, context: Context, bill_id: string, status: Bill["status"]): Promise<Bill> {
  const bill = await lockBill(tx, bill_id);
  if (bill?.status !== status) throw new Conflict(CHANGED, "already_decided");
  if (bill.user_id === context.session.user_id) throw new NotAllowed(OWN, "own_money");
  await changeRows(tx, "bills", bill_id, { approval_id: null });
  return bill;
}
const release = async (tx: Tx, _: unknown, { payload }: { payload: Ending }): Promise<void> =>
  changeRows(tx, "bills", payload.bill_id, { approval_id: null });

export const giveUpBill: ApprovalKind<Ending> = {
  permission: DESK,
  over: unlessIn("bills", "bill_id", ["unknown"]),
  release,
  shows: async ({ db }, { payload: { bill_id } }) => ({ facts: await billFacts(db, bill_id) }),
  measures: (tx, _, { payload: { bill_id } }) => billMeasures(tx, bill_id),
  async execute(tx, context, { payload: { bill_id, reason } }) {
    await giveUp(tx, context, await lockAsked(tx, context, bill_id, "unknown"), reason);
    return undefined;
  },
};

type Fault = "provider" | "goodwill";
/** R1. */
export const refundBill: ApprovalKind<Ending & { fault: Fault }> = {
  permission: DESK,
  over: unlessIn("bills", "bill_id", ["delivered"]),
  release,
  shows: async ({ db }, { payload: { bill_id, fault } }) => ({
    facts: [
      { label: "Because", value: fault === "provider" ? "The provider's fault: it is claimed" : "Goodwill: our loss" },
      ...(await billFacts(db, bill_id)),
    ],
  }),
  measures: (tx, _, { payload: { bill_id } }) => billMeasures(tx, bill_id),
  async execute(tx, context, { payload: { bill_id, fault, reason } }) {
    const bill = await lockAsked(tx, context, bill_id, "delivered");
    await refund(tx, context, bill, { fault, amount_kobo: leftOf(bill), reason });
    return undefined;
  },
};

interface ToppedUp {
  provider: BillProvider;
  item_id: string;
  reason: string;
}
/** The maker's half of B5. @throws InvalidFields, Conflict while the same line is before a second person */
export async function askToTopUp(tx: Tx, context: Context, { provider, item_id, reason }: ToppedUp): Promise<string> {
  const line = await lockUnknown(tx, item_id);
  if (!line) throw new InvalidFields({ item_id: ["choose money that left the bank and is not explained"] });
  return requestApproval(tx, context, {
    kind: "top_up_biller",
    title: `${naira(line.amount_kobo)} topped the float at ${billProviders[provider]} up, ${line.reference}`,
    payload: { provider, item_id, reason },
    // By the line alone: it tops up one float, of one provider.
    once: ["item_id"],
    amount_kobo: line.amount_kobo,
    reason,
  });
}
/** The checker's half of B5: posted on the day of the bank, and the line is explained by it. */
export const topUpBiller: ApprovalKind<ToppedUp> = {
  permission: DESK,
  over: lineExplained,
  shows: async ({ db }, { payload: { item_id } }) => ({ facts: await factsOfLine(db, item_id) }),
  measures: async (tx, _, { payload: { provider } }) => [
    { label: `Float at ${billProviders[provider]}`, value: (await billerFloats(tx))[provider] },
  ],
  async execute(tx, context, { id: approval_id, payload: { provider, item_id, reason } }) {
    const line = await lockUnknown(tx, item_id);
    if (!line) throw new Conflict("This line was explained by now.", "already_decided");
    const [transaction_id, actor] = [uuidv7(), actorOf(context)];
    const { amount_kobo, booked_on: on } = line;
    const fact = { id: transaction_id, approval_id, provider, amount_kobo, on, actor: actor.name };
    await postBillerFloatToppedUp(tx, fact);
    await explainLine(tx, line, { transaction_id, actor, reason });
    await recordAudit(tx, context, "biller_topped_up", ["bill provider", provider], { after: { amount_kobo }, reason });
    return undefined;
  },
};

interface ClaimEnd {
  claim_id: string;
  end: "credit" | "lose";
  reason: string;
  slip_id?: string;
}
/** The maker's half of ending a claim. @throws InvalidFields where it is lost without a paper */
export async function askToEndClaim(
  tx: Tx,
  context: Context,
  id: string,
  end: ClaimEnd["end"],
  { reason, slip_id }: Papered,
): Promise<string> {
  const paper = end === "lose" ? await requireSlip(tx, context, { slip_id }) : undefined;
  const claim = await getRow(tx, "bill_claims", id, ["bill_id", "transfer_id", "amount_kobo"]);
  const reference = await referenceOf(tx, claim);
  const approval_id = await requestApproval(tx, context, {
    kind: "end_bill_claim",
    title:
      end === "credit"
        ? `The claim of ${naira(claim.amount_kobo)} about ${reference} was credited`
        : `Write off the claim of ${naira(claim.amount_kobo)} about ${reference}`,
    payload: {
      claim_id: id,
      end,
      reason,
      ...(paper && { slip_id: paper }),
      ...(claim.bill_id ? { bill_id: claim.bill_id } : { transfer_id: claim.transfer_id! }),
    },
    once: ["claim_id"],
    amount_kobo: claim.amount_kobo,
    reason,
  });
  await changeRows(tx, "bill_claims", id, { approval_id });
  return approval_id;
}
/** Of the bill or the transfer that a claim is about. */
async function referenceOf(tx: Tx, claim: { bill_id: string | null; transfer_id: string | null }): Promise<string> {
  const { bill_id, transfer_id } = claim;
  const paid = bill_id
    ? await getRow(tx, "bills", bill_id, ["reference"])
    : await getRow(tx, "transfers", transfer_id!, ["reference"]);
  return paid.reference;
}
/** What a bank gives back is expected on its statement, under the transfer's reference. */
const expectFromBank = (
  tx: Tx,
  { claim_id, reference, amount_kobo, on }: { claim_id: string; reference: string; amount_kobo: bigint; on: string },
) =>
  tx
    .insertInto("reconciliation_items")
    .values({
      id: uuidv7(),
      business_date: on,
      direction: "in",
      subject_type: "bank_claim",
      subject_id: claim_id,
      reference,
      expected_kobo: amount_kobo,
      status: "expected",
      reason: "Waits for the bank's statement.",
    })
    .execute();

export const endBillClaim: ApprovalKind<ClaimEnd> = {
  permission: DESK,
  over: unlessIn("bill_claims", "claim_id", ["open"]),
  shows: async ({ db }, request) => besideSlip(db, request, await claimFacts(db, request.payload.claim_id)),
  measures: async (tx, _, { payload: { claim_id } }) => [
    { label: "State of the claim", value: sentence((await getRow(tx, "bill_claims", claim_id, ["status"])).status) },
  ],
  release: (tx, _, { payload }) => changeRows(tx, "bill_claims", payload.claim_id, { approval_id: null }),
  async execute(tx, context, { payload: { claim_id, end, reason } }) {
    const columns = ["bill_id", "transfer_id", "provider", "amount_kobo", "status"] as const;
    const claim = await findRow(tx, "bill_claims", claim_id, columns, { lock: true });
    if (claim?.status !== "open") throw new Conflict("This claim has ended.", "already_decided");
    const reference = await referenceOf(tx, claim);
    const [on, actor] = [await businessDate(tx), actorOf(context)];
    const { bill_id, transfer_id, amount_kobo } = claim;
    const about = bill_id ? { bill_id } : { transfer_id: transfer_id! };
    const fact = { id: uuidv7(), claim_id, about, reference, amount_kobo, on, actor: actor.name };
    if (end === "credit") await postClaimCredited(tx, { ...fact, provider: claim.provider as BillProvider | null });
    else await postClaimLost(tx, fact);
    if (end === "credit" && claim.provider === null) await expectFromBank(tx, { claim_id, reference, amount_kobo, on });
    await changeState(tx, {
      noun: "billClaim",
      id: claim_id,
      from: "open",
      action: end,
      actor,
      reason,
      business_date: on,
    });
    await changeRows(tx, "bill_claims", claim_id, { approval_id: null, decision_reason: reason });
    await recordAudit(tx, context, "bill_claim_ended", ["bill claim", claim_id], {
      after: { end, amount_kobo },
      reason,
    });
    return undefined;
  },
};
