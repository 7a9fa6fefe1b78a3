/** Every noun of the house, and nothing else. */
import type { Noun } from "../app.ts";
import { access } from "./platform/access/noun.ts";
import { approvals } from "./platform/approvals/noun.ts";
import { audit } from "./platform/audit/noun.ts";
import { businessDay } from "./platform/business-day/noun.ts";
import { configuration } from "./platform/configuration/noun.ts";
import { notifications } from "./platform/notifications/noun.ts";
import { presence } from "./platform/presence/noun.ts";
import { savedViews } from "./platform/saved-views/noun.ts";
import { search } from "./platform/search/noun.ts";
import { session } from "./platform/session/noun.ts";
import { webhooks } from "./platform/webhooks/noun.ts";
import { books } from "./money/books/noun.ts";
import { charges } from "./money/charges/noun.ts";
import { payouts } from "./money/payouts/noun.ts";
import { receipts } from "./money/receipts/noun.ts";
import { reconciliation } from "./money/reconciliation/noun.ts";
import { appeals } from "./people/appeals/noun.ts";
import { assignments } from "./people/assignments/noun.ts";
import { communications } from "./people/communications/noun.ts";
import { dataProtection } from "./people/data-protection/noun.ts";
import { documents } from "./people/documents/noun.ts";
import { employmentClaims } from "./people/employment-claims/noun.ts";
import { imports } from "./people/imports/noun.ts";
import { onboarding } from "./people/onboarding/noun.ts";
import { people } from "./people/people/noun.ts";
import { profiles } from "./people/people/profiles/noun.ts";
import { peopleStatistics } from "./people/people/statistics/noun.ts";
import { registration } from "./people/registration/noun.ts";
import { creditDecisions } from "./lending/credit-decisions/noun.ts";
import { disbursements } from "./lending/disbursements/noun.ts";
import { limits } from "./lending/limits/noun.ts";
import { loanProducts } from "./lending/loan-products/noun.ts";
import { loans } from "./lending/loans/noun.ts";
import { repayments } from "./lending/repayments/noun.ts";
import { ruleSets } from "./lending/rule-sets/noun.ts";
import { underwriting } from "./lending/underwriting/noun.ts";
import { companies } from "./companies/companies/noun.ts";
import { affiliates } from "./growth/affiliates/noun.ts";

export const nouns: readonly Noun[] = [
  access,
  approvals,
  audit,
  businessDay,
  configuration,
  notifications,
  presence,
  savedViews,
  search,
  session,
  webhooks,
  books,
  charges,
  payouts,
  receipts,
  reconciliation,
  appeals,
  assignments,
  communications,
  dataProtection,
  documents,
  employmentClaims,
  imports,
  onboarding,
  people,
  profiles,
  peopleStatistics,
  registration,
  creditDecisions,
  disbursements,
  limits,
  loanProducts,
  loans,
  repayments,
  ruleSets,
  underwriting,
  companies,
  affiliates,
];
