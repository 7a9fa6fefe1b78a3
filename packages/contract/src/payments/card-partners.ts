/** Credit cards that a partner funds (R114, R123; C124 to C126): it pays for what they draw, and gets back what their holders repay. */
import { z } from "zod";
import { get, list, post } from "../endpoint.ts";
import { form } from "../form-schema.ts";
import { kobo } from "../money.ts";
import { disbursementRooms } from "../permissions.ts";
import { secondPersonAsked } from "../platform/approvals.ts";
import { reasonRule } from "../reasons.ts";
import { businessDate, moment } from "../time.ts";
import { cardStates } from "../cards/card-states.ts";
import { partnerFundingStates } from "./partner-funding-states.ts";
import { partnerPaymentStates } from "./partner-payment-states.ts";
import { unsorted } from "../page.ts";

/** Its name in addresses: one of the configured lenders (A07); another one is 404. */
const params = z.strictObject({ partner: z.string().regex(/^[a-z0-9-]{2,40}$/) });

/** The partner's account of one card, in kobo. */
const card = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  person: z.string(),
  last4: z.string().nullable(),
  card_status: z.enum(cardStates.states),
  since: businessDate,
  /** Drawn and not repaid, and what of it the partner has paid for. */
  drawn_kobo: kobo,
  funded_kobo: kobo,
});

export const listPartners = list("/admin/card-partners", {
  spec: "added",
  because: "R114 and R123 are pages of one partner: this is where one is chosen.",
  summary: "The lenders that fund credit cards, with their terms now",
  audience: "admin",
  can: ["provider:can_view_loan_disbursements", "provider:can_view_credit_card_repayments"],
  row: z.object({
    id: z.uuid(),
    slug: z.string(),
    name: z.string(),
    /** Of the interest that holders pay. */
    interest_share_percent: z.string(),
    takes_new: z.boolean(),
    /** Null for terms that hold since the beginning. */
    valid_from: businessDate.nullable(),
    cards: z.int(),
  }),
  search: ["name"],
  sorts: ["name", "valid_from"],
  default_sort: "name",
});

export const terms = get("/admin/card-partners/{partner}/terms", {
  spec: "added",
  because: "A partner's terms are dated: what held, holds and will hold is seen in one place.",
  summary: "The terms of a lender that funds credit cards, the newest first, and changes that wait",
  audience: "admin",
  can: ["provider:can_view_loan_disbursements", "provider:can_view_credit_card_repayments"],
  params,
  response: z.object({
    partner: z.object({ id: z.uuid(), slug: z.string(), name: z.string() }),
    today: businessDate,
    terms: z.array(
      z.object({
        valid_from: businessDate,
        interest_share_percent: z.string(),
        takes_new: z.boolean(),
        is_now: z.boolean(),
        reason: z.string().nullable(),
        set_by: z.string().nullable(),
      }),
    ),
    waiting: z.array(z.object({ approval_id: z.uuid(), title: z.string() })),
  }),
});

export const changeTerms = post("/admin/card-partners/{partner}/terms", {
  spec: "added",
  because: "A partner's terms change from a given day; two people set them.",
  summary: "Ask a second person for other terms of a lender from a day to come",
  audience: "admin",
  can: ["provider:can_update_system_configuration"],
  step_up: true,
  params,
  body: form(
    { valid_from: "required", interest_share_percent: "required", takes_new: "required", reason: reasonRule },
    {
      valid_from: businessDate,
      interest_share_percent: z
        .string()
        .regex(/^(100(\.0{1,4})?|\d{1,2}(\.\d{1,4})?)$/, { error: "this field must be a percentage from 0 to 100" }),
      takes_new: z.boolean(),
    },
  ),
  response: secondPersonAsked,
});

/** R114. */
export const disbursements = list("/admin/personal/cards/{partner}/disbursements", {
  spec: "added",
  because: "R114 lists what a partner's cards have drawn; the specification names C124 alone.",
  summary: "What the credit cards of a partner have drawn, and what of it the partner has not funded",
  audience: "admin",
  can: disbursementRooms,
  params,
  row: card.extend({
    /** Not funded, and not requested. */
    to_fund_kobo: kobo,
    asked_kobo: kobo,
  }),
  search: ["person"],
  filters: { is_due: { kind: "boolean", label: "Has something to fund" }, user_id: { kind: "id", label: "Person" } },
  sorts: ["since", "to_fund_kobo"],
  unsorted: unsorted("balance", "drawn_kobo", "funded_kobo", "asked_kobo"),
  ranges: ["since"],
  default_sort: "-to_fund_kobo",
});

/** R123. */
export const repayments = list("/admin/personal/cards/{partner}/repayments", {
  spec: "added",
  because: "R123 lists what is due to a partner; the specification names C125 and C126 alone.",
  summary: "What holders of a partner's credit cards have repaid, and what of it is due to the partner",
  audience: "admin",
  can: ["provider:can_view_credit_card_repayments"],
  params,
  row: card.extend({
    /** Repaid and not passed on: principal, and the partner's share of the interest. */
    principal_kobo: kobo,
    interest_kobo: kobo,
    due_kobo: kobo,
    /** On its way, or before a second person. */
    waiting_kobo: kobo,
  }),
  search: ["person"],
  filters: { is_due: { kind: "boolean", label: "Has something due" }, user_id: { kind: "id", label: "Person" } },
  sorts: ["since", "due_kobo"],
  unsorted: unsorted("balance", "principal_kobo", "interest_kobo", "waiting_kobo", "funded_kobo"),
  ranges: ["since"],
  default_sort: "-due_kobo",
});

/** Settlement with a partner, the newest first. */
export const settlements = list("/admin/personal/cards/{partner}/settlements", {
  spec: "added",
  because: "Fundings and payments of a partner are compared with its own report.",
  summary: "Fundings asked of a partner and payments sent to it, with the partner's settlement report",
  audience: "admin",
  can: ["provider:can_view_loan_disbursements", "provider:can_view_credit_card_repayments"],
  params,
  row: z.object({
    id: z.uuid(),
    kind: z.enum(["funding", "payment"]),
    reference: z.string(),
    status: z.enum([...partnerFundingStates.states, ...partnerPaymentStates.states]),
    amount_kobo: kobo,
    cards: z.int(),
    /** What the partner's report says of it; null while it says nothing. */
    report_kobo: kobo.nullable(),
    reason: z.string().nullable(),
    created_at: moment,
  }),
  search: ["reference"],
  filters: { kind: { kind: "choice", label: "What", options: ["funding", "payment"] } },
  sorts: ["created_at", "amount_kobo", "report_kobo"],
  ranges: ["created_at"],
  default_sort: "-created_at",
});

const cardIds = z
  .array(z.uuid(), { error: "choose at least one card" })
  .min(1, { error: "choose at least one card" })
  .max(500, { error: "at most 500 at once" });

/** C124. */
export const disburse = post("/admin/personal/cards/{partner}/disburse", {
  spec: "C124",
  summary: "Ask a partner to fund what its credit cards have drawn: those named, or all",
  audience: "admin",
  can: ["provider:can_disburse_loans"],
  effect: "moves_money",
  params,
  body: z.strictObject({ card_ids: cardIds.optional() }),
  response: z.object({
    funding: z.object({
      reference: z.string(),
      amount_kobo: kobo,
      cards: z.int(),
      status: z.enum(partnerFundingStates.states),
    }),
  }),
});

const sends = {
  audience: "admin",
  can: ["provider:can_settle_repayment"],
  effect: "moves_money",
  step_up: true,
  params,
  response: secondPersonAsked.extend({ amount_kobo: kobo, cards: z.int() }),
} as const;

/** C125. */
export const payMany = post("/admin/personal/cards/{partner}/pay-many", {
  spec: "C125",
  summary: "Ask a second person to pass on to a partner what the holders of these cards have repaid",
  ...sends,
  body: z.strictObject({ card_ids: cardIds, reason: z.string().min(3).max(500).optional() }),
});

/** C126. */
export const payBatch = post("/admin/personal/cards/{partner}/pay-batch", {
  spec: "C126",
  summary: "The same for all cards of the partner in one batch",
  ...sends,
  body: form({ reason: reasonRule }),
});
