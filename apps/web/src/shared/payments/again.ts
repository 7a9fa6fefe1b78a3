import { type BillKind, billKinds } from "@manilla/contract/payments/bill-kinds";

/** What the form of a bill begins with, handed on beside the address: numbers do not belong into it. */
export interface Again {
  kind: BillKind;
  service: string;
  item: string;
  customer_no: string;
  amount_kobo: number;
}

/** The state of a link that opens the form with what was bought before. */
export const againOf = ({ kind, service, item, customer_no, amount_kobo }: Again): { again: Again } => ({
  again: { kind, service, item, customer_no, amount_kobo },
});

/** What was handed on; nothing where the page was opened by itself. */
export function readAgain(state: unknown): Again | undefined {
  const { again } = (state ?? {}) as { again?: Again };
  return again && again.kind in billKinds ? again : undefined;
}
