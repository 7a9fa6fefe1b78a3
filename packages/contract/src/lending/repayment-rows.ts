/** What repayments, receipts and charges look like, to staff and to the person alike. */
import { z } from "zod";
import { receiptPurposes } from "../money/purposes.ts";
import { kobo } from "../money.ts";
import { loanStates } from "./loan-states.ts";
import { repaymentStates } from "./repayment-states.ts";
import { moment } from "../time.ts";

export const person = z.object({ id: z.uuid(), name: z.string() });

/** A scheduled instalment with what is paid of it. */
export const repaymentRow = z.object({
  id: z.uuid(),
  loan: z.object({ id: z.uuid(), reference: z.string(), status: z.enum(loanStates.states) }),
  customer: person,
  number: z.int(),
  due_on: z.string(),
  status: z.enum(repaymentStates.states),
  principal_kobo: kobo,
  interest_kobo: kobo,
  fees_kobo: kobo,
  penalty_kobo: kobo,
  total_kobo: kobo,
  paid_kobo: kobo,
  outstanding_kobo: kobo,
  days_past_due: z.int(),
  paid_on: z.string().nullable(),
  collection_attempts: z.int(),
  next_attempt_on: z.string().nullable(),
  last_failure: z.string().nullable(),
  has_card: z.boolean(),
  created_at: moment,
});

/** What exceeds the next instalment: it pays the following ones in turn, makes the others smaller, or lets the last ones fall away. */
export const excess = z.enum(["following", "smaller", "fewer"]);

const allocationLine = z.object({
  number: z.int(),
  component: z.enum(["penalty", "fees", "interest", "principal"]),
  amount_kobo: kobo,
});

export const receiptRow = z.object({
  id: z.uuid(),
  reference: z.string(),
  customer: person,
  purpose: z.enum(receiptPurposes),
  loan: z.object({ id: z.uuid(), reference: z.string() }).nullable(),
  amount_kobo: kobo,
  credit_kobo: kobo,
  channel: z.enum(["card", "direct_debit", "bank_transfer", "staff", "credit_balance", "import", "salary_deduction"]),
  received_on: z.string(),
  received_at: moment,
  recorded_by: z.string().nullable(),
  note: z.string().nullable(),
  /** What was chosen for what exceeds the next instalment; null where nobody was asked. */
  excess: excess.nullable(),
  /** Until when what it paid beyond the next instalment may be chosen again; null where there is nothing to choose. */
  choice_until: z.string().nullable(),
  allocations: z.array(allocationLine),
  reversed_at: moment.nullable(),
  reversal_reason: z.string().nullable(),
  ledger_transaction_id: z.uuid().nullable(),
  /** The evidence of what was recorded by hand. */
  slip_id: z.uuid().nullable(),
});

/** What a payment did. */
export const received = z.object({
  receipt: receiptRow,
  loan: z
    .object({
      id: z.uuid(),
      reference: z.string(),
      status: z.enum(loanStates.states),
      outstanding_principal_kobo: kobo,
      overdue_kobo: kobo,
      due_kobo: kobo,
      days_past_due: z.int(),
      next_due_on: z.string().nullable(),
      credit_balance_kobo: kobo,
    })
    .nullable(),
});

/** How a charge of a card ended, or that it is not known yet. */
export const chargeAnswer = z.object({
  charge_id: z.uuid(),
  reference: z.string(),
  status: z.enum(["success", "failed", "unknown"]),
  requested_kobo: kobo,
  received_kobo: kobo.nullable(),
  receipt_id: z.uuid().nullable(),
  message: z.string(),
});

/** The slip, transfer or salary list that the money came with; the same reference is received once. */
export const slipReference = z
  .string()
  .trim()
  .min(3, { error: "this field has to contain at least 3 characters" })
  .max(60)
  .regex(/^[\w.=/-]+$/, { error: "letters, digits and . = / _ - only" });
