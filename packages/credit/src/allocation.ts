/** Where a payment goes (business-rules §3). */
import { type Component, type RunningInstalment, unpaid } from "./types.ts";

/** The default order of a product. */
export const DEFAULT_ORDER: readonly Component[] = ["penalty", "fees", "interest", "principal"];

export interface AllocationLine {
  number: number;
  component: Component;
  amount_kobo: bigint;
}

export interface Allocation {
  lines: AllocationLine[];
  /** Left after the last instalment: the person's credit, refundable. */
  credit_balance_kobo: bigint;
}

const byDueDate = (left: RunningInstalment, right: RunningInstalment): number =>
  left.due_on === right.due_on ? left.number - right.number : left.due_on < right.due_on ? -1 : 1;

/**
 * Splits a payment: everything due first, oldest instalment first and inside it in the product's order; then the principal of the next
 * instalments; then a credit balance. The lines and the credit add up to the payment.
 * @param as_of business date: what is due on or before it counts as due
 * @throws RangeError when the payment is not more than nothing, or the order does not name each component once
 */
export function allocate(
  payment_kobo: bigint,
  instalments: readonly RunningInstalment[],
  as_of: string,
  order: readonly Component[] = DEFAULT_ORDER,
): Allocation {
  if (payment_kobo <= 0n) throw new RangeError("a payment is more than nothing");
  if (order.length !== 4 || !DEFAULT_ORDER.every((component) => order.includes(component)))
    throw new RangeError("an order names each component once");
  let left = payment_kobo;
  const lines: AllocationLine[] = [];
  const take = (instalment: RunningInstalment, component: Component) => {
    const open = unpaid(instalment, component);
    const amount_kobo = open < left ? open : left;
    if (amount_kobo <= 0n) return;
    left -= amount_kobo;
    lines.push({ number: instalment.number, component, amount_kobo });
  };
  const sorted = instalments.toSorted(byDueDate);
  for (const instalment of sorted.filter(({ due_on }) => due_on <= as_of))
    for (const component of order) take(instalment, component);
  for (const instalment of sorted.filter(({ due_on }) => due_on > as_of)) take(instalment, "principal");
  return { lines, credit_balance_kobo: left };
}
