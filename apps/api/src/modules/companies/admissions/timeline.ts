/** What is on record of a company, in its timeline, to each reader what they see of the same facts elsewhere. */
import type { Permission } from "@manilla/contract/permissions";
import { sql } from "kysely";
import type { Timelines } from "../../../house/timelines.ts";
import { auditTold } from "../../platform/audit/index.ts";

const RECORD = "provider:can_view_companies";
const RAISES = ["provider:can_view_wallet", "provider:can_update_user_wallet_limit"] as const;
const DEDUCTIONS = ["provider:can_view_repayments"] as const;
const STATEMENTS = ["provider:can_view_statements"] as const;
const EXPENSES = ["provider:can_view_expenses"] as const;
const COMPANY = [RECORD] as const;

/** Who reads which act: those who see what it is about. One that is not here, those who see the audit trail. */
const READERS: Readonly<Record<string, readonly Permission[]>> = {
  company_created: COMPANY,
  company_looked_up: COMPANY,
  company_approved: COMPANY,
  company_declined: COMPANY,
  company_suspended: COMPANY,
  company_let_back: COMPANY,
  company_owner_invited: COMPANY,
  company_profile_updated: COMPANY,
  company_plan_lapsed: COMPANY,
  company_plan_paid: COMPANY,
  company_plan_returned: COMPANY,
  company_document_sent: COMPANY,
  company_document_viewed: COMPANY,
  company_document_verified: COMPANY,
  company_document_refused: COMPANY,
  line_application_sent: COMPANY,
  line_application_withdrawn: COMPANY,
  line_offered: COMPANY,
  line_signed: COMPANY,
  line_declined: COMPANY,
  line_lowered: COMPANY,
  wallet_limits_set: RAISES,
  limit_raise_requested: RAISES,
  limit_raise_declined: RAISES,
  limit_raised: RAISES,
  deduction_terms_set: DEDUCTIONS,
  deductions_confirmed: DEDUCTIONS,
  deductions_sent_back: DEDUCTIONS,
  deductions_paid: DEDUCTIONS,
  line_payment_chosen: STATEMENTS,
  expense_terms_set: EXPENSES,
  expense_journal_made: EXPENSES,
};
const told = auditTold("company");

export const ofCompanies: Timelines = {
  company: [
    {
      ...told,
      kind: "decisions",
      can: COMPANY,
      of: (company, reader) => {
        const { permissions } = reader.session;
        const open = Object.keys(READERS).filter((act) => READERS[act]!.some((one) => permissions.has(one)));
        const others = permissions.has("provider:can_view_audit")
          ? sql`r.action <> all(${Object.keys(READERS)}::text[])`
          : sql`false`;
        return sql`${told.of(company, reader)} and (r.action = any(${open}::text[]) or ${others})`;
      },
    },
  ],
};
