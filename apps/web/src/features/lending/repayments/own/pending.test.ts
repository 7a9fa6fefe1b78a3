import { describe, expect, it } from "vitest";
import type { Receipt } from "../../../../shared/loans/owing.ts";
import { type Charge, type Pending, receiptOf } from "./pending.ts";

const receipt = (id: string, more: Partial<Receipt> = {}): Receipt => ({
  id,
  reference: `CH-${id}`,
  purpose: "loan_repayment",
  customer: { id: "p", name: "Ada Obi" },
  loan: { id: "loan", reference: "LN-1" },
  amount_kobo: 5_000,
  credit_kobo: 0,
  excess: null,
  choice_until: null,
  channel: "card",
  received_on: "2026-03-01",
  received_at: "2026-03-01T10:00:00.000Z",
  recorded_by: null,
  note: null,
  allocations: [],
  reversed_at: null,
  reversal_reason: null,
  ledger_transaction_id: null,
  slip_id: null,
  ...more,
});
const pending: Pending = {
  at: 0,
  key: "key",
  body: { loan_id: "loan", amount_kobo: 5_000, card_id: "card" },
  known: ["old"],
};
const charge: Charge = {
  charge_id: "c",
  reference: "CH-new",
  status: "unknown",
  requested_kobo: 5_000,
  received_kobo: null,
  receipt_id: null,
  message: "",
};

describe("the receipt of a payment without an answer", () => {
  it("is a new one of the same amount by card, never one that was there before", () => {
    expect(receiptOf(pending, [receipt("old")])).toBeUndefined();
    expect(receiptOf(pending, [receipt("old"), receipt("new")])?.id).toBe("new");
  });
  it("is not another payment: other amount, other channel, other loan", () => {
    const others = [
      receipt("a", { amount_kobo: 4_999 }),
      receipt("b", { channel: "bank_transfer" }),
      receipt("c", { loan: { id: "other", reference: "LN-2" } }),
    ];
    expect(receiptOf(pending, others)).toBeUndefined();
  });
  it("goes by its reference once the charge is known", () => {
    expect(receiptOf({ ...pending, charge }, [receipt("x"), receipt("new", { amount_kobo: 4_000 })])?.id).toBe("new");
  });
});
