/** The door of repayment cards, charges and virtual accounts. */
export { type Charge, askCharge, createCharge, findCharge, sendCharge, workOnCharges } from "./charges.ts";
export { openPage } from "./hosted.ts";
export { findDebitableCard } from "./saved-cards.ts";
export {
  type VirtualAccountDetails,
  ensureAccountOf,
  ensureVirtualAccount,
  findVirtualAccount,
} from "./virtual-accounts.ts";
