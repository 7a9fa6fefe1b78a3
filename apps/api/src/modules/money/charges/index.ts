/** The door of repayment cards, charges and virtual accounts. */
export {
  type Charge,
  askCharge,
  createCharge,
  findCharge,
  sendCharge,
  settleCharge,
  workOnCharges,
} from "./charges.ts";
export { findDebitableCard } from "./saved-cards.ts";
export { ensureVirtualAccount, ownerOfVirtualAccount } from "./virtual-accounts.ts";
