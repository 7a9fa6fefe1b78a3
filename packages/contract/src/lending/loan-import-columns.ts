/** The columns of a file of running loans and what headings are also called: read by the server, and by the browser before a file is sent. No zod. */
import type { ColumnsOfFile } from "../people/import-columns.ts";

/** Amounts are in naira; dates are 2026-01-31 or 31/01/2026. */
export const loanColumns = [
  "reference",
  "person",
  "product",
  "principal",
  "rate",
  "rate_period",
  "interest_kind",
  "instalments",
  "interval",
  "disbursed_on",
  "first_due_on",
  "paid_principal",
  "paid_interest",
  "paid_charges",
  "last_paid_on",
  "outstanding_principal",
  "interest_due",
] as const;
export type LoanColumn = (typeof loanColumns)[number];

/** Without them no loan is made. */
export const requiredLoanColumns = [
  "reference",
  "person",
  "product",
  "principal",
  "rate",
  "instalments",
  "disbursed_on",
  "paid_principal",
  "paid_interest",
  "outstanding_principal",
] as const satisfies readonly LoanColumn[];

/** A file of running loans. */
export const loanFile: ColumnsOfFile = {
  columns: loanColumns,
  required: requiredLoanColumns,
  synonyms: new Map([
    ["loan_reference", "reference"],
    ["loan_number", "reference"],
    ["loan_id", "reference"],
    ["account_number", "reference"],
    ["customer", "person"],
    ["borrower", "person"],
    ["phone", "person"],
    ["phone_number", "person"],
    ["email", "person"],
    ["e_mail", "person"],
    ["loan_product", "product"],
    ["amount", "principal"],
    ["loan_amount", "principal"],
    ["amount_disbursed", "principal"],
    ["interest_rate", "rate"],
    ["rate_per", "rate_period"],
    ["interest_type", "interest_kind"],
    ["method", "interest_kind"],
    ["tenor", "instalments"],
    ["term", "instalments"],
    ["number_of_instalments", "instalments"],
    ["frequency", "interval"],
    ["disbursement_date", "disbursed_on"],
    ["date_disbursed", "disbursed_on"],
    ["start_date", "disbursed_on"],
    ["first_due_date", "first_due_on"],
    ["first_repayment_date", "first_due_on"],
    ["principal_paid", "paid_principal"],
    ["interest_paid", "paid_interest"],
    ["fees_and_penalties_paid", "paid_charges"],
    ["charges_paid", "paid_charges"],
    ["charges", "paid_charges"],
    ["last_payment_date", "last_paid_on"],
    ["principal_outstanding", "outstanding_principal"],
    ["outstanding_balance", "outstanding_principal"],
    ["interest_outstanding", "interest_due"],
  ]),
};
