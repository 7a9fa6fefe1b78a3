/** How a payout is worked from its page: what comes next in each state, and all that can be done (design/desk.md, c). */
import { fullStop } from "@manilla/contract/formats";
import { lazy } from "react";
import { selectionWhere } from "../../../shared/batch/chosen-rows.ts";
import { calls } from "../../../shared/api/calls.gen.ts";
import type { Answer } from "../../../shared/api/call.ts";
import { linkAct, type OtherAct, type RecordDialog, type Work } from "../../../shared/actions/work.tsx";
import { askTheBank } from "../../../shared/loans/ask-the-bank.ts";
import { type Asked, BatchQuestion } from "./batch-questions.tsx";
import { payVerb, stageOf, takeBackVerb, whatIsKnown, whyNotTakeBack } from "./stages.tsx";

const disbursements = calls.disbursements;
const repayments = calls.repayments;
const books = calls.books;
const reconciliation = calls.reconciliation;
const cashTransactions = calls.cashTransactions;
/** What may be done is asked of each call: a payout has no actions of its own. */
export type PayoutDetail = Answer<typeof disbursements.payout>["payout"] & { abilities: Record<string, never> };

/** The payout that decides about its loan: a later one has taken the place of the others. */
const isLatest = ({ id, loan }: PayoutDetail): boolean => loan?.payout?.id === id;
const hasFailed = ({ status }: PayoutDetail): boolean => status === "failed" || status === "reversed";

/** What the bank's statement must show of its return. */
const returnOf = ({ expected }: PayoutDetail): PayoutDetail["expected"][number] | undefined =>
  expected.find(({ subject_type }) => subject_type === "payout_return");
/** One request at a time is before the second person. */
const whyWait = ({ pending }: PayoutDetail): string | undefined =>
  pending ? "A request about it is before a second person already." : undefined;

const batch =
  (what: Asked["what"]): RecordDialog<PayoutDetail> =>
  ({ record: { loan }, onClose }) =>
    loan && <BatchQuestion asked={{ what, selection: selectionWhere({ search: loan.reference }) }} onClose={onClose} />;
const PayOut = batch("disburse");
const TakeBack = batch("take_back");
const EndReturn = lazy(() => import("./end-return-dialog.tsx"));

const acts: readonly OtherAct<PayoutDetail>[] = [
  linkAct(
    "pending",
    "Open the pending request",
    calls.approvals.find,
    ({ pending }) => pending && `/admin/approvals/${pending.id}`,
  ),
  linkAct(
    "request",
    "Open its request",
    calls.approvals.find,
    ({ approval_id }) => approval_id && `/admin/approvals/${approval_id}`,
  ),
  linkAct(
    "decide",
    "Decide under Cash Transactions",
    cashTransactions.approve,
    ({ purpose, status, customer }) =>
      purpose === "cash_withdrawal" &&
      ["awaiting_approval", "unknown"].includes(status) &&
      `/admin/cash/transactions?f.user_id=${customer.id}&f.status=${status}`,
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
  {
    name: "refund",
    can: repayments.wallet,
    act: (payout) => {
      const isUnsent = stageOf(payout) === "needs_review";
      const isRefund = payout.purpose === "credit_refund";
      return payout.purpose !== "loan_disbursement" && (isUnsent || (isRefund && hasFailed(payout)))
        ? { label: isUnsent ? "Give it up…" : "Refund again", to: `/admin/repayments/wallet/${payout.customer.id}` }
        : undefined;
    },
  },
  {
    name: "give_up",
    can: repayments.giveUpRefund,
    act: (payout) =>
      payout.purpose === "expense_request" && stageOf(payout) === "needs_review"
        ? {
            label: "Give it up…",
            call: repayments.giveUpRefund,
            input: { params: { id: payout.id } },
            done: "Requested. A second person decides; nothing has changed yet.",
            confirm: {
              title: "Ask to give this payment up?",
              body: "Look for it on the bank’s statement first. When a second person agrees, the company’s wallet has the money again.",
              facts: [
                { label: "To", value: payout.customer.name },
                { label: "Amount", kobo: payout.amount_kobo },
              ],
              reason: "required",
              yes: "Ask to give it up",
              style: "danger",
            },
          }
        : undefined,
  },
  linkAct("came", "Find it on the bank’s statement", reconciliation.find, (payout) => {
    const back = returnOf(payout);
    return payout.status === "returning" && back && `/admin/reconciliation/${back.id}`;
  }),
  {
    name: "end",
    can: repayments.endReturn,
    act: (payout, show) =>
      payout.status === "returning" && payout.loan
        ? { label: "It does not come back…", run: () => show(EndReturn), disabledBecause: whyWait(payout) }
        : undefined,
  },
  {
    name: "take_back",
    can: disbursements.undisburseMany,
    act: (payout, show) =>
      payout.loan && isLatest(payout) && whyNotTakeBack(payout.loan) === null
        ? { label: takeBackVerb(payout.loan), run: () => show(TakeBack), disabledBecause: whyWait(payout) }
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
  awaiting_approval: ["request", "decide"],
  on_its_way: ["ask"],
  unknown: ["ask"],
  needs_review: ["take_back", "refund", "give_up", "ask"],
  returning: ["came", "end"],
  failed: ["pay", "refund"],
  reversed: ["pay", "refund"],
};

const AGAIN: Record<PayoutDetail["purpose"], string> = {
  loan_disbursement: "The loan can be paid out again.",
  credit_refund: "It can be refunded again.",
  expense_request: "The company’s wallet has it again, and the company can pay once more.",
  cash_withdrawal: "The person’s cash wallet has it again.",
  transfer: "The wallet that sent it has it again, with its charges.",
  partner_repayment: "It is due to the partner again.",
  inbound_return: "It is held again, and can be sent back once more.",
};

/** Where the money is, as far as it is known, in whole sentences. */
function saysOf(payout: PayoutDetail): string {
  const stage = stageOf(payout);
  const why_not = payout.loan?.why_not ?? null;
  const again = why_not ?? AGAIN[payout.purpose];
  if (stage === "returning")
    return "It is on its way back: reconciliation waits for it on the bank’s statement. If the borrower kept it, or it is lost, two persons say so under “It does not come back…”.";
  if (stage === "reversed")
    return `${returnOf(payout)?.status === "void" ? "It did not come back, and was booked as lost." : "The money came back."} ${again}`;
  const says = whatIsKnown({ stage, payout, why_not }).more;
  return fullStop(says);
}

export const payoutWork: Work<PayoutDetail> = {
  acts: () => acts,
  next: (payout) => {
    const says = saysOf(payout);
    if (payout.loan !== null && !isLatest(payout))
      return { says: `${says} A later payout has taken its place; it is among the attempts.`, acts: [] };
    if (payout.pending)
      return { says: `${says} A second person decides: “${payout.pending.title}”.`, acts: ["pending"] };
    return { says, acts: nextActs[stageOf(payout)] ?? [] };
  },
};
