/** Every room of the house, and nothing else: the composition reads these lists. */
import * as calls from "@manilla/contract/calls";
import type { App, Handlers } from "../app.ts";
import { changeRoles } from "./access/index.ts";
import { handlers as access } from "./access/handlers.ts";
import { handlers as approvals } from "./approvals/handlers.ts";
import type { ApprovalKind } from "./approvals/index.ts";
import { handlers as appeals } from "./appeals/handlers.ts";
import { handlers as employmentClaims } from "./employment-claims/handlers.ts";
import { handlers as assignments } from "./assignments/handlers.ts";
import { handlers as limits } from "./limits/handlers.ts";
import { setLimit } from "./limits/index.ts";
import { handlers as peopleStatistics } from "./people-statistics/handlers.ts";
import { erasePerson } from "./profiles/erasing.ts";
import { handlers as profiles } from "./profiles/handlers.ts";
import { handlers as creditDecisions } from "./credit-decisions/handlers.ts";
import { decideLoans } from "./credit-decisions/index.ts";
import { handlers as ruleSets } from "./rule-sets/handlers.ts";
import { activateRuleSet, runBacktests } from "./rule-sets/index.ts";
import { handlers as affiliates } from "./affiliates/handlers.ts";
import { handlers as communications } from "./communications/handlers.ts";
import { handOverMessages, sendCommunications, sendToMany } from "./communications/index.ts";
import { handlers as dataProtection } from "./data-protection/handlers.ts";
import { handlers as audit } from "./audit/handlers.ts";
import { handlers as companies } from "./companies/handlers.ts";
import { handlers as configuration } from "./configuration/handlers.ts";
import { changeConfiguration } from "./configuration/index.ts";
import { handlers as documents } from "./documents/handlers.ts";
import { analyseStatements } from "./documents/index.ts";
import { handlers as imports } from "./imports/handlers.ts";
import { runImports } from "./imports/index.ts";
import { handlers as books } from "./books/handlers.ts";
import { handlers as repaymentCards } from "./cards/handlers.ts";
import { workOnCharges } from "./cards/index.ts";
import { handlers as closeOfBusiness } from "./close-of-business/handlers.ts";
import { workOnClose } from "./close-of-business/index.ts";
import { handlers as disbursements } from "./disbursements/handlers.ts";
import { disburse, undisburse } from "./disbursements/index.ts";
import { workOnPayouts } from "./payouts/index.ts";
import { handlers as reconciliation } from "./reconciliation/handlers.ts";
import { handlers as repayments } from "./repayments/handlers.ts";
import { giveUpRefund, refundCredit } from "./repayments/refund.ts";
import { reverseReceipt } from "./repayments/reverse.ts";
import { settleManyApproval } from "./repayments/settle.ts";
import { chargeOff, writeOff } from "./repayments/write-off.ts";
import { handlers as webhooks } from "./webhooks/handlers.ts";
import { workOnWebhooks } from "./webhooks/index.ts";
import { addProductVersion, createProduct } from "./loan-products/index.ts";
import { handlers as loanProducts } from "./loan-products/handlers.ts";
import { handlers as loans } from "./loans/handlers.ts";
import { handlers as notifications } from "./notifications/handlers.ts";
import { handlers as onboarding } from "./onboarding/handlers.ts";
import { lookAtStatementSessions } from "./onboarding/statement-sources.ts";
import { bypassIdentity } from "./people/bypass.ts";
import { handlers as people } from "./people/handlers.ts";
import { handlers as presence } from "./presence/handlers.ts";
import { handlers as registration } from "./registration/handlers.ts";
import { handlers as savedViews } from "./saved-views/handlers.ts";
import { handlers as search } from "./search/handlers.ts";
import { handlers as session } from "./session/handlers.ts";
import { handlers as underwriting } from "./underwriting/handlers.ts";

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
