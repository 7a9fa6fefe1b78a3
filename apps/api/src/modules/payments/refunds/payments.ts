/** What the desk does with each kind of payment: its noun's own hands, no second engine. */
import type { PaymentKind } from "@manilla/contract/payments/refund-words";
import { lockRefundableBill, refundableBills } from "../bills/index.ts";
import type { LockRefundable, Refundables } from "../refund-cases/index.ts";
import { lockRefundableTransfer, refundableTransfers } from "../transfers/index.ts";

/** Who decides about refunds. */
export const DESK = "provider:can_refund_transactions";

export const refundables: Readonly<Record<PaymentKind, Refundables>> = {
  bill: refundableBills,
  transfer: refundableTransfers,
};

export const lockPayment: Readonly<Record<PaymentKind, LockRefundable>> = {
  bill: lockRefundableBill,
  transfer: lockRefundableTransfer,
};
