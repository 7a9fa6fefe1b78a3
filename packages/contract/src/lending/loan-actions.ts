/** What is done to a loan: by the provider's staff (C081 to C087), and the answer to its offer (C289, C290). */
import { evidence } from "../money/slips.ts";
import { z } from "zod";
import { abilities, action } from "../action.ts";
import { idParams, patch, post, put } from "../endpoint.ts";
import { positiveKobo } from "../money.ts";
import { loanStates } from "./loan-states.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reason } from "../reasons.ts";
import { employeeLoanRow, loanDetail } from "./loan-rows.ts";
import { slipReference } from "./repayment-rows.ts";

const decided = z.object({ loan: loanDetail });
const versioned = z.strictObject({ reason: reason.optional(), version: z.int().optional() });
const BEFORE_OFFER = ["requested", "pre_approved"] as const;
const shows = ["customer", "principal_kobo", "instalment_count", "received_kobo", "repaid_kobo"];
const own_loan = { status: 403, words: "Nobody decides about their own loan." } as const;
const officer_mark_missing = { status: 403, words: "The credit officer has not verified it yet." } as const;
const operations_mark_missing = { status: 403, words: "Operations has not verified it yet." } as const;
const reports_missing = {
  status: 409,
  words: "Its product asks for more reports of credit bureaus: run the automatic checks first.",
} as const;
const not_seen = {
  status: 403,
  words: "Only those who see the loans of the company decide about them.",
  is_hidden: true,
} as const;
const gave_a_mark = {
  status: 403,
  words: "You verified this request: a colleague who did not decides about it.",
} as const;
const same_person = { status: 403, words: "The officer and operations are two people." } as const;

/** C081. Needs both verifications and a person who gave neither (design/desk.md, c); issues the offer letter at once. */
export const approve = action(loanStates, "approve", {
  asks: {
    label: "Approve",
    title: "Approve and send the offer?",
    body: "The offer letter goes to the person at once.",
    shows,
    reason: "optional",
    yes: "Approve",
    style: "primary",
    done: "Approved. The offer is on its way.",
  },
  refuses: {
    own_loan,
    officer_mark_missing,
    operations_mark_missing,
    reports_missing,
    against_rules: { status: 409, words: "The rules do not approve it: approve it against the rules, with a reason." },
    gave_a_mark,
    overruled: { status: 403, words: "You changed what the rules say about this request: a colleague approves it." },
  },
  call: post("/admin/personal/loans/{id}/approve", {
    spec: "C081",
    summary: "Approve a request and send the offer",
    can: ["provider:can_approve_loans"],
    effect: "sends",
    params: idParams,
    body: versioned,
    response: decided,
  }),
});
/** Where the rules do not approve: the same, said and reasoned, by somebody who gave none of the marks. */
export const approveAgainstRules = action(
  loanStates,
  { name: "approve_against_rules", makes: ["approve"] },
  {
    asks: {
      label: "Approve against the rules",
      title: "Approve against the rules?",
      body: "The credit rules do not approve this request. Your reason is kept with the loan. The offer letter goes to the person at once.",
      shows: [...shows, "rules_say"],
      reason: "required",
      yes: "Approve against the rules",
      style: "danger",
      done: "Approved against the rules. The offer is on its way.",
    },
    refuses: {
      own_loan,
      officer_mark_missing,
      operations_mark_missing,
      reports_missing,
      within_rules: { status: 409, words: "The rules approve this request: approve it as usual." },
      gave_a_mark,
    },
    call: post("/admin/personal/loans/{id}/approve-against-rules", {
      spec: "added",
      because: "What overrides the rules is said, has a reason, and is decided by another person than the verifiers.",
      summary: "Approve a request that the rules do not approve, and send the offer",
      can: ["provider:can_approve_loans"],
      effect: "sends",
      params: idParams,
      body: versioned.extend({ reason }),
      response: decided,
    }),
  },
);
/** C082. */
export const decline = action(loanStates, "decline", {
  asks: {
    label: "Decline",
    title: "Decline this request?",
    body: "The person receives the reason.",
    shows,
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined.",
  },
  refuses: { own_loan },
  call: post("/admin/personal/loans/{id}/decline", {
    spec: "C082",
    summary: "Decline a request, with the reason for the person",
    can: ["provider:can_decline_loans"],
    effect: "sends",
    params: idParams,
    body: versioned.extend({ reason }),
    response: decided,
  }),
});
const decidedByHr = z.object({ loan: employeeLoanRow.extend({ abilities }) });

/** The employer's word before the provider decides (S115); own requests are somebody else's. */
export const preApprove = action(loanStates, "pre_approve", {
  asks: {
    label: "Pre-approve",
    title: "Pre-approve this request?",
    body: "You say that this person works for you and may borrow against the salary. We decide.",
    shows: ["employee", "principal_kobo", "instalment_count", "instalment_kobo"],
    yes: "Pre-approve",
    style: "primary",
    done: "Pre-approved. We decide now.",
  },
  refuses: { own_loan, not_seen },
  call: post("/companies/loans/{id}/pre-approve", {
    spec: "added",
    because: "S115 names the state, and no call (A86).",
    summary: "Pre-approve the request of an employee",
    can: ["company:can_update_staff"],
    effect: "sends",
    params: idParams,
    response: decidedByHr,
  }),
});

/** S116. */
export const preDecline = action(loanStates, "pre_decline", {
  asks: {
    label: "Decline…",
    title: "Decline this request for the company?",
    body: "The employee gets the reason. They can ask again.",
    shows: ["employee", "principal_kobo", "instalment_count", "instalment_kobo"],
    reason: "required",
    yes: "Decline",
    style: "danger",
    done: "Declined. The employee gets the reason.",
  },
  refuses: { own_loan, not_seen },
  call: post("/companies/loans/{id}/pre-decline", {
    spec: "added",
    because: "S116 names the state, and no call (A86).",
    summary: "Decline the request of an employee for the company",
    can: ["company:can_update_staff"],
    effect: "sends",
    params: idParams,
    body: z.strictObject({ reason }),
    response: decidedByHr,
  }),
});
/** C083. */
export const officersVerify = action(
  loanStates,
  { name: "officers_verify", from: BEFORE_OFFER },
  {
    asks: {
      label: "Verify as officer",
      title: "Verify as credit officer?",
      body: "Have you looked at income, identity and documents?",
      shows,
      reason: "optional",
      yes: "Verify",
      done: "Verified as credit officer.",
    },
    refuses: {
      own_loan,
      already_verified: { status: 409, words: "The credit officer has verified it already." },
      same_person,
    },
    call: post("/admin/personal/loans/{id}/officers-verify", {
      spec: "C083",
      summary: "The credit officer's mark",
      can: ["provider:can_verify_loans_as_officer"],
      params: idParams,
      body: versioned,
      response: decided,
    }),
  },
);
/** C084. Another person than the officer. */
export const operationsVerify = action(
  loanStates,
  { name: "operations_verify", from: BEFORE_OFFER },
  {
    asks: {
      label: "Verify as operations",
      title: "Verify as operations?",
      body: "Have you looked at the account and the papers?",
      shows,
      reason: "optional",
      yes: "Verify",
      done: "Verified as operations.",
    },
    refuses: {
      own_loan,
      already_verified: { status: 409, words: "Operations has verified it already." },
      officer_mark_missing: { status: 409, words: "The credit officer has not verified it yet." },
      same_person,
    },
    call: post("/admin/personal/loans/{id}/operations-verify", {
      spec: "C084",
      summary: "Operations' mark",
      can: ["provider:can_verify_loans_as_operations"],
      params: idParams,
      body: versioned,
      response: decided,
    }),
  },
);
/** C085. */
export const requestStop = action(loanStates, "request_stop", {
  asks: {
    label: "Request stop",
    title: "Ask that this loan be stopped?",
    body: "Nothing more happens to it until somebody decides.",
    shows,
    reason: "required",
    yes: "Ask to stop",
    done: "Stop requested.",
  },
  refuses: {
    own_loan,
    awaiting_return: { status: 409, words: "Its payout is on its way back: say first how that ends." },
  },
  call: post("/admin/personal/loans/{id}/request-stop", {
    spec: "C085",
    summary: "Ask that a loan be stopped",
    can: ["provider:can_request_loan_stop"],
    params: idParams,
    body: versioned.extend({ reason }),
    response: decided,
  }),
});
/** C086. Before the offer only; the marks are taken back, because they were given for other terms. */
export const modify = action(
  loanStates,
  { name: "modify", from: BEFORE_OFFER },
  {
    refuses: { own_loan },
    call: put("/admin/personal/loans/{id}/modify", {
      spec: "C086",
      summary: "Change amount or term of a request",
      can: ["provider:can_modify_loans"],
      params: idParams,
      body: z.strictObject({
        principal_kobo: positiveKobo,
        instalments: z.int().min(1).max(360),
        reason,
        version: z.int().optional(),
      }),
      response: decided,
    }),
  },
);
/** C087. The company or a guarantor has paid the provider back outside the schedule; `amount_kobo` is what the screen showed. */
export const markAsReimbursed = action(
  loanStates,
  { name: "mark_reimbursed", from: ["running", "past_due", "stop_requested"] },
  {
    refuses: { own_loan },
    call: patch("/admin/personal/loans/{id}/mark-as-reimbursed", {
      spec: "C087",
      summary: "Ask that a loan be recorded as paid back outside its schedule (a second person decides)",
      can: ["provider:can_mark_loans_reimbursed"],
      effect: "moves_money",
      params: idParams,
      body: versioned.extend({ reference: slipReference, reason, amount_kobo: positiveKobo.optional(), ...evidence }),
      response: secondPersonAsked,
    }),
  },
);

const not_the_borrower = {
  status: 403,
  words: "Only the person who asked for the loan can answer the offer.",
} as const;
/** C289. No loan starts without this. */
export const acceptOffer = action(loanStates, "accept", {
  refuses: { not_the_borrower, expired: { status: 409, words: "This offer has expired." } },
  call: post("/personal/loans/offer-letter/{id}/accept", {
    spec: "C289",
    summary: "Accept the offer",
    can: ["personal:can_view_offer_letter"],
    guards: ["password_changed", "profile_updated", "profile_approved"],
    effect: "sends",
    params: idParams,
    body: z.strictObject({ accepted_terms: z.literal(true, { error: "this field is required" }).default(true) }),
    response: decided,
  }),
});
/** C290. */
export const rejectOffer = action(loanStates, "reject", {
  refuses: { not_the_borrower },
  call: post("/personal/loans/offer-letter/{id}/reject", {
    spec: "C290",
    summary: "Reject the offer",
    can: ["personal:can_view_offer_letter"],
    params: idParams,
    body: z.strictObject({ reason: z.string().max(500).optional() }),
    response: decided,
  }),
});
/** Before there is an offer; an offer is rejected. */
export const withdraw = action(loanStates, "withdraw", {
  asks: {
    label: "Withdraw the request",
    title: "Withdraw this request?",
    body: "It is no longer processed, and nothing is owed. You can apply again at any time.",
    shows: ["principal_kobo"],
    reason: "optional",
    yes: "Withdraw it",
    style: "danger",
    done: "Withdrawn.",
  },
  refuses: { not_the_borrower },
  call: post("/personal/loans/{id}/withdraw", {
    spec: "added",
    because: "Somebody who has changed their mind need not wait for an offer to reject it.",
    summary: "Withdraw one's own request",
    can: ["personal:can_view_loans"],
    guards: ["password_changed"],
    effect: "sends",
    params: idParams,
    // No version: while the rules price a request that was just made, its owner may change their mind all the same.
    body: z.strictObject({ reason: z.string().max(500).optional() }),
    response: decided,
  }),
});
