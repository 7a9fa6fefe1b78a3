/** The door of transfers: what their receipts say, what it takes to let a held one go, what sends many of them needs of one, and the refunds desk. */
export { ASKS, BENEFICIARY, requireAsker, requirePayable, requireSameAccount, sendOfCompany } from "./company.ts";
export { isCompanysOwn, lockBoth, requireKnown, requireNotHeld, tariffToday } from "./limits.ts";
export { type Accepted, acceptMany } from "./many.ts";
export * as transferMessages from "./messages.ts";
export { requireSender } from "./senders.ts";
export { begin, lockTransfer } from "./moving.ts";
export type { Transfer } from "./recording.ts";
export { accountOfPayee, keepPayee, payeeOf } from "./payees.ts";
export { roomOn } from "./planned.ts";
export { seesSalaries } from "./queries.ts";
export { transferReceipt } from "./receipt.ts";
export { lockRefundableTransfer, refundableTransfers } from "./refunding.ts";
export { type Tariff, type TransferCosts, costsOf, heldInWords, heldRules } from "./rules.ts";
export { AHEAD_DAYS, requireSeen } from "./sending.ts";
export { FOR_GOOD, sendStanding } from "./standing.ts";
export { bankNotice, requireBanks } from "./banks.ts";
export { freeMoney, reviewsSince, suspicionsOfCompany } from "./velocity.ts";
