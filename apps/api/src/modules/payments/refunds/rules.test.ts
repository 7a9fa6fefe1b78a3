import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CaseFacts, abilitiesOf, clockOfClaim, goesAlone, refundOf, whyNoClaim, whyNot } from "./rules.ts";

const open: CaseFacts = {
  status: "open",
  cause: "unanswered",
  user_id: "payer",
  is_waiting: false,
  kind: "transfer",
  claim: null,
  has_credit: false,
};
const claim: CaseFacts = { ...open, cause: "claimed", claim: "not_me" };

describe("what the desk may do", () => {
  it("is nothing about one's own money, while a second person is asked, or after its end", () => {
    for (const act of ["refund", "process", "cancel", "credit"] as const) {
      expect(whyNot(act, claim, "payer")).toBe("own_money");
      expect(whyNot(act, { ...claim, is_waiting: true }, "me")).toBe("waiting");
      expect(whyNot(act, { ...claim, status: "processed" }, "me")).toBe("processed");
      expect(whyNot(act, claim, "me")).toBeNull();
    }
  });

  it("closes only a claim without a refund, and never marks as delivered what has failed", () => {
    expect(abilitiesOf(open, "me")).toEqual({
      refund: null,
      process: null,
      cancel: "outcome_open",
      credit: "not_stolen",
    });
    expect(abilitiesOf({ ...open, cause: "unpaid" }, "me")).toMatchObject({ refund: null, process: "has_failed" });
  });

  it("credits for now only a transfer that its payer did not send, and once", () => {
    expect(whyNot("credit", { ...claim, claim: "wrong_recipient" }, "me")).toBe("not_stolen");
    expect(whyNot("credit", { ...claim, kind: "bill" }, "me")).toBe("not_stolen");
    expect(whyNot("credit", { ...claim, has_credit: true }, "me")).toBe("has_credit");
  });

  it("goes without a second person up to the limit of the day, to the kobo", () => {
    expect(goesAlone(60n, 40n, 100n)).toBe(true);
    expect(goesAlone(61n, 40n, 100n)).toBe(false);
  });
});

const payment = { stage: "delivered", total_kobo: 1_000n, refunded_kobo: 300n, has_provider: true } as const;

describe("what is refunded", () => {
  it("of what did not arrive is all of it, and nobody is asked who bears it", () => {
    const silent = { ...payment, stage: "open", refunded_kobo: 0n } as const;
    expect(refundOf(silent, {})).toEqual({ amount_kobo: 1_000n, fault: null });
    expect(refundOf(silent, { amount_kobo: 999n })).toMatchObject({ field: "amount_kobo" });
  });

  it("of what arrived says who bears it, and nobody outside bears what stayed with us", () => {
    expect(refundOf(payment, {})).toMatchObject({ field: "fault" });
    expect(refundOf(payment, { fault: "goodwill" })).toEqual({ amount_kobo: 700n, fault: "goodwill" });
    expect(refundOf({ ...payment, has_provider: false }, { fault: "provider" })).toMatchObject({ field: "fault" });
  });

  it("is never more than was paid less what was refunded", () => {
    const kobo = fc.bigInt({ min: 1n, max: 1_000_000n });
    fc.assert(
      fc.property(kobo, kobo, kobo, (total_kobo, before, amount_kobo) => {
        const refunded_kobo = before % total_kobo;
        const found = refundOf({ ...payment, total_kobo, refunded_kobo }, { amount_kobo, fault: "goodwill" });
        if ("field" in found) expect(amount_kobo).toBeGreaterThan(total_kobo - refunded_kobo);
        else expect(found.amount_kobo + refunded_kobo).toBeLessThanOrEqual(total_kobo);
      }),
    );
  });
});

describe("a claim", () => {
  const paid = { ...payment, paid_at: new Date(0) };
  const now = { has_open: false, days: 60, now: 86_400_000 };
  it("is made about what arrived, once at a time and within its days", () => {
    expect(whyNoClaim(paid, now)).toBeNull();
    expect(whyNoClaim(paid, { ...now, now: 61 * 86_400_000 })).toMatch(/60 days/);
    expect(whyNoClaim(paid, { ...now, has_open: true })).toMatch(/looking/);
    expect(whyNoClaim({ ...paid, stage: "open" }, now)).toMatch(/asking/);
    expect(whyNoClaim({ ...paid, refunded_kobo: 1_000n }, now)).toMatch(/wallet/);
  });
});

it("each kind of claim has its clock", () => {
  expect(clockOfClaim("airtime", "not_arrived")).toBe("failed_airtime_hours");
  expect(clockOfClaim("data", "not_arrived")).toBe("failed_airtime_hours");
  expect(clockOfClaim("electricity", "not_arrived")).toBe("refund_claim_hours");
  expect(clockOfClaim(null, "not_arrived")).toBe("failed_value_hours");
  expect(clockOfClaim("airtime", "wrong_recipient")).toBe("refund_claim_hours");
  expect([clockOfClaim("data", "not_me"), clockOfClaim(null, "not_me")]).toEqual(["not_me_hours", "not_me_hours"]);
});
