import { describe, expect, it } from "vitest";
import {
  type DeclineReason,
  declineReasonNames,
  declineReasons,
  declineTitles,
  declineWords,
  nextSteps,
} from "./decline-reasons.ts";
import { reasonOf, reasonOfIssuersDecline } from "./issuer-reasons.ts";

/** Every code of the annex. */
const CODES = [
  "51",
  "61",
  "65",
  "57",
  "62",
  "78",
  "54",
  "41",
  "43",
  "55",
  "75",
  "14",
  "82",
  "59",
  "63",
  "13",
  "30",
  "94",
  "91",
  "96",
];

describe("why a payment was declined", () => {
  it("has our words and a next step for every code and every reason of the annex", () => {
    for (const code of CODES) expect(declineReasons[reasonOf(code)].code, code).toEqual(code);
    expect([...new Set(Object.values(declineReasons).map(({ code }) => code))].toSorted()).toEqual(CODES.toSorted());
    for (const reason of declineReasonNames)
      for (const is_company of [true, false]) {
        const { says, next } = declineWords(reason, {}, is_company);
        expect(says.length).toBeGreaterThan(30);
        expect(says).toMatch(/^[A-Z0-9₦].*\.$/);
        expect(nextSteps).toContain(next);
        expect(declineTitles[reason].length).toBeGreaterThan(5);
        expect(says).not.toMatch(/undefined|null|NaN/);
      }
  });

  it("maps what issuers call their own declines, and takes what nobody knows as the network's", () => {
    const cases: Record<string, DeclineReason> = {
      SINGLE_USE_RECHARGED: "single_use",
      UNAUTHORIZED_MERCHANT: "merchant",
      USER_TRANSACTION_LIMIT: "amount_limit",
      INSUFFICIENT_FUNDS: "insufficient_funds",
      insufficient_funds: "insufficient_funds",
      "something new": "issuer_unavailable",
      "": "issuer_unavailable",
    };
    for (const [given, reason] of Object.entries(cases)) expect(reasonOf(given), `${given}`).toEqual(reason);
  });

  it("takes over from the issuer's own declines only what is no figure of its own", () => {
    const cases: Record<string, DeclineReason> = {
      webhook_timeout: "we_unavailable",
      pin_blocked: "pin_locked",
      verification_failed: "verification_failed",
      insufficient_funds: "issuer_declined",
      spending_controls: "issuer_declined",
      card_inactive: "issuer_declined",
      not_allowed: "issuer_declined",
      "": "issuer_declined",
    };
    for (const [given, reason] of Object.entries(cases))
      expect(reasonOfIssuersDecline(given), `${given}`).toEqual(reason);
  });

  it("says what is left and when it begins anew", () => {
    const found = {
      period: "month",
      left_kobo: 320_000,
      limit_kobo: 500_000,
      resets_at: "2026-12-01T00:00:00+01:00",
    } as const;
    expect(declineWords("amount_limit", found, true)).toEqual({
      says: "Your monthly limit has ₦3,200.00 left; it resets on 01 Dec 2026. Ask for more.",
      next: "ask_for_more",
    });
    expect(declineWords("insufficient_funds", { left_kobo: 5 }, false)).toEqual({
      says: "Not enough money: ₦0.05 is available. Add money and try again.",
      next: "add_money",
    });
    expect(declineWords("insufficient_funds", { left_kobo: 5, is_credit: true }, false)).toMatchObject({
      says: expect.stringContaining("Pay a part of your bill"),
      next: "pay_bill",
    });
    expect(declineWords("amount_limit", { ...found, by: "holder" }, true), "set by the holder").toMatchObject({
      says: expect.stringContaining("Raise it in the card's controls"),
      next: "change_controls",
    });
    for (const [is_company, next] of [
      [true, "ask_company"],
      [false, "change_controls"],
    ] as const) {
      expect(declineWords("category", { what: "gambling" }, is_company).next).toBe(next);
      for (const fixed of ["shop", "dollars"] as const)
        expect(declineWords(fixed === "shop" ? "merchant" : "category", { fixed }, is_company)).toMatchObject({
          says: expect.stringContaining("ay with another card"),
          next: "replace",
        });
    }
    expect(declineWords("category", { what: "gambling", fixed: "betting" }, false)).toEqual({
      says: "You keep out of betting, so this card pays none until that ends.",
      next: "wait",
    });
    expect(declineWords("wrong_pin", { count: 1 }, false).says).toContain("1 try is left");
  });
});
