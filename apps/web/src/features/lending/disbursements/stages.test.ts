import { describe, expect, it } from "vitest";
import { type Disbursement, whatIsKnown, whyNotTakeBack } from "./stages.tsx";

const payout = {
  id: "p",
  status: "sent",
  reference: "PO1",
  approval_id: null,
  failure: null,
  sent_at: "2026-01-15T13:05:00Z",
  asked_at: null,
  asked_times: 0,
  needs_review_at: null,
  settled_on: null,
} as const;
const row = (change: Partial<Disbursement>): Disbursement => ({
  id: "l",
  reference: "LN1",
  customer: { id: "u", name: "Ada Eze" },
  product: "Salary loan",
  product_kind: "personal",
  loan_status: "disbursing",
  stage: "ready",
  principal_kobo: 10_000,
  payout_kobo: 9_900,
  bank_name: "Zenith Bank",
  account_no: "•••0008",
  account_name: "ADA EZE",
  bank_account_status: "verified",
  accepted_at: null,
  payout: null,
  why_not: null,
  ...change,
});

describe("what is known of a payout", () => {
  it("never calls money arrived that the bank has not confirmed", () => {
    const sent = whatIsKnown(row({ stage: "on_its_way", payout }));
    expect(sent.short).toContain("no word yet");
    expect(sent.more).toContain("2:05pm");
  });
  it("says of an unknown outcome when the bank was last asked and how often", () => {
    const { short, more } = whatIsKnown(
      row({
        stage: "unknown",
        payout: { ...payout, status: "unknown", asked_at: "2026-01-15T13:10:00Z", asked_times: 3 },
      }),
    );
    expect(short).toMatch(/^Asking the bank again; last asked .*2:10pm \(3 times\)$/);
    expect(more).toContain("never sent twice");
  });
  it("repeats the server's reason when a loan cannot be paid out", () => {
    expect(whatIsKnown(row({ why_not: "The bank account is not verified (pending)." })).short).toBe(
      "The bank account is not verified (pending).",
    );
  });
  it("says that failed money has not left", () => {
    expect(
      whatIsKnown(row({ stage: "failed", payout: { ...payout, status: "failed", failure: "Account closed." } })).more,
    ).toBe("Account closed. The money has not left. It can be paid out again.");
  });
});

describe("taking a disbursement back", () => {
  it("is foreseen only for running loans that were paid out, and for payouts without an answer", () => {
    expect(whyNotTakeBack(row({ stage: "paid", loan_status: "running" }))).toBeNull();
    expect(whyNotTakeBack(row({ stage: "paid", loan_status: "settled" }))).toBe("The loan is settled.");
    expect(whyNotTakeBack(row({ stage: "needs_review" }))).toBeNull();
    expect(whyNotTakeBack(row({ stage: "unknown" }))).toBe("The bank is still being asked for its outcome.");
    expect(whyNotTakeBack(row({ stage: "ready" }))).toBe("Nothing of it has been paid out.");
  });
});
