/** How a payout is worked from its page: what comes next in each state, and all that can be done (design/desk.md, c). */
import { lazy } from "react";
import { selectionOf } from "../../../shared/batch/chosen-rows.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { linkAct, type OtherAct, type RecordDialog, type Work } from "../../../shared/actions/work.tsx";
import { askTheBank } from "../../../shared/loans/ask-the-bank.ts";
import { type Asked, BatchQuestion } from "./batch-questions.tsx";
import { payVerb, stageOf, whatIsKnown, whyNotTakeBack } from "./stages.tsx";

const { disbursements, repayments, books, reconciliation } = calls;
/** What may be done is asked of each call: a payout has no actions of its own. */
export type PayoutDetail = Answer<typeof disbursements.payout>["payout"] & { abilities: Record<string, never> };

/** The payout that decides about its loan: a later one has taken the place of the others. */
const isLatest = ({ id, loan }: PayoutDetail): boolean => loan?.payout?.id === id;
const hasFailed = ({ status }: PayoutDetail): boolean => status === "failed" || status === "reversed";

const batch =
  (what: Asked["what"]): RecordDialog<PayoutDetail> =>
  ({ record: { loan }, onClose }) =>
    loan && <BatchQuestion asked={{ what, selection: selectionOf(loan.id) }} onClose={onClose} />;
const PayOut = batch("disburse");
const TakeBack = batch("take_back");
const EndReturn = lazy(() => import("./end-return-dialog.tsx"));

const acts: readonly OtherAct<PayoutDetail>[] = [
  linkAct(
    "request",
    "Open the request",
    calls.approvals.find,
    ({ approval_id }) => approval_id && `/admin/approvals/${approval_id}`,
  ),
  {
    name: "ask",
    can: disbursements.queryPayout,
    act: (payout) =>
      ["sent", "unknown"].includes(payout.status)
        ? askTheBank(payout, payout.customer.name, payout.amount_kobo)
        : undefined,
  },
  {
    name: "pay",
    can: disbursements.disburseMany,
    act: (payout, show) =>
      payout.loan && isLatest(payout) && hasFailed(payout)
        ? { label: payVerb(payout.loan), run: () => show(PayOut), disabledBecause: payout.loan.why_not ?? undefined }
        : undefined,
  },
  linkAct(
    "refund",
    "Refund again",
    repayments.wallet,
    (payout) =>
      payout.purpose === "credit_refund" && hasFailed(payout) && `/admin/repayments/wallet/${payout.customer.id}`,
  ),
  linkAct("came", "Find it on the bank’s statement", reconciliation.find, ({ status, expected }) => {
    const back = expected.find(({ subject_type }) => subject_type === "payout_return");
    return status === "returning" && back && `/admin/reconciliation/${back.id}`;
  }),
  {
    name: "end",
    can: repayments.endReturn,
    act: (payout, show) =>
      payout.status === "returning" && payout.loan
        ? { label: "It does not come back…", run: () => show(EndReturn) }
        : undefined,
  },
  {
    name: "take_back",
    can: disbursements.undisburseMany,
    act: (payout, show) =>
      payout.loan && isLatest(payout) && whyNotTakeBack(payout.loan) === null
        ? { label: "Take back…", run: () => show(TakeBack) }
        : undefined,
  },
  linkAct(
    "booked",
    "What was booked",
    books.postings,
    ({ id, status }) => ["success", "returning", "reversed"].includes(status) && `/admin/books/payout/${id}`,
  ),
  linkAct("loan", "Open the loan", calls.loans.find, ({ loan }) => loan && `/admin/loans/${loan.id}`),
  linkAct(
    "wallet",
    "Customer’s payments",
    repayments.wallet,
    ({ customer }) => `/admin/repayments/wallet/${customer.id}`,
  ),
];

const nextActs: Partial<Record<ReturnType<typeof stageOf>, readonly string[]>> = {
  awaiting_approval: ["request"],
  on_its_way: ["ask"],
  unknown: ["ask"],
  needs_review: ["take_back", "ask"],
  returning: ["came", "end"],
  failed: ["pay", "refund"],
  reversed: ["pay", "refund"],
};

export const payoutWork: Work<PayoutDetail> = {
  acts: () => acts,
  next: (payout) => {
    const stage = stageOf(payout);
    const says = whatIsKnown({ stage, payout, why_not: payout.loan?.why_not ?? null }).more;
    const isReplaced = payout.loan !== null && !isLatest(payout);
    return isReplaced
      ? { says: `${says} A later payout has taken its place; it is among the attempts.`, acts: [] }
      : { says, acts: nextActs[stage] ?? [] };
  },
};
