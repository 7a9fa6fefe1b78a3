/** How a loan is worked from its page: what comes next in each state, and all that can be done (design/desk.md, c). */
import { counted, day, naira } from "@manilla/contract/formats";
import { lazy } from "react";
import { calls } from "../../../shared/api/calls.gen.ts";
import { linkAct, type OtherAct, type RecordDialog, type Work } from "../../../shared/actions/work.tsx";
import { isPossible, whyNot } from "../../../shared/actions/facts.ts";
import { askTheBank } from "../../../shared/loans/ask-the-bank.ts";
import { type Receiving, receivingDialogs } from "../../../shared/loans/receiving/dialogs.ts";
import { lossOf } from "../../../shared/loans/receiving/loss.ts";
import { type Receivable, whyNotPayable } from "../../../shared/loans/receiving/receivable.ts";
import { ContactDialog } from "../../../shared/people/contact-dialog.tsx";
import type { Loan } from "./loan-parts.tsx";

const loans = calls.loans;
const repayments = calls.repayments;
const disbursements = calls.disbursements;
type Act = OtherAct<Loan>;
type Dialog = RecordDialog<Loan>;

/** One of the two approvals is offered: as usual, or against the rules. */
const isAgainst = ({ rules, principal_kobo }: Loan): boolean =>
  rules !== null && (rules.outcome !== "approved" || principal_kobo > rules.limit_kobo);
const isLost = ({ status }: Loan): boolean => status === "charged_off" || status === "written_off";

/** The instalment on which money is received: the oldest that is open; of a lost loan any, because its claim is met as one. */
function openRow(loan: Loan): Receivable | undefined {
  const row = loan.schedule.find((one) => whyNotPayable(one) === null) ?? (isLost(loan) ? loan.schedule[0] : undefined);
  return row && received(loan, row);
}
const received = (loan: Loan, row: Loan["schedule"][number]): Receivable => ({
  ...row,
  customer: loan.customer,
  loan: { id: loan.id, reference: loan.reference, status: loan.status },
});
/** The oldest open instalment that asks a penalty or a fee. */
const chargedRow = (loan: Loan): Receivable | undefined => {
  const row = loan.schedule.find(
    (one) => !whyNotPayable(one) && one.status !== "scheduled" && one.penalty_kobo + one.fees_kobo > 0,
  );
  return row && received(loan, row);
};

/** A dialog about an instalment, asked of the loan. */
const instalmentDialogs = Object.fromEntries(
  Object.entries(receivingDialogs).map(([name, Asking]): [string, Dialog] => [
    name,
    ({ record, onClose }) => {
      const row = name === "waive" ? chargedRow(record) : openRow(record);
      return row && <Asking row={row} onClose={onClose} />;
    },
  ]),
) as Record<Receiving, Dialog>;

const Contact: Dialog = ({ record, onClose }) => (
  <ContactDialog userId={record.customer.id} name={record.customer.name} onClose={onClose} />
);
const Modify = lazy(() => import("./modify-dialog.tsx"));
const Reschedule = lazy(() => import("./reschedule-dialog.tsx"));
const Reimburse = lazy(() => import("./reimburse-dialog.tsx"));

const dialogAct = (
  name: string,
  label: string,
  can: Act["can"],
  dialog: Dialog,
  when: (loan: Loan) => unknown = () => true,
): Act => ({
  name,
  ...(can && { can }),
  act: (loan, show) => (when(loan) ? { label, run: () => show(dialog) } : undefined),
});
/** An action with a dialog of its own. */
const formAct = (label: string, of: Parameters<typeof isPossible>[0], dialog: Dialog): Act => ({
  name: of.action.name,
  act: (loan, show) =>
    isPossible(of, loan) ? { label, run: () => show(dialog), disabledBecause: whyNot(of, loan) } : undefined,
});
/** A payout that was sent and came to nothing; one that a person declined was never sent. */
const isAgain = (payout: Loan["payout"]): boolean =>
  payout !== null && payout.sent_at !== null && ["failed", "reversed"].includes(payout.status);
const canReceive = (loan: Loan): boolean => openRow(loan) !== undefined && loan.disbursed_on !== null;
const others: readonly Act[] = [
  dialogAct("receive", "Receive a payment…", repayments.payFraction, instalmentDialogs.part, canReceive),
  dialogAct("settle", "Settle…", repayments.settle, instalmentDialogs.settle, canReceive),
  dialogAct(
    "earlier",
    "Record money of an earlier day…",
    repayments.backDate,
    instalmentDialogs.earlier,
    (loan) => canReceive(loan) && !isLost(loan),
  ),
  {
    name: "card",
    can: repayments.partialDebit,
    act: (loan, show) =>
      canReceive(loan) && !isLost(loan)
        ? {
            label: "Try the card…",
            run: () => show(instalmentDialogs.card),
            disabledBecause: !loan.has_card
              ? "No card is kept for this customer."
              : openRow(loan)?.status === "scheduled"
                ? "Nothing is due today: the card is tried by itself on the due date."
                : undefined,
          }
        : undefined,
  },
  dialogAct("contact", "Log a contact or promise…", calls.assignments.markAsContacted, Contact),
  dialogAct("waive", "Waive a charge…", repayments.waive, instalmentDialogs.waive, chargedRow),
  {
    name: "reschedule",
    can: repayments.reschedule,
    act: (loan, show) =>
      loan.disbursed_on !== null && ["running", "past_due", "stop_requested"].includes(loan.status)
        ? {
            label: "Reschedule…",
            run: () => show(Reschedule),
            disabledBecause:
              loan.status === "stop_requested"
                ? "A stop was requested for this loan."
                : loan.missing
                  ? `Missing: ${loan.missing}.`
                  : undefined,
          }
        : undefined,
  },
  {
    name: "pay_out",
    can: disbursements.disburseMany,
    // Asked there, where the account and its name enquiry are at hand.
    act: ({ status, reference, payout }) =>
      status === "accepted"
        ? {
            label: isAgain(payout) ? "Pay again…" : "Pay out…",
            to: `/admin/disbursement/personal/loans?search=${encodeURIComponent(reference)}&pay=1`,
          }
        : undefined,
  },
  linkAct(
    "bureau",
    "Ask the credit bureaus",
    calls.underwriting.verifications,
    ({ missing, customer }) => missing && `/admin/users/${customer.id}?tab=bureau`,
  ),
  linkAct(
    "request",
    "Open the request",
    calls.approvals.find,
    ({ payout }) =>
      payout?.status === "awaiting_approval" && payout.approval_id && `/admin/approvals/${payout.approval_id}`,
  ),
  {
    name: "payout",
    can: disbursements.queryPayout,
    act: ({ payout, customer, received_kobo }) =>
      payout && ["sent", "unknown"].includes(payout.status)
        ? askTheBank(payout, customer.name, received_kobo)
        : undefined,
  },
  linkAct(
    "payout_page",
    "Open the payout",
    disbursements.payout,
    ({ payout }) => payout && `/admin/payments/${payout.id}`,
  ),
  linkAct(
    "wallet",
    "Customer's payments",
    repayments.wallet,
    ({ customer, disbursed_on }) => disbursed_on && `/admin/repayments/wallet/${customer.id}`,
  ),
  linkAct(
    "instalments",
    "In the list of repayments",
    repayments.listAll,
    ({ id, disbursed_on }) => disbursed_on && `/admin/repayments?f.loan_id=${id}`,
  ),
];
const lossActs: readonly Act[] = [
  {
    name: "charge_off",
    can: repayments.chargeOff,
    act: (loan) => (loan.status === "past_due" ? lossOf(loan, "off") : undefined),
  },
  {
    name: "write_off",
    can: repayments.writeOff,
    act: (loan) => (["past_due", "charged_off"].includes(loan.status) ? lossOf(loan, "loss") : undefined),
  },
];

const promised = ({ promise }: Loan): string => {
  if (!promise) return "";
  const sum = promise.promised_kobo ? ` of ${naira(promise.promised_kobo)}` : "";
  return promise.is_past
    ? ` The promise${sum} for ${day(promise.promised_on)} has passed.`
    : ` Promised${sum} for ${day(promise.promised_on)}.`;
};

/** What comes next, whose turn it is, and the acts that do it. */
function nextOf(loan: Loan): { says: string; acts: readonly string[] } {
  const unpaid = loan.schedule.find(({ outstanding_kobo }) => outstanding_kobo > 0);
  switch (loan.status) {
    case "requested":
    case "pre_approved":
      if (!loan.officer_verified_at)
        return { says: "Risk verifies this request next, as the credit officer.", acts: ["officers_verify"] };
      if (!loan.operations_verified_at)
        return { says: "Operations verifies this request next.", acts: ["operations_verify"] };
      if (loan.missing)
        return { says: `Missing: ${loan.missing}. The automatic checks ask the bureaus.`, acts: ["bureau"] };
      return isAgainst(loan)
        ? {
            says: "The rules do not approve it. A colleague in risk who did not verify it decides next.",
            acts: ["approve_against_rules"],
          }
        : {
            says: "Both have verified it. A colleague in risk who did not verify it approves it next.",
            acts: ["approve"],
          };
    case "approved":
    case "offered":
      return {
        says: `The customer answers the offer${loan.offer_expires_on ? ` by ${day(loan.offer_expires_on)}` : ""}. Support may remind them.`,
        acts: ["contact"],
      };
    case "accepted":
      if (loan.payout?.status === "returning")
        return { says: "The payout is on its way back; the bank's statement shows it first.", acts: ["payout_page"] };
      return {
        says: isAgain(loan.payout)
          ? "The payout failed or came back. Finance asks for it again."
          : "The offer is accepted. Finance asks for the payout next.",
        acts: ["pay_out"],
      };
    case "disbursing":
      return loan.payout?.status === "awaiting_approval"
        ? { says: "The payout waits for a second person. Nothing has been sent.", acts: ["request"] }
        : { says: "The payout is on its way. We ask the bank until it answers.", acts: ["payout"] };
    case "running":
    case "stop_requested":
      return {
        says: unpaid
          ? `${naira(unpaid.outstanding_kobo)} falls due on ${day(unpaid.due_on)}${loan.has_card ? "; the card is debited by itself." : "; finance receives it."}${promised(loan)}`
          : "Nothing is owed on it.",
        acts: ["receive", "contact"],
      };
    case "past_due":
      return {
        says:
          loan.overdue_kobo === 0
            ? `Nothing is overdue. It was rescheduled and keeps its class until it has performed for 90 days.${promised(loan)}`
            : `${naira(loan.overdue_kobo)} is ${counted(loan.days_past_due, "day")} past due: support and risk call, finance receives.${promised(loan)}`,
        acts: ["receive", "contact"],
      };
    case "charged_off":
      return {
        says: loan.recovered_on
          ? "Its claim is met. Nothing more is owed."
          : `Charged off. ${naira(loan.claim_kobo - loan.recovered_kobo)} of the claim is left; finance records what is recovered.`,
        acts: loan.recovered_on ? [] : ["receive", "contact"],
      };
    case "settled":
    case "reimbursed":
      return { says: "It is paid back. Its letter of no indebtedness is in the tab Offer.", acts: [] };
    default:
      return { says: "This loan has ended. Nothing comes next.", acts: [] };
  }
}

export const loanWork: Work<Loan> = {
  acts: (loan) => [
    isAgainst(loan) ? loans.approveAgainstRules : loans.approve,
    loans.officersVerify,
    loans.operationsVerify,
    ...others,
    formAct("Change the terms…", loans.modify, Modify),
    formAct("Mark reimbursed…", loans.markAsReimbursed, Reimburse),
    loans.requestStop,
    loans.decline,
    ...lossActs,
  ],
  beside: ["decline", "contact"],
  next: nextOf,
};
