/** Every room of the house, and nothing else: the composition reads these lists. */
import * as calls from "@manilla/contract/calls";
import type { App, Handlers } from "../app.ts";
import { changeRoles } from "./platform/access/index.ts";
import { handlers as access } from "./platform/access/handlers.ts";
import { handlers as approvals } from "./platform/approvals/handlers.ts";
import type { ApprovalKind } from "./platform/approvals/index.ts";
import { handlers as appeals } from "./people/appeals/handlers.ts";
import { handlers as employmentClaims } from "./people/employment-claims/handlers.ts";
import { handlers as assignments } from "./people/assignments/handlers.ts";
import { handlers as limits } from "./lending/limits/handlers.ts";
import { setLimit } from "./lending/limits/index.ts";
import { handlers as peopleStatistics } from "./people/people/statistics/handlers.ts";
import { erasePerson } from "./people/people/profiles/erasing.ts";
import { handlers as profiles } from "./people/people/profiles/handlers.ts";
import { handlers as creditDecisions } from "./lending/credit-decisions/handlers.ts";
import { decideLoans } from "./lending/credit-decisions/index.ts";
import { handlers as ruleSets } from "./lending/rule-sets/handlers.ts";
import { activateRuleSet, runBacktests } from "./lending/rule-sets/index.ts";
import { handlers as affiliates } from "./growth/affiliates/handlers.ts";
import { handlers as communications } from "./platform/communications/handlers.ts";
import { handOverMessages, sendCommunications, sendToMany } from "./platform/communications/index.ts";
import { handlers as dataProtection } from "./people/data-protection/handlers.ts";
import { handlers as audit } from "./platform/audit/handlers.ts";
import { handlers as companies } from "./companies/companies/handlers.ts";
import { handlers as configuration } from "./platform/configuration/handlers.ts";
import { changeConfiguration } from "./platform/configuration/index.ts";
import { handlers as documents } from "./people/documents/handlers.ts";
import { analyseStatements } from "./people/documents/index.ts";
import { handlers as imports } from "./platform/imports/handlers.ts";
import { runImports } from "./platform/imports/index.ts";
import { handlers as books } from "./money/books/handlers.ts";
import { handlers as repaymentCards } from "./money/charges/handlers.ts";
import { workOnCharges } from "./money/charges/index.ts";
import { handlers as closeOfBusiness } from "./platform/business-day/handlers.ts";
import { workOnClose } from "./platform/business-day/index.ts";
import { handlers as disbursements } from "./lending/disbursements/handlers.ts";
import { disburse, undisburse } from "./lending/disbursements/index.ts";
import { workOnPayouts } from "./money/payouts/index.ts";
import { handlers as reconciliation } from "./money/reconciliation/handlers.ts";
import { handlers as repayments } from "./lending/repayments/handlers.ts";
import { giveUpRefund, refundCredit } from "./lending/repayments/refund.ts";
import { reverseReceipt } from "./lending/repayments/reverse.ts";
import { settleManyApproval } from "./lending/repayments/settle.ts";
import { chargeOff, writeOff } from "./lending/repayments/write-off.ts";
import { handlers as webhooks } from "./platform/webhooks/handlers.ts";
import { workOnWebhooks } from "./platform/webhooks/index.ts";
import { addProductVersion, createProduct } from "./lending/loan-products/index.ts";
import { handlers as loanProducts } from "./lending/loan-products/handlers.ts";
import { handlers as loans } from "./lending/loans/handlers.ts";
import { handlers as notifications } from "./platform/notifications/handlers.ts";
import { handlers as onboarding } from "./people/onboarding/handlers.ts";
import { lookAtStatementSessions } from "./people/onboarding/statement-sources.ts";
import { bypassIdentity } from "./people/people/bypass.ts";
import { handlers as people } from "./people/people/handlers.ts";
import { handlers as presence } from "./platform/presence/handlers.ts";
import { handlers as registration } from "./people/registration/handlers.ts";
import { handlers as savedViews } from "./platform/saved-views/handlers.ts";
import { handlers as search } from "./platform/search/handlers.ts";
import { handlers as session } from "./platform/session/handlers.ts";
import { handlers as underwriting } from "./lending/underwriting/handlers.ts";

type AllHandlers = { [Noun in keyof typeof calls]: Handlers<(typeof calls)[Noun]> };

/** One set of handlers for each noun of the contract: a missing noun does not compile. */
export const handlers: AllHandlers = {
  session,
  registration,
  access,
  notifications,
  presence,
  savedViews,
  approvals,
  audit,
  search,
  companies,
  loans,
  loanProducts,
  people,
  onboarding,
  documents,
  imports,
  underwriting,
  configuration,
  disbursements,
  repayments,
  repaymentCards,
  reconciliation,
  books,
  closeOfBusiness,
  webhooks,
  assignments,
  limits,
  appeals,
  profiles,
  ruleSets,
  creditDecisions,
  communications,
  dataProtection,
  affiliates,
  peopleStatistics,
  employmentClaims,
};

/** What waits for a second person. */
export const approvalKinds: ReadonlyMap<string, ApprovalKind> = new Map(
  Object.entries({
    disburse_many: disburse,
    undisburse_many: undisburse,
    settle_many: settleManyApproval,
    reverse_receipt: reverseReceipt,
    refund_credit: refundCredit,
    give_up_refund: giveUpRefund,
    charge_off: chargeOff,
    write_off: writeOff,
    change_roles: changeRoles,
    create_loan_product: createProduct,
    add_loan_product_version: addProductVersion,
    change_configuration: changeConfiguration,
    bypass_identity: bypassIdentity,
    set_limit: setLimit,
    erase_person: erasePerson,
    activate_rule_set: activateRuleSet,
    send_to_many: sendToMany,
  }),
);

/** What a worker process does: each entry registers its queues. */
export const workers: ((app: App) => Promise<void>)[] = [
  workOnPayouts,
  workOnCharges,
  workOnWebhooks,
  workOnClose,
  handOverMessages,
  analyseStatements,
  lookAtStatementSessions,
  runImports,
  runBacktests,
  decideLoans,
  sendCommunications,
];
